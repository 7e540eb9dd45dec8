// What is indexed of one dataset: its families, the words under which each is found, and its concepts.
//
// A family is all series that differ only by territory. A part is made once for each state of a dataset and never changed; making
// one yields after every few milliseconds of work, so that whoever makes it can let others in between.
import type {Catalogue} from "../statistics/catalogue.ts";
import type {Column} from "../statistics/column.ts";
import {FREQUENCY_WORDS, PROVIDER_WORDS, TRANSFORMATION_WORDS, WHOLE_WORDS} from "./code-words.ts";
import {nameKey} from "./name-key.ts";
import {draftPostings, FIELD, type Field, type Postings, type PostingsDraft} from "./postings.ts";
import {collectSets, type SeriesSet} from "./series-set.ts";
import {isStopWord} from "./stop-words.ts";
import type {TerritoryIndex} from "./territory-index.ts";
import {nameWords} from "./titles.ts";
import type {Vocabulary} from "./vocabulary.ts";
import {foldText, wordsOf} from "./words.ts";

export interface IndexedIndicator {
  readonly code: string;
  readonly label: string;
  readonly concept: string;
  readonly description: string | null;
  readonly synonyms: readonly string[];
  /** Day and moment of the release that named it; null where none did. */
  readonly namedOn: string | null;
  readonly namedAt: string | null;
}

export interface IndexedUnit {
  readonly code: string;
  readonly name: string | null;
  readonly okei: string | null;
}

/** A dataset in one state. */
export interface IndexedDataset {
  readonly id: number;
  readonly provider: string;
  readonly code: string;
  readonly name: string;
  readonly changedBy: string;
  readonly catalogue: Catalogue;
  /** Those that a package describes; the others are known by their codes. */
  readonly indicators: readonly IndexedIndicator[];
  readonly units: readonly IndexedUnit[];
}

/** Codes of one dimension, and for every family which of them it has. */
export interface FamilyColumn {
  readonly codes: readonly (string | null)[];
  readonly index: Uint16Array | Uint32Array;
}

export const FAMILY_DIMENSIONS = [
  "classification",
  "indicator",
  "measure",
  "transformation",
  "unit",
  "frequency",
] as const;

export interface DatasetPart extends Readonly<Record<(typeof FAMILY_DIMENSIONS)[number], FamilyColumn>> {
  readonly id: number;
  readonly provider: string;
  readonly code: string;
  readonly name: string;
  readonly changedBy: string;
  /** Number of families. */
  readonly size: number;
  /** Parallel to classification.codes. */
  readonly classNames: readonly (string | null)[];
  /** Parallel to indicator.codes. */
  readonly indicatorLabels: readonly string[];
  /** By which most names can be put in order (name-key.ts), parallel to the codes. */
  readonly classKeys: Float64Array;
  readonly labelKeys: Float64Array;
  /** Words of the whole name, parallel to the codes; 0: no name. */
  readonly classLengths: Uint16Array;
  readonly labelLengths: Uint16Array;
  /** 1: the class is all there is, not a part of it. Parallel to classification.codes. */
  readonly wholeClasses: Uint8Array;
  readonly sets: readonly SeriesSet[];
  /** LEVEL_COUNTS numbers for each set. */
  readonly levelCounts: Uint32Array;
  /** Set of each family. */
  readonly setOf: Uint32Array;
  readonly postings: Postings;
  /** Parallel to indicator.codes, as is the number of series of each. */
  readonly concepts: readonly IndexedIndicator[];
  readonly seriesOfConcept: Uint32Array;
  readonly conceptPostings: Postings;
}

export function* indexDataset(
  dataset: IndexedDataset,
  vocabulary: Vocabulary,
  territories: TerritoryIndex,
): Generator<void, DatasetPart> {
  const {catalogue, provider, code, name, id, changedBy} = dataset;
  const numbers = catalogue.territories.map((one) => territories.add(one));
  const {sets, levelCounts, setOf} = yield* collectSets(catalogue, numbers);
  const size = setOf.length;
  const columns = {} as Record<(typeof FAMILY_DIMENSIONS)[number], FamilyColumn>;
  for (const dimension of FAMILY_DIMENSIONS) columns[dimension] = familyColumn(catalogue[dimension], catalogue);
  const concepts = conceptsOf(dataset);
  const families = draftPostings();
  const post = postInto(families, vocabulary);

  yield* postNames(columns.classification, catalogue.classNames, FIELD.head, post);
  yield* postNames(columns.indicator, catalogue.indicatorLabels, FIELD.label, post);
  for (const dimension of FAMILY_DIMENSIONS) {
    if (dimension === "frequency") continue;
    yield* postRuns(columns[dimension], (_place, code) => codeWords(code), post);
  }
  yield* postRuns(columns.indicator, (place) => [[concepts[place]!.synonyms.flatMap(wordsOf), FIELD.synonym]], post);
  yield* postRuns(columns.indicator, (place) => codeWords(concepts[place]!.concept), post);
  const described = (place: number): string[] => wordsOf(concepts[place]!.description ?? "");
  yield* postRuns(columns.indicator, (place) => [[described(place), FIELD.description]], post);
  yield* postRuns(
    columns.transformation,
    (_place, code) => [[wordsFor(TRANSFORMATION_WORDS, code), FIELD.aside]],
    post,
  );
  yield* postRuns(columns.frequency, (_place, code) => [[wordsFor(FREQUENCY_WORDS, code), FIELD.aside]], post);
  const units = new Map(dataset.units.map((unit) => [unit.code, unit]));
  const unitWords = (code: string): [string[], Field][] => {
    const unit = units.get(code);
    return [[wordsOf(unit?.name ?? code.replaceAll("_", " ")), FIELD.aside], ...codeWords(unit?.okei ?? "")];
  };
  yield* postRuns(columns.unit, (_place, code) => unitWords(code), post);
  const everywhere: [string[], Field][] = [
    [wordsOf(name), FIELD.name],
    [wordsFor(PROVIDER_WORDS, provider), FIELD.aside],
    ...[code, provider, `${provider}/${code}`].flatMap(codeWords),
  ];
  for (const [words, field] of everywhere) post(words, 0, size, field);
  yield;

  return {
    ...columns,
    id,
    provider,
    code,
    name,
    changedBy,
    size,
    classNames: catalogue.classNames,
    indicatorLabels: catalogue.indicatorLabels,
    classKeys: Float64Array.from(catalogue.classNames, (one) => nameKey(one ?? "")),
    labelKeys: Float64Array.from(catalogue.indicatorLabels, nameKey),
    classLengths: lengthsOf(catalogue.classNames),
    labelLengths: lengthsOf(catalogue.indicatorLabels),
    wholeClasses: Uint8Array.from(catalogue.classNames, (one) => (isWhole(one) ? 1 : 0)),
    sets,
    levelCounts,
    setOf,
    postings: yield* families.finish(),
    concepts,
    seriesOfConcept: countSeries(columns.indicator, setOf, sets),
    conceptPostings: yield* conceptPostings(concepts, vocabulary),
  };
}

/** The code of one dimension of a family; null where it lacks the dimension. */
export function codeOf({codes, index}: FamilyColumn, family: number): string | null {
  return codes[index[family]!] ?? null;
}

type Post = (words: readonly string[], from: number, to: number, field: Field) => void;

function postInto(draft: PostingsDraft, vocabulary: Vocabulary): Post {
  return (words, from, to, field) => {
    for (const word of words)
      if (!isStopWord(word) || field === FIELD.code) draft.add(vocabulary.add(word), from, to, field);
  };
}

/** A code as it stands, and less tellingly the words in it. One that is a mere word is another name, not an address. */
function codeWords(code: string): [string[], Field][] {
  const whole = [...new Set([foldText(code), ...code.split("~").map(foldText)])].filter((part) => part !== "");
  return [
    [whole.filter((part) => !MERE_WORD.test(part)), FIELD.code],
    [whole.filter((part) => MERE_WORD.test(part)), FIELD.synonym],
    [wordsOf(code).filter((word) => /\p{L}{2}/u.test(word)), FIELD.aside],
  ];
}

const MERE_WORD = /^\p{L}{3,}$/u;

function wordsFor(table: Readonly<Record<string, string>>, code: string): string[] {
  return Object.hasOwn(table, code) ? wordsOf(table[code]!) : [];
}

function isWhole(className: string | null): boolean {
  return className === null || wordsOf(className).some((word) => WHOLE_WORDS.has(word));
}

function lengthsOf(names: readonly (string | null)[]): Uint16Array {
  return Uint16Array.from(names, (name) => (name === null || name === "" ? 0 : nameWords(name, WHOLE_WORDS).length));
}

function* postNames(
  column: FamilyColumn,
  names: readonly (string | null)[],
  field: Field,
  post: Post,
): Generator<void, void> {
  const describe = (place: number): [readonly string[], Field][] => {
    const name = names[place];
    if (name === null || name === undefined) return [];
    const {main, aside} = nameWords(name);
    return [
      [main, field],
      [aside, FIELD.aside],
    ];
  };
  yield* postRuns(column, describe, post);
}

/** Posts what is said of each code over the runs of families that have it. */
function* postRuns(
  {codes, index}: FamilyColumn,
  describe: (place: number, code: string) => readonly (readonly [readonly string[], Field])[],
  post: Post,
): Generator<void, void> {
  const said = new Map<number, readonly (readonly [readonly string[], Field])[]>();
  for (let from = 0, to = 0; from < index.length; from = to) {
    const place = index[from]!;
    to = from + 1;
    while (to < index.length && index[to] === place) to++;
    const code = codes[place];
    if (code === null || code === undefined) continue;
    let parts = said.get(place);
    if (parts === undefined) {
      parts = describe(place, code);
      said.set(place, parts);
      if (said.size % NAMES_AT_ONCE === 0) yield;
    }
    for (const [words, field] of parts) post(words, from, to, field);
  }
}

const NAMES_AT_ONCE = 100;

function familyColumn({codes, index}: Column, {families}: Catalogue): FamilyColumn {
  const size = families.length - 1;
  const own = codes.length > 0xffff ? new Uint32Array(size) : new Uint16Array(size);
  for (let family = 0; family < size; family++) own[family] = index[families[family]!]!;
  return {codes, index: own};
}

/** One for each indicator that has a series. */
function conceptsOf({catalogue, indicators, provider, code: dataset}: IndexedDataset): IndexedIndicator[] {
  const described = new Map(indicators.map((one) => [one.code, one]));
  const bare = {description: null, synonyms: [], namedOn: null, namedAt: null};
  return catalogue.indicator.codes.map((code) => {
    const own = code as string;
    return described.get(own) ?? {code: own, label: own, concept: `${provider}-${dataset}-${own}`, ...bare};
  });
}

function countSeries({codes, index}: FamilyColumn, setOf: Uint32Array, sets: readonly SeriesSet[]): Uint32Array {
  const counts = new Uint32Array(codes.length);
  for (let family = 0; family < setOf.length; family++) counts[index[family]!]! += sets[setOf[family]!]!.size;
  return counts;
}

function* conceptPostings(concepts: readonly IndexedIndicator[], vocabulary: Vocabulary): Generator<void, Postings> {
  const draft = draftPostings();
  const post = postInto(draft, vocabulary);
  for (const [place, {label, concept, description, synonyms}] of concepts.entries()) {
    const {main, aside} = nameWords(label);
    post(main, place, place + 1, FIELD.head);
    for (const [words, field] of codeWords(concept)) post(words, place, place + 1, field);
    post(synonyms.flatMap(wordsOf), place, place + 1, FIELD.synonym);
    post(aside, place, place + 1, FIELD.aside);
    post(wordsOf(description ?? ""), place, place + 1, FIELD.description);
  }
  return yield* draft.finish();
}
