// The form of the judged questions about publishers' files; the file itself says which answers are right.
import assert from "node:assert/strict";
import {test} from "node:test";
import {partOf, readSearchQueries} from "../bench/search-queries.ts";
import {readTerritories} from "../src/reference/reference.ts";

const queries = readSearchQueries(new URL("../bench/search-queries-sources.tsv", import.meta.url));

test("there are enough questions about publishers' files, each once, and set aside by the rule [search.judged]", () => {
  assert.ok(queries.length >= 60);
  assert.deepEqual(
    queries.map(({id}) => id),
    queries.map((_, at) => `p${String(at + 1).padStart(3, "0")}`),
  );
  assert.equal(new Set(queries.map(({query}) => query)).size, queries.length);
  for (const {id, part} of queries) assert.equal(part, partOf(id), id);
  const canonical = new Set(readTerritories().map((one) => one.canonical));
  for (const {id, territory} of queries) assert.ok(territory === null || canonical.has(territory), id);
});
