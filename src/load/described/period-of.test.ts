import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {transformationOf} from "../../country/ru/base-words.ts";
import {type DateMeaning, periodOf} from "./facts.ts";

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

test("a date inside or at the end of a month, quarter or year is that period if a person says so (FIX-country-12) [described.dates]", () => {
  fc.assert(
    fc.property(fc.integer({min: 1, max: 12}), fc.integer({min: 1, max: 28}), fc.boolean(), (month, inside, isEnd) => {
      const dayOfMonth = isEnd ? new Date(Date.UTC(2025, month, 0)).getUTCDate() : inside;
      const read = (dates: DateMeaning) => periodOf(date(month, dayOfMonth), {...READING, dates});
      const cumulative = false;
      assert.deepEqual(read("in month"), {frequency: "M", ordinal: 2025 * 12 + month - 1, cumulative});
      assert.deepEqual(read("in quarter"), {frequency: "Q", ordinal: 2025 * 4 + Math.ceil(month / 3) - 1, cumulative});
      assert.deepEqual(read("in year"), {frequency: "A", ordinal: 2025, cumulative});
      assert.equal("reason" in read("month"), dayOfMonth !== 1);
    }),
  );
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
