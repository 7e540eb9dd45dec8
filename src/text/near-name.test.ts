// The names that were probably meant.
import assert from "node:assert/strict";
import {test} from "node:test";
import {findNearestName, nearestTexts} from "./near-name.ts";

test("the nearest code is looked for among the first 1,000 codes alone, so that a wrong code costs the same in any store", () => {
  let taken = 0;
  function* codes() {
    for (;;) yield taken++ === 999 ? "01.1.4" : "x";
  }
  assert.equal(findNearestName("01.1.5", codes()), "01.1.4");
  assert.ok(taken <= 1_001);
  taken = 1;
  assert.equal(findNearestName("01.1.5", codes()), "01.1.4");
  assert.equal(findNearestName("01.1.5", []), null);
});

test("the nearest texts come first, and those too far away are left out [site.not-found]", () => {
  const known = ["gdp", "key_rate", "key_rate_inflation", "cpi_monthly", "cpi_weekly"];
  assert.deepEqual(nearestTexts("cpi_montly", known, 3), ["cpi_monthly", "cpi_weekly"]);
  assert.deepEqual(nearestTexts("KEYRATE", known, 3), ["key_rate"]);
  assert.deepEqual(nearestTexts("dgp", known, 3), ["gdp"]);
  assert.deepEqual(nearestTexts("gdpp", known, 3), ["gdp"]);
  assert.deepEqual(nearestTexts("something", known, 3), []);
  assert.deepEqual(nearestTexts("", known, 3), []);
});
