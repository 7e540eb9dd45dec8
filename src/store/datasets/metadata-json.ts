// A release's metadata as JSON text: days are written YYYY-MM-DD, as everywhere in the tables, and read back as numbers.
//
// The members are those of ReleaseMetadata; any other text was not written here and is an error. Tens of thousands of classes are made of a
// few thousand words, so each word is written once. Earlier programs wrote the classes as they are. In place of classes that are stored
// elsewhere (metadata-classes.ts) the text has their number, so that a lost one is noticed.

import {createNumbers} from "../../statistics/levels/numbers.ts";
import {createLevelReader} from "../../statistics/levels/text-levels.ts";
import type {ClassLabel, ReleaseMetadata} from "../../statistics/release/release.ts";
import {type Day, dayText, parseDay, type StatedDay} from "../../statistics/time/day.ts";
import type {PriceWeek} from "../../statistics/time/week.ts";

export function metadataJson(metadata: ReleaseMetadata): string {
  const {classes} = metadata;
  if (classes === null) return textWith(metadata, null);
  const read = readWords(classes);
  wordsOfList.set(classes, read);
  return textWith(metadata, labelsJson(classes, read, 0, classes.length));
}

/**
 * Long lists of classes that were written as one text. The dataset of a first release has the same list as the release, and writes it in
 * pieces: then no text is read again.
 */
const wordsOfList = new WeakMap<readonly ClassLabel[], ReadWords>();

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
  return labelsJson(classes, readWords(classes), 0, classes.length);
}

/** The classes in pieces. @param together the number of classes in a piece */
export function classPieces(classes: readonly ClassLabel[], together: number): string[] {
  const read = wordsOfList.get(classes) ?? readWords(classes);
  wordsOfList.delete(classes);
  const pieces: string[] = [];
  for (let from = 0; from < classes.length; from += together)
    pieces.push(labelsJson(classes, read, from, Math.min(from + together, classes.length)));
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
  /** By word: its number in the piece that is being written, plus one. All are 0 between pieces: a list for each would be as long as all words. */
  readonly numbers: Uint32Array;
}

function readWords(classes: readonly ClassLabel[]): ReadWords {
  const known = new Map<string, number>();
  const words: string[] = [];
  const places = createNumbers();
  const number = (word: string): number => {
    const place = known.get(word) ?? words.push(word) - 1;
    known.set(word, place);
    return place;
  };
  const [code, name] = [createLevelReader(IN_CODE, number), createLevelReader(IN_NAME, number)];
  const ends = new Uint32Array(2 * classes.length);
  for (let label = 0; label < classes.length; label++) {
    const inCode = code.read(classes[label]!.code);
    for (let at = 0; at < inCode; at++) places.push(code.found[at]!);
    ends[2 * label] = places.length();
    const inName = name.read(classes[label]!.name);
    for (let at = 0; at < inName; at++) places.push(name.found[at]!);
    ends[2 * label + 1] = places.length();
  }
  return {words, places: places.finish(), ends, numbers: new Uint32Array(words.length)};
}

/** The JSON of the labels from … to - 1 (LabelsByWords), with the words that they have, numbered in the order of their first use. */
function labelsJson(
  classes: readonly ClassLabel[],
  {words, places, ends, numbers}: ReadWords,
  from: number,
  to: number,
): string {
  const own: string[] = [];
  const text = createAsciiText();
  const labels: string[] = [];
  const first = from === 0 ? 0 : ends[2 * from - 1]!;
  let at = first;
  const writeNumbers = (end: number): void => {
    text.put(OPEN);
    for (const start = at; at < end; at++) {
      if (at > start) text.put(COMMA);
      const word = places[at]!;
      if (numbers[word] === 0) numbers[word] = own.push(words[word]!);
      text.putNumber(numbers[word]! - 1);
    }
    text.put(CLOSE);
  };
  for (let label = from; label < to; label++) {
    if (label > from) text.put(COMMA);
    text.put(OPEN);
    writeNumbers(ends[2 * label]!);
    text.put(COMMA);
    writeNumbers(ends[2 * label + 1]!);
    const {note} = classes[label]!;
    if (note !== null) labels.push(text.take(), `,${JSON.stringify(note)}`);
    text.put(CLOSE);
  }
  labels.push(text.take());
  for (let place = first; place < at; place++) numbers[places[place]!] = 0;
  return `{"words":${JSON.stringify(own)},"labels":[${labels.join("")}]}`;
}

const [OPEN, COMMA, CLOSE, ZERO] = [0x5b, 0x2c, 0x5d, 0x30];

/** A text of characters of one byte that grows: a text for each number would take as long as all the rest. */
function createAsciiText() {
  let bytes = Buffer.allocUnsafe(4096);
  let length = 0;
  const put = (byte: number): void => {
    if (length === bytes.length) bytes = Buffer.concat([bytes], 2 * length);
    bytes[length++] = byte;
  };
  const putNumber = (number: number): void => {
    if (number >= 10) putNumber(Math.floor(number / 10));
    put(ZERO + (number % 10));
  };
  return {
    put,
    putNumber,
    /** What was put since the last time. */
    take(): string {
      const text = bytes.toString("latin1", 0, length);
      length = 0;
      return text;
    },
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
