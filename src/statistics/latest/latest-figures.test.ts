// The last value with its changes, against the steps of derived values.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {atOnce} from "../../work/pace.ts";
import {type SeriesColumns, toRounded} from "../derived/columns.ts";
import {derive} from "../derived/derive.ts";
import {QUANTITIES} from "../derived/quantity.ts";
import {parseSteps} from "../derived/step.ts";
import {dayOf} from "../time/day.ts";
import {latestFigures} from "./latest-figures.ts";

type Rows = readonly (readonly [period: number, value: number])[];

function columnsOf(rows: Rows, frequency: SeriesColumns["frequency"]): SeriesColumns {
  return {
    frequency,
    count: rows.length,
    period: Int32Array.from(rows, ([period]) => period),
    value: Float64Array.from(rows, ([, value]) => value),
    asOf: new Int32Array(rows.length),
  };
}

const MONTH = 2020 * 12;
const series = fc
  .uniqueArray(fc.integer({min: MONTH, max: MONTH + 30}), {minLength: 1, maxLength: 30})
  .chain((periods) =>
    fc
      .array(fc.double({min: -50, max: 5000, noNaN: true}), {minLength: periods.length, maxLength: periods.length})
      .map((values): Rows => periods.sort((one, other) => one - other).map((period, at) => [period, values[at]!])),
  );

test("changes on the period and on the year are those of the steps pct and yoy_pct, or of change and yoy where per cent are refused; an index to the previous period has none on the year [derived.latest]", () => {
  const lastOf = (columns: SeriesColumns, meaning: (typeof QUANTITIES)[number], steps: readonly string[]) => {
    for (const text of steps) {
      const parsed = parseSteps(text);
      assert.ok(!("problem" in parsed));
      const found = atOnce(derive({columns, meaning, isAdjusted: false, weeks: null}, parsed, new Map()));
      if ("refusal" in found) continue;
      const at = found.columns.count - 1;
      const isLast = at >= 0 && found.columns.period[at] === columns.period[columns.count - 1];
      return isLast ? toRounded(found.columns.value[at]!) : null;
    }
    return null;
  };
  fc.assert(
    fc.property(series, fc.constantFrom(...QUANTITIES), (rows, meaning) => {
      const columns = columnsOf(rows, "M");
      const latest = latestFigures(columns, meaning, null)!;
      assert.deepEqual([latest.period, latest.value], rows.at(-1));
      assert.equal(latest.onPeriod?.value ?? null, lastOf(columns, meaning, ["pct", "change"]));
      // the difference of two growths of a single month tells nothing of the year
      const onYear = meaning === "index_prev" ? ["yoy_pct"] : ["yoy_pct", "yoy"];
      assert.equal(latest.onYear?.value ?? null, lastOf(columns, meaning, onYear));
    }),
  );
});

test("a day is compared with the value before it and with the last one at or before the day a year ago, at most 15 days older [derived.latest]", () => {
  const day = (year: number, month: number, date: number) => dayOf(year, month, date);
  const figures = (rows: Rows) => latestFigures(columnsOf(rows, "D"), "rate", null)!;
  const friday = figures([
    [day(2025, 3, 7), 21],
    [day(2026, 3, 6), 16],
    [day(2026, 3, 9), 15.5],
  ]);
  assert.deepEqual(friday.onPeriod, {value: -0.5, unit: "own", base: day(2026, 3, 6)});
  assert.deepEqual(friday.onYear, {value: -5.5, unit: "own", base: day(2025, 3, 7)});
  const atLimit = (days: number) =>
    figures([
      [day(2025, 3, 9) - days, 20],
      [day(2026, 3, 9), 15],
    ]);
  assert.equal(atLimit(15).onYear?.value, -5);
  assert.equal(atLimit(16).onYear, null);
  assert.equal(atLimit(15).onPeriod, null);
});

test("a year has no second change, and a series without values no figures [derived.latest]", () => {
  const years = latestFigures(
    columnsOf(
      [
        [2024, 100],
        [2025, 110],
      ],
      "A",
    ),
    "level",
    null,
  )!;
  assert.deepEqual(years.onPeriod, {value: 10, unit: "percent", base: 2024});
  assert.equal(years.onYear, null);
  assert.equal(latestFigures(columnsOf([], "M"), "level", null), null);
});
