// Names of classes that are made of two parts joined by "~", for example a code of a classification and a level of government.
//
// The names of all pairs in every release would be many times larger than the names of their parts. So a package may name only the parts,
// and a pair that occurs gets its name from them. A class that has a name keeps it.
import type {ClassLabel} from "../release/release.ts";

/** The labels, plus one for each class "a~b" in use that has no label, if both its parts have one. */
export function withCompositeClasses(
  labels: readonly ClassLabel[],
  occurring: Iterable<string | null>,
): readonly ClassLabel[] {
  const names = new Map(labels.map(({code, name}) => [code, name]));
  const composed: ClassLabel[] = [];
  for (const code of occurring) {
    if (code === null || names.has(code)) continue;
    const cut = code.lastIndexOf("~");
    const [left, right] = cut < 0 ? [] : [names.get(code.slice(0, cut)), names.get(code.slice(cut + 1))];
    if (left === undefined || right === undefined) continue;
    composed.push({code, name: `${left} / ${right}`, note: null});
    names.set(code, composed.at(-1)!.name);
  }
  return composed.length === 0 ? labels : [...labels, ...composed];
}
