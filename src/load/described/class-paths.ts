// The classes of one release, found by the codes and names of their parts, with their labels and levels.
//
// A key with the whole code would be a long text for each value. Parts are levels of the code and of the name, so nobody divides these again.
import {
  type ClassLevels,
  CODE_MARK,
  keepClassLevels,
  type LeveledTexts,
  makesMark,
  NAME_MARK,
} from "../../statistics/levels/leveled-texts.ts";
import {createNumbers} from "../../statistics/levels/numbers.ts";
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
  through(path: ClassPath, part: NamedCode): ClassPath | string;
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
    through,
    use(path) {
      if (path.label !== null) used.set(path.label.code, path);
    },
    labels() {
      const paths = [...used.values()];
      const labels = paths.map(({label}) => label!);
      const levels = levelsOf(paths);
      if (levels !== null) keepClassLevels(labels, levels);
      return labels;
    },
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

/** The levels of the codes and names of classes; null: a part makes a mark with the mark behind it, so they are read from the texts. */
function levelsOf(paths: readonly ClassPath[]): ClassLevels | null {
  const [codes, names] = [createLevelWriter(CODE_MARK), createLevelWriter(NAME_MARK)];
  for (let at = 0; at < paths.length; at++) {
    for (let path = paths[at]!; path.above !== null; path = path.above) {
      codes.put(path.code);
      names.put(path.name);
    }
    codes.end();
    names.end();
  }
  const [ofCodes, ofNames] = [codes.finish(), names.finish()];
  return ofCodes === null || ofNames === null ? null : {codes: ofCodes, names: ofNames};
}

/** Texts by their parts, of which the last one comes first. A part with marks is several levels. */
function createLevelWriter(mark: string) {
  const known = new Map<string, readonly number[]>();
  const numberOf = new Map<string, number>();
  const [starts, numbers] = [createNumbers(), createNumbers()];
  const own: number[] = [];
  /** The levels are not those of the joined texts. */
  let isOther = false;
  starts.push(0);

  function read(part: string): readonly number[] {
    isOther ||= makesMark(part, mark);
    return part
      .split(mark)
      .map((level) => {
        const number = numberOf.get(level) ?? numberOf.size;
        numberOf.set(level, number);
        return number;
      })
      .reverse();
  }

  return {
    put(part: string): void {
      let levels = known.get(part);
      if (levels === undefined) {
        levels = read(part);
        known.set(part, levels);
      }
      for (let at = 0; at < levels.length; at++) own.push(levels[at]!);
    },
    end(): void {
      while (own.length > 0) numbers.push(own.pop()!);
      starts.push(numbers.length());
    },
    finish: (): LeveledTexts | null =>
      isOther ? null : {levels: [...numberOf.keys()], starts: starts.finish(), numbers: numbers.finish()},
  };
}
