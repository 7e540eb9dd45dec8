// How many of the sixty plain tables are read right, each with at most the words that its file lacks.
import assert from "node:assert/strict";
import {test} from "node:test";
import {temporaryFolder} from "../warehouse.ts";
import {readTable} from "./reading.ts";
import {SIXTY} from "./sixty-tables.ts";
import {madeTable} from "./table-model.ts";

/** A figure to raise, never to lower. */
const READ_RIGHT = 60;

test("sixty plain tables are read right, and none of their values wrong [described.plain]", async (t) => {
  const folder = await temporaryFolder(t);
  let right = 0;
  let wrong = 0;
  for (const spec of SIXTY) {
    const result = await readTable(folder, madeTable(spec));
    if (result.right) right++;
    else t.diagnostic(`${spec.name}: ${result.why.slice(0, 300)}`);
    wrong += result.wrong;
  }
  t.diagnostic(`${right} of ${SIXTY.length} read right; ${wrong} wrong values`);
  assert.equal(SIXTY.length, 60);
  assert.ok(right >= READ_RIGHT, `${right} of ${SIXTY.length} are read right`);
});
