// Which blocks of a stored catalogue can have series of some classes, or series that a selection selects: by their smallest and largest
// codes. A block that is left out has none of them.
import {type CatalogueHead, FEW_CODES} from "./catalogue-code.ts";
import {compareCodes} from "./code-order.ts";
import {type Selection, splitList} from "./selection.ts";

/** Blocks that can have one of the classes, ascending; null: the class of series without one. */
export function blocksWithClasses({blocks}: CatalogueHead, classes: Iterable<string | null>): number[] {
  const found = new Set<number>();
  for (const code of classes) {
    // the first block whose last class is this one or behind it
    let low = 0;
    let high = blocks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareCodes(blocks[middle]!.classes[1], code) < 0) low = middle + 1;
      else high = middle;
    }
    while (low < blocks.length && compareCodes(blocks[low]!.classes[0], code) <= 0) found.add(low++);
  }
  return [...found].sort((one, other) => one - other);
}

/** Blocks with series of the classes at places from `from` to before `to`, ascending. */
export function blocksWithPlaces(head: CatalogueHead, from: number, to: number): number[] {
  return head.blocks.flatMap(({firstClass}, number) =>
    firstClass < to && (head.blocks[number + 1]?.firstClass ?? head.classes - 1) >= from ? [number] : [],
  );
}

/** Every code that values of the filter can mean. */
export function askedClasses(values: readonly string[] | null): string[] {
  return (values ?? []).flatMap((value) => [value, ...splitList(value)]);
}

/** Blocks that can have a series of the selection, ascending. */
export function blocksSelected(head: CatalogueHead, selection: Selection): number[] {
  return head.blocks.flatMap(({firstClass, bounds}, number) => {
    const behindClasses = head.blocks[number + 1]?.firstClass ?? head.classes - 1;
    const isPossible =
      meets(selection.classification, firstClass, behindClasses) &&
      FEW_CODES.every((name, at) => name === "indicator" || meets(selection[name], ...bounds[at]!));
    return isPossible ? [number] : [];
  });
}

/** Whether one of ascending places is between two; null: all places are chosen. */
function meets(chosen: readonly number[] | null, least: number, most: number): boolean {
  if (chosen === null) return true;
  let low = 0;
  let high = chosen.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (chosen[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low < chosen.length && chosen[low]! <= most;
}
