// The step that adds seals to releases and load runs, and seals the existing rows as they are.
//
// Rows are read one at a time: the metadata of a release may be megabytes. Part of released migrations: it never changes.
import {sql} from "kysely";
import type {Queries} from "../../engines/differences.ts";
import {sealOfRelease, sealOfRun} from "../../releases/row-seal.ts";
import {all, one, type Row, run, type Script} from "../../script.ts";

export function* addSeals(q: Queries): Script<void> {
  for (const table of ["release", "load_run"] as const)
    yield* run(
      q.db.schema
        .alterTable(table)
        .addColumn("seal", q.differences.types.text, (column) => column.notNull().defaultTo(""))
        .compile(),
    );
  for (const {dataset_id, id} of yield* all(q.db.selectFrom("release").select(["dataset_id", "id"]).compile())) {
    const of = sql`dataset_id = ${dataset_id} and id = ${id}`;
    const row = yield* one(sql<Row>`select * from release where ${of}`.compile(q.db));
    const files = yield* all(
      sql<{
        name: string;
        sha256: string;
        size: number;
      }>`select name, sha256, size from release_file where dataset_id = ${dataset_id} and release_id = ${id} order by position`.compile(
        q.db,
      ),
    );
    yield* run(sql`update release set seal = ${sealOfRelease(row!, files)} where ${of}`.compile(q.db));
  }
  for (const {id} of yield* all(q.db.selectFrom("load_run").select("id").compile())) {
    const row = yield* one(sql<Row>`select * from load_run where id = ${id}`.compile(q.db));
    yield* run(sql`update load_run set seal = ${sealOfRun(row!)} where id = ${id}`.compile(q.db));
  }
}
