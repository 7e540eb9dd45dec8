// What a set needs to be answered, for both sets alike: the parts that the routes share, a plan, and its pages.
import type {Cursor} from "../../formats/odata/skip-token.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Script} from "../../store/script.ts";
import type {Search} from "../../store/series/search-index.ts";
import type {RouteParts} from "../context.ts";
import type {ApiError} from "../errors.ts";
import type {WorkBudget} from "../http/work-budget.ts";
import type {DatasetFinder, FoundDatasets, Narrowing} from "./dataset-finder.ts";
import type {EntityForm} from "./entity-json.ts";

export interface SetPage {
  readonly rows: number;
  /** What is charged for them. */
  readonly values: number;
  readonly next: Pick<Cursor, "key" | "ordinal"> | null;
  /** The whole body, step by step: the rows between its head and its tail. */
  write(form: EntityForm, head: string, tail: string): Generator<void, Buffer>;
}

/** What is wanted of a set; `columns`: no row at all. */
export type SetWish = "rows" | "count" | "columns";

export interface SetPlan {
  readonly narrowing: Narrowing;
  /** All rows come in one page without a next link, whatever size of pages the client prefers. */
  readonly isOnePage: boolean;
  /** A load can move rows in the order asked for: then a cursor holds only in the state that it was made in. */
  isMovedByLoads(found: FoundDatasets): boolean;
  changedMeanwhile(): ApiError;
  /** Throws BAD_REQUEST when it takes more than the budget. */
  count(q: Queries, found: FoundDatasets, budget: WorkBudget): Script<number>;
  /** Ends early when the budget is spent, with where to go on; what can't be given in part is refused. */
  page(q: Queries, found: FoundDatasets, cursor: Cursor | null, most: number, budget: WorkBudget): Script<SetPage>;
}

/** Beside what all routes are built with. */
export interface ODataParts extends RouteParts {
  readonly finder: DatasetFinder;
  readonly search: Search;
}
