import assert from "node:assert/strict";
import {test} from "node:test";
import {parse} from "csv-parse/sync";
import * as fc from "fast-check";
import {anyText} from "../any-text.fixture.ts";
import {csvCell} from "./csv-cell.ts";

test("a cell is quoted only where RFC 4180 needs it [csv.quoting]", () => {
  assert.equal(csvCell("Хлеб, и булки"), "Хлеб, и булки");
  assert.equal(csvCell(" blank "), " blank ");
  assert.equal(csvCell("it's"), "it's");
  assert.equal(csvCell(""), "");
  assert.equal(csvCell("a;b"), '"a;b"');
  assert.equal(csvCell('"Газ"'), '"""Газ"""');
  assert.equal(csvCell("a\nb"), '"a\nb"');
  assert.equal(csvCell("a\rb"), '"a\rb"');
});

test("a text that begins with =, +, @ or a tab gets an apostrophe, one that begins with a minus does not [csv.formula]", () => {
  assert.equal(csvCell("=1+1"), "'=1+1");
  assert.equal(csvCell("+7"), "'+7");
  assert.equal(csvCell("@x"), "'@x");
  assert.equal(csvCell("\tx"), "'\tx");
  assert.equal(csvCell("-1"), "-1");
  assert.equal(csvCell("a=1"), "a=1");
  assert.equal(csvCell("=a;b"), '"\'=a;b"');
});

test("a strict reader gets every text back, but for the apostrophe [csv.quoting] [csv.formula]", () => {
  fc.assert(
    fc.property(fc.array(anyText(), {minLength: 2, maxLength: 5}), (texts) => {
      const read: string[][] = parse(`${texts.map(csvCell).join(";")}\n`, {delimiter: ";", record_delimiter: "\n"});
      assert.deepStrictEqual(read, [texts.map((text) => (/^[=+@\t]/.test(text) ? `'${text}` : text))]);
    }),
    {numRuns: 300},
  );
});
