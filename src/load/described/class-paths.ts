// The classes of one release, found by the codes and names of their parts, with their labels.
//
// A key with the whole code would be a long text for each value.
import {CODE_MARK, NAME_MARK} from "../../statistics/class-texts/leveled-texts.ts";
import type {ClassLabel} from "../../statistics/release/release.ts";
import type {NamedCode} from "./facts.ts";

/** Most classes have one series and no longer class. */
export interface ClassPath {
  /** The class of all parts but the last; null: of no part. */
  readonly above: ClassPath | null;
  /** Of the last part. */
  readonly code: string;
  readonly name: string;
  /** null: of no part. */
  readonly label: ClassLabel | null;
  /** The number of the other dimensions of its first series, and its handle; -1: it has none. */
  first: number;
  handle: number;
  /** The other series of this class, by the numbers of their other dimensions. */
  handles: Map<number, number> | null;
  longer: Map<string, ClassPath> | null;
}

export interface ClassPaths {
  /** The class of no part. */
  readonly root: ClassPath;
  /** The class with one part more; a text: another name, whose letters differ, has the same made code. */
  child(path: ClassPath, part: NamedCode): ClassPath | string;
  /** The class has a series. Of several names of one code the last is used. */
  use(path: ClassPath): void;
  /** Of the used classes, in the order of their first use. */
  labels(): readonly ClassLabel[];
}

export function createClassPaths(): ClassPaths {
  const root = createPath(null, "", "", null);
  const used = new Map<string, ClassPath>();
  return {
    root,
    child: through,
    use(path) {
      if (path.label !== null) used.set(path.label.code, path);
    },
    labels: () => Array.from(used.values(), ({label}) => label!),
  };
}

function createPath(above: ClassPath | null, code: string, name: string, label: ClassLabel | null): ClassPath {
  return {above, code, name, label, first: -1, handle: -1, handles: null, longer: null};
}

function through(path: ClassPath, {code, name, isMade}: NamedCode): ClassPath | string {
  const known = path.longer?.get(code);
  if (known?.name === name) return known;
  if (known !== undefined && isMade && differ(known.name, name)) return known.name;
  const {label} = path;
  const [codes, names] = label === null ? [code, name] : [label.code + CODE_MARK + code, label.name + NAME_MARK + name];
  const next = createPath(path, code, name, {code: codes, name: names, note: null});
  path.longer ??= new Map();
  path.longer.set(code, next);
  return next;
}

/** Whether two names of one code differ in a letter or a digit: signs, blanks and case are the same name. */
export function differ(one: string, other: string): boolean {
  return lettersOf(one) !== lettersOf(other);
}

function lettersOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll("\u0451", "\u0435")
    .replace(/[^\p{L}\d]+/gu, "");
}
