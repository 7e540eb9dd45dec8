// What one reference list is: its name, the columns of its rows, its parameters and where the rows come from.
import type {Static, TObject, TProperties} from "typebox";
import type {Queries} from "../../store/engines/differences.ts";
import type {Script} from "../../store/script.ts";
import type {RouteParts} from "../context.ts";

export interface ReferenceList<Row extends TProperties, Own extends TProperties> {
  /** Last part of the path. */
  readonly name: string;
  /** Members of a row, which are the columns of the CSV, in this order. */
  readonly row: TObject<Row>;
  /** Parameters beside `format` and `bom`. */
  readonly parameters: Own;
  /** The rows, of one state of the store, as judged today. May throw ApiError and InvalidParameters. */
  readRows(q: Queries, given: Partial<Static<TObject<Own>>>, parts: RouteParts): Script<Static<TObject<Row>>[]>;
}

/** Holds the rows of a list to its columns, and what it reads of the request to its parameters. */
export function referenceList<Row extends TProperties, Own extends TProperties>(
  list: ReferenceList<Row, Own>,
): ReferenceList<Row, Own> {
  return list;
}
