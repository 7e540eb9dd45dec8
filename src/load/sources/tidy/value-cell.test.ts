// A value cell equals Number() for every number, and is refused otherwise.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {NO_VALUE, readValueCell} from "./observation-file.ts";

const read = (text: string) => {
  const bytes = Buffer.from(`;${text};`);
  return readValueCell(bytes, 1, bytes.length - 1);
};

test("any decimal that a double keeps is the double that Number gives, with a point or a comma [tidy.decimal]", () => {
  const digitsUpTo = (maxLength: number) =>
    fc.string({unit: fc.constantFrom(..."0123456789"), minLength: 1, maxLength});
  fc.assert(
    fc.property(
      fc.boolean(),
      digitsUpTo(15),
      fc.option(digitsUpTo(24)),
      fc.constantFrom(".", ","),
      fc.option(fc.integer({min: -30, max: 30})),
      (isNegative, whole, part, mark, power) => {
        const text = `${isNegative ? "-" : ""}${whole}${part === null ? "" : mark + part}${power === null ? "" : `e${power}`}`;
        assert.ok(Object.is(read(text), Number(text.replace(",", ".")) + 0), text);
      },
    ),
    {numRuns: 2000},
  );
});

test("the shortest text of any double reads back as that double [tidy.decimal]", () => {
  fc.assert(
    fc.property(fc.double({noNaN: true, noDefaultInfinity: true}), (value) =>
      assert.ok(Object.is(read(String(value)), value + 0)),
    ),
  );
});

test("empty, an ellipsis and a hyphen mean no value, with or without blanks around them [tidy.no-value]", () => {
  for (const text of ["", "-", "…", " ", " - ", "\u00a0…"]) assert.equal(read(text), NO_VALUE, text);
});

test("any other text is refused: no thousands separators, no signs, no words, no infinity [tidy.decimal]", () => {
  const texts = [
    "1 000",
    "1,234,567",
    "1.2.3",
    "+1",
    ".5",
    "5.",
    "1e",
    "0x10",
    "NaN",
    "Infinity",
    "1e999",
    "1e-999",
    "12345678901234567890123",
    "9007199254740993",
    "12%",
    "--1",
    "−5",
    "1_0",
    "...",
    "–",
    "1\u00a0000",
  ];
  for (const text of texts) assert.ok(Number.isNaN(read(text)), text);
});
