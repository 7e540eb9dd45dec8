import assert from "node:assert/strict";
import {test} from "node:test";
import {crc32} from "node:zlib";
import * as fc from "fast-check";
import type {PeriodTable} from "../time/day.ts";
import {encodeHistory} from "./encode.ts";
import {columnsOf, type Estimate, histories} from "./histories.fixture.ts";
import {DamagedHistory} from "./layout.ts";
import {createObservations, type HistoryWindow, type Observations, openWindow, readWindow} from "./window.ts";

/** Period p starts on day 3p: a period differs from its day, so a missing conversion makes the test fail. */
const BASE = -3000;
const periods: PeriodTable = {base: BASE, days: Int32Array.from({length: 60_000}, (_, index) => (BASE + index) * 3)};

interface Observation {
  readonly period: number;
  readonly asOf: number;
  readonly value: number;
}

/** CONTRACT 2 for a plain list: the last estimate of each period published by then. */
function observationsOf(rows: readonly Estimate[], {from, to, asOf, last = null}: HistoryWindow): Observation[] {
  const known = new Map<number, Observation>();
  for (const {period, day, value} of rows) {
    if (period < from || period > to || (asOf !== null && day > asOf)) continue;
    known.set(period, {period: period * 3, asOf: day, value});
  }
  const all = [...known.values()];
  return last === null ? all : all.slice(-last);
}

function rowsOf({count, period, asOf, mantissa, decimals}: Observations): Observation[] {
  return Array.from({length: count}, (_, row) => ({
    period: period[row]!,
    asOf: asOf[row]!,
    value: decimals < 0 ? mantissa[row]! : mantissa[row]! / 10 ** decimals,
  }));
}

/** Bounds inside, at the edges and outside of the history. */
const cases = histories.chain((rows) => {
  const first = rows[0]?.period ?? 0;
  const last = rows.at(-1)?.period ?? 0;
  const bound = fc.integer({min: first - 2, max: last + 2});
  return fc.record({
    rows: fc.constant(rows),
    window: fc.record({
      ...{from: bound, to: bound},
      asOf: fc.option(fc.integer({min: -1260, max: 1260})),
      last: fc.option(fc.integer({min: 1, max: rows.length + 2}), {freq: 2}),
    }),
  });
});

const reused = createObservations();

test("a window of a history, as known now or on a past day, equals the same window of a plain list [history.window] [history.as-of] [data.observation-latest]", () => {
  fc.assert(
    fc.property(cases, ({rows, window}) => {
      const bytes = encodeHistory(columnsOf(rows));
      const expected = observationsOf(rows, window);
      readWindow(openWindow(bytes, window), periods, reused);
      assert.deepStrictEqual(rowsOf(reused), expected);
      assert.equal(openWindow(bytes, window).count, expected.length);
    }),
    {numRuns: 5000},
  );
});

test("an estimate is known from its day of publication on, but not on the day before [history.as-of]", () => {
  const bytes = encodeHistory(
    columnsOf([
      {period: 1, day: 100, sequence: 0, value: 98.8},
      {period: 1, day: 130, sequence: 0, value: 99.6},
    ]),
  );
  const asOf = (day: number | null): Observation[] => {
    readWindow(openWindow(bytes, {from: 0, to: 9, asOf: day}), periods, reused);
    return rowsOf(reused);
  };
  assert.deepStrictEqual(asOf(99), []);
  assert.deepStrictEqual(asOf(100), [{period: 3, asOf: 100, value: 98.8}]);
  assert.deepStrictEqual(asOf(129), [{period: 3, asOf: 100, value: 98.8}]);
  assert.deepStrictEqual(asOf(130), [{period: 3, asOf: 130, value: 99.6}]);
  assert.deepStrictEqual(asOf(null), [{period: 3, asOf: 130, value: 99.6}]);
});

test("values of a past day keep their digits if old and new estimates have different forms [history.as-of]", () => {
  const bytes = encodeHistory(
    columnsOf([
      {period: 1, day: 100, sequence: 0, value: 0.1 + 0.2},
      {period: 1, day: 130, sequence: 0, value: 99.6},
      {period: 2, day: 100, sequence: 0, value: 1.25},
    ]),
  );
  readWindow(openWindow(bytes, {from: 0, to: 9, asOf: 110}), periods, reused);
  assert.deepStrictEqual(
    rowsOf(reused).map((row) => row.value),
    [0.1 + 0.2, 1.25],
  );
});

test("reused columns grow for long histories without loss [history.window]", () => {
  const rows = Array.from({length: 20_000}, (_, period) => ({period, day: period, sequence: 0, value: period / 4}));
  const window = {from: 5, to: 19_000, asOf: null};
  const into = createObservations();
  readWindow(openWindow(encodeHistory(columnsOf(rows)), window), periods, into);
  assert.deepStrictEqual(rowsOf(into), observationsOf(rows, window));
});

test("a period without a date in the calendar is an error, not a wrong date", () => {
  const bytes = encodeHistory(columnsOf([{period: 2, day: 1, sequence: 0, value: 1}]));
  const window = {from: 0, to: 9, asOf: null};
  const gap = {base: 1, days: Int32Array.of(7, -2147483648, 21)};
  assert.throws(() => readWindow(openWindow(bytes, window), gap, createObservations()), /no date for period 2/);
  assert.throws(
    () => readWindow(openWindow(bytes, window), {base: 3, days: Int32Array.of(1)}, createObservations()),
    /period 2/,
  );
});

test("a window detects every flipped byte too [history.crc]", () => {
  fc.assert(
    fc.property(cases, ({rows, window}) => {
      const bytes = encodeHistory(columnsOf(rows));
      for (let at = 0; at < bytes.length; at++) {
        bytes[at]! ^= 64;
        assert.throws(() => readWindow(openWindow(bytes, window), periods, reused), DamagedHistory);
        bytes[at]! ^= 64;
      }
    }),
    {numRuns: 50},
  );
});

test("random bytes with a right checksum give observations or a clear error, and nothing else [history.crc]", () => {
  const changes = fc.array(fc.tuple(fc.nat(), fc.nat(255)), {minLength: 1, maxLength: 4});
  fc.assert(
    fc.property(cases, changes, ({rows, window}, all) => {
      const bytes = encodeHistory(columnsOf(rows));
      for (const [at, value] of all) bytes[at % bytes.length] = value;
      new DataView(bytes.buffer).setUint32(bytes.length - 4, crc32(bytes.subarray(0, -4)), true);
      try {
        // Counting reads only the runs of periods, and a run of any length takes a few bytes.
        const counted = openWindow(bytes, window).count;
        assert.ok(Number.isInteger(counted) && counted >= 0);
        readWindow(openWindow(bytes, window), periods, reused);
        assert.ok(reused.count <= bytes.length);
      } catch (error) {
        const undated = error instanceof RangeError && error.message.startsWith("the calendar has no date");
        assert.ok(undated || error instanceof DamagedHistory, String(error));
      }
    }),
    {numRuns: 3000},
  );
});
