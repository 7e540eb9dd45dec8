// Tables as a migration writes them down: a name, columns as short words, a key, and whether it is kept in the order of its key.
//
// Part of released migrations, so its meaning never changes; what a later step needs is added.
import type {CreateTableBuilder} from "kysely";
import type {Queries} from "../../engines/differences.ts";
import {run, type Script} from "../../script.ts";

type Word = "text" | "integer" | "bigint" | "real" | "bytes";
/** A type, with "?" where the column may be null. */
export type ColumnWord = Word | `${Word}?`;

export interface TableShape {
  /** A column `id` numbered by the engine: alone, or behind the named column in the primary key. */
  readonly identity?: "alone" | {readonly behind: string};
  readonly columns: Readonly<Record<string, ColumnWord>>;
  /** Primary key of a table without identity. */
  readonly key?: readonly string[];
  readonly unique?: readonly (readonly string[])[];
  readonly indexes?: readonly (readonly string[])[];
  /** Small rows read in ranges of the key; not for rows with large values. */
  readonly clustered?: boolean;
}

export function* createTable(q: Queries, name: string, shape: TableShape): Script<void> {
  const {types, identity, clustered, plain} = q.differences;
  let table: CreateTableBuilder<string, string> = q.db.schema.createTable(name);
  if (shape.identity === "alone") table = identity(table, name);
  for (const [column, word] of Object.entries(shape.columns)) {
    const optional = word.endsWith("?");
    const type = types[(optional ? word.slice(0, -1) : word) as Word];
    table = table.addColumn(column, type, (built) => (optional ? built : built.notNull()));
  }
  if (typeof shape.identity === "object") table = identity(table, name, shape.identity.behind);
  if (shape.key) table = table.addPrimaryKeyConstraint(`${name}_pkey`, [...shape.key]);
  for (const columns of shape.unique ?? []) {
    table = table.addUniqueConstraint(`${name}_${columns.join("_")}_key`, [...columns]);
  }
  yield* run((shape.clustered ? clustered(table) : plain(table)).compile());
  for (const columns of shape.indexes ?? []) {
    const index = q.db.schema
      .createIndex(`${name}_${columns.join("_")}_idx`)
      .on(name)
      .columns([...columns]);
    yield* run(index.compile());
  }
}
