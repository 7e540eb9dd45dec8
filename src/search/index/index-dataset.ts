// A dataset becomes a part of the index: its families, the words under which each is found, and its concepts.
//
// Making a part yields after every few milliseconds of work, so that whoever makes it can let others in between.
import type {Catalogue} from "../../statistics/catalogue/catalogue.ts";
import type {Column} from "../../statistics/catalogue/column.ts";
import {isSeasonallyAdjusted} from "../language/adjusted.ts";
import {FREQUENCY_WORDS, PROVIDER_WORDS, TRANSFORMATION_WORDS, WHOLE_WORDS} from "../language/code-words.ts";
import {wordsOf} from "../language/words.ts";
import {
  type DatasetPart,
  FAMILY_DIMENSIONS,
  type FamilyColumn,
  type IndexedDataset,
  type IndexedIndicator,
} from "./dataset-part.ts";
import {codeWords, conceptPostings, postInto, postNames, postRuns, wordsFor} from "./post-words.ts";
import {draftPostings, FIELD, type Field} from "./postings.ts";
import {collectSets, type SeriesSets} from "./series-set.ts";
import type {TerritoryIndex} from "./territory-index.ts";
import {orderTitles} from "./title-order.ts";
import {nameWords} from "./titles.ts";
import type {Vocabulary} from "./vocabulary.ts";

export function* indexDataset(
  dataset: IndexedDataset,
  vocabulary: Vocabulary,
  territories: TerritoryIndex,
): Generator<void, DatasetPart> {
  const {catalogue, provider, code, name, id, changedBy} = dataset;
  const numbers = catalogue.territories.map((one) => territories.add(one));
  const {sets, setOf, counts} = yield* collectSets(catalogue, numbers);
  const size = setOf.length;
  const columns = {} as Record<(typeof FAMILY_DIMENSIONS)[number], FamilyColumn>;
  for (const dimension of FAMILY_DIMENSIONS) columns[dimension] = familyColumn(catalogue[dimension], catalogue);
  const wholeClasses = Uint8Array.from(catalogue.classNames, (name, place) =>
    isWhole(catalogue.classification.codes[place] ?? null, name) ? 1 : 0,
  );
  const adjustedLabels = Uint8Array.from(catalogue.indicatorLabels, (label) =>
    isSeasonallyAdjusted(label) || isSeasonallyAdjusted(name) ? 1 : 0,
  );
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
    ...(yield* orderTitles({
      ...columns,
      classNames: catalogue.classNames,
      indicatorLabels: catalogue.indicatorLabels,
      wholeClasses,
      adjustedLabels,
    })),
    classLengths: lengthsOf(catalogue.classNames),
    labelLengths: lengthsOf(catalogue.indicatorLabels),
    wholeClasses,
    adjustedLabels,
    sets,
    counts,
    setOf,
    postings: yield* families.finish(),
    concepts,
    seriesOfConcept: countSeries(columns.indicator, setOf, sets),
    conceptPostings: yield* conceptPostings(concepts, vocabulary),
  };
}

/** A class that nobody named is one of several all the same; one of several levels is the whole where it is so of each. */
function isWhole(code: string | null, name: string | null): boolean {
  if (code === null) return true;
  const levels = name?.split(LEVEL_BREAK) ?? [];
  return levels.length > 0 && levels.every((level) => wordsOf(level).some((word) => WHOLE_WORDS.has(word)));
}

/** Between the levels of a class's name. */
const LEVEL_BREAK = " / ";

function lengthsOf(names: readonly (string | null)[]): Uint16Array {
  return Uint16Array.from(names, (name) => (name === null || name === "" ? 0 : nameWords(name, WHOLE_WORDS).length));
}

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

function countSeries({codes, index}: FamilyColumn, setOf: Uint32Array, {sizes}: SeriesSets): Uint32Array {
  const counts = new Uint32Array(codes.length);
  for (let family = 0; family < setOf.length; family++) counts[index[family]!]! += sizes[setOf[family]!]!;
  return counts;
}
