import assert from "node:assert/strict";
import {test} from "node:test";
import {FREQUENCIES} from "./frequency.ts";

test("frequency codes are D, W, M, Q and A, finest first", () => {
  assert.deepEqual([...FREQUENCIES], ["D", "W", "M", "Q", "A"]);
});
