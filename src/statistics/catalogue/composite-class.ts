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
  const composed = labelComposites(labelsByCode(labels), occurring);
  return composed.length === 0 ? labels : [...labels, ...composed];
}

/** Of several labels of one code the last. */
export function labelsByCode(labels: readonly ClassLabel[]): Map<string, ClassLabel> {
  const byCode = new Map<string, ClassLabel>();
  for (let place = 0; place < labels.length; place++) byCode.set(labels[place]!.code, labels[place]!);
  return byCode;
}

/** Adds the labels of such classes. @returns those that were added */
export function labelComposites(byCode: Map<string, ClassLabel>, occurring: Iterable<string | null>): ClassLabel[] {
  const composed: ClassLabel[] = [];
  for (const code of occurring) {
    if (code === null || byCode.has(code)) continue;
    const cut = code.lastIndexOf("~");
    const [left, right] = cut < 0 ? [] : [byCode.get(code.slice(0, cut)), byCode.get(code.slice(cut + 1))];
    if (left === undefined || right === undefined) continue;
    const label = {code, name: `${left.name} / ${right.name}`, note: null};
    composed.push(label);
    byCode.set(code, label);
  }
  return composed;
}
