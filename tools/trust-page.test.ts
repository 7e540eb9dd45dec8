// The page of trust shows every subject with its rows, and names each failure.
import assert from "node:assert/strict";
import {test} from "node:test";
import {trustPage} from "./trust-page.ts";

test("the page of trust has the rows of each subject, and names its failures", () => {
  const page = trustPage({
    cuts: {
      name: "cuts",
      about: "files that are cut",
      day: "2026-01-20",
      seed: 7,
      seconds: 61,
      tried: 1200,
      failures: ["a.csv, number 3 of seed 7: 1 is published as 2"],
      rows: [{format: "a|b", held: 1200}],
    },
  });
  assert.match(page, /\| cuts \| 1,200 \| 1 \| 2026-01-20, seed 7, 2 minutes \|/);
  assert.match(page, /\| format \| held \|\n\|---\|---\|\n\| a\\\|b \| 1,200 \|\n\n- a\.csv, number 3 of seed 7/);
});
