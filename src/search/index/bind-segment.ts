// Binds an open segment to an index: its words and territories get their numbers there, and its series are counted.
//
// What is told of the dataset may change while the segment stays as it is: then it is told again, and no word is looked up.
import type {Territory} from "../../statistics/territory.ts";
import type {DatasetHead, DatasetSegment, IndexedIndicator, OpenSegment, SegmentColumns} from "./dataset-segment.ts";
import type {FamilyIndex} from "./family-index.ts";
import {conceptPostings} from "./post-words.ts";
import {renumbered} from "./postings.ts";
import {makeSets} from "./series-set.ts";
import type {TerritoryIndex} from "./territory-index.ts";
import type {Vocabulary} from "./vocabulary.ts";

/**
 * The segments of a dataset. What is bound already is told again.
 * @param all territories and number of classes of the dataset: places in the index do not depend on the number of its segments
 */
export function* bindSegments(
  segments: readonly (OpenSegment | DatasetSegment)[],
  head: DatasetHead,
  {vocabulary, territories}: Pick<FamilyIndex, "vocabulary" | "territories">,
  all: {readonly territories: readonly Territory[]; readonly classes: number},
): Generator<undefined, DatasetSegment[]> {
  for (const one of all.territories) territories.add(one);
  const bound: DatasetSegment[] = [];
  for (const segment of segments)
    bound.push(
      "words" in segment
        ? yield* bindSegment(segment, head, vocabulary, territories, all.classes)
        : {...segment, ...(yield* datasetFacts(segment, head, vocabulary, all.classes))},
    );
  return bound;
}

/** @param classesOfDataset those of all its segments; absent: it is the only one */
export function* bindSegment(
  open: OpenSegment,
  head: DatasetHead,
  vocabulary: Vocabulary,
  territories: TerritoryIndex,
  classesOfDataset = open.classCount,
): Generator<undefined, DatasetSegment> {
  const {words, postings, territories: named, familiesOfSet, starts, indexes, seriesOfIndicator, ...rest} = open;
  const numbers = named.map((one) => territories.add(one));
  const counted = yield* makeSets({familiesOfSet, starts, indexes}, named, numbers);
  const terms: number[] = [];
  for (const word of words) if (terms.push(vocabulary.add(word)) % WORDS_AT_ONCE === 0) yield;
  return {
    ...rest,
    ...counted,
    seriesOfConcept: seriesOfIndicator,
    postings: renumbered(postings, terms),
    ...(yield* datasetFacts(open, head, vocabulary, classesOfDataset)),
  };
}

function* datasetFacts(
  {codes}: SegmentColumns,
  head: DatasetHead,
  vocabulary: Vocabulary,
  classesOfDataset: number,
): Generator<undefined, Omit<DatasetSegment, keyof SegmentColumns | "sets" | "counts" | "seriesOfConcept">> {
  const {id, provider, code, name, changedBy} = head;
  const concepts = conceptsOf(head, codes.indicator);
  return {
    ...{id, provider, code, name, changedBy, classesOfDataset},
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
