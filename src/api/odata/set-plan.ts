// What the answer of a set is made of, whichever of the two sets it is.
import type {Cursor} from "../../formats/odata/skip-token.ts";
import type {Queries} from "../../store/engines.ts";
import type {Script} from "../../store/script.ts";
import type {ApiError} from "../errors.ts";
import type {EntityForm} from "./entity-json.ts";
import type {FoundDatasets, Narrowing} from "./sources.ts";

export interface SetPage {
  readonly rows: number;
  /** What is charged for them. */
  readonly values: number;
  readonly next: Pick<Cursor, "key" | "ordinal"> | null;
  /** The whole body: the rows between its head and its tail. */
  write(form: EntityForm, head: string, tail: string): Buffer;
}

export interface SetPlan {
  readonly narrowing: Narrowing;
  /** A load can move rows in the order asked for: then a cursor holds only in the state that it was made in. */
  isMovedByLoads(found: FoundDatasets): boolean;
  changedMeanwhile(): ApiError;
  count(q: Queries, found: FoundDatasets): Script<number>;
  page(q: Queries, found: FoundDatasets, cursor: Cursor | null, most: number): Script<SetPage>;
}
