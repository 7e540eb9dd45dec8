// Columns of some thousand neighbouring families: all that the rank of a family depends on, and its codes as indexes.
//
// Families are in the order of their numbers, and again in the order of kind and title. Where all families of a segment match alike, a search
// reads the second order and stops early.
import {firstAtLeast} from "../../statistics/order/binary-search.ts";
import {
  CODED_DIMENSIONS,
  familyKind,
  type IndexedDimension,
  type SegmentColumns,
  type SegmentContent,
} from "../index/dataset-segment.ts";
import {
  columnAt,
  columnWidth,
  createColumnReader,
  createColumnWriter,
  encodeColumn,
  type StoredNumbers,
  type Width,
  type Widths,
} from "./columns.ts";
import {
  fetchAhead,
  readSection,
  readSectionRange,
  type SearchSteps,
  type SectionRange,
  type WantedSection,
} from "./reading.ts";

/** Families of a chunk. */
export const CHUNK = 2 ** 12;

/** Parallel columns. */
export interface Chunk extends Readonly<Record<IndexedDimension, StoredNumbers>> {
  /** Number of its first family. */
  readonly first: number;
  readonly classification: StoredNumbers;
  /** The index of the title among all of the segment; titles that are equal may have the same. */
  readonly ranks: StoredNumbers;
  /** Words in the name of the class. */
  readonly lengths: StoredNumbers;
  /** `familyKind` */
  readonly kinds: StoredNumbers;
}

export function widthsOf(content: SegmentContent): Widths {
  const family = columnWidth(content.indicator.index.length);
  const length = columnWidth(1 + content.classLengths.reduce((most, one) => Math.max(most, one), 0));
  const codes = CODED_DIMENSIONS.map((one) => columnWidth(content[one].codes.length));
  return {
    chunk: [columnWidth(content.classification.codes.length), family, length, 1, ...codes],
    family,
    set: columnWidth((content.lists.starts.length - 1) / 2),
  };
}

/** The number of chunks for this number of families. */
export function chunksOf(families: number): number {
  return Math.ceil(families / CHUNK);
}

export function encodeChunk(content: SegmentContent, widths: Widths, nth: number): Uint8Array {
  const [from, to] = rangeOf(nth, content.indicator.index.length);
  const {classification, titleRanks, classLengths} = content;
  const [lengths, kinds] = [new Uint16Array(to - from), new Uint8Array(to - from)];
  for (let family = from; family < to; family++) {
    lengths[family - from] = classLengths[classification.index[family]!]!;
    kinds[family - from] = familyKind(content, family);
  }
  const columns: ArrayLike<number>[] = [
    classification.index.subarray(from, to),
    titleRanks.subarray(from, to),
    lengths,
    kinds,
    ...CODED_DIMENSIONS.map((one) => content[one].index.subarray(from, to)),
  ];
  const writer = createColumnWriter();
  for (const [index, column] of columns.entries()) writer.add(column, widths.chunk[index]!);
  return writer.finish();
}

export function* readChunk(segment: SegmentColumns, nth: number): SearchSteps<Chunk> {
  const [first, end] = rangeOf(nth, segment.size);
  return new ChunkColumns(yield* readSectionRange(segment.stored, "chunks", nth), segment.widths, first, end - first);
}

/** Columns are opened where they are used: a question looks at a few of them, in many segments. */
class ChunkColumns implements Chunk {
  readonly first: number;
  private readonly range: SectionRange;
  private readonly widths: readonly Width[];
  private readonly length: number;
  private readonly opened: (StoredNumbers | undefined)[] = [];

  constructor(range: SectionRange, widths: Widths, first: number, length: number) {
    this.first = first;
    this.range = range;
    this.widths = widths.chunk;
    this.length = length;
  }

  private column(index: number): StoredNumbers {
    let column = this.opened[index];
    if (column === undefined) {
      column = columnAt(this.range, this.widths, index, this.length);
      this.opened[index] = column;
    }
    return column;
  }

  get classification(): StoredNumbers {
    return this.column(0);
  }
  get ranks(): StoredNumbers {
    return this.column(1);
  }
  get lengths(): StoredNumbers {
    return this.column(2);
  }
  get kinds(): StoredNumbers {
    return this.column(3);
  }
  get indicator(): StoredNumbers {
    return this.column(4);
  }
  get measure(): StoredNumbers {
    return this.column(5);
  }
  get transformation(): StoredNumbers {
    return this.column(6);
  }
  get unit(): StoredNumbers {
    return this.column(7);
  }
  get frequency(): StoredNumbers {
    return this.column(8);
  }
}

/** The set of each family of a chunk. */
export function* readSets({stored, widths, size}: SegmentColumns, nth: number): SearchSteps<StoredNumbers> {
  const [first, end] = rangeOf(nth, size);
  return columnAt(yield* readSectionRange(stored, "sets", nth), [widths.set], 0, end - first);
}

/** Reads the chunks and sets of some families together. @param families ascending */
export function* fetchChunks({stored}: Pick<SegmentColumns, "stored">, families: Uint32Array): SearchSteps<void> {
  const wanted: WantedSection[] = [];
  for (let at = 0; at < families.length; ) {
    const nth = Math.floor(families[at]! / CHUNK);
    wanted.push({stored, kind: "chunks", nth}, {stored, kind: "sets", nth});
    at = firstAtLeast(families, (nth + 1) * CHUNK, at, families.length);
  }
  yield* fetchAhead(wanted);
}

/** Families in the order of kind and title. */
export interface TitleChunk {
  readonly families: StoredNumbers;
  readonly ranks: StoredNumbers;
  readonly sets: StoredNumbers;
}

export function encodeTitles({byTitle, titleRanks}: SegmentContent, {family}: Widths, nth: number): Uint8Array {
  const own = byTitle.subarray(...rangeOf(nth, byTitle.length));
  const writer = createColumnWriter();
  writer.add(own, family);
  writer.add(
    own.map((one) => titleRanks[one]!),
    family,
  );
  return writer.finish();
}

export function encodeSets({lists: {setOf}}: SegmentContent, {set}: Widths, nth: number): Uint8Array {
  return encodeColumn(setOf.subarray(...rangeOf(nth, setOf.length)), set);
}

export function encodeTitleSets({byTitle, lists: {setOf}}: SegmentContent, {set}: Widths, nth: number): Uint8Array {
  const own = byTitle.subarray(...rangeOf(nth, byTitle.length));
  return encodeColumn(
    own.map((family) => setOf[family]!),
    set,
  );
}

export function* readTitleChunk({stored, widths, size}: SegmentColumns, nth: number): SearchSteps<TitleChunk> {
  const [first, end] = rangeOf(nth, size);
  const titles = createColumnReader(yield* readSection(stored, "titles", nth));
  const [families, ranks] = [titles.next(widths.family, end - first), titles.next(widths.family, end - first)];
  const sets = createColumnReader(yield* readSection(stored, "titleSets", nth)).next(widths.set, end - first);
  return {families, ranks, sets};
}

/** The families of a chunk. */
export function rangeOf(nth: number, size: number): [from: number, to: number] {
  return [nth * CHUNK, Math.min(size, (nth + 1) * CHUNK)];
}
