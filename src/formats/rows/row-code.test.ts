import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {
  createObservations,
  growObservations,
  type ObservationColumns,
  type Observations,
} from "../../statistics/history/window.ts";
import {type Day, dayText, FIRST_DAY, LAST_DAY} from "../../statistics/time/day.ts";
import {createConstantText, setConstantText} from "../body-bytes.ts";
import {prepareDay} from "../day-word.ts";
import {createSliceJsonWriter} from "../slice-json.ts";
import {rowCode} from "./row-code.ts";

interface Row {
  readonly period: Day;
  readonly asOf: Day;
  readonly mantissa: number;
}

function columnsOf(rows: readonly Row[], decimals: number, memory?: ObservationColumns): Observations {
  const columns = createObservations(memory);
  growObservations(columns, rows.length);
  columns.count = rows.length;
  columns.decimals = decimals;
  for (const [place, {period, asOf, mantissa}] of rows.entries()) {
    columns.period[place] = period;
    columns.asOf[place] = asOf;
    columns.mantissa[place] = mantissa;
  }
  return columns;
}

const day = fc.integer({min: FIRST_DAY, max: LAST_DAY});
/** Around the limits of the code: four and eight digits before the point, and powers of ten behind it. */
const usualMantissa = (decimals: number): fc.Arbitrary<number> =>
  fc
    .oneof(
      fc.integer({min: 0, max: 12_000}).map((number) => number * 10 ** Math.max(0, decimals - 2)),
      fc.integer({min: 0, max: 110_000_000}),
      fc.tuple(fc.integer({min: 0, max: 14}), fc.integer({min: -2, max: 2})).map(([power, near]) => 10 ** power + near),
      fc.integer({min: 0, max: 1.1e14}),
    )
    .chain((number) => fc.constantFrom(number, -number));

const usualSeries = fc.integer({min: 0, max: 6}).chain((decimals) =>
  fc.record({
    decimals: fc.constant(decimals),
    key: fc.stringMatching(/^[0-9a-z]{1,120}$/),
    rows: fc.array(fc.record({period: day, asOf: day, mantissa: usualMantissa(decimals)}), {
      minLength: 1,
      maxLength: 40,
    }),
    repeats: fc.integer({min: 1, max: 30}),
  }),
);

test("rows of usual numbers equal, byte for byte, JSON.stringify of the same objects [data.observations-flat] [value.shortest]", () => {
  fc.assert(
    fc.property(usualSeries, fc.boolean(), ({decimals, key, rows, repeats}, isOwn) => {
      const all = Array.from({length: repeats}, () => rows).flat();
      const writer = createSliceJsonWriter();
      writer.begin([]);
      writer.observations(key, columnsOf(all, decimals, isOwn ? rowCode()!.columns : undefined));
      const expected = all.map(({period, asOf, mantissa}) => ({
        series_key: key,
        period: dayText(period),
        value: mantissa / 10 ** decimals,
        as_of: dayText(asOf),
      }));
      assert.equal(writer.end({}).toString(), JSON.stringify({series: [], observations: expected}));
    }),
    {numRuns: 400},
  );
});

/** Rows that the code writes in one call, of those given. */
function written(rows: readonly Row[], decimals: number): number {
  const code = rowCode()!;
  const between = createConstantText();
  setConstantText(between, '"},{"series_key":"0123456789abcdef","period":"');
  if (!code.begin(between, decimals)) return -1;
  return code.write(columnsOf(rows, decimals), 0, Buffer.alloc(100_000), 0);
}

const known = FIRST_DAY + 5;
const row = (mantissa: number): Row => ({period: known, asOf: known, mantissa});
function learnKnown(): void {
  prepareDay(known);
  rowCode()!.learn(known);
}

test("this system has the code, and it writes usual rows up to the first that is not for it", () => {
  assert.notEqual(rowCode(), null);
  learnKnown();
  for (const [decimals, last] of [
    [0, 1e8],
    [2, 1e10],
    [6, 1e14],
  ] as const) {
    assert.equal(written([row(0), row(-(last - 1)), row(last - 1), row(5)], decimals), 4);
    assert.equal(written([row(0), row(last), row(5)], decimals), 1);
  }
  for (const odd of [0.5, Number.NaN, Number.POSITIVE_INFINITY, -1e300])
    assert.equal(written([row(1), row(odd)], 2), 1);
  assert.equal(written([row(1)], -1), -1);
  assert.equal(written([row(1)], 7), -1);
});

test("one call writes at most 512 rows, and stops at a day that does not exist", () => {
  learnKnown();
  assert.equal(written(Array(600).fill(row(1)), 0), 512);
  for (const strange of [FIRST_DAY - 1, LAST_DAY + 1, 2 ** 31 - 1, -(2 ** 31)]) {
    assert.equal(written([row(1), {...row(1), asOf: strange}], 0), 1);
    assert.equal(written([row(1), {...row(1), period: strange}], 0), 1);
  }
  assert.equal(rowCode()!.learn(known), false);
});
