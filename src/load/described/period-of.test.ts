import assert from "node:assert/strict";
import {test} from "node:test";
import {transformationOf} from "../../country/ru/base-words.ts";
import {periodOf} from "./facts.ts";

const READING = {allCumulative: false, monthlyStocks: false};
const date = (month: number, dayOfMonth: number) => ({date: {year: 2025, month, dayOfMonth}});

test("a date is a day, or the first day of a month or quarter if the descriptor says so; another day is refused [described.dates]", () => {
  assert.deepEqual(periodOf(date(7, 1), READING), {frequency: "D", ordinal: 20_270, cumulative: false});
  assert.deepEqual(periodOf(date(7, 1), {...READING, dates: "month"}), {
    frequency: "M",
    ordinal: 2025 * 12 + 6,
    cumulative: false,
  });
  assert.deepEqual(periodOf(date(7, 1), {...READING, dates: "quarter"}), {
    frequency: "Q",
    ordinal: 2025 * 4 + 2,
    cumulative: false,
  });
  assert.ok("reason" in periodOf(date(7, 2), {...READING, dates: "month"}));
  assert.ok("reason" in periodOf(date(8, 1), {...READING, dates: "quarter"}));
});

test("a rate of growth is distinguished from an index, and from growth without revaluation [described.dates]", () => {
  assert.equal(transformationOf("Годовые темпы прироста"), "growth_yoy");
  assert.equal(transformationOf("Темпы прироста к началу года"), "growth_ytd");
  assert.equal(transformationOf("Темп прироста денежных агрегатов за месяц"), "growth_mom");
  assert.equal(transformationOf("г/г, %"), "growth_yoy");
  assert.equal(transformationOf("г/г ИВП*, %"), "growth_yoy_xr");
  assert.equal(transformationOf("с начала года, %"), "growth_ytd");
  assert.equal(transformationOf("Период к аналогичному периоду предыдущего года, %"), "pct_yoy");
  assert.equal(transformationOf("в % к предыдущему месяцу"), "pct_mom");
});
