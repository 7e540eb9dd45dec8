// Names of classes that are made of two parts joined by "~", for example a code of a classification and a level of government.
//
// The names of all pairs in every release would be many times larger than the names of their parts. So a package may name only the parts,
// and a pair that occurs gets its name from them. A class that has a name keeps it.
import {CODE_MARK, NAME_MARK} from "../class-texts/leveled-texts.ts";
import type {ClassLabel} from "../release/release.ts";

/** Labels, and the index of the label of each code: of several labels of one code the last. */
export interface NamedClasses {
  readonly labels: readonly ClassLabel[];
  readonly indexOf: ReadonlyMap<string, number>;
}

/** The labels, plus one for each class "a~b" in use that has no label, if both its parts have one. */
export function nameComposites(labels: readonly ClassLabel[], occurring: Iterable<string | null>): NamedClasses {
  const indexOf = new Map<string, number>();
  for (let index = 0; index < labels.length; index++) indexOf.set(labels[index]!.code, index);
  const composed: ClassLabel[] = [];
  const labelAt = (index: number): ClassLabel => labels[index] ?? composed[index - labels.length]!;
  for (const code of occurring) {
    if (code === null || indexOf.has(code)) continue;
    const cut = code.lastIndexOf(CODE_MARK);
    const [left, right] =
      cut < 0 ? [] : [indexOf.get(code.slice(0, cut)), indexOf.get(code.slice(cut + CODE_MARK.length))];
    if (left === undefined || right === undefined) continue;
    const name = labelAt(left).name + NAME_MARK + labelAt(right).name;
    indexOf.set(code, labels.length + composed.push({code, name, note: null}) - 1);
  }
  return {labels: composed.length === 0 ? labels : [...labels, ...composed], indexOf};
}
