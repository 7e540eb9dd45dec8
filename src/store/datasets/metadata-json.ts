// A release's metadata as JSON text: days are written YYYY-MM-DD, as everywhere in the tables, and read back as numbers.
//
// The members are those of ReleaseMetadata; any other text was not written here and is an error. Tens of thousands of classes are made of a
// few thousand words, so each word is written once. In place of classes that are stored
// elsewhere (metadata-classes.ts) the text has their number, so that a lost one is noticed.

import {
  type ClassLevels,
  CODE_MARK,
  classLevels,
  type LeveledTexts,
  NAME_MARK,
} from "../../statistics/class-texts/leveled-texts.ts";
import type {ClassLabel, ReleaseMetadata} from "../../statistics/release/release.ts";
import {type Day, dayText, parseDay, type StatedDay} from "../../statistics/time/day.ts";
import type {PriceWeek} from "../../statistics/time/week.ts";

export function metadataJson(metadata: ReleaseMetadata): string {
  const {classes} = metadata;
  return textWith(metadata, classes && classesJson(classes));
}

/** The text without the classes. */
export function metadataJsonWithout(metadata: ReleaseMetadata, count: number): string {
  return textWith(metadata, JSON.stringify({elsewhere: count} satisfies ClassesElsewhere));
}

/** @param classes their JSON, which may be megabytes; null: there are none */
function textWith(metadata: ReleaseMetadata, classes: string | null): string {
  const written = {
    ...metadata,
    publishedAt: dayText(metadata.publishedAt),
    nextRelease: optionalDayText(metadata.nextRelease),
    weeks: metadata.weeks?.map((week) => ({...week, day: dayText(week.day)})) ?? null,
  };
  const members = Object.entries(written).flatMap(([name, value]) => {
    const text = name === "classes" && classes !== null ? classes : JSON.stringify(value);
    return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`];
  });
  return `{${members.join(",")}}`;
}

export function parseMetadata(json: string): ReleaseMetadata {
  const {metadata, storedClassCount} = parseCutMetadata(json);
  if (storedClassCount !== null)
    throw new Error(`the text of the metadata has none of their ${storedClassCount} classes`);
  return metadata;
}

/** @returns the number of the classes that the text lacks; null: it has all, or is of a program that did not write the number */
export function parseCutMetadata(json: string): {
  readonly metadata: ReleaseMetadata;
  readonly storedClassCount: number | null;
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
  return {metadata, storedClassCount: isElsewhere ? classes.elsewhere : null};
}

export function classesJson(classes: readonly ClassLabel[]): string {
  return labelsJson(classes, shareWords(classLevels(classes)), 0, classes.length);
}

/** The classes in chunks. @param together the number of classes in a chunk */
export function classBlobs(classes: readonly ClassLabel[], together: number): string[] {
  const shared = shareWords(classLevels(classes));
  const blobs: string[] = [];
  for (let from = 0; from < classes.length; from += together)
    blobs.push(labelsJson(classes, shared, from, Math.min(from + together, classes.length)));
  return blobs;
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

/** Labels as indexes of their words in a list. */
interface LabelsByWords {
  readonly words: readonly string[];
  /** The words of the code, those of the name, and the note if there is one. */
  readonly labels: readonly (readonly [readonly number[], readonly number[], string?])[];
}

/** The words of codes and names as one list, and those of the chunk that is being written. */
interface SharedWords extends ClassLevels {
  readonly words: readonly string[];
  /** The index in the list of each level of a code and of a name. */
  readonly ofCodes: Uint32Array;
  readonly ofNames: Uint32Array;
  /** By word: its number in the chunk, plus one. All are 0 between chunks: a list for each would be as long as all words. */
  readonly numbers: Uint32Array;
  /** Of the chunk, by their numbers. */
  readonly own: number[];
}

function shareWords(levels: ClassLevels): SharedWords {
  const words = [...levels.codes.levels];
  const known = new Map(words.map((word, index) => [word, index]));
  const ofNames = Uint32Array.from(levels.names.levels, (word) => known.get(word) ?? words.push(word) - 1);
  return {
    ...levels,
    words,
    ofCodes: Uint32Array.from(known.values()),
    ofNames,
    numbers: new Uint32Array(words.length),
    own: [],
  };
}

/** The JSON of the labels from … to - 1 (LabelsByWords), with the words that they have, numbered in the order of their first use. */
function labelsJson(classes: readonly ClassLabel[], shared: SharedWords, from: number, to: number): string {
  const {codes, names, ofCodes, ofNames, words, numbers, own} = shared;
  const most = codes.starts[to]! - codes.starts[from]! + names.starts[to]! - names.starts[from]!;
  // a text for each number would take as long as all the rest
  const bytes = Buffer.allocUnsafe(8 * (to - from) + most * (1 + String(Math.min(most, words.length)).length));
  const labels: string[] = [];
  let [taken, end] = [0, 0];
  for (let label = from; label < to; label++) {
    if (label > from) bytes[end++] = COMMA;
    bytes[end++] = OPEN;
    end = putWords(bytes, end, shared, {texts: codes, text: label}, ofCodes);
    bytes[end++] = COMMA;
    end = putWords(bytes, end, shared, {texts: names, text: label}, ofNames);
    const {note} = classes[label]!;
    if (note !== null) {
      labels.push(bytes.toString("latin1", taken, end), `,${JSON.stringify(note)}`);
      taken = end;
    }
    bytes[end++] = CLOSE;
  }
  labels.push(bytes.toString("latin1", taken, end));
  const written = own.map((word) => words[word]!);
  for (let number = 0; number < own.length; number++) numbers[own[number]!] = 0;
  own.length = 0;
  return `{"words":${JSON.stringify(written)},"labels":[${labels.join("")}]}`;
}

const [OPEN, COMMA, CLOSE, ZERO] = [0x5b, 0x2c, 0x5d, 0x30];

/** Writes the words of a text as a list. @returns the offset behind it, here and below */
function putWords(
  bytes: Uint8Array,
  from: number,
  {numbers, own}: SharedWords,
  {texts, text}: {readonly texts: LeveledTexts; readonly text: number},
  wordOf: Uint32Array,
): number {
  let end = from;
  bytes[end++] = OPEN;
  const start = texts.starts[text]!;
  const last = texts.starts[text + 1]!;
  for (let at = start; at < last; at++) {
    const word = wordOf[texts.numbers[at]!]!;
    if (numbers[word] === 0) numbers[word] = own.push(word);
    if (at > start) bytes[end++] = COMMA;
    end = putNumber(bytes, end, numbers[word]! - 1);
  }
  bytes[end++] = CLOSE;
  return end;
}

function putNumber(bytes: Uint8Array, from: number, number: number): number {
  const end = number < 10 ? from : putNumber(bytes, from, Math.floor(number / 10));
  bytes[end] = ZERO + (number % 10);
  return end + 1;
}

function fromWords({words, labels}: LabelsByWords): ClassLabel[] {
  const joined = (indexes: readonly number[], mark: string): string => indexes.map((index) => words[index]).join(mark);
  return labels.map(([code, name, note = null]) => ({
    code: joined(code, CODE_MARK),
    name: joined(name, NAME_MARK),
    note,
  }));
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
