// That only the table of differences, the two drivers and the opener know which engine they are on.
import assert from "node:assert/strict";
import {globSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {postgresQueries, sqliteQueries} from "./differences.ts";

/** The store, whose folder `engines` holds the table, the drivers and all that only one of them has. */
const STORE = join(import.meta.dirname, "..");

/** Outside that folder: the opener that chooses an engine, and work on the files of a data folder. */
const KNOWING = ["open.ts", "files/data-files.ts", "files/process-lock.ts"];
const ENGINE_WORDS = /sqlite|postgres|pragma|vacuum|rowid|json_each|pg_|::\w|\$\d|on conflict/i;

test("no file of the store but the table of differences, the drivers and the opener knows its engine", () => {
  const files = globSync("**/*.ts", {cwd: STORE})
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !/\.(test|suite|fixture)\.ts$/.test(file));
  const others = files.filter((file) => !file.startsWith("engines/") && !KNOWING.includes(file));
  assert.ok(others.length >= 20 && KNOWING.every((file) => files.includes(file)));
  for (const file of others) {
    const lines = readFileSync(join(STORE, file), "utf8").split("\n");
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
