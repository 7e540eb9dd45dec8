// Columns of some thousand neighbouring families: all that the rank of a family depends on, and its codes as places.
//
// Families are in the order of their numbers, and again in the order of kind and title. Where all families of a part match alike, a search
// reads the second order and stops early.
import {type DatasetPart, FAMILY_DIMENSIONS, kindOf, type PartContent} from "../index/dataset-part.ts";
import {createColumnReader, createColumnWriter, type Numbers, type Width, widthOf} from "./columns.ts";
import {type Reading, readSection} from "./reading.ts";

/** Families of a stretch. */
export const STRETCH = 2 ** 12;

const CODED = FAMILY_DIMENSIONS.filter((dimension) => dimension !== "classification");
type Coded = (typeof CODED)[number];

/** How wide the columns of a part are. */
export interface Widths {
  readonly class: Width;
  readonly family: Width;
  readonly length: Width;
  readonly set: Width;
  readonly codes: Readonly<Record<Coded, Width>>;
}

/** Parallel columns. */
export interface Stretch extends Readonly<Record<Coded, Numbers>> {
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
  return {
    class: widthOf(content.classification.codes.length),
    family: widthOf(content.indicator.index.length),
    length: widthOf(1 + content.classLengths.reduce((most, one) => Math.max(most, one), 0)),
    set: widthOf((content.lists.starts.length - 1) / 2),
    codes: Object.fromEntries(CODED.map((one) => [one, widthOf(content[one].codes.length)])) as Record<Coded, Width>,
  };
}

/** The number of stretches of so many families. */
export function stretchesOf(families: number): number {
  return Math.ceil(families / STRETCH);
}

export function encodeStretch(content: PartContent, widths: Widths, nth: number): Uint8Array {
  const [from, to] = rangeOf(nth, content.indicator.index.length);
  const families = Array.from({length: to - from}, (_, place) => from + place);
  const {classification, titleRanks, classLengths} = content;
  const writer = createColumnWriter();
  writer.add(classification.index.subarray(from, to), widths.class);
  writer.add(titleRanks.subarray(from, to), widths.family);
  writer.add(
    families.map((family) => classLengths[classification.index[family]!]!),
    widths.length,
  );
  writer.add(
    families.map((family) => kindOf(content, family)),
    1,
  );
  for (const one of CODED) writer.add(content[one].index.subarray(from, to), widths.codes[one]);
  return writer.finish();
}

export function* readStretch({stored, widths, size}: DatasetPart, nth: number): Reading<Stretch> {
  const {take} = createColumnReader(yield* readSection(stored, "stretches", nth));
  const [first, end] = rangeOf(nth, size);
  const length = end - first;
  return {
    first,
    classification: take(widths.class, length),
    ranks: take(widths.family, length),
    lengths: take(widths.length, length),
    kinds: take(1, length),
    indicator: take(widths.codes.indicator, length),
    measure: take(widths.codes.measure, length),
    transformation: take(widths.codes.transformation, length),
    unit: take(widths.codes.unit, length),
    frequency: take(widths.codes.frequency, length),
  };
}

/** The set of each family of a stretch. */
export function* readSets({stored, widths, size}: DatasetPart, nth: number): Reading<Numbers> {
  const [first, end] = rangeOf(nth, size);
  return createColumnReader(yield* readSection(stored, "sets", nth)).take(widths.set, end - first);
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
  const writer = createColumnWriter();
  writer.add(setOf.subarray(...rangeOf(nth, setOf.length)), set);
  return writer.finish();
}

export function encodeTitleSets({byTitle, lists: {setOf}}: PartContent, {set}: Widths, nth: number): Uint8Array {
  const writer = createColumnWriter();
  writer.add(
    byTitle.subarray(...rangeOf(nth, byTitle.length)).map((family) => setOf[family]!),
    set,
  );
  return writer.finish();
}

export function* readTitles({stored, widths, size}: DatasetPart, nth: number): Reading<TitleStretch> {
  const [first, end] = rangeOf(nth, size);
  const titles = createColumnReader(yield* readSection(stored, "titles", nth));
  const [families, ranks] = [titles.take(widths.family, end - first), titles.take(widths.family, end - first)];
  const sets = createColumnReader(yield* readSection(stored, "titleSets", nth)).take(widths.set, end - first);
  return {families, ranks, sets};
}

function rangeOf(nth: number, size: number): [from: number, to: number] {
  return [nth * STRETCH, Math.min(size, (nth + 1) * STRETCH)];
}
