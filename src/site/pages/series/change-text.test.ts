// The change of a value in the head of a series page.
import assert from "node:assert/strict";
import {test} from "node:test";
import {changeText} from "./change-text.ts";

test("a change in per cent has two decimals, and a change of per cent is in points [site.change]", () => {
  assert.equal(changeText(87.2, 100, false, "ru"), "−12,8 (−12,8\u00a0%)");
  assert.equal(changeText(108.22, 100, false, "en"), "+8.22 (+8.2%)");
  assert.equal(changeText(200, 100, false, "en"), "+100 (+100.0%)");
  assert.equal(changeText(100, 100, false, "en"), "0 (0.0%)");
  assert.equal(changeText(5, -5, false, "en"), "+10");
  assert.equal(changeText(99.36, 99.66, true, "ru"), "−0,30\u00a0п.\u00a0п.");
  assert.equal(changeText(21, 20.5, true, "en"), "+0.5\u00a0percentage points");
});

test("the difference of fractions as long as a double's has the decimals of the shown values [site.few-digits]", () => {
  // shown as 30,312 and 31,139
  assert.equal(changeText(30.312035661218424, 31.138613861386137, true, "ru"), "−0,827\u00a0п.\u00a0п.");
  assert.equal(changeText(1.0000001234567, 1.0000001, true, "en"), "+0.000000023457\u00a0percentage points");
});
