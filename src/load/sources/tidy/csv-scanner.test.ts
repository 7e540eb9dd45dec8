// The scanner gives the same rows as csv-parse for well-formed text in chunks of any size, and its own messages for other text.
import assert from "node:assert/strict";
import {test} from "node:test";
import {parse} from "csv-parse/sync";
import fc from "fast-check";
import {Refusal} from "../../../service/refusal.ts";
import {createCsvScanner} from "./csv-scanner.ts";

interface Row {
  readonly line: number;
  readonly cells: readonly string[];
  readonly fault: string | null;
  readonly text: string;
}

function scan(text: string | Uint8Array, delimiter: string, cuts: readonly number[] = []): Row[] {
  const bytes = typeof text === "string" ? Buffer.from(text) : text;
  const scanner = createCsvScanner("x.csv", delimiter.charCodeAt(0));
  const rows: Row[] = [];
  const take = () => {
    while (scanner.next()) {
      const cells = Array.from({length: scanner.count}, (_, cell) =>
        Buffer.from(scanner.bytes.subarray(scanner.start[cell], scanner.end[cell])).toString(),
      );
      rows.push({line: scanner.line, cells, fault: scanner.fault, text: scanner.rowText()});
    }
  };
  const ends = [...new Set([...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length])].sort((a, b) => a - b);
  let from = 0;
  for (const to of ends) {
    scanner.feed(Uint8Array.from(bytes.subarray(from, to)));
    take();
    from = to;
  }
  scanner.finish();
  take();
  return rows;
}

const cell = fc.string({
  unit: fc.constantFrom("a", "7", "Ж", "€", '"', ",", ";", "\t", "\n", "\r\n", " ", "-"),
  maxLength: 6,
});
const cuts = fc.array(fc.nat(400), {maxLength: 12});

test("rows, cells and lines equal those of csv-parse, in chunks of any size [tidy.delimiter]", () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, {minLength: 2, maxLength: 5}), {minLength: 1, maxLength: 8}),
      fc.constantFrom(",", ";", "\t"),
      fc.constantFrom("\n", "\r\n"),
      fc.boolean(),
      fc.boolean(),
      cuts,
      (table, delimiter, lineBreak, alwaysQuoted, endsInBreak, cut) => {
        const write = (text: string) =>
          alwaysQuoted || /["\r\n,;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
        const text =
          table.map((row) => row.map(write).join(delimiter)).join(lineBreak) + (endsInBreak ? lineBreak : "");
        const rows = scan(text, delimiter, cut);
        const expected: string[][] = parse(text, {delimiter, relax_column_count: true, record_delimiter: lineBreak});
        assert.deepEqual(
          rows.map(({cells}) => cells),
          expected,
        );
        assert.ok(rows.every(({fault}) => fault === null));
        for (const row of rows) assert.ok(text.split("\n")[row.line - 1]!.startsWith(row.text.split("\n")[0]!));
      },
    ),
    {numRuns: 400},
  );
});

test("broken text gives the same rows in chunks of any size, and every part of it is in a row", () => {
  const broken = fc.string({unit: fc.constantFrom("a", "1", '"', ",", "\n", "\r", "\r\n"), maxLength: 30});
  const outcome = (text: string, cut: readonly number[]) => {
    try {
      return scan(text, ",", cut);
    } catch (error) {
      assert.ok(error instanceof Refusal);
      return error.message;
    }
  };
  fc.assert(
    fc.property(broken, cuts, (text, cut) => {
      const whole = outcome(text, []);
      assert.deepEqual(outcome(text, cut), whole);
      if (typeof whole === "string") return;
      assert.equal(
        whole
          .map((row) => row.text)
          .join("")
          .replace(/[\r\n]/g, ""),
        text.replace(/[\r\n]/g, ""),
      );
    }),
    {numRuns: 1000},
  );
});

test("a byte order mark is not part of the first cell, and line breaks inside quotes count as lines [tidy.columns]", () => {
  const rows = scan('\ufeffa,b\r\n\r\n"x\ny",1\n2,"""q"""\r3,4', ",", [1, 2, 5]);
  assert.deepEqual(
    rows.map(({line, cells}) => [line, ...cells]),
    [
      [1, "a", "b"],
      [3, "x\ny", "1"],
      [5, "2", '"q"'],
      [6, "3", "4"],
    ],
  );
  assert.equal(rows[2]!.text, '2,"""q"""');
});

test("a row with wrong quotes has a fault and ends with its line [tidy.bad-rows]", () => {
  const rows = scan('a,b\nx,ООО "Р"\n"y"z,1\nc,d\n', ",");
  assert.deepEqual(
    rows.map(({line, fault}) => [line, fault]),
    [
      [1, null],
      [2, "a cell without quotes contains a quote"],
      [3, "a quoted cell has text after its closing quote"],
      [4, null],
    ],
  );
});

test("a quote that is never closed refuses the file and names its line", () => {
  assert.throws(
    () => scan('a,b\n1,"2\n3,4\n', ","),
    /^Refusal: x\.csv, line 2: a quote is opened in cell 2 and never closed$/,
  );
  assert.throws(() => scan(`a,"${"x".repeat(2 ** 20)}`, ",", [10]), /line 1/);
});

test("a file in UTF-16 is refused, and the hint says what to do", () => {
  assert.throws(() => scan(Buffer.from("\ufeffa,b\n", "utf16le"), ","), /x\.csv is UTF-16/);
});
