// A family of a page: the title of its series without the territory, and the codes that their keys are made of.
import type {SeriesDimensions} from "../../statistics/catalogue/catalogue.ts";
import type {Frequency} from "../../statistics/time/frequency.ts";
import type {SegmentColumns} from "../index/dataset-segment.ts";
import {indexedTitleOf} from "../index/titles.ts";
import {takeNumber} from "../index/varint.ts";
import {CHUNK, type Chunk, readChunk} from "./chunk.ts";
import {CLASSES_TOGETHER, type ClassSection, readClassSection} from "./class-section.ts";
import {fetchAhead, type SearchSteps, type WantedSection} from "./reading.ts";
import {type OpenedTexts, readText, TEXTS_TOGETHER} from "./text-tokens.ts";

export interface FamilyOfSegment {
  readonly segment: SegmentColumns;
  readonly family: number;
}

/** The titles of some families, in their order, without the territory. Each section that several of them need is opened once. */
export function* readFamilyTitles(segment: SegmentColumns, families: readonly number[]): SearchSteps<string[]> {
  const chunks = new Map<number, Chunk>();
  const sections = new Map<number, ClassSection>();
  const texts: OpenedTexts = new Map();
  const titles: string[] = [];
  for (const family of families) {
    const chunk = yield* once(chunks, Math.floor(family / CHUNK), (nth) => readChunk(segment, nth));
    const at = family - chunk.first;
    const index = chunk.classification[at]!;
    const section = yield* once(sections, Math.floor(index / CLASSES_TOGETHER), (nth) =>
      readClassSection(segment, nth),
    );
    const inSection = index - section.first;
    const name = yield* readName(segment, section, inSection, texts);
    titles.push(titleIn(segment, section, inSection, name, chunk.indicator[at]!));
  }
  return titles;
}

/** The same, if all of it is at hand. */
export function findTitles(segment: SegmentColumns, families: readonly number[]): string[] | undefined {
  const step = readFamilyTitles(segment, families).next();
  return step.done === true ? step.value : undefined;
}

function* once<T>(opened: Map<number, T>, nth: number, read: (nth: number) => SearchSteps<T>): SearchSteps<T> {
  const known = opened.get(nth);
  if (known !== undefined) return known;
  const made = yield* read(nth);
  opened.set(nth, made);
  return made;
}

export interface NamedFamily {
  readonly head: string;
  readonly dimensions: Omit<SeriesDimensions, "territory">;
  /** null: the class has no name, or there is none. */
  readonly className: string | null;
}

export function* readNamedFamily(one: FamilyOfSegment): SearchSteps<NamedFamily> {
  const {segment} = one;
  const {codes} = segment;
  const {chunk, at} = yield* readRow(one);
  const {section, index} = yield* readClass(segment, chunk, at);
  const className = yield* readName(segment, section, index);
  const indicator = chunk.indicator[at]!;
  return {
    className,
    head: titleIn(segment, section, index, className, indicator),
    dimensions: {
      classification: section.codeAt(index),
      indicator: codes.indicator[indicator] as string,
      measure: codes.measure[chunk.measure[at]!]!,
      transformation: codes.transformation[chunk.transformation[at]!]!,
      unit: codes.unit[chunk.unit[at]!]!,
      frequency: codes.frequency[chunk.frequency[at]!] as Frequency,
    },
  };
}

function* readName(
  segment: SegmentColumns,
  section: ClassSection,
  index: number,
  opened?: OpenedTexts,
): SearchSteps<string | null> {
  const numbers = tokensOf(section, index);
  return numbers.length === 0 ? null : yield* readText(segment, numbers, opened);
}

function titleIn(
  {indicatorLabels}: SegmentColumns,
  section: ClassSection,
  index: number,
  className: string | null,
  indicator: number,
): string {
  // a name takes the place of the code
  const classification = className === null || className === "" ? section.codeAt(index) : "";
  return indexedTitleOf({classification, className, indicatorLabel: indicatorLabels[indicator]!});
}

/** Brings all that the families are read from into memory together. */
export function* fetchFamilies(families: readonly FamilyOfSegment[]): SearchSteps<void> {
  yield* fetchAhead(families.map(({segment, family}) => wanted(segment, "chunks", Math.floor(family / CHUNK))));
  const classes: {segment: SegmentColumns; nth: number; index: number}[] = [];
  for (const one of families) {
    const {chunk, at} = yield* readRow(one);
    const index = chunk.classification[at]!;
    classes.push({segment: one.segment, nth: Math.floor(index / CLASSES_TOGETHER), index: index % CLASSES_TOGETHER});
  }
  yield* fetchAhead(classes.map(({segment, nth}) => wanted(segment, "classes", nth)));
  const tokens: WantedSection[] = [];
  for (const {segment, nth, index} of classes) {
    const numbers = tokensOf(yield* readClassSection(segment, nth), index);
    for (const own of new Set(numbers.map((number) => Math.floor(number / TEXTS_TOGETHER))))
      tokens.push(wanted(segment, "tokens", own));
  }
  yield* fetchAhead(tokens);
}

function wanted({stored}: SegmentColumns, kind: WantedSection["kind"], nth: number): WantedSection {
  return {stored, kind, nth};
}

function* readRow({segment, family}: FamilyOfSegment): SearchSteps<{readonly chunk: Chunk; readonly at: number}> {
  const chunk = yield* readChunk(segment, Math.floor(family / CHUNK));
  return {chunk, at: family - chunk.first};
}

function* readClass(
  segment: SegmentColumns,
  {classification}: Chunk,
  at: number,
): SearchSteps<{readonly section: ClassSection; readonly index: number}> {
  const index = classification[at]!;
  const section = yield* readClassSection(segment, Math.floor(index / CLASSES_TOGETHER));
  return {section, index: index - section.first};
}

/** The numbers of the tokens of a class's name; none: it has no name. */
function tokensOf({nameStarts, names}: ClassSection, index: number): number[] {
  const cursor = {bytes: names, at: nameStarts[index]!};
  return Array.from({length: takeNumber(cursor)}, () => takeNumber(cursor));
}
