// The form of table definitions: columns as short words, keys, and whether rows are stored in the order of the key. The types of rows are
// derived from it (schema/tables.ts).
//
// Part of released steps, so its meaning never changes; later steps add to it.
import type {GeneratedAlways} from "kysely";

interface Values {
  text: string;
  integer: number;
  bigint: number;
  real: number;
  bytes: Uint8Array;
}

export type ColumnType = keyof Values;
/** A type, with "?" where the column may be null. */
export type ColumnWord = ColumnType | `${ColumnType}?`;

export interface TableShape {
  /** A column `id` numbered by the engine: alone, or after the named column in the primary key. */
  readonly identity?: "alone" | {readonly behind: string};
  readonly columns: Readonly<Record<string, ColumnWord>>;
  /** Primary key of a table without identity. */
  readonly key?: readonly string[];
  readonly unique?: readonly (readonly string[])[];
  readonly indexes?: readonly (readonly string[])[];
  /** Small rows read in ranges of the key; not for rows with large values. */
  readonly clustered?: boolean;
}

export type TableShapes = Readonly<Record<string, TableShape>>;

type ValueOf<W> = W extends `${infer T extends ColumnType}?`
  ? Values[T] | null
  : W extends ColumnType
    ? Values[W]
    : never;

type Columns<C> = {-readonly [N in keyof C]: ValueOf<C[N]>};

/** The columns of each table, by name. */
export type TablesOf<S extends TableShapes> = {
  -readonly [N in keyof S]: S[N] extends {readonly identity: unknown}
    ? Columns<S[N]["columns"]> & {id: GeneratedAlways<number>}
    : Columns<S[N]["columns"]>;
};
