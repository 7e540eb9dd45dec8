// The lines of questions to an index: each is answered step by step, and from one generation of the index.

import type {FamilyIndex} from "../../search/index/family-index.ts";
import {findUnknownCode, type UnknownCode} from "../../search/query/nearest-code.ts";
import {createSeriesSearch, type SeriesAnswer, type SeriesQuestion} from "../../search/series-search.ts";
import type {Budget} from "../../work/budget.ts";
import type {Requester} from "../../work/pace.ts";
import type {SearchMemory} from "./memory.ts";
import {inOneGeneration} from "./one-state.ts";

export interface LineAnswer extends SeriesAnswer {
  /** If nothing was found: the value of a filter that no series has; null: none is at fault. */
  readonly unknown: UnknownCode | null;
}

type Searching = (query: SeriesQuestion, withFacets: boolean, budget: Budget) => Promise<LineAnswer>;

/** A line of questions for token holders and one for visitors: what a search works with serves one question at a time. */
export type SearchLines = Readonly<Record<Requester, Searching>>;

export function createLines(index: FamilyIndex, memory: SearchMemory): SearchLines {
  return {reader: createLine(index, memory), visitor: createLine(index, memory)};
}

function createLine(index: FamilyIndex, memory: SearchMemory): Searching {
  const search = createSeriesSearch(index);
  let line: Promise<unknown> = Promise.resolve();

  async function answer(query: SeriesQuestion, withFacets: boolean, budget: Budget): Promise<LineAnswer> {
    const found = await inOneGeneration(index, memory, () => search.steps(query, withFacets), budget);
    const unknown =
      found.total > 0
        ? null
        : await inOneGeneration(index, memory, (own) => findUnknownCode(own, query.filters), budget);
    return {...found, unknown};
  }

  return (query, withFacets, budget) => {
    const found = line.then(() => answer(query, withFacets, budget));
    line = found.catch(() => {});
    return found;
  };
}
