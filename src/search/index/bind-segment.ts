// Binds an open segment to an index: its words and territories get their numbers there, and its series are counted.
//
// What is told of the dataset may change while the segment stays as it is: then it is told again, and no word is looked up.
import {unsignedNumbers} from "../../statistics/growing-column.ts";
import type {Territory} from "../../statistics/territory.ts";
import type {
  DatasetHead,
  DatasetSegment,
  FrontierList,
  IndexedIndicator,
  OpenSegment,
  SegmentColumns,
} from "./dataset-segment.ts";
import type {FamilyIndex} from "./family-index.ts";
import {conceptPostings} from "./post-words.ts";
import {renumbered} from "./postings.ts";
import {makeSets} from "./series-set.ts";
import type {TerritoryIndex} from "./territory-index.ts";
import type {Vocabulary} from "./vocabulary.ts";

/** What all segments of a dataset have together. */
export interface DatasetTotals {
  /** The number of its classes. */
  readonly classes: number;
  readonly frontiers: FrontierList;
}

/**
 * The segments of a dataset. What is bound already is told again.
 * @param all of the dataset: numbers in the index do not depend on the number of its segments
 */
export function* bindSegments(
  segments: readonly (OpenSegment | DatasetSegment)[],
  head: DatasetHead,
  {vocabulary, territories}: Pick<FamilyIndex, "vocabulary" | "territories">,
  all: DatasetTotals & {readonly territories: readonly Territory[]},
): Generator<undefined, DatasetSegment[]> {
  for (const one of all.territories) territories.add(one);
  const bound: DatasetSegment[] = [];
  for (const segment of segments)
    bound.push(
      "words" in segment
        ? yield* bindSegment(segment, head, vocabulary, territories, all)
        : {...segment, ...(yield* datasetFacts(segment, head, vocabulary, all))},
    );
  return bound;
}

export function* bindSegment(
  open: OpenSegment,
  head: DatasetHead,
  vocabulary: Vocabulary,
  territories: TerritoryIndex,
  totals: DatasetTotals,
): Generator<undefined, DatasetSegment> {
  const {words, postings, territories: named, familiesOfSet, starts, indexes, seriesOfIndicator, ...rest} = open;
  const numbers = named.map((one) => territories.add(one));
  const counted = yield* makeSets({familiesOfSet, starts, indexes}, named, numbers);
  const terms = unsignedNumbers();
  for (const word of words) if (terms.push(vocabulary.add(word)) % WORDS_AT_ONCE === 0) yield;
  return {
    ...rest,
    ...counted,
    seriesOfConcept: seriesOfIndicator,
    postings: yield* renumbered(postings, terms.finish()),
    ...(yield* datasetFacts(open, head, vocabulary, totals)),
  };
}

function* datasetFacts(
  {codes}: SegmentColumns,
  head: DatasetHead,
  vocabulary: Vocabulary,
  {classes, frontiers}: DatasetTotals,
): Generator<undefined, Omit<DatasetSegment, keyof SegmentColumns | "sets" | "counts" | "seriesOfConcept">> {
  const {id, provider, code, name, changedBy} = head;
  const concepts = conceptsOf(head, codes.indicator);
  return {
    ...{id, provider, code, name, changedBy, classesOfDataset: classes, frontiers},
    concepts,
    conceptPostings: yield* conceptPostings(concepts, vocabulary),
  };
}

const WORDS_AT_ONCE = 200;

/** One for each indicator with a series. @param codes of the indicators */
export function conceptsOf(
  {indicators, provider, code: dataset}: DatasetHead,
  codes: Iterable<string | null>,
): IndexedIndicator[] {
  const described = new Map(indicators.map((one) => [one.code, one]));
  const bare = {description: null, synonyms: [], namedOn: null, namedAt: null};
  return Array.from(codes, (code) => {
    const own = code as string;
    return described.get(own) ?? {code: own, label: own, concept: `${provider}-${dataset}-${own}`, ...bare};
  });
}
