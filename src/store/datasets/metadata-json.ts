// A release's metadata as JSON text: days are written YYYY-MM-DD, as everywhere in the tables, and read back as numbers.
//
// The members are those of ReleaseMetadata; any other text was not written here and is an error. Tens of thousands of classes are made of a
// few thousand words, so each word is written once. Earlier programs wrote the classes as they are. In place of classes that are stored
// elsewhere (metadata-classes.ts) the text has their number, so that a lost one is noticed.

import {createNumbers, type Numbers} from "../../search/index/numbers.ts";
import type {ClassLabel, ReleaseMetadata} from "../../statistics/release/release.ts";
import {type Day, dayText, parseDay, type StatedDay} from "../../statistics/time/day.ts";
import type {PriceWeek} from "../../statistics/time/week.ts";

export function metadataJson(metadata: ReleaseMetadata): string {
  const {classes} = metadata;
  if (classes === null) return textWith(metadata, null);
  const read = readWords(classes);
  wordsOfList.set(classes, read);
  return textWith(metadata, someLabels(classes, read, 0, classes.length));
}

/**
 * Long lists of classes that were written as one text. The dataset of a first release has the same list as the release, and writes it in
 * pieces: then no text is read again.
 */
const wordsOfList = new WeakMap<readonly ClassLabel[], ReadWords>();

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
  return JSON.stringify(someLabels(classes, readWords(classes), 0, classes.length));
}

/** The classes in pieces. @param together the number of classes in a piece */
export function classPieces(classes: readonly ClassLabel[], together: number): string[] {
  const read = wordsOfList.get(classes) ?? readWords(classes);
  wordsOfList.delete(classes);
  const pieces: string[] = [];
  for (let from = 0; from < classes.length; from += together)
    pieces.push(JSON.stringify(someLabels(classes, read, from, Math.min(from + together, classes.length))));
  return pieces;
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

/** All words of a list of classes, and their places in the codes and names, in flat columns: arrays for each label take ten times as much. */
interface ReadWords {
  readonly words: readonly string[];
  readonly places: Uint32Array;
  /** In `places`: the ends of the code and of the name of each label. */
  readonly ends: Uint32Array;
}

function readWords(classes: readonly ClassLabel[]): ReadWords {
  const known = new Map<string, number>();
  const places = createNumbers();
  const [readCode, readName] = [createWordReader(known, places, IN_CODE), createWordReader(known, places, IN_NAME)];
  const ends = new Uint32Array(2 * classes.length);
  for (let label = 0; label < classes.length; label++) {
    ends[2 * label] = readCode(classes[label]!.code);
    ends[2 * label + 1] = readName(classes[label]!.name);
  }
  return {words: [...known.keys()], places: places.finish(), ends};
}

/** Adds the places of the words of each text. A text mostly has all words but the last in common with the one before, and these are not read again. */
function createWordReader(known: Map<string, number>, places: Numbers, mark: string): (text: string) => number {
  /** The place in `places` of the text before, and its beginnings, up to behind each mark. */
  let before = 0;
  const beginnings: string[] = [];
  return (text) => {
    let shared = beginnings.length;
    while (shared > 0 && !text.startsWith(beginnings[shared - 1]!)) shared--;
    beginnings.length = shared;
    const start = places.length();
    for (let at = 0; at < shared; at++) places.push(places.all()[before + at]!);
    before = start;
    for (let from = shared === 0 ? 0 : beginnings[shared - 1]!.length; ; ) {
      const end = text.indexOf(mark, from);
      const word = text.slice(from, end === -1 ? undefined : end);
      const place = known.get(word) ?? known.size;
      if (place === known.size) known.set(word, place);
      const length = places.push(place);
      if (end === -1) return length;
      from = end + mark.length;
      beginnings.push(text.slice(0, from));
    }
  };
}

/** The labels from … to - 1, with the words that they have, numbered in the order of their first use. */
function someLabels(
  classes: readonly ClassLabel[],
  {words, places, ends}: ReadWords,
  from: number,
  to: number,
): LabelsByWords {
  const own = new Map<number, number>();
  let at = from === 0 ? 0 : ends[2 * from - 1]!;
  const upTo = (end: number): number[] => {
    const found = new Array<number>(end - at);
    for (let place = 0; at < end; at++, place++) {
      const word = places[at]!;
      const known = own.get(word) ?? own.size;
      if (known === own.size) own.set(word, known);
      found[place] = known;
    }
    return found;
  };
  const labels: LabelsByWords["labels"][number][] = [];
  for (let label = from; label < to; label++) {
    const code = upTo(ends[2 * label]!);
    const name = upTo(ends[2 * label + 1]!);
    const {note} = classes[label]!;
    labels.push(note === null ? [code, name] : [code, name, note]);
  }
  return {words: Array.from(own.keys(), (word) => words[word]!), labels};
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
