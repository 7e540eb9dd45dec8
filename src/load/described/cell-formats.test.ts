// The number that a person sees under a number format, in the formats that spreadsheets and publishers write.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {TABLE_WORDS} from "../../country/ru/table-words.ts";
import {numberCell} from "../workbook/sheet.ts";
import {createCellReader} from "./cell-value.ts";

function read(number: number, format: string, {percent = false, shown = false} = {}): number | string {
  const value = createCellReader(TABLE_WORDS, shown)(numberCell(number, String(number), format), percent);
  return value.kind === "value" ? value.value : value.kind === "unreadable" ? value.reason : value.kind;
}

test("a number is divided by a thousand for each comma behind the digits of its format, as it is shown (FIX-rosstat-55) [described.explain]", () => {
  assert.deepEqual(
    ["#,##0", "#,##0,", "0.0,", "0,.0", "#,##0.00,,", "0,;-0", '_-* #,##0,_-;-* #,##0,_-;_-* "-"_-', '0, "₽"'].map(
      (format) => read(1234567, format),
    ),
    [1234567, 1234.567, 1234.567, 1234.567, 1.234567, 1234.567, 1234.567, 1234.567],
  );
  assert.equal(read(-1234567, "0;-0.0,"), -1234.567);
  assert.equal(read(1234567, "#,##0.0,", {shown: true}), 1234.6);
  fc.assert(
    fc.property(fc.integer({min: -(10 ** 12), max: 10 ** 12}), fc.integer({min: 0, max: 3}), (number, commas) => {
      assert.equal(read(number, `#,##0${",".repeat(commas)}`), Number(`${number}e-${3 * commas}`) + 0);
    }),
  );
});

test("thousands that the format itself names are refused: the unit above may name them or not (FIX-rosstat-55) [described.refuses]", () => {
  for (const format of ['0.0," тыс."', "0.0,,\\M", "#,##0,[$ тыс.]", "0,[$руб.-419]"])
    assert.match(String(read(1234567, format)), /its format names$/, format);
});

test("a number that is shown as a date, as a sign or not at all is refused (FIX-rosstat-55) [described.refuses]", () => {
  for (const format of ["d-mmm", "dd.mm.yyyy", "mmm-yy", "[$-419]mmmm yyyy;@", "[h]:mm"])
    assert.equal(read(45323, format), "is shown as a date or a time", format);
  for (const format of ['"…"', '"х";"х"', '[<100]"…";0', '[>100]0;"…"'])
    assert.equal(read(5, format), "is shown as words or signs", format);
  for (const format of [";;;", ";;;@", "[>=10]0;", ";0"])
    assert.equal(read(5, format), "is hidden by its format", format);
  assert.equal(read(0, ";;;"), "is hidden by its format");
});

test("a zero that is shown as a dash or left out is a zero, and other formats show their number [described.refuses]", () => {
  for (const format of [
    "0;-0;",
    '0;-0;"-"',
    "0.0;;;@",
    '[=0]"-";0',
    '[<=0]"-";0',
    '_-* #,##0_-;-* #,##0_-;_-* "-"_-;_-@_-',
  ])
    assert.equal(read(0, format), 0, format);
  for (const format of [
    "General",
    "@",
    '0.0" р."',
    '"≈"0',
    "# ?/?",
    "0.00E+00",
    "[Red]0",
    "[$-419]0",
    '[=0]"-";0',
    '#,##0.00"р.";[Red]-#,##0.00"р."',
    "#,##0.00\\ [$руб.-419]",
  ])
    assert.equal(read(5, format), 5, format);
  assert.equal(read(0.05, "0.0%;-0.0%", {percent: true}), 5);
  assert.equal(read(5, '0.0"%"', {percent: true}), 5);
  assert.equal(read(5, "0.0\\ \\%"), "is shown in per cent, and its unit is not");
});

test("words and signs in a format belong to the number that the page shows: read as the same words in a text, or refused (FIX-rosstat-69) [described.refuses]", () => {
  assert.equal(read(2.3, '"в "0.0" раза"', {percent: true}), 230);
  assert.equal(read(2.3, '"в "0.0"р."', {percent: true}), 230);
  assert.equal(read(2.3, '"в "0.0" раза"'), "is a number of times, and the table is not in per cent");
  for (const format of ['0.0" тыс."', '0.0" млн"', '"<"0.0', '"менее "0.0', "0.0\\т", '0"d"', '0.0" раза"'])
    for (const percent of [false, true])
      assert.match(String(read(12.5, format, {percent})), /^is shown with words or signs of its format/, format);
  assert.equal(read(2.3, '0.0"р."'), 2.3);
  assert.match(String(read(2.3, '0.0"р."', {percent: true})), /money or as a number of times/);
  for (const format of ['0"000"', '0"5"', '"1"0.0', "\\-0.0", '"-"0.0', "(0.0)", '0.0"‰"'])
    assert.match(String(read(12.5, format)), /^is shown with words or signs of its format/, format);
  for (const format of ["0.0;-0.0", "0.0;(0.0)", '0.0;"-"0.0', "#,##0.0_);(#,##0.0)"])
    assert.equal(read(-12.5, format), -12.5, format);
  for (const format of ["mm:ss.0", "h:mm", "[h]:mm:ss", "h:mm AM/PM", "[mm]:ss"])
    assert.equal(read(12.5, format), "is shown as a date or a time", format);
});
