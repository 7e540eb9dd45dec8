import assert from "node:assert/strict";
import {test} from "node:test";
import {nearestTexts} from "./nearest.ts";

test("the nearest texts come first, and those too far away are left out [site.not-found]", () => {
  const known = ["gdp", "key_rate", "key_rate_inflation", "cpi_monthly", "cpi_weekly"];
  assert.deepEqual(nearestTexts("cpi_montly", known, 3), ["cpi_monthly", "cpi_weekly"]);
  assert.deepEqual(nearestTexts("KEYRATE", known, 3), ["key_rate"]);
  assert.deepEqual(nearestTexts("gdpp", known, 3), ["gdp"]);
  assert.deepEqual(nearestTexts("something", known, 3), []);
  assert.deepEqual(nearestTexts("", known, 3), []);
});
