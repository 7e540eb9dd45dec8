import assert from "node:assert/strict";
import {test} from "node:test";
import {counted} from "./counted.ts";

test("the noun is singular after 1 and plural after 0, 2 and more; that of series does not change [load.summary]", () => {
  assert.deepEqual(
    [0, 1, 2].map((count) => counted(count, "new value")),
    ["0 new values", "1 new value", "2 new values"],
  );
  assert.deepEqual([counted(1, "series"), counted(21, "series")], ["1 series", "21 series"]);
});
