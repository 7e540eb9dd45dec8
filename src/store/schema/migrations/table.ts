// Tables made from their shapes, on any engine.
//
// Part of released migrations, so its meaning never changes; later steps add to it.
import type {CreateTableBuilder} from "kysely";
import type {Queries} from "../../engines/differences.ts";
import {run, type Script} from "../../script.ts";
import type {ColumnType, TableShape, TableShapes} from "./table-shape.ts";

export function* createTables(q: Queries, shapes: TableShapes): Script<void> {
  for (const [name, shape] of Object.entries(shapes)) yield* createTable(q, name, shape);
}

export function* createTable(q: Queries, name: string, shape: TableShape): Script<void> {
  const {types, identity, clustered, plain} = q.differences;
  let table: CreateTableBuilder<string, string> = q.db.schema.createTable(name);
  if (shape.identity === "alone") table = identity(table, name);
  for (const [column, word] of Object.entries(shape.columns)) {
    const optional = word.endsWith("?");
    const type = types[(optional ? word.slice(0, -1) : word) as ColumnType];
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
