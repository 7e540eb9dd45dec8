// A family of a page: the title of its series without the territory, and the codes that their keys are made of.
import type {SeriesDimensions} from "../../statistics/catalogue/catalogue.ts";
import type {Frequency} from "../../statistics/time/frequency.ts";
import type {PartColumns} from "../index/dataset-part.ts";
import {titleOf} from "../index/titles.ts";
import {takeNumber} from "../index/varint.ts";
import {CLASSES_TOGETHER, type ClassSection, readClasses} from "./class-section.ts";
import {fetchAhead, type Reading, type WantedSection} from "./reading.ts";
import {readStretch, STRETCH, type Stretch} from "./stretch.ts";
import {PIECES_TOGETHER, readText} from "./text-pieces.ts";

export interface Family {
  readonly part: PartColumns;
  readonly family: number;
}

/** The title of its series without the territory. */
export function* readTitle(one: Family): Reading<string> {
  const {part} = one;
  const {stretch, at} = yield* readRow(one);
  const {section, place} = yield* readClass(part, stretch, at);
  return titleIn(part, section, place, yield* readName(part, section, place), stretch.indicator[at]!);
}

/** The same, if all of it is at hand. */
export function findTitle(one: Family): string | undefined {
  const step = readTitle(one).next();
  return step.done === true ? step.value : undefined;
}

export interface NamedFamily {
  readonly head: string;
  readonly dimensions: Omit<SeriesDimensions, "territory">;
  /** null: the class has no name, or there is none. */
  readonly className: string | null;
}

export function* readFamily(one: Family): Reading<NamedFamily> {
  const {part} = one;
  const {codes} = part;
  const {stretch, at} = yield* readRow(one);
  const {section, place} = yield* readClass(part, stretch, at);
  const className = yield* readName(part, section, place);
  const indicator = stretch.indicator[at]!;
  return {
    className,
    head: titleIn(part, section, place, className, indicator),
    dimensions: {
      classification: section.codeAt(place),
      indicator: codes.indicator[indicator] as string,
      measure: codes.measure[stretch.measure[at]!]!,
      transformation: codes.transformation[stretch.transformation[at]!]!,
      unit: codes.unit[stretch.unit[at]!]!,
      frequency: codes.frequency[stretch.frequency[at]!] as Frequency,
    },
  };
}

function* readName(part: PartColumns, section: ClassSection, place: number): Reading<string | null> {
  const numbers = piecesOf(section, place);
  return numbers.length === 0 ? null : yield* readText(part, numbers);
}

function titleIn(
  {indicatorLabels}: PartColumns,
  section: ClassSection,
  place: number,
  className: string | null,
  indicator: number,
): string {
  // a name takes the place of the code
  const classification = className === null || className === "" ? section.codeAt(place) : "";
  return titleOf({classification, className, indicatorLabel: indicatorLabels[indicator]!});
}

/** Brings all that the families are read from into memory together. */
export function* fetchFamilies(families: readonly Family[]): Reading<void> {
  yield* fetchAhead(families.map(({part, family}) => wanted(part, "stretches", Math.floor(family / STRETCH))));
  const classes: {part: PartColumns; nth: number; place: number}[] = [];
  for (const one of families) {
    const {stretch, at} = yield* readRow(one);
    const place = stretch.classification[at]!;
    classes.push({part: one.part, nth: Math.floor(place / CLASSES_TOGETHER), place: place % CLASSES_TOGETHER});
  }
  yield* fetchAhead(classes.map(({part, nth}) => wanted(part, "classes", nth)));
  const pieces: WantedSection[] = [];
  for (const {part, nth, place} of classes) {
    const numbers = piecesOf(yield* readClasses(part, nth), place);
    for (const own of new Set(numbers.map((number) => Math.floor(number / PIECES_TOGETHER))))
      pieces.push(wanted(part, "pieces", own));
  }
  yield* fetchAhead(pieces);
}

function wanted({stored}: PartColumns, kind: WantedSection["kind"], nth: number): WantedSection {
  return {stored, kind, nth};
}

function* readRow({part, family}: Family): Reading<{readonly stretch: Stretch; readonly at: number}> {
  const stretch = yield* readStretch(part, Math.floor(family / STRETCH));
  return {stretch, at: family - stretch.first};
}

function* readClass(
  part: PartColumns,
  {classification}: Stretch,
  at: number,
): Reading<{readonly section: ClassSection; readonly place: number}> {
  const place = classification[at]!;
  const section = yield* readClasses(part, Math.floor(place / CLASSES_TOGETHER));
  return {section, place: place - section.first};
}

/** The numbers of the pieces of a class's name; none: it has no name. */
function piecesOf({nameStarts, names}: ClassSection, place: number): number[] {
  const cursor = {bytes: names, at: nameStarts[place]!};
  return Array.from({length: takeNumber(cursor)}, () => takeNumber(cursor));
}
