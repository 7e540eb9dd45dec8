// Makes the segment of a dataset: its families, their postings, and its concepts.
//
// The work pauses (yields) every few milliseconds, so that the caller can let other requests run.
import type {Catalogue, Column, Texts, WholeCatalogue} from "../../statistics/catalogue/catalogue.ts";
import {CODE_MARK, type LeveledTexts, levelsInSteps, NAME_MARK} from "../../statistics/class-texts/leveled-texts.ts";
import {FREQUENCY_WORDS, kindsOfName, TRANSFORMATION_WORDS} from "../language/code-words.ts";
import {wordsOf} from "../language/words.ts";
import {encodeSegment, openEncoded} from "../stored/segment-code.ts";
import {bindSegment, conceptsOf} from "./bind-segment.ts";
import {isTechnical} from "./class-codes.ts";
import {
  type DatasetSegment,
  FAMILY_DIMENSIONS,
  type FamilyColumn,
  type FamilyColumns,
  type IndexedDataset,
  type IndexedIndicator,
  type SegmentContent,
} from "./dataset-segment.ts";
import {codeWords, numbered, post, postCodes, postNames, postRanges, wordsFor} from "./post-words.ts";
import {draftPostings, FIELD, type Field, type Postings} from "./postings.ts";
import {createSegmentWords, type SegmentWords} from "./segment-words.ts";
import {collectLists} from "./series-set.ts";
import {type SplitNames, splitNames} from "./split-names.ts";
import type {TerritoryIndex} from "./territory-index.ts";
import {orderTitles} from "./title-order.ts";
import type {Vocabulary} from "./vocabulary.ts";

export function* indexDataset(
  dataset: IndexedDataset,
  vocabulary: Vocabulary,
  territories: TerritoryIndex,
): Generator<undefined, DatasetSegment> {
  const open = openEncoded(encodeSegment(yield* makeContent(dataset)));
  const {catalogue} = dataset;
  const totals = {classes: open.classCount, frontiers: [...catalogue.frontiers]};
  return yield* bindSegment(open, dataset, vocabulary, territories, totals);
}

export function* makeContent(dataset: IndexedDataset): Generator<undefined, SegmentContent> {
  const {catalogue, name} = dataset;
  const {classNames, indicatorLabels, territories} = catalogue;
  const lists = yield* collectLists(catalogue);
  const classes = {
    codes: yield* levelsInSteps(catalogue.classification.codes, CODE_MARK),
    names: yield* levelsInSteps(classNames, NAME_MARK),
  };
  const split = yield* splitNames(classes.names);
  const columns = familyColumns(catalogue);
  const {postings, words, ...facts} = yield* familyPostings(
    dataset,
    columns,
    {codes: classes.codes, names: split},
    conceptsOf(dataset, columns.indicator.codes),
  );
  const labelKinds = yield* ofEach(indicatorLabels, (label) => kindsOfName(label ?? "") | kindsOfName(name));
  const named = {
    ...columns,
    ...facts,
    classNames,
    indicatorLabels,
    labelKinds: Uint8Array.from(labelKinds),
  };
  const order = yield* orderTitles(named, split);
  return {...named, ...order, names: split, words: words.list, postings, territories, lists};
}

/** What the names of a dataset say, parallel to their codes. */
type NameFacts = Pick<SegmentContent, "classLengths" | "labelLengths" | "wholeClasses" | "crossedClasses">;

/** @param concepts parallel to the indicator's codes */
function* familyPostings(
  {catalogue, provider, providerWords, code: dataset, name, units, english = () => null}: IndexedDataset,
  columns: FamilyColumns,
  classes: {readonly codes: LeveledTexts; readonly names: SplitNames},
  concepts: readonly IndexedIndicator[],
): Generator<undefined, NameFacts & {readonly postings: Postings; readonly words: SegmentWords}> {
  const draft = draftPostings();
  const words = createSegmentWords();
  const {classNames, indicatorLabels} = catalogue;
  const facts = {
    classLengths: new Uint16Array(classNames.length),
    labelLengths: new Uint16Array(indicatorLabels.length),
    wholeClasses: Uint8Array.from(columns.classification.codes, (code) => Number(code === null)),
    crossedClasses: new Uint8Array(classNames.length),
  };
  yield* postNames(draft, columns.classification, words, {names: classes.names, field: FIELD.head}, (index, name) => {
    facts.classLengths[index] = name.length;
    facts.wholeClasses[index] = Number(name.isTotal);
    facts.crossedClasses[index] = Number(name.isCrossed);
  });
  const labels = yield* splitNames(yield* levelsInSteps(indicatorLabels, NAME_MARK));
  yield* postNames(draft, columns.indicator, words, {names: labels, field: FIELD.label}, (index, {length}) => {
    facts.labelLengths[index] = length;
  });
  const inEnglish = (one: string | null): string | null => (one === null ? null : english(one));
  for (const [column, names, field] of [
    [columns.classification, classNames, FIELD.head],
    [columns.indicator, indicatorLabels, FIELD.label],
  ] as const) {
    const translated = yield* ofEach<string | null, string | null>(names, inEnglish);
    yield* postNames(draft, column, words, {
      names: yield* splitNames(yield* levelsInSteps(translated, NAME_MARK)),
      field,
    });
  }
  const posting = (
    column: FamilyColumn,
    describe: (code: string, index: number) => readonly (readonly [readonly string[], Field])[],
  ): Generator<undefined, void> => postRanges(draft, column, (index, code) => numbered(words, describe(code, index)));
  yield* postCodes(draft, columns.classification, classes.codes, words, isTechnical);
  for (const dimension of ["indicator", "measure", "transformation", "unit"] as const)
    yield* posting(columns[dimension], codeWords);
  const {indicator, transformation, frequency, unit} = columns;
  yield* posting(indicator, (_, index) => [[concepts[index]!.synonyms.flatMap(wordsOf), FIELD.synonym]]);
  yield* posting(indicator, (_, index) => codeWords(concepts[index]!.concept));
  yield* posting(indicator, (_, index) => [[wordsOf(concepts[index]!.description ?? ""), FIELD.description]]);
  yield* posting(transformation, (code) => [[wordsFor(TRANSFORMATION_WORDS, code), FIELD.aside]]);
  yield* posting(frequency, (code) => [[wordsFor(FREQUENCY_WORDS, code), FIELD.aside]]);
  const unitByCode = new Map(units.map((one) => [one.code, one]));
  yield* posting(unit, (code) => {
    const own = unitByCode.get(code);
    return [[wordsOf(own?.name ?? code.replaceAll("_", " ")), FIELD.aside], ...codeWords(own?.okei ?? "")];
  });
  const ofAll: [string[], Field][] = [
    // a year in the name of a dataset is its span, not its subject: a question about a year means the values of that year
    [wordsOf(name).filter((word) => !YEAR.test(word)), FIELD.name],
    [wordsOf(name).filter((word) => YEAR.test(word)), FIELD.description],
    [wordsOf(providerWords), FIELD.aside],
    ...[dataset, provider, `${provider}/${dataset}`].flatMap(codeWords),
  ];
  post(draft, numbered(words, ofAll), 0, catalogue.families.length - 1);
  yield;
  return {...facts, postings: yield* draft.finish(), words};
}

const YEAR = /^(?:19|20)\d\d$/;

/** Names that are read in one step. */
export const NAMES_AT_ONCE = 200;

function* ofEach<T, R>(names: readonly T[], read: (name: T, index: number) => R): Generator<undefined, R[]> {
  const found: R[] = [];
  for (let index = 0; index < names.length; index++)
    if (found.push(read(names[index]!, index)) % NAMES_AT_ONCE === 0) yield;
  return found;
}

function familyColumns(catalogue: WholeCatalogue): FamilyColumns {
  const columns = FAMILY_DIMENSIONS.map((dimension) => [dimension, familyColumn(catalogue[dimension], catalogue)]);
  return Object.fromEntries(columns) as FamilyColumns;
}

function familyColumn({codes, index}: Column<Texts>, {families}: Catalogue): FamilyColumn {
  const size = families.length - 1;
  const own = codes.length > 0xffff ? new Uint32Array(size) : new Uint16Array(size);
  for (let family = 0; family < size; family++) own[family] = index[families[family]!]!;
  return {codes, index: own};
}
