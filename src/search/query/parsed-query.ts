// A question as it is read over an index: its words, the territories that it names, its filters.
import type {SearchFilters} from "./filters.ts";
import type {Question} from "./question.ts";
import type {TerritoryGroups} from "./territory-groups.ts";

export interface Reading {
  readonly question: Question;
  readonly territories: TerritoryGroups;
  readonly filters: SearchFilters;
  /** How much each word counts. */
  readonly weights: readonly number[];
}
