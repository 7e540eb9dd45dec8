// The name that was probably meant.
import assert from "node:assert/strict";
import {test} from "node:test";
import {findNearestName} from "./near-name.ts";

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
