import assert from "node:assert/strict";
import {test} from "node:test";
import {parse} from "csv-parse/sync";
import * as fc from "fast-check";
import {anyText} from "../text/any-text.fixture.ts";
import {csvCell, tableCsv} from "./table-csv.ts";

test("a table has its header, semicolons, \\n, numbers as in JSON and empty cells for null [reference.csv]", () => {
  const rows = [
    {code: "a;b", mult: 0.001, revised: true, note: null},
    {code: "", mult: 1e21, revised: false, note: 'two\nlines "q"'},
  ];
  const csv = 'code;mult;revised;note\n"a;b";0.001;true;\n;1e+21;false;"two\nlines ""q"""\n';
  assert.equal(tableCsv(["code", "mult", "revised", "note"], rows, false), csv);
  assert.equal(tableCsv(["code", "mult", "revised", "note"], rows, true), `\uFEFF${csv}`);
  assert.equal(tableCsv(["code"], [], false), "code\n");
});

test("a text that a spreadsheet would read as a formula gets an apostrophe [csv.formula]", () => {
  const rows = ["=1+1", "+7", "@x", "\tx", "-5", "x=1"].map((code) => ({code}));
  assert.equal(tableCsv(["code"], rows, false), "code\n'=1+1\n'+7\n'@x\n'\tx\n-5\nx=1\n");
});

test("a CSV reader reads back the written values [reference.csv]", () => {
  const cell = fc.oneof(
    anyText().map((text) => text.replace(/^[=+@\t-]+/, "")),
    fc.integer(),
    fc.double({noNaN: true, noDefaultInfinity: true}),
    fc.boolean(),
    fc.constant(null),
  );
  fc.assert(
    fc.property(fc.array(fc.record({a: cell, b: cell, c: fc.constant("end")}), {maxLength: 20}), (rows) => {
      const read = parse(tableCsv(["a", "b", "c"], rows, false), {
        delimiter: ";",
        columns: true,
        record_delimiter: "\n",
      });
      const expected = rows.map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([name, value]) => [
            name,
            value === null ? "" : typeof value === "string" ? value : JSON.stringify(value),
          ]),
        ),
      );
      assert.deepEqual(read, expected);
    }),
  );
});

test("a cell is quoted only where RFC 4180 needs it [csv.quoting]", () => {
  assert.equal(csvCell("Хлеб, и булки", "code"), "Хлеб, и булки");
  assert.equal(csvCell(" blank ", "code"), " blank ");
  assert.equal(csvCell("it's", "code"), "it's");
  assert.equal(csvCell("", "code"), "");
  assert.equal(csvCell("a;b", "code"), '"a;b"');
  assert.equal(csvCell('"Газ"', "code"), '"""Газ"""');
  assert.equal(csvCell("a\nb", "code"), '"a\nb"');
  assert.equal(csvCell("a\rb", "code"), '"a\rb"');
});

test("a code that begins with =, +, @ or a tab gets an apostrophe, one that begins with a minus does not [csv.formula]", () => {
  assert.equal(csvCell("=1+1", "code"), "'=1+1");
  assert.equal(csvCell("+7", "code"), "'+7");
  assert.equal(csvCell("@x", "code"), "'@x");
  assert.equal(csvCell("\tx", "code"), "'\tx");
  assert.equal(csvCell("-1", "code"), "-1");
  assert.equal(csvCell("a=1", "code"), "a=1");
  assert.equal(csvCell("=a;b", "code"), '"\'=a;b"');
});

test("a name that a minus starts gets an apostrophe too, unless a blank follows; codes in the same table keep theirs [csv.formula]", () => {
  for (const column of ["class_label", "geo_label", "name", "title", "note", "label"]) {
    assert.equal(csvCell("-1+cmd|' /C calc'!A0", column), "'-1+cmd|' /C calc'!A0", column);
    assert.equal(csvCell("=1", column), "'=1");
    for (const plain of ["- в том числе", "-\u00a0всего", "-", "—1", "a-1", ""])
      assert.equal(csvCell(plain, column), plain);
  }
  const rows = [{code: "-5", name: "-5"}];
  assert.equal(tableCsv(["code", "name"], rows, false), "code;name\n-5;'-5\n");
});

test("a strict reader reads back every text, except for the apostrophe [csv.quoting] [csv.formula]", () => {
  fc.assert(
    fc.property(fc.array(anyText(), {minLength: 2, maxLength: 5}), (texts) => {
      const read: string[][] = parse(`${texts.map((text) => csvCell(text, "code")).join(";")}\n`, {
        delimiter: ";",
        record_delimiter: "\n",
      });
      assert.deepStrictEqual(read, [texts.map((text) => (/^[=+@\t]/.test(text) ? `'${text}` : text))]);
    }),
    {numRuns: 300},
  );
});
