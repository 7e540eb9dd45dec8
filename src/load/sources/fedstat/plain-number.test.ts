// The fast reading of a number gives the same result as number-text.ts, or leaves the number to it.
import assert from "node:assert/strict";
import {Buffer} from "node:buffer";
import {test} from "node:test";
import fc from "fast-check";
import {parseNumberText} from "../../../country/ru/number-text.ts";
import {readPlainNumber} from "./series-scanner.ts";

function readPlain(text: string): number {
  const bytes = Buffer.from(`x${text}7`);
  return readPlainNumber(bytes, 1, bytes.length - 1);
}

const digits = fc.stringMatching(/^\d{1,18}$/);
const texts = fc.oneof(
  fc
    .tuple(fc.constantFrom("", "-"), digits, fc.constantFrom("", ",", "."), fc.stringMatching(/^\d{0,9}$/))
    .map((parts) => parts.join("")),
  fc.string({unit: fc.constantFrom(..."-,.0159 )…xх\u00a0"), maxLength: 8}),
);

test("a number read from its bytes equals the number of its text, or is left to be read as text [value.shortest]", () => {
  fc.assert(
    fc.property(texts, (text) => {
      const plain = readPlain(text);
      if (!Number.isNaN(plain)) assert.deepEqual(parseNumberText(text), {kind: "value", value: plain});
    }),
    {numRuns: 20_000},
  );
});

test("digits with a comma and a minus are plain up to sixteen characters; a single comma, a point, a blank, or no digit is not", () => {
  for (const [text, value] of [
    ["0", 0],
    ["-0,0", 0],
    ["-12,50", -12.5],
    ["9007199254740991", 9007199254740991],
    ["9007199254740961", 9007199254740961],
    ["90071992547409,9", 90071992547409.9],
  ] as const)
    assert.ok(Object.is(readPlain(text), value), text);
  for (const text of ["", "-", ",", ",5", "5,", "1.5", "1 000", "1,2,3", "9007199254740992", "12345678901234567", "5)"])
    assert.ok(Number.isNaN(readPlain(text)), text);
});
