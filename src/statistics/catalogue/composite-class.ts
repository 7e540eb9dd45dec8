// Names of classes that are made of two parts joined by "~", for example a code of a classification and a level of government.
//
// Written out, the names of all pairs would be many times the names of their parts, in every release. So a package may name the parts,
// and a pair that occurs is named after them. A class that has a name of its own keeps it.
import type {ClassLabel} from "../release/release.ts";

/** The labels, and one more for each occurring class "a~b" that has none while both its parts have. */
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
