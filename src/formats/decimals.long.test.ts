// Decimals have the text of JSON.stringify.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {DECIMAL_ROOM, writeDecimal} from "./decimals.ts";

const bytes = Buffer.alloc(DECIMAL_ROOM);
const view = new DataView(bytes.buffer, bytes.byteOffset, DECIMAL_ROOM);

function textOf(mantissa: number, decimals: number): string {
  return bytes.toString("latin1", 0, writeDecimal(view, 0, mantissa, decimals));
}

test("a double is written as JSON.stringify writes it [value.shortest]", () => {
  fc.assert(
    fc.property(fc.double(), (value) => {
      assert.equal(textOf(value, -1), JSON.stringify(value));
    }),
    {numRuns: 20_000},
  );
});

test("a million scaled integers of every size and number of decimals are written as JSON.stringify writes them [value.shortest]", () => {
  // A fixed walk instead of random numbers, so that a failure can be repeated.
  let state = 42;
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  for (let run = 0; run < 1_000_000; run++) {
    const decimals = Math.floor(next() * 17) - 1;
    const mantissa = Math.round((next() - 0.5) * 2 ** (1 + Math.floor(next() * 52)));
    const value = decimals < 0 ? mantissa / 8 : mantissa / 10 ** decimals;
    const text = decimals < 0 ? textOf(value, -1) : textOf(mantissa, decimals);
    if (text !== JSON.stringify(value)) assert.fail(`${mantissa} / 10^${decimals}: ${text}`);
  }
});

test("every number up to 20,000 with up to six decimals is written without trailing zeros [value.shortest]", () => {
  for (let mantissa = -20_000; mantissa <= 20_000; mantissa++) {
    for (let decimals = 0; decimals <= 7; decimals++) {
      const expected = JSON.stringify(mantissa / 10 ** decimals);
      if (textOf(mantissa, decimals) !== expected) assert.equal(textOf(mantissa, decimals), expected);
    }
  }
});

test("zeros, exponents, widths, NaN and infinities are written as JSON.stringify writes them [value.shortest]", () => {
  const edges = [
    0,
    -0,
    NaN,
    Infinity,
    -Infinity,
    5e-324,
    1e-6,
    1e-7,
    9.99e-7,
    1.5e-7,
    1e20,
    1e21,
    1.7976931348623157e308,
  ];
  for (let exponent = 0; exponent <= 64; exponent++) {
    edges.push(
      2 ** exponent - 1,
      2 ** exponent,
      2 ** exponent + 1,
      10 ** exponent,
      10 ** exponent - 1,
      10 ** -exponent,
    );
  }
  for (const edge of edges) {
    for (const value of [edge, -edge, edge + 0.1, edge / 3]) {
      assert.equal(textOf(value, -1), JSON.stringify(value));
      assert.equal(textOf(value, 0), JSON.stringify(value));
      if (Number.isSafeInteger(value)) {
        for (let decimals = 0; decimals <= 22; decimals++) {
          assert.equal(textOf(value, decimals), JSON.stringify(value / 10 ** decimals));
        }
      }
    }
  }
});

test("writing a value does not change the bytes before it", () => {
  bytes.fill(0x23);
  const end = writeDecimal(view, 3, -1234567, 2);
  assert.equal(bytes.toString("latin1", 0, end), "###-12345.67");
});
