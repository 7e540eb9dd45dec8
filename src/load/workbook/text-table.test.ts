// A table as text, intact and damaged: an extra quote, control characters, lost line ends.
import assert from "node:assert/strict";
import {test} from "node:test";
import {textRows} from "./delimited.ts";

function rowsOf(text: string, delimiter = ";") {
  return [...textRows({name: "t.csv"}, text, delimiter)].map(({line, cells}) => [line, ...cells]);
}

function refusal(text: string, delimiter = ";"): string {
  try {
    rowsOf(text, delimiter);
  } catch (error) {
    return (error as Error).message;
  }
  return "";
}

test("each row has the line where it begins and complete quoted cells, with any line ends [workbook.text]", () => {
  assert.deepEqual(rowsOf('a;"b\nc ""d"""; e\n\n1;2;\n'), [
    [1, "a", 'b\nc "d"', " e"],
    [3, ""],
    [4, "1", "2", ""],
  ]);
  assert.deepEqual(rowsOf("a;b\r\n1;2\r\n"), rowsOf("a;b\n1;2\n"));
  assert.deepEqual(rowsOf('"a"b;c\n'), [[1, "ab", "c"]]);
});

test("an extra quote that would hide lines is refused with both its ends, and so is a quote that is never closed [workbook.text]", () => {
  const lines = ["год;значение", '2014;"1,5"', "2015;2", '2016;"3,5"', ""];
  assert.equal(rowsOf(lines.join("\n")).length, 4);
  const stray = [lines[0], lines[1], `"${lines[2]}`, ...lines.slice(3)].join("\n");
  assert.match(
    refusal(stray),
    /^t.csv, line 3: a quote is opened there, and the next one, on line 4, does not end a cell$/,
  );
  assert.match(refusal(`${stray.slice(0, -10)}\n`), /line 3: a quote is opened and never closed/);
});

test("control characters, and lines that end in CR alone, are refused with their line [workbook.text]", () => {
  assert.equal(refusal("a;b\n1;те\u0000кст\n"), "t.csv, line 2: contains the control character U+0000");
  assert.equal(refusal("a;b\n1;2\n3;\u009f\n"), "t.csv, line 3: contains the control character U+009F");
  assert.equal(refusal("a;b\r1;2\r"), "t.csv, line 1: contains a CR without an LF after it");
});

test("a row with more cells than a spreadsheet has is refused [workbook.text]", () => {
  assert.equal(rowsOf(`${";".repeat(16_383)}\n`)[0]!.length, 16_385);
  assert.match(refusal(`${";".repeat(16_384)}\n`), /line 1: has more than 16384 cells/);
});
