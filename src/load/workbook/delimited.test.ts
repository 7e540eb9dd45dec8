// A table of text as a sheet: quotes, separators, encodings, and the lines of its rows.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {Refusal} from "../../service/refusal.ts";
import {fileOf} from "../input/shared-file.fixture.ts";
import {openWorkbook} from "./workbook.ts";
import {WORKBOOK_LIMITS} from "./workbook-limits.ts";

async function rowsOf(content: string | Uint8Array, encoding: "utf-8" | "windows-1251" = "utf-8") {
  const workbook = await openWorkbook(fileOf("table.csv", content, encoding));
  const sheet = await workbook.read(workbook.sheets[0]!);
  const rows: (string | null)[][] = [];
  for (let row = 1; row <= sheet.rowCount; row++) {
    rows.push(Array.from({length: sheet.columnCount}, (_, column) => sheet.cell(row, column + 1)?.text ?? null));
  }
  return rows;
}

test("a text with separators is a workbook with one sheet, for every separator [workbook.text]", async () => {
  const wanted = [
    ["Год", "Ставка"],
    ["2025", "16,5"],
  ];
  assert.deepEqual(await rowsOf("Год;Ставка\n2025;16,5\n"), wanted);
  assert.deepEqual(await rowsOf("\ufeffГод\tСтавка\r\n2025\t16,5"), wanted);
  assert.deepEqual(await rowsOf('Год,Ставка\n2025,"16,5"\n'), wanted);
  assert.deepEqual(await rowsOf("Год;Ставка\r\n2025;16,5\r\n", "windows-1251"), wanted);
  const named = await openWorkbook(fileOf("table.tsv", "Год\tСтавка\n2025\t16,5\n"));
  assert.deepEqual((await named.read(named.sheets[0]!)).cell(2, 2)?.text, "16,5");
});

test("a first line that names the separator is no row, and the rows keep the numbers of their lines (FIX-rosstat-71) [workbook.separator]", async () => {
  const wanted = [
    ["Год", "Ставка"],
    ["2025", "16,5"],
  ];
  for (const [line, sign] of [
    ["sep=;", ";"],
    ['"sep=,"', ","],
    ["SEP=|", "|"],
    ["sep=\t", "\t"],
  ] as const)
    assert.deepEqual(await rowsOf(`${line}\r\nГод${sign}Ставка\r\n2025${sign}"16,5"\r\n`), wanted, line);
  const workbook = await openWorkbook(fileOf("table.csv", "sep=;\na;b\n1;2;3\n"));
  const sheet = await workbook.read(workbook.sheets[0]!);
  assert.deepEqual([sheet.linesBefore, sheet.rowCount], [1, 2]);
  assert.match(sheet.problemAt(2) ?? "", /has 3 cells where the row above has 2/);
  // a text that only begins alike is a row
  assert.deepEqual((await rowsOf("sep=;5\n1;2\n"))[0], ["sep=", "5"]);
});

test("a text in UTF-16 without its mark is known by its zeros: its letters had one between each [workbook.utf16]", async () => {
  const little = Buffer.from("Страна\tГод\tСтавка\r\nРоссия\t2025\t16,5\r\n", "utf16le");
  for (const bytes of [little, Buffer.from(little).swap16()])
    assert.deepEqual((await rowsOf(bytes)).slice(-1), [["Россия", "2025", "16,5"]]);
});

test("a text in UTF-16 with its mark is read, and half a character is refused (FIX-rosstat-72) [workbook.utf16]", async () => {
  const little = Buffer.from("\ufeffГод;Ставка\r\n2025;16,5\r\n", "utf16le");
  const big = Buffer.from(little).swap16();
  for (const bytes of [little, big])
    assert.deepEqual(await rowsOf(bytes), [
      ["Год", "Ставка"],
      ["2025", "16,5"],
    ]);
  await assert.rejects(rowsOf(little.subarray(0, -1)), /ends in the middle of a character/);
  await assert.rejects(rowsOf(Buffer.from("fffe00d80a00", "hex")), /looks like UTF-16, but is not UTF-16/);
});

test("a title with a comma above a table with semicolons or tabs does not make the comma the separator [workbook.text]", async () => {
  const rows = (sign: string, title: string, count = 3) =>
    `${title}\n${Array.from({length: count}, (_, row) => ["Тверь", `${row},5`, "7,25"].join(sign)).join("\n")}\n`;
  for (const sign of [";", "\t"])
    assert.deepEqual((await rowsOf(rows(sign, "Добыча, тонн")))[1], ["Тверь", "0,5", "7,25"]);
  // a text with a semicolon in a table with commas
  assert.deepEqual((await rowsOf("Год,Заметка\n2024,один; два\n2025,три; четыре\n"))[1], ["2024", "один; два"]);
});

test("a record is on the line where it begins, and line breaks inside its quotes give empty rows [workbook.text]", async () => {
  assert.deepEqual(await rowsOf('a,"b\nc ""d""",e\n\n1,2,3'), [
    ["a", 'b\nc "d"', "e"],
    [null, null, null],
    [null, null, null],
    ["1", "2", "3"],
  ]);
});

test("a quote that is never closed, bytes that are not text, and too many cells are refused [workbook.text]", async () => {
  await assert.rejects(rowsOf('a,b\n1,"2\n'), {name: "Refusal", message: /line 2: a quote is opened and never closed/});
  await assert.rejects(rowsOf(Uint8Array.of(1, 0, 2)), Refusal);
  const workbook = await openWorkbook(fileOf("table.csv", "1,2,3"), {...WORKBOOK_LIMITS, cells: 2});
  await assert.rejects(workbook.read(workbook.sheets[0]!), /more than 2 cells/);
  await assert.rejects(openWorkbook(fileOf("table.txt", "1,2,3")), /not a workbook/);
});

test("a written table of text is read back [workbook.text]", async () => {
  const cell = fc.string({unit: fc.constantFrom("a", "1", ",", ";", '"', "\n", "ы", " "), minLength: 1, maxLength: 6});
  const table = fc
    .integer({min: 1, max: 4})
    .chain((width) => fc.array(fc.array(cell, {minLength: width, maxLength: width}), {minLength: 1, maxLength: 5}));
  await fc.assert(
    fc.asyncProperty(table, async (rows) => {
      const text = [["x", ...rows[0]!.slice(1).map(() => "x")], ...rows]
        .map((cells) => cells.map((one) => `"${one.replaceAll('"', '""')}"`).join(","))
        .join("\n");
      const read = (await rowsOf(text)).filter((cells) => cells.some((one) => one !== null)).slice(1);
      const blankless = rows
        .map((cells) => cells.map((one) => (one.trim() === "" ? null : one)))
        .filter((cells) => cells.some((one) => one !== null));
      assert.deepEqual(read, blankless);
    }),
  );
});
