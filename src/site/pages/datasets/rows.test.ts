import assert from "node:assert/strict";
import {test} from "node:test";
import {dayOf} from "../../../statistics/time/day.ts";
import {reachedWords} from "./rows.ts";

const first = dayOf(2000, 1, 1);
const span = (frequency: "A" | "Q" | "M", last: number) => ({frequency, first, last, series: 1});

test("the latest period of an update is a quarter or a year for quarterly or annual data, else the stored month [site.reached]", () => {
  const quarterly = span("Q", dayOf(2021, 7, 1));
  const annual = span("A", dayOf(2020, 1, 1));
  const monthly = span("M", dayOf(2021, 9, 1));
  assert.equal(reachedWords("2021-07", [quarterly], "ru"), "III\u00a0квартал\u00a02021");
  assert.equal(reachedWords("2021-07", [annual, quarterly], "en"), "Q3\u00a02021");
  assert.equal(reachedWords("2020-01", [annual, quarterly], "en"), "2020");
  assert.equal(reachedWords("2021-09", [annual, monthly], "ru"), "сентябрь\u00a02021");
  // an older update of a single frequency, and of several, where the month is all that is known
  assert.equal(reachedWords("2021-04", [quarterly], "en"), "Q2\u00a02021");
  assert.equal(reachedWords("2021-04", [annual, quarterly], "en"), "April\u00a02021");
  assert.equal(reachedWords("2021-04", [], "en"), "April\u00a02021");
});
