import assert from "node:assert/strict";
import {test} from "node:test";
import {crc32} from "node:zlib";
import * as fc from "fast-check";
import {decodeHistory} from "./decode.ts";
import {encodeHistory} from "./encode.ts";
import {columnsOf, histories, rowsOf} from "./histories.fixture.ts";
import {DamagedHistory} from "./layout.ts";

test("every double is decoded exactly as it was encoded [history.exact]", () => {
  fc.assert(
    fc.property(histories, (rows) => {
      assert.deepStrictEqual(rowsOf(decodeHistory(encodeHistory(columnsOf(rows)))), rows);
    }),
    {numRuns: 2000},
  );
});

test("a span of periods has exactly the estimates of these periods, and columns of no more rows [history.exact]", () => {
  const bound = fc.integer({min: -60, max: 60});
  fc.assert(
    fc.property(histories, bound, bound, (rows, one, other) => {
      const around = rows[0]?.period ?? 0;
      const [from = 0, to = 0] = [around + one, around + other].sort((a, b) => a - b);
      const decoded = decodeHistory(encodeHistory(columnsOf(rows)), undefined, {from, to});
      const within = rows.filter(({period}) => period >= from && period <= to);
      assert.deepStrictEqual(rowsOf(decoded), within);
      assert.equal(decoded.period.length, within.length);
    }),
    {numRuns: 2000},
  );
});

test("minus zero, the smallest and the largest doubles, infinities and NaN are exact beside plain numbers [history.exact]", () => {
  const odd = [
    -0,
    5e-324,
    -5e-324,
    2.2250738585072014e-308,
    Number.MAX_VALUE,
    Infinity,
    -Infinity,
    NaN,
    2 ** 53,
    0.1 + 0.2,
  ];
  for (const value of odd) {
    const rows = [101.2, value, 0, 99.99].map((each, period) => ({period, day: 100, sequence: 0, value: each}));
    assert.deepStrictEqual(rowsOf(decodeHistory(encodeHistory(columnsOf(rows)))), rows);
  }
});

test("integers at the limits of every width are exact [history.exact]", () => {
  for (const exponent of [7, 14, 21, 28, 30, 31, 32, 49, 50, 51, 52, 53]) {
    for (const near of [-1, 0, 1]) {
      for (const decimals of [0, 1, 15]) {
        const value = (2 ** exponent + near) / 10 ** decimals;
        const rows = [value, -value, value, 0].map((each, period) => ({period, day: 1, sequence: 0, value: each}));
        assert.deepStrictEqual(rowsOf(decodeHistory(encodeHistory(columnsOf(rows)))), rows);
      }
    }
  }
});

test("the same estimates give the same bytes, independent of earlier encodings", () => {
  fc.assert(
    fc.property(histories, histories, (rows, others) => {
      const bytes = encodeHistory(columnsOf(rows));
      encodeHistory(columnsOf(others));
      assert.deepStrictEqual(encodeHistory(columnsOf(rows)), bytes);
      assert.deepStrictEqual(encodeHistory(decodeHistory(bytes)), bytes);
    }),
  );
});

test("every flipped byte of a history is detected [history.crc]", () => {
  fc.assert(
    fc.property(histories, fc.integer({min: 1, max: 255}), (rows, flip) => {
      const bytes = encodeHistory(columnsOf(rows));
      for (let at = 0; at < bytes.length; at++) {
        bytes[at]! ^= flip;
        assert.throws(() => decodeHistory(bytes), DamagedHistory);
        bytes[at]! ^= flip;
      }
    }),
    {numRuns: 50},
  );
});

test("a history that was cut, or has bytes after its end, is damaged [history.crc]", () => {
  fc.assert(
    fc.property(histories, (rows) => {
      const bytes = encodeHistory(columnsOf(rows));
      for (let length = 0; length < bytes.length; length++) {
        assert.throws(() => decodeHistory(bytes.subarray(0, length)), DamagedHistory);
      }
      assert.throws(() => decodeHistory(Uint8Array.of(...bytes, 0)), DamagedHistory);
    }),
    {numRuns: 50},
  );
});

test("random bytes with a right checksum give estimates or DamagedHistory, and no other error [history.crc]", () => {
  fc.assert(
    fc.property(histories, fc.array(fc.tuple(fc.nat(), fc.nat(255)), {minLength: 1, maxLength: 4}), (rows, changes) => {
      const bytes = encodeHistory(columnsOf(rows));
      for (const [at, value] of changes) bytes[at % bytes.length] = value;
      new DataView(bytes.buffer).setUint32(bytes.length - 4, crc32(bytes.subarray(0, -4)), true);
      try {
        decodeHistory(bytes);
      } catch (error) {
        assert.ok(error instanceof DamagedHistory, String(error));
      }
    }),
    {numRuns: 5000},
  );
});

test("an unknown layout is named in the error", () => {
  const bytes = encodeHistory(columnsOf([{period: 1, day: 1, sequence: 0, value: 1}]));
  bytes[0] = 9;
  new DataView(bytes.buffer).setUint32(bytes.length - 4, crc32(bytes.subarray(0, -4)), true);
  assert.throws(() => decodeHistory(bytes), /layout version 9/);
});

test("estimates out of order are refused", () => {
  const row = {period: 5, day: 10, sequence: 1, value: 1};
  assert.throws(() => encodeHistory(columnsOf([row, {...row, period: 4}])), RangeError);
  assert.throws(() => encodeHistory(columnsOf([row, {...row, sequence: 0}])), RangeError);
  assert.throws(() => encodeHistory(columnsOf([row, row])), RangeError);
});
