import assert from "node:assert/strict";
import {test} from "node:test";
import {FREQUENCIES, isFrequency} from "./frequency.ts";

test("frequency codes are D, W, M, Q and A, finest first", () => {
  assert.deepEqual([...FREQUENCIES], ["D", "W", "M", "Q", "A"]);
  for (const code of FREQUENCIES) assert.equal(isFrequency(code), true);
});

test("a frequency outside D, W, M, Q, A is no frequency [data.freq-values]", () => {
  for (const text of ["", "m", "Y", "MM", " M", "all", "irregular", "0"]) assert.equal(isFrequency(text), false, text);
});
