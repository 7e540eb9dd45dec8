// That only the table of differences, the two drivers and the opener know which engine they are on.
import assert from "node:assert/strict";
import {globSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {postgresQueries, sqliteQueries} from "./differences.ts";

/** The table itself, the drivers, the opener that chooses between them, and the files that only one of them has. */
const KNOWING = [
  "engines.ts",
  "sqlite.ts",
  "sqlite-file.ts",
  "sqlite-statements.ts",
  "sqlite-aside.ts",
  "postgres.ts",
  "postgres-script.ts",
  "postgres-query.ts",
  "postgres-batch.ts",
  "postgres-copy.ts",
  "postgres-turn.ts",
  "postgres-publishing.ts",
  "binary-rows.ts",
  "open.ts",
  "open-database.ts",
  "migrate-store.ts",
  "distribute.ts",
  "postgres-notices.ts",
  "postgres-pool.ts",
  "postgres-marks.ts",
  "data-files.ts",
  "process-lock.ts",
];
const ENGINE_WORDS = /sqlite|postgres|pragma|vacuum|rowid|json_each|pg_|::\w|\$\d|on conflict/i;

test("no file of the store but the table of differences, the drivers and the opener knows its engine", () => {
  const files = globSync("**/*.ts", {cwd: import.meta.dirname}).filter((file) => !/\.(test|kit)\.ts$/.test(file));
  const others = files.filter((file) => !KNOWING.includes(file));
  assert.ok(others.length >= 20 && KNOWING.every((file) => files.includes(file)));
  for (const file of others) {
    const lines = readFileSync(join(import.meta.dirname, file), "utf8").split("\n");
    for (const [place, line] of lines.entries()) {
      assert.doesNotMatch(line, ENGINE_WORDS, `${file}:${place + 1} knows its engine`);
    }
  }
});

test("both engines are given the same words for the same query, but for the marks of parameters", () => {
  const queries = [sqliteQueries, postgresQueries].map(({db}) =>
    db.selectFrom("series").select("key").where("dataset_id", "=", 1).orderBy("number").limit(3).compile(),
  );
  const [embedded, server] = queries.map(({sql}) => sql.replaceAll(/\$\d+/g, "?"));
  assert.equal(embedded, server);
});
