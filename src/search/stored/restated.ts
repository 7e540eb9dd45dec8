// A stored segment whose series are active or stalled in another way. Only its last sections say so: the lists of territories, the set of each
// family, and the same in the order of titles. So they alone are made again, and no name is read.
//
// The result has the bytes of a segment that is made of all its series.
import type {SetLists} from "../index/series-set.ts";
import {chunksOf, rangeOf} from "./chunk.ts";
import {columnWidth, createColumnReader, encodeColumn} from "./columns.ts";
import {type PackedLayout, packSections, SECTION_KINDS, type SectionKind} from "./layout.ts";
import {readSection, readSectionRange, type SearchSteps, type StoredSegment} from "./reading.ts";
import {decodeSeries, encodeLists, withSetWidth} from "./segment-code.ts";

export interface RestatedSegment {
  readonly layout: PackedLayout;
  /** By number: those that may differ. */
  readonly blocks: ReadonlyMap<number, Uint8Array>;
}

/**
 * null: the segment has other families than the lists.
 * @param packed the layout of the segment
 */
export function* restateSegment(
  stored: StoredSegment,
  packed: PackedLayout,
  lists: SetLists,
  blockBytes?: number,
): SearchSteps<RestatedSegment | null> {
  const {setOf} = lists;
  const {familiesOfSet, seriesOfIndicator} = decodeSeries(yield* readSection(stored, "series", 0));
  if (familiesOfSet.reduce((sum, families) => sum + families, 0) !== setOf.length) return null;
  const width = columnWidth((lists.starts.length - 1) / 2);
  const chunks = Array.from({length: chunksOf(setOf.length)}, (_, nth) => rangeOf(nth, setOf.length));
  const titleSets: Uint8Array[] = [];
  for (const [nth, [from, to]] of chunks.entries()) {
    const titles = createColumnReader(yield* readSection(stored, "titles", nth));
    const families = titles.next(columnWidth(setOf.length), to - from);
    const own = Uint32Array.from(families.subarray(0, to - from), (family) => setOf[family]!);
    titleSets.push(encodeColumn(own, width));
  }
  const made: Partial<Record<SectionKind, readonly Uint8Array[]>> = {
    series: [encodeLists(lists, seriesOfIndicator)],
    sets: chunks.map(([from, to]) => encodeColumn(setOf.subarray(from, to), width)),
    titleSets,
  };
  const texts =
    width === columnWidth(familiesOfSet.length) ? null : withSetWidth(yield* readSection(stored, "texts", 0), width);
  return yield* packAgain(stored, packed, texts === null ? made : {...made, texts: [texts]}, blockBytes);
}

/** Packs from the block on that has the lists. @param made sections of the same number as before; texts of the same length */
function* packAgain(
  stored: StoredSegment,
  {counts, lengths, inBlock}: PackedLayout,
  made: Partial<Record<SectionKind, readonly Uint8Array[]>>,
  blockBytes?: number,
): SearchSteps<RestatedSegment> {
  const {first, block} = stored.layout;
  const firstBlock = block[first.series]!;
  const start = block.indexOf(firstBlock);
  const sections = Object.fromEntries(SECTION_KINDS.map((kind) => [kind, [] as Uint8Array[]]));
  for (const [index, kind] of SECTION_KINDS.entries())
    for (let nth = 0; nth < counts[index]!; nth++)
      if (first[kind] + nth >= start)
        sections[kind]!.push(made[kind]?.[nth] ?? (yield* readSection(stored, kind, nth)));
  const again = packSections(sections as Record<SectionKind, Uint8Array[]>, blockBytes);
  const blocks = new Map(again.blocks.map((bytes, index) => [firstBlock + index, bytes]));
  const [texts] = made.texts ?? [];
  if (texts !== undefined && firstBlock > 0) {
    const range = yield* readSectionRange(stored, "texts", 0);
    const copy = range.block.slice();
    copy.set(texts, range.from);
    blocks.set(0, copy);
  }
  return {
    layout: {
      counts,
      lengths: [...lengths.slice(0, start), ...again.layout.lengths],
      inBlock: [...inBlock.slice(0, firstBlock), ...again.layout.inBlock],
    },
    blocks,
  };
}
