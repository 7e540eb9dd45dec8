// Binds an open part to an index: its words and territories get their numbers there, and its series are counted.
import type {DatasetHead, DatasetPart, IndexedIndicator, OpenPart} from "./dataset-part.ts";
import {conceptPostings} from "./post-words.ts";
import {renumbered} from "./postings.ts";
import {makeSets} from "./series-set.ts";
import type {TerritoryIndex} from "./territory-index.ts";
import type {Vocabulary} from "./vocabulary.ts";

export function* bindPart(
  open: OpenPart,
  head: DatasetHead,
  vocabulary: Vocabulary,
  territories: TerritoryIndex,
): Generator<undefined, DatasetPart> {
  const {words, postings, territories: named, familiesOfSet, starts, places, seriesOfIndicator, ...rest} = open;
  const {id, provider, code, name, changedBy} = head;
  const concepts = conceptsOf(head, open.codes.indicator);
  const numbers = named.map((one) => territories.add(one));
  const counted = yield* makeSets({familiesOfSet, starts, places}, named, numbers);
  const terms: number[] = [];
  for (const word of words) if (terms.push(vocabulary.add(word)) % WORDS_AT_ONCE === 0) yield;
  return {
    ...{id, provider, code, name, changedBy},
    ...rest,
    ...counted,
    seriesOfConcept: seriesOfIndicator,
    postings: renumbered(postings, terms),
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
