import assert from "node:assert/strict";
import {test} from "node:test";
import * as fc from "fast-check";
import type {Observations} from "../statistics/history/window.ts";
import {dayText, FIRST_DAY, LAST_DAY} from "../statistics/time/day.ts";
import {BodyMemory} from "./body-bytes.ts";
import {writeObservationsJson} from "./observations-json.ts";

const memory = new BodyMemory();

const day = fc.integer({min: FIRST_DAY, max: LAST_DAY});

const rowsAndDecimals = fc.integer({min: -1, max: 9}).chain((decimals) =>
  fc.record({
    decimals: fc.constant(decimals),
    rows: fc.array(
      fc.record({
        period: day,
        asOf: day,
        mantissa: decimals < 0 ? fc.double({noNaN: true, noDefaultInfinity: true}) : fc.maxSafeInteger(),
      }),
      {maxLength: 40},
    ),
  }),
);

function columnsOf(rows: readonly {period: number; asOf: number; mantissa: number}[], decimals: number): Observations {
  return {
    count: rows.length,
    decimals,
    withdrawn: null,
    period: Int32Array.from(rows, ({period}) => period),
    asOf: Int32Array.from(rows, ({asOf}) => asOf),
    mantissa: Float64Array.from(rows, ({mantissa}) => mantissa),
  };
}

test("the body equals the text of JSON.stringify for the same values, from any row on [observations.items value.shortest]", () => {
  fc.assert(
    fc.property(rowsAndDecimals, fc.nat(50), fc.json({maxDepth: 1}), ({rows, decimals}, skipped, member) => {
      const start = Math.min(skipped, rows.length);
      const items = rows.slice(start).map(({period, asOf, mantissa}) => ({
        period: dayText(period),
        value: decimals < 0 ? mantissa : mantissa / 10 ** decimals,
        as_of: dayText(asOf),
      }));
      const tail = {count: items.length, member};
      const body = writeObservationsJson(memory, columnsOf(rows, decimals), start, tail);
      assert.equal(body.toString("utf8"), JSON.stringify({items, ...tail}));
    }),
    {numRuns: 300},
  );
});

test("five thousand values are written whole, and the next body does not change it", () => {
  const rows = Array.from({length: 5000}, (_, i) => ({period: i, asOf: i + 30, mantissa: i * 7}));
  const first = writeObservationsJson(memory, columnsOf(rows, 1), 0, {count: 5000});
  const text = first.toString("utf8");
  writeObservationsJson(memory, columnsOf(rows.slice(0, 10), 0), 0, {count: 10});
  assert.equal(first.toString("utf8"), text);
  assert.equal((JSON.parse(text) as {items: object[]}).items.length, 5000);
});

test("an unsupported day is never written", () => {
  const rows = [{period: LAST_DAY + 1, asOf: 0, mantissa: 1}];
  assert.throws(() => writeObservationsJson(memory, columnsOf(rows, 0), 0, {}), RangeError);
});
