// Derived values against the plain meaning of each step: a map from period to value, without columns and pointers.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {atOnce} from "../../work/pace.ts";
import {roundValues, type SeriesColumns} from "./columns.ts";
import {type DerivedInput, derive} from "./derive.ts";
import type {DerivedQuantity} from "./quantity.ts";
import {parseSteps} from "./step.ts";

type Rows = readonly (readonly [period: number, value: number, asOf: number])[];

function columnsOf(rows: Rows, frequency: SeriesColumns["frequency"]): SeriesColumns {
  return {
    frequency,
    count: rows.length,
    period: Int32Array.from(rows, ([period]) => period),
    value: Float64Array.from(rows, ([, value]) => value),
    asOf: Int32Array.from(rows, ([, , day]) => day),
  };
}

function inputOf(rows: Rows, meaning: DerivedQuantity, frequency: SeriesColumns["frequency"] = "M"): DerivedInput {
  return {columns: columnsOf(rows, frequency), meaning, isAdjusted: true, isMoney: true, weeks: null};
}

/** "period value asOf" of each value, then "period reason" of each missing one. */
function derived(
  rows: Rows,
  meaning: DerivedQuantity,
  text: string,
  frequency?: SeriesColumns["frequency"],
  others?: ReadonlyMap<string, DerivedInput>,
) {
  const steps = parseSteps(text);
  assert.ok(!("problem" in steps), text);
  const found = atOnce(derive(inputOf(rows, meaning, frequency), steps, others ?? new Map()));
  assert.ok(!("refusal" in found), `${text}: ${"refusal" in found ? found.refusal : ""}`);
  const {columns, missing} = found;
  roundValues(columns);
  const values = Array.from(
    {length: columns.count},
    (_, at) => [columns.period[at]!, columns.value[at]!, columns.asOf[at]!] as const,
  );
  return {values, missing: Array.from(missing, ({period, reason}) => `${period} ${reason}`)};
}

const MONTH = 2020 * 12;
const series = fc
  .uniqueArray(fc.integer({min: MONTH, max: MONTH + 60}), {maxLength: 50})
  .chain((periods) =>
    fc.tuple(
      fc.constant(periods.sort((one, other) => one - other)),
      fc.array(fc.tuple(fc.double({min: -50, max: 5000, noNaN: true}), fc.integer({min: 18_000, max: 19_000})), {
        minLength: periods.length,
        maxLength: periods.length,
      }),
    ),
  )
  .map(([periods, cells]): Rows => periods.map((period, at) => [period, cells[at]![0], cells[at]![1]]));

/** The value of a period from those of some others; undefined: one of them is missing; null: they can't be compared. */
type Plain = (
  at: (period: number) => number,
  period: number,
) => {readonly needs: readonly number[]; readonly value: () => number | null};

const percent = (value: number, base: number): number | null => (base > 0 ? (value / base - 1) * 100 : null);
const pair =
  (offset: (period: number) => number, combine: (value: number, base: number) => number | null): Plain =>
  (at, period) => ({needs: [period, offset(period)], value: () => combine(at(period), at(offset(period)))});

const PLAIN: Readonly<Record<string, Plain>> = {
  change: pair(
    (period) => period - 1,
    (value, base) => value - base,
  ),
  yoy: pair(
    (period) => period - 12,
    (value, base) => value - base,
  ),
  pct: pair((period) => period - 1, percent),
  yoy_pct: pair((period) => period - 12, percent),
  ytd_pct: pair((period) => period - (period % 12) - 1, percent),
  saar: pair(
    (period) => period - 1,
    (value, base) => (base > 0 && value > 0 ? ((value / base) ** 12 - 1) * 100 : null),
  ),
  cca: pair(
    (period) => period - 1,
    (value, base) => (base > 0 && value > 0 ? 1200 * Math.log(value / base) : null),
  ),
  log: (at, period) => ({needs: [period], value: () => (at(period) > 0 ? Math.log(at(period)) : null)}),
  "rolling:3:mean": (at, period) => ({
    needs: [period - 2, period - 1, period],
    value: () => (at(period - 2) + at(period - 1) + at(period)) / 3,
  }),
};

test("a step pairs values by period and never by row, and what it lacks is missing with its reason [derived.pairing]", () => {
  fc.assert(
    fc.property(series, fc.constantFrom(...Object.keys(PLAIN)), (rows, step) => {
      const known = new Map(rows.map(([period, value]) => [period, value]));
      const dayOf = new Map(rows.map(([period, , day]) => [period, day]));
      const expected: (readonly [number, number, number])[] = [];
      const lacking: string[] = [];
      for (const [period] of rows) {
        const {needs, value} = PLAIN[step]!((at) => known.get(at)!, period);
        if (!needs.every((one) => known.has(one))) {
          lacking.push(`${period} ${step.startsWith("rolling") ? "incomplete" : "input_missing"}`);
          continue;
        }
        const own = value();
        if (own === null || !Number.isFinite(own)) lacking.push(`${period} not_comparable`);
        else expected.push([period, own, Math.max(...needs.map((one) => dayOf.get(one)!))]);
      }
      const found = derived(rows, "level", step);
      assert.deepEqual(found.missing, lacking);
      assert.deepEqual(
        found.values.map(([period, , day]) => [period, day]),
        expected.map(([period, , day]) => [period, day]),
      );
      for (const [at, [, value]] of expected.entries()) assertNear(found.values[at]![1], value);
    }),
  );
});

function assertNear(found: number, expected: number): void {
  const most = 1e-9 * Math.max(1, Math.abs(expected));
  assert.ok(Math.abs(found - expected) <= most, `${found} is not ${expected}`);
}

test("an index has its base as 100: one period, or the mean of a whole year [derived.index]", () => {
  const rows: Rows = Array.from({length: 30}, (_, at) => [MONTH + at, 50 + at, 100 + at]);
  const {values} = derived(rows, "level", "index:2020-03");
  assert.deepEqual(values[2], [MONTH + 2, 100, 102]);
  assertNear(values[0]![1], (100 * 50) / 52);
  assert.equal(values[0]![2], 102);
  const year = derived(rows, "level", "index:2020").values;
  const mean = rows.slice(0, 12).reduce((sum, [, value]) => sum + value, 0) / 12;
  assertNear(year[29]![1], (100 * 79) / mean);
  assert.equal(year[0]![2], 111);
  const whole = derived(rows.slice(1), "level", "index:2020");
  assert.deepEqual([whole.values.length, whole.missing[0]], [0, `${MONTH + 1} incomplete`]);
  assert.equal(derived(rows, "level", "index:2019-01").missing[0], `${MONTH} input_missing`);
});

test("rates of one period chain into an index up to a gap, on both sides of the base [derived.chain]", () => {
  const rows: Rows = [0, 1, 2, 3, 5, 6].map((at) => [MONTH + at, 110, 100 + at]);
  const {values, missing} = derived(rows, "index_prev", "chain:2020-02");
  assert.deepEqual(
    values.map(([period]) => period - MONTH),
    [0, 1, 2, 3],
  );
  for (const [at, expected] of [100 / 1.1, 100, 110, 121].entries()) assertNear(values[at]![1], expected);
  assert.deepEqual(
    values.map(([, , day]) => day),
    [101, 101, 102, 103],
  );
  assert.deepEqual(missing, [`${MONTH + 5} input_missing`, `${MONTH + 6} input_missing`]);
  const before = derived(rows.slice(1), "index_prev", "chain:2020-01").values;
  assert.deepEqual(
    before.map(([period]) => period - MONTH),
    [0, 1, 2, 3],
  );
  assertNear(before[3]![1], 133.1);
});

test("a chain over a year is the product of its rates, forwards and back [derived.chain]", () => {
  const rates = fc.array(fc.double({min: 90, max: 115, noNaN: true}), {minLength: 24, maxLength: 60});
  fc.assert(
    fc.property(rates, fc.integer({min: 0, max: 23}), (list, base) => {
      const rows: Rows = list.map((rate, at) => [MONTH + at, rate, 100]);
      const month = `${2020 + Math.floor(base / 12)}-${String((base % 12) + 1).padStart(2, "0")}`;
      const {values} = derived(rows, "index_prev", `chain:${month}`);
      assert.equal(values.length, rows.length);
      for (let at = 1; at < rows.length; at++) assertNear((100 * values[at]![1]) / values[at - 1]![1], list[at]!);
      const yearly = derived(rows, "index_prev", `chain:${month}|yoy_pct`);
      const product = list.slice(1, 13).reduce((all, rate) => (all * rate) / 100, 1);
      assertNear(yearly.values[0]![1], 100 * (product - 1));
    }),
    {numRuns: 50},
  );
});

test("a quarter or a year of which a part is missing gives no value [derived.aggregate]", () => {
  const rows: Rows = [0, 1, 2, 3, 5, 6, 7, 8].map((at) => [MONTH + at, 10 + at, 100 + at]);
  const quarters = (meaning: DerivedQuantity, by: string) => derived(rows, meaning, `to:Q:${by}`);
  const Q = 2020 * 4;
  assert.deepEqual(quarters("flow", "sum").values, [
    [Q, 33, 102],
    [Q + 2, 51, 108],
  ]);
  assert.deepEqual(quarters("flow", "sum").missing, [`${Q + 1} incomplete`]);
  assert.deepEqual(quarters("stock", "end").values, [
    [Q, 12, 102],
    [Q + 2, 18, 108],
  ]);
  assert.deepEqual(quarters("price", "mean").values, [
    [Q, 11, 102],
    [Q + 2, 17, 108],
  ]);
  assertNear(quarters("index_prev", "chain").values[0]![1], (10 * 11 * 12) / 1e4);
  const year: Rows = Array.from({length: 12}, (_, at) => [MONTH + at, at, 100]);
  assert.deepEqual(derived(year, "flow", "to:A:sum").values, [[2020, 66, 100]]);
  assert.deepEqual(derived(year, "flow", "to:Q:sum|to:A:sum").values, [[2020, 66, 100]]);
});

test("real values are in the prices of the last period of the price index [derived.real]", () => {
  const amounts: Rows = [0, 1, 2].map((at) => [MONTH + at, 100, 10]);
  const key = "p".repeat(16);
  const indices: Rows = [
    [MONTH, 50, 5],
    [MONTH + 1, 100, 20],
    [MONTH + 3, 200, 7],
  ];
  const others = new Map([[key, inputOf(indices, "index")]]);
  const found = derived(amounts, "flow", `real:${key}`, "M", others);
  assert.deepEqual(found.values, [
    [MONTH, 400, 10],
    [MONTH + 1, 200, 20],
  ]);
  assert.deepEqual(found.missing, [`${MONTH + 2} input_missing`]);
  const rates: Rows = [0, 1, 2, 3].map((at) => [MONTH + at, 110, 5]);
  const chained = derived(amounts, "flow", `real:${key}`, "M", new Map([[key, inputOf(rates, "index_prev")]]));
  assertNear(chained.values[0]![1], 133.1);
});

test("real values of quarters and years are divided by the mean of a finer price index, a stock by its last month, and the last whole period is the base [derived.real]", () => {
  const key = "p".repeat(16);
  // two whole quarters and one month
  const indices: Rows = [100, 110, 120, 130, 150, 170, 999].map((value, at) => [MONTH + at, value, at]);
  const others = new Map([[key, inputOf(indices, "index")]]);
  const quarters: Rows = [0, 1, 2].map((at) => [MONTH / 3 + at, 300, 1]);
  const flow = derived(quarters, "flow", `real:${key}`, "Q", others);
  assert.deepEqual(
    flow.values.map(([period, , asOf]) => [period, asOf]),
    [
      [MONTH / 3, 5],
      [MONTH / 3 + 1, 5],
    ],
  );
  assertNear(flow.values[0]![1], (300 * 150) / 110);
  assertNear(flow.values[1]![1], 300);
  assert.deepEqual(flow.missing, [`${MONTH / 3 + 2} input_missing`]);
  const stock = derived(quarters, "stock", `real:${key}`, "Q", others);
  assertNear(stock.values[0]![1], (300 * 170) / 120);
  const rates: Rows = Array.from({length: 24}, (_, at) => [MONTH + at, 101, 5]);
  const years: Rows = [0, 1].map((at) => [MONTH / 12 + at, 50, 1]);
  const chained = derived(years, "price", `real:${key}`, "A", new Map([[key, inputOf(rates, "index_prev")]]));
  assertNear(chained.values[0]![1], 50 * 1.01 ** 12);
});

test("days and weeks pair by the calendar: 29 February has no day a year before, and W01 follows the last week there is [derived.pairing]", () => {
  const day = (text: string) => Date.parse(text) / 86_400_000;
  const leap: Rows = [
    ["2023-02-28", 1],
    ["2024-02-28", 3],
    ["2024-02-29", 4],
  ].map(([text, value]) => [day(text as string), value as number, 1]);
  const found = derived(leap, "level", "yoy", "D");
  assert.deepEqual(found.values, [[day("2024-02-28"), 2, 1]]);
  assert.deepEqual(found.missing, [`${day("2023-02-28")} input_missing`, `${day("2024-02-29")} input_missing`]);
  const week = (year: number, number: number) => year * 54 + number - 1;
  const base = week(2023, 52);
  const weeks = {base, days: Int32Array.from([100, -2147483648, -2147483648, 107])};
  const rows: Rows = [
    [week(2023, 52), 5, 1],
    [week(2024, 1), 9, 1],
  ];
  const steps = parseSteps("change");
  assert.ok(!("problem" in steps));
  const result = atOnce(derive({...inputOf(rows, "level", "W"), weeks}, steps, new Map()));
  assert.ok("columns" in result && result.columns.count === 1 && result.columns.value[0] === 4);
});
