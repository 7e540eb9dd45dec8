// A release's metadata as JSON text: days are written YYYY-MM-DD, as everywhere in the tables, and read back as numbers.
//
// The members are those of ReleaseMetadata; any other text was not written here and is an error. Tens of thousands of classes are made of a
// few thousand words, so each word is written once. Earlier programs wrote the classes as they are. In place of classes that are stored
// elsewhere (metadata-classes.ts) the text has their number, so that a lost one is noticed.

import type {ClassLabel, ReleaseMetadata} from "../../statistics/release/release.ts";
import {type Day, dayText, parseDay, type StatedDay} from "../../statistics/time/day.ts";
import type {PriceWeek} from "../../statistics/time/week.ts";

export function metadataJson(metadata: ReleaseMetadata): string {
  if (metadata.classes === null) return textWith(metadata, null);
  const classes = byWords(metadata.classes);
  wordsOfList.set(metadata.classes, classes);
  return textWith(metadata, classes);
}

/**
 * Long lists of classes that were written as one text. The dataset of a first release has the same list as the release, and writes it in
 * pieces: then no text is read again.
 */
const wordsOfList = new WeakMap<readonly ClassLabel[], LabelsByWords>();

/** The text without the classes. */
export function metadataJsonWithout(metadata: ReleaseMetadata, count: number): string {
  return textWith(metadata, {elsewhere: count});
}

function textWith(metadata: ReleaseMetadata, classes: LabelsByWords | ClassesElsewhere | null): string {
  return JSON.stringify({
    ...metadata,
    classes,
    publishedAt: dayText(metadata.publishedAt),
    nextRelease: optionalDayText(metadata.nextRelease),
    weeks: metadata.weeks?.map((week) => ({...week, day: dayText(week.day)})) ?? null,
  });
}

export function parseMetadata(json: string): ReleaseMetadata {
  const {metadata, elsewhere} = parseCutMetadata(json);
  if (elsewhere !== null) throw new Error(`the text of the metadata has none of their ${elsewhere} classes`);
  return metadata;
}

/** @returns the number of the classes that the text lacks; null: it has all, or is of a program that did not write the number */
export function parseCutMetadata(json: string): {
  readonly metadata: ReleaseMetadata;
  readonly elsewhere: number | null;
} {
  const written = JSON.parse(json) as WrittenMetadata;
  const {classes} = written;
  const isElsewhere = classes !== null && "elsewhere" in classes;
  const metadata = {
    ...written,
    classes: isElsewhere ? [] : classes && labelsOf(classes),
    publishedAt: storedDay(written.publishedAt),
    nextRelease: optionalDay(written.nextRelease),
    weeks: written.weeks?.map((week) => ({...week, day: storedDay(week.day)})) ?? null,
  };
  return {metadata, elsewhere: isElsewhere ? classes.elsewhere : null};
}

export function classesJson(classes: readonly ClassLabel[]): string {
  return JSON.stringify(byWords(classes));
}

/** The classes in pieces. @param together the number of classes in a piece */
export function classPieces(classes: readonly ClassLabel[], together: number): string[] {
  const whole = wordsOfList.get(classes) ?? byWords(classes);
  wordsOfList.delete(classes);
  const pieces: string[] = [];
  for (let from = 0; from < classes.length; from += together)
    pieces.push(JSON.stringify(someLabels(whole, from, from + together)));
  return pieces;
}

/** Some of the labels, with the words that they have. */
function someLabels({words, labels}: LabelsByWords, from: number, to: number): LabelsByWords {
  const places = new Map<number, number>();
  const placeOf = (word: number): number => {
    const known = places.get(word);
    if (known !== undefined) return known;
    places.set(word, places.size);
    return places.size - 1;
  };
  const own = labels.slice(from, to).map(([inCode, inName, ...note]): LabelsByWords["labels"][number] => {
    const code = inCode.map(placeOf);
    return [code, inName.map(placeOf), ...note];
  });
  return {words: Array.from(places.keys(), (word) => words[word]!), labels: own};
}

export function parseClasses(json: string): readonly ClassLabel[] {
  return labelsOf(JSON.parse(json) as readonly ClassLabel[] | LabelsByWords);
}

function labelsOf(classes: readonly ClassLabel[] | LabelsByWords): readonly ClassLabel[] {
  return "words" in classes ? fromWords(classes) : classes;
}

interface ClassesElsewhere {
  readonly elsewhere: number;
}

/** Labels as places of their words in a list. */
interface LabelsByWords {
  readonly words: readonly string[];
  /** The words of the code, those of the name, and the note if there is one. */
  readonly labels: readonly (readonly [readonly number[], readonly number[], string?])[];
}

/** As composite-class.ts and the parsers join them; any text can be divided there and joined again. */
const [IN_CODE, IN_NAME] = ["~", " / "];

function byWords(classes: readonly ClassLabel[]): LabelsByWords {
  const places = new Map<string, number>();
  const [placesOfCode, placesOfName] = [createWordReader(places, IN_CODE), createWordReader(places, IN_NAME)];
  const labels = classes.map(({code, name, note}): LabelsByWords["labels"][number] => {
    const [inCode, inName] = [placesOfCode(code), placesOfName(name)];
    return note === null ? [inCode, inName] : [inCode, inName, note];
  });
  return {words: [...places.keys()], labels};
}

/** Reads texts as places of their words. A text mostly has all words but the last in common with the one before, and these are not read again. */
function createWordReader(places: Map<string, number>, mark: string): (text: string) => readonly number[] {
  let before: number[] = [];
  /** The beginnings of the text before, up to behind each mark. */
  const beginnings: string[] = [];
  return (text) => {
    let shared = beginnings.length;
    while (shared > 0 && !text.startsWith(beginnings[shared - 1]!)) shared--;
    beginnings.length = shared;
    before = before.slice(0, shared);
    for (let from = beginnings.at(-1)?.length ?? 0; ; ) {
      const end = text.indexOf(mark, from);
      const word = text.slice(from, end === -1 ? undefined : end);
      const place = places.get(word) ?? places.size;
      if (place === places.size) places.set(word, place);
      before.push(place);
      if (end === -1) return before;
      from = end + mark.length;
      beginnings.push(text.slice(0, from));
    }
  };
}

function fromWords({words, labels}: LabelsByWords): ClassLabel[] {
  const joined = (places: readonly number[], mark: string): string => places.map((place) => words[place]).join(mark);
  return labels.map(([code, name, note = null]) => ({code: joined(code, IN_CODE), name: joined(name, IN_NAME), note}));
}

/** A day of a table. Any other text means a damaged store. */
export function storedDay(text: string): StatedDay {
  const day = parseDay(text);
  if (day === null) throw new Error(`the store has ${JSON.stringify(text)} instead of a day`);
  return day;
}

export function optionalDay(text: string | null): StatedDay | null {
  return text === null ? null : storedDay(text);
}

export function optionalDayText(day: Day | null): string | null {
  return day === null ? null : dayText(day);
}

type WrittenMetadata = Omit<ReleaseMetadata, "classes" | "publishedAt" | "nextRelease" | "weeks"> & {
  readonly classes: readonly ClassLabel[] | LabelsByWords | ClassesElsewhere | null;
  readonly publishedAt: string;
  readonly nextRelease: string | null;
  readonly weeks: readonly (Omit<PriceWeek, "day"> & {readonly day: string})[] | null;
};
