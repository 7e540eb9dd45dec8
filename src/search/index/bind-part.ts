// Binds the content of a part to an index: its words and territories get their numbers there, and its series are counted.
import type {Catalogue} from "../../statistics/catalogue/catalogue.ts";
import type {DatasetHead, DatasetPart, FamilyColumns, IndexedIndicator, PartContent} from "./dataset-part.ts";
import {conceptPostings} from "./post-words.ts";
import {renumbered} from "./postings.ts";
import {collectLists, makeSets, type SetLists} from "./series-set.ts";
import type {TerritoryIndex} from "./territory-index.ts";
import type {Vocabulary} from "./vocabulary.ts";

export function* bindPart(
  content: PartContent,
  head: DatasetHead,
  vocabulary: Vocabulary,
  territories: TerritoryIndex,
): Generator<undefined, DatasetPart> {
  const {words, postings, lists, territories: places, classes: _, names: __, ...named} = content;
  const {id, provider, code, name, changedBy} = head;
  const concepts = conceptsOf(head, named);
  const counted = yield* bindSets(lists, places, territories, named);
  const terms: number[] = [];
  for (const word of words) if (terms.push(vocabulary.add(word)) % WORDS_AT_ONCE === 0) yield;
  return {
    ...{id, provider, code, name, changedBy},
    ...named,
    size: lists.setOf.length,
    ...counted,
    postings: renumbered(postings, terms),
    concepts,
    conceptPostings: yield* conceptPostings(concepts, vocabulary),
  };
}

/** The part in a state of the dataset that has other last periods, but the same series and words. */
export function* redateDataset(
  part: DatasetPart,
  {changedBy, catalogue}: {readonly changedBy: string; readonly catalogue: Catalogue},
  territories: TerritoryIndex,
): Generator<undefined, DatasetPart> {
  const lists = yield* collectLists(catalogue);
  return {...part, changedBy, ...(yield* bindSets(lists, catalogue.territories, territories, part))};
}

const WORDS_AT_ONCE = 200;

function* bindSets(
  lists: SetLists,
  places: PartContent["territories"],
  territories: TerritoryIndex,
  {indicator}: FamilyColumns,
): Generator<undefined, Pick<DatasetPart, "sets" | "counts" | "setOf" | "seriesOfConcept">> {
  const numbers = places.map((one) => territories.add(one));
  const made = yield* makeSets(lists, places, numbers);
  const seriesOfConcept = new Uint32Array(indicator.codes.length);
  for (const [family, set] of lists.setOf.entries())
    seriesOfConcept[indicator.index[family]!]! += made.sets.sizes[set]!;
  return {...made, setOf: lists.setOf, seriesOfConcept};
}

/** One for each indicator with a series. */
export function conceptsOf(
  {indicators, provider, code: dataset}: DatasetHead,
  {indicator}: FamilyColumns,
): IndexedIndicator[] {
  const described = new Map(indicators.map((one) => [one.code, one]));
  const bare = {description: null, synonyms: [], namedOn: null, namedAt: null};
  return [...indicator.codes].map((code) => {
    const own = code as string;
    return described.get(own) ?? {code: own, label: own, concept: `${provider}-${dataset}-${own}`, ...bare};
  });
}
