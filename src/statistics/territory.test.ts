import assert from "node:assert/strict";
import {test} from "node:test";
import {LEVELS} from "./territory.ts";

test("levels go from the country to the city in the order of a slice [territory.levels]", () => {
  assert.deepEqual([...LEVELS], ["country", "district", "macroregion", "region", "city"]);
});
