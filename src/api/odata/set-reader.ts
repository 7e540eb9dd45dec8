// The shared form of both sets: the context of their routes, the reader of a set, and its pages.

import type {SkipCursor} from "../../formats/odata/skip-token.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Script} from "../../store/script.ts";
import type {Search} from "../../store/search/search.ts";
import type {Budget} from "../../work/budget.ts";
import type {ApiError} from "../errors.ts";
import type {RouteContext} from "../server-context.ts";
import type {DatasetFinder, FoundDatasets, Narrowing} from "./dataset-finder.ts";
import type {EntityForm} from "./entity-json.ts";

export interface SetPage {
  readonly rows: number;
  /** The number charged for the rows. */
  readonly values: number;
  readonly next: Pick<SkipCursor, "key" | "ordinal"> | null;
  /** The whole body, step by step: the rows between its head and its tail. */
  write(form: EntityForm, head: string, tail: string): Generator<undefined, Buffer>;
}

/** What the request wants of a set; `columns`: no rows. */
export type SetWish = "rows" | "count" | "columns";

export interface SetReader {
  readonly narrowing: Narrowing;
  /** All rows come in one page without a next link, whatever page size the client prefers. */
  readonly isOnePage: boolean;
  /** A load can move rows in the requested order: then a cursor is valid only in the state it was made in. */
  isMovedByLoads(found: FoundDatasets): boolean;
  changedMeanwhile(): ApiError;
  /** Throws BAD_REQUEST if it exceeds the budget. */
  count(q: Queries, found: FoundDatasets, budget: Budget): Script<number>;
  /** Ends early when the budget is spent, with the place to continue; refuses a result that is wrong in part. */
  page(q: Queries, found: FoundDatasets, cursor: SkipCursor | null, most: number, budget: Budget): Script<SetPage>;
}

/** Beside the context of all routes. */
export interface ODataContext extends RouteContext {
  readonly finder: DatasetFinder;
  readonly search: Search;
}
