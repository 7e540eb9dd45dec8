// Which blocks of a stored catalogue can have series of some classes, or series that a selection selects: by their smallest and largest
// codes. A block that is left out has none of them.
import {firstWhere} from "../order/binary-search.ts";
import {type CatalogueManifest, FEW_CODES} from "./catalogue-code.ts";
import {compareCodes} from "./code-order.ts";
import {FILTERED, type Filtered, type Selection, splitList} from "./selection.ts";

/** Blocks that can have one of the classes, ascending; null: the class of series without one. */
export function blocksWithClasses({blocks}: CatalogueManifest, classes: Iterable<string | null>): number[] {
  const found = new Set<number>();
  for (const code of classes) {
    // the first block whose last class is this one or behind it
    let number = firstWhere(blocks.length, (nth) => compareCodes(blocks[nth]!.classes[1], code) >= 0);
    while (number < blocks.length && compareCodes(blocks[number]!.classes[0], code) <= 0) found.add(number++);
  }
  return [...found].sort((one, other) => one - other);
}

/** Blocks with series of the classes at indexes from `from` to before `to`, ascending. */
export function blocksWithIndexes(manifest: CatalogueManifest, from: number, to: number): number[] {
  return manifest.blocks.flatMap(({firstClass}, number) =>
    firstClass < to && (manifest.blocks[number + 1]?.firstClass ?? manifest.classes - 1) >= from ? [number] : [],
  );
}

/** Every code that values of the filter can mean. */
export function queryClasses(values: readonly string[] | null): string[] {
  return (values ?? []).flatMap((value) => [value, ...splitList(value)]);
}

/** Blocks that can have a series of the selection, ascending. */
export function blocksSelected(manifest: CatalogueManifest, selection: Selection): number[] {
  const filters = filtersOf(selection);
  return Array.from(manifest.blocks.keys()).filter((number) =>
    filters.every(([name, chosen]) => {
      const {least, most} = boundsOf(manifest, number, name);
      const first = firstFrom(chosen, least);
      return first < chosen.length && chosen[first]! <= most;
    }),
  );
}

/** Whether the selection has all series of a block, as far as its bounds tell. */
export function selectsAll(manifest: CatalogueManifest, number: number, selection: Selection): boolean {
  return filtersOf(selection).every(([name, chosen]) => {
    const {least, most} = boundsOf(manifest, number, name);
    const first = firstFrom(chosen, least);
    return chosen[first] === least && chosen[first + most - least] === most;
  });
}

/** The same selection for a block alone, with those of its classes that the block can have: a filter may name thousands. */
export function selectionWithin(manifest: CatalogueManifest, number: number, selection: Selection): Selection {
  const chosen = selection.classification;
  if (chosen === null) return selection;
  const {least, most} = boundsOf(manifest, number, "classification");
  return {...selection, classification: chosen.slice(firstFrom(chosen, least), firstFrom(chosen, most + 1))};
}

function filtersOf(selection: Selection): (readonly [Filtered, readonly number[]])[] {
  return FILTERED.flatMap((name) => (selection[name] === null ? [] : [[name, selection[name]] as const]));
}

/** The smallest and the largest index of a code in a block; of classes the largest may be that of the next block. */
function boundsOf(
  manifest: CatalogueManifest,
  number: number,
  name: Filtered,
): {readonly least: number; readonly most: number} {
  const {firstClass, bounds} = manifest.blocks[number]!;
  if (name === "classification")
    return {least: firstClass, most: manifest.blocks[number + 1]?.firstClass ?? manifest.classes - 1};
  const [least, most] = bounds[FEW_CODES.indexOf(name)]!;
  return {least, most};
}

/** Where ascending places reach a bound. */
function firstFrom(chosen: readonly number[], bound: number): number {
  return firstWhere(chosen.length, (index) => chosen[index]! >= bound);
}
