// Only the table of differences, the two drivers and the opener know their engine.
import assert from "node:assert/strict";
import {globSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {postgresQueries, sqliteQueries} from "./differences.ts";

/** The store; its folder `engines` contains the table, the drivers and the files of one engine only. */
const STORE = join(import.meta.dirname, "..");

/** Outside that folder: the opener, which selects an engine, and the work with the files of a data folder. */
const KNOWING = ["open.ts", "files/data-files.ts", "files/process-lock.ts"];
const ENGINE_WORDS = /sqlite|postgres|pragma|vacuum|rowid|json_each|pg_|::\w|\$\d|on conflict/i;

test("no file of the store knows its engine, except the table of differences, the drivers and the opener", () => {
  const files = globSync("**/*.ts", {cwd: STORE})
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !/\.(test|suite|fixture)\.ts$/.test(file));
  const others = files.filter((file) => !file.startsWith("engines/") && !KNOWING.includes(file));
  assert.ok(others.length >= 20 && KNOWING.every((file) => files.includes(file)));
  for (const file of others) {
    const lines = readFileSync(join(STORE, file), "utf8").split("\n");
    for (const [index, line] of lines.entries()) {
      assert.doesNotMatch(line, ENGINE_WORDS, `${file}:${index + 1} knows its engine`);
    }
  }
});

test("both engines get the same text for the same query, except for the marks of parameters", () => {
  const queries = [sqliteQueries, postgresQueries].map(({db}) =>
    db.selectFrom("series").select("key").where("dataset_id", "=", 1).orderBy("number").limit(3).compile(),
  );
  const [embedded, server] = queries.map(({sql}) => sql.replaceAll(/\$\d+/g, "?"));
  assert.equal(embedded, server);
});
