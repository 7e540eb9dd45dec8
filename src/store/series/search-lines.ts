// The lines of questions to an index: each is answered step by step, and from one edition of the index.
import {type Asker, atOnce, type Budget, inSlices, type Pace, type Steps} from "../../budget.ts";
import type {FamilyIndex} from "../../search/index/family-index.ts";
import {findUnknownCode, type UnknownCode} from "../../search/query/nearest-code.ts";
import {createSeriesSearch, type SeriesAnswer, type SeriesQuestion} from "../../search/series-search.ts";

export interface LineAnswer extends SeriesAnswer {
  /** If nothing was found: the value of a filter that no series has; null: none is at fault. */
  readonly unknown: UnknownCode | null;
}

type Searching = (asked: SeriesQuestion, withFacets: boolean, budget: Budget) => Promise<LineAnswer>;

/** A line of questions for token holders and one for visitors: what a search works with serves one question at a time. */
export function createLines(index: FamilyIndex): Readonly<Record<Asker, Searching>> {
  return {reader: createLine(index), visitor: createLine(index)};
}

function createLine(index: FamilyIndex): Searching {
  const search = createSeriesSearch(index);
  let line: Promise<unknown> = Promise.resolve();

  async function answer(asked: SeriesQuestion, withFacets: boolean, budget: Budget): Promise<LineAnswer> {
    const found = await inOneEdition(index, () => search.steps(asked, withFacets), budget);
    const unknown =
      found.total > 0 ? null : await inOneEdition(index, (own) => findUnknownCode(own, asked.filters), budget);
    return {...found, unknown};
  }

  return (asked, withFacets, budget) => {
    const found = line.then(() => answer(asked, withFacets, budget));
    line = found.catch(() => {});
    return found;
  };
}

/** Works step by step, and once more in one stretch if a part came in between: it may have words that the question was not compared with. */
export async function inOneEdition<T>(
  index: FamilyIndex,
  work: (index: FamilyIndex) => Steps<T>,
  pace?: Pace,
): Promise<T> {
  const {edition} = index;
  const found = await inSlices(work(index), pace);
  return index.edition === edition ? found : atOnce(work(index));
}
