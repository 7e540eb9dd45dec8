// Columns of some thousand neighbouring families: all that the rank of a family depends on, and its codes as places.
//
// Families are in the order of their numbers, and again in the order of kind and title. Where all families of a part match alike, a search
// reads the second order and stops early.
import {
  CODED_DIMENSIONS,
  type CodedDimension,
  kindOf,
  type PartColumns,
  type PartContent,
} from "../index/dataset-part.ts";
import {
  columnAt,
  createColumnReader,
  createColumnWriter,
  encodeColumn,
  type Numbers,
  type Width,
  type Widths,
  widthOf,
} from "./columns.ts";
import {type Reading, readPlace, readSection, type SectionPlace} from "./reading.ts";

/** Families of a stretch. */
export const STRETCH = 2 ** 12;

/** Parallel columns. */
export interface Stretch extends Readonly<Record<CodedDimension, Numbers>> {
  /** Number of its first family. */
  readonly first: number;
  readonly classification: Numbers;
  /** The place of the title among all of the part; titles that are equal may have the same. */
  readonly ranks: Numbers;
  /** Words in the name of the class. */
  readonly lengths: Numbers;
  /** `kindOf` */
  readonly kinds: Numbers;
}

export function widthsOf(content: PartContent): Widths {
  const family = widthOf(content.indicator.index.length);
  const length = widthOf(1 + content.classLengths.reduce((most, one) => Math.max(most, one), 0));
  const codes = CODED_DIMENSIONS.map((one) => widthOf(content[one].codes.length));
  return {
    stretch: [widthOf(content.classification.codes.length), family, length, 1, ...codes],
    family,
    set: widthOf((content.lists.starts.length - 1) / 2),
  };
}

/** The number of stretches for this number of families. */
export function stretchesOf(families: number): number {
  return Math.ceil(families / STRETCH);
}

export function encodeStretch(content: PartContent, widths: Widths, nth: number): Uint8Array {
  const [from, to] = rangeOf(nth, content.indicator.index.length);
  const {classification, titleRanks, classLengths} = content;
  const [lengths, kinds] = [new Uint16Array(to - from), new Uint8Array(to - from)];
  for (let family = from; family < to; family++) {
    lengths[family - from] = classLengths[classification.index[family]!]!;
    kinds[family - from] = kindOf(content, family);
  }
  const columns: ArrayLike<number>[] = [
    classification.index.subarray(from, to),
    titleRanks.subarray(from, to),
    lengths,
    kinds,
    ...CODED_DIMENSIONS.map((one) => content[one].index.subarray(from, to)),
  ];
  const writer = createColumnWriter();
  for (const [place, column] of columns.entries()) writer.add(column, widths.stretch[place]!);
  return writer.finish();
}

export function* readStretch(part: PartColumns, nth: number): Reading<Stretch> {
  const [first, end] = rangeOf(nth, part.size);
  return new StretchColumns(yield* readPlace(part.stored, "stretches", nth), part.widths, first, end - first);
}

/** Columns are opened where they are used: a question looks at a few of them, in many parts. */
class StretchColumns implements Stretch {
  readonly first: number;
  private readonly place: SectionPlace;
  private readonly widths: readonly Width[];
  private readonly length: number;
  private readonly opened: (Numbers | undefined)[] = [];

  constructor(place: SectionPlace, widths: Widths, first: number, length: number) {
    this.first = first;
    this.place = place;
    this.widths = widths.stretch;
    this.length = length;
  }

  private column(place: number): Numbers {
    let column = this.opened[place];
    if (column === undefined) {
      column = columnAt(this.place, this.widths, place, this.length);
      this.opened[place] = column;
    }
    return column;
  }

  get classification(): Numbers {
    return this.column(0);
  }
  get ranks(): Numbers {
    return this.column(1);
  }
  get lengths(): Numbers {
    return this.column(2);
  }
  get kinds(): Numbers {
    return this.column(3);
  }
  get indicator(): Numbers {
    return this.column(4);
  }
  get measure(): Numbers {
    return this.column(5);
  }
  get transformation(): Numbers {
    return this.column(6);
  }
  get unit(): Numbers {
    return this.column(7);
  }
  get frequency(): Numbers {
    return this.column(8);
  }
}

/** The set of each family of a stretch. */
export function* readSets({stored, widths, size}: PartColumns, nth: number): Reading<Numbers> {
  const [first, end] = rangeOf(nth, size);
  return columnAt(yield* readPlace(stored, "sets", nth), [widths.set], 0, end - first);
}

/** Families in the order of kind and title. */
export interface TitleStretch {
  readonly families: Numbers;
  readonly ranks: Numbers;
  readonly sets: Numbers;
}

export function encodeTitles({byTitle, titleRanks}: PartContent, {family}: Widths, nth: number): Uint8Array {
  const own = byTitle.subarray(...rangeOf(nth, byTitle.length));
  const writer = createColumnWriter();
  writer.add(own, family);
  writer.add(
    own.map((one) => titleRanks[one]!),
    family,
  );
  return writer.finish();
}

export function encodeSets({lists: {setOf}}: PartContent, {set}: Widths, nth: number): Uint8Array {
  return encodeColumn(setOf.subarray(...rangeOf(nth, setOf.length)), set);
}

export function encodeTitleSets({byTitle, lists: {setOf}}: PartContent, {set}: Widths, nth: number): Uint8Array {
  const own = byTitle.subarray(...rangeOf(nth, byTitle.length));
  return encodeColumn(
    own.map((family) => setOf[family]!),
    set,
  );
}

export function* readTitles({stored, widths, size}: PartColumns, nth: number): Reading<TitleStretch> {
  const [first, end] = rangeOf(nth, size);
  const titles = createColumnReader(yield* readSection(stored, "titles", nth));
  const [families, ranks] = [titles.take(widths.family, end - first), titles.take(widths.family, end - first)];
  const sets = createColumnReader(yield* readSection(stored, "titleSets", nth)).take(widths.set, end - first);
  return {families, ranks, sets};
}

/** The families of a stretch. */
export function rangeOf(nth: number, size: number): [from: number, to: number] {
  return [nth * STRETCH, Math.min(size, (nth + 1) * STRETCH)];
}
