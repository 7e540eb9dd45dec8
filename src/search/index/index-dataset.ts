// Makes the part of a dataset: its families, their postings, and its concepts.
//
// The work pauses (yields) every few milliseconds, so that the caller can let other requests run.
import type {Catalogue, Column} from "../../statistics/catalogue/catalogue.ts";
import {FREQUENCY_WORDS, kindsOfName, TRANSFORMATION_WORDS, WHOLE_WORDS} from "../language/code-words.ts";
import {wordsOf} from "../language/words.ts";
import {
  type DatasetPart,
  FAMILY_DIMENSIONS,
  type FamilyColumn,
  type IndexedDataset,
  type IndexedIndicator,
} from "./dataset-part.ts";
import {codeWords, conceptPostings, postInto, postNames, postRuns, wordsFor} from "./post-words.ts";
import {draftPostings, FIELD, type Field, type Postings} from "./postings.ts";
import {collectSets, type SeriesSets} from "./series-set.ts";
import type {TerritoryIndex} from "./territory-index.ts";
import {nameWords, orderTitles} from "./titles.ts";
import type {Vocabulary} from "./vocabulary.ts";

export function* indexDataset(
  dataset: IndexedDataset,
  vocabulary: Vocabulary,
  territories: TerritoryIndex,
): Generator<undefined, DatasetPart> {
  const {catalogue, provider, code, name, id, changedBy} = dataset;
  const {classNames, indicatorLabels} = catalogue;
  const numbers = catalogue.territories.map((one) => territories.add(one));
  const {sets, setOf, counts} = yield* collectSets(catalogue, numbers);
  const columns = {} as FamilyColumns;
  for (const dimension of FAMILY_DIMENSIONS) columns[dimension] = familyColumn(catalogue[dimension], catalogue);
  const named = {
    ...columns,
    classNames,
    indicatorLabels,
    wholeClasses: Uint8Array.from(
      yield* ofEach(classNames, (own, place) => Number(isTotal(catalogue.classification.codes[place] ?? null, own))),
    ),
    crossedClasses: Uint8Array.from(yield* ofEach(classNames, (own) => Number(isCrossed(own ?? "")))),
    labelKinds: Uint8Array.from(
      yield* ofEach(indicatorLabels, (label) => kindsOfName(label ?? "") | kindsOfName(name)),
    ),
  };
  const concepts = conceptsOf(dataset);
  const postings = yield* familyPostings(dataset, columns, concepts, vocabulary);
  return {
    id,
    provider,
    code,
    name,
    changedBy,
    size: setOf.length,
    ...named,
    ...(yield* orderTitles(named)),
    classLengths: Uint16Array.from(yield* ofEach(classNames, lengthOf)),
    labelLengths: Uint16Array.from(yield* ofEach(indicatorLabels, lengthOf)),
    sets,
    counts,
    setOf,
    postings,
    concepts,
    seriesOfConcept: countSeries(columns.indicator, setOf, sets),
    conceptPostings: yield* conceptPostings(concepts, vocabulary),
  };
}

/** The part in a state of the dataset that has other last periods, but the same series and words. */
export function* redateDataset(
  part: DatasetPart,
  {changedBy, catalogue}: {readonly changedBy: string; readonly catalogue: Catalogue},
  territories: TerritoryIndex,
): Generator<undefined, DatasetPart> {
  const numbers = catalogue.territories.map((one) => territories.add(one));
  const {sets, setOf, counts} = yield* collectSets(catalogue, numbers);
  return {...part, changedBy, sets, counts, setOf, seriesOfConcept: countSeries(part.indicator, setOf, sets)};
}

type FamilyColumns = Record<(typeof FAMILY_DIMENSIONS)[number], FamilyColumn>;

/** @param concepts parallel to the indicator's codes */
function* familyPostings(
  {catalogue, provider, providerWords, code: dataset, name, units, english = () => null}: IndexedDataset,
  columns: FamilyColumns,
  concepts: readonly IndexedIndicator[],
  vocabulary: Vocabulary,
): Generator<undefined, Postings> {
  const draft = draftPostings();
  const post = postInto(draft, vocabulary);
  yield* postNames(columns.classification, catalogue.classNames, FIELD.head, post);
  yield* postNames(columns.indicator, catalogue.indicatorLabels, FIELD.label, post);
  const inEnglish = (one: string | null): string | null => (one === null ? null : english(one));
  yield* postNames(columns.classification, yield* ofEach(catalogue.classNames, inEnglish), FIELD.head, post);
  yield* postNames(columns.indicator, yield* ofEach(catalogue.indicatorLabels, inEnglish), FIELD.label, post);
  for (const dimension of FAMILY_DIMENSIONS) {
    if (dimension !== "frequency") yield* postRuns(columns[dimension], (_place, code) => codeWords(code), post);
  }
  const described = (place: number): string[] => wordsOf(concepts[place]!.description ?? "");
  yield* postRuns(columns.indicator, (place) => [[concepts[place]!.synonyms.flatMap(wordsOf), FIELD.synonym]], post);
  yield* postRuns(columns.indicator, (place) => codeWords(concepts[place]!.concept), post);
  yield* postRuns(columns.indicator, (place) => [[described(place), FIELD.description]], post);
  yield* postRuns(columns.transformation, (_, code) => [[wordsFor(TRANSFORMATION_WORDS, code), FIELD.aside]], post);
  yield* postRuns(columns.frequency, (_, code) => [[wordsFor(FREQUENCY_WORDS, code), FIELD.aside]], post);
  const unitByCode = new Map(units.map((unit) => [unit.code, unit]));
  const unitWords = (code: string): [string[], Field][] => {
    const unit = unitByCode.get(code);
    return [[wordsOf(unit?.name ?? code.replaceAll("_", " ")), FIELD.aside], ...codeWords(unit?.okei ?? "")];
  };
  yield* postRuns(columns.unit, (_, code) => unitWords(code), post);
  const ofAll: [string[], Field][] = [
    // a year in the name of a dataset is its span, not its subject: a question about a year means the values of that year
    [wordsOf(name).filter((word) => !YEAR.test(word)), FIELD.name],
    [wordsOf(name).filter((word) => YEAR.test(word)), FIELD.description],
    [wordsOf(providerWords), FIELD.aside],
    ...[dataset, provider, `${provider}/${dataset}`].flatMap(codeWords),
  ];
  for (const [words, field] of ofAll) post(words, 0, catalogue.families.length - 1, field);
  yield;
  return yield* draft.finish();
}

const YEAR = /^(?:19|20)\d\d$/;

/** A class without a name is a part. A class of several levels is a total if each level is one. */
function isTotal(code: string | null, name: string | null): boolean {
  if (code === null) return true;
  const levels = name?.split(LEVEL_BREAK) ?? [];
  return levels.length > 0 && levels.every((level) => wordsOf(level).some((word) => WHOLE_WORDS.has(word)));
}

/** Separates the levels in the name of a class. */
const LEVEL_BREAK = " / ";
const CROSSED_LEVELS = 3;

/** A question of a survey, or three levels and more. */
function isCrossed(name: string): boolean {
  return name.includes("?") || name.split(LEVEL_BREAK).length >= CROSSED_LEVELS;
}

function lengthOf(name: string | null): number {
  return name === null || name === "" ? 0 : nameWords(name, WHOLE_WORDS).length;
}

/** Names that are read in one step. */
export const NAMES_AT_ONCE = 200;

function* ofEach<T, R>(names: readonly T[], read: (name: T, place: number) => R): Generator<undefined, R[]> {
  const found: R[] = [];
  for (let place = 0; place < names.length; place++)
    if (found.push(read(names[place]!, place)) % NAMES_AT_ONCE === 0) yield;
  return found;
}

function familyColumn({codes, index}: Column, {families}: Catalogue): FamilyColumn {
  const size = families.length - 1;
  const own = codes.length > 0xffff ? new Uint32Array(size) : new Uint16Array(size);
  for (let family = 0; family < size; family++) own[family] = index[families[family]!]!;
  return {codes, index: own};
}

/** One for each indicator with a series. */
function conceptsOf({catalogue, indicators, provider, code: dataset}: IndexedDataset): IndexedIndicator[] {
  const described = new Map(indicators.map((one) => [one.code, one]));
  const bare = {description: null, synonyms: [], namedOn: null, namedAt: null};
  return catalogue.indicator.codes.map((code) => {
    const own = code as string;
    return described.get(own) ?? {code: own, label: own, concept: `${provider}-${dataset}-${own}`, ...bare};
  });
}

function countSeries({codes, index}: FamilyColumn, setOf: Uint32Array, {sizes}: SeriesSets): Uint32Array {
  const counts = new Uint32Array(codes.length);
  for (let family = 0; family < setOf.length; family++) counts[index[family]!]! += sizes[setOf[family]!]!;
  return counts;
}
