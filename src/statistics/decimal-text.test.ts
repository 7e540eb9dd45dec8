// Reading a decimal: the nearest double of a number, and null for a text that would become another number.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {readDecimal} from "./decimal-text.ts";

test("the shortest text of any double is read as that double, also without its exponent [value.exact]", () => {
  fc.assert(
    fc.property(fc.double({noNaN: true, noDefaultInfinity: true}), (value) => {
      assert.ok(Object.is(readDecimal(String(value)), value + 0), String(value));
      const plain = value.toLocaleString("en-US", {useGrouping: false, maximumFractionDigits: 20});
      if (Math.abs(value) >= 1) assert.equal(readDecimal(plain), Number(plain), plain);
    }),
  );
});

test("a whole number that a double represents is read, the next one is refused [value.exact]", () => {
  for (const text of [
    "9007199254740991",
    "-9007199254740992",
    "9007199254740994",
    "123456789012345680000",
    "1e400".slice(0, 3),
  ])
    assert.equal(readDecimal(text), Number(text), text);
  for (const text of ["9007199254740993", "-9007199254740993", "12345678901234567890123"])
    assert.equal(readDecimal(text), null, text);
  fc.assert(
    fc.property(fc.bigInt({min: -(10n ** 24n), max: 10n ** 24n}), (whole) => {
      const value = readDecimal(String(whole));
      // A double has at least 15 significant digits.
      if (value !== null) assert.ok((BigInt(value) - whole) ** 2n * 10n ** 30n <= whole ** 2n);
      if (value === null) assert.notEqual(BigInt(Number(whole)), whole);
    }),
  );
});

test("hexadecimal digits, infinities, and numbers too large or so small that they would become zero are refused [value.exact]", () => {
  for (const text of [
    "0x1F",
    "0b11",
    "1_000",
    "",
    " 1",
    "+1",
    ".5",
    "5.",
    "1e",
    "Infinity",
    "NaN",
    "1e400",
    "1e-400",
    "-0.0e-999x",
    "\u0661",
  ])
    assert.equal(readDecimal(text), null, text);
  for (const text of ["0", "-0", "0.000", "0e5"]) assert.ok(Object.is(readDecimal(text), 0), text);
});
