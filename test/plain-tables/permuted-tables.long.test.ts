// Plain tables made by chance from one seed: none of their values may be read wrong without a question, and most are read.
import assert from "node:assert/strict";
import {test} from "node:test";
import {tries} from "../../src/work/tries.fixture.ts";
import {temporaryFolder} from "../warehouse.ts";
import {permutedTable} from "./permuted-tables.ts";
import {readTable} from "./reading.ts";
import {madeTable} from "./table-model.ts";

const TABLES = tries({few: 120, all: 500});
const LEAST_SHARE = 0.95;
const SEED = Number(process.env["RYAD_PLAIN_SEED"] ?? 20260101);

/** A number below `count`, by a linear congruence. */
function chanceFrom(seed: number): (count: number) => number {
  let state = seed >>> 0;
  return (count) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
}

test("of plain tables made by chance no value is read wrong, and nearly all tables are read [described.plain]", async (t) => {
  const folder = await temporaryFolder(t);
  const chance = chanceFrom(SEED);
  let right = 0;
  const wrong: string[] = [];
  for (let number = 1; number <= TABLES; number++) {
    const spec = permutedTable(chance, number);
    const result = await readTable(folder, madeTable(spec));
    if (result.right) right++;
    else t.diagnostic(`${result.wrong > 0 ? "WRONG " : ""}${spec.name}: ${result.why.slice(0, 300)}`);
    if (result.wrong > 0) wrong.push(spec.name);
  }
  t.diagnostic(`${right} of ${TABLES} read right; wrong values in ${wrong.length}`);
  assert.deepEqual(wrong, []);
  assert.ok(right >= TABLES * LEAST_SHARE, `${right} of ${TABLES} are read`);
});
