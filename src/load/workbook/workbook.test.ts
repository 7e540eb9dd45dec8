// The contents of a workbook are read completely, and other files are refused with a clear message and little memory.
import assert from "node:assert/strict";
import {createReadStream, existsSync, readFileSync, statSync} from "node:fs";
import {fileURLToPath} from "node:url";
import * as XLSX from "@e965/xlsx";
import fc from "fast-check";
import {Refusal} from "../../service/refusal.ts";
import {dayText} from "../../statistics/time/day.ts";
import {test} from "../input/publisher-test.fixture.ts";
import {zipOf} from "../input/zip.fixture.ts";
import type {SourceFile} from "../source.ts";
import {fixtureFile} from "../sources/fedstat/emiss-message.fixture.ts";
import {
  cellAddress,
  cellDay,
  createSheetBuilder,
  isDateFormat,
  numberCell,
  parseAddress,
  parseRange,
  type Sheet,
  textCell,
} from "./sheet.ts";
import {xlsxOf} from "./workbook.fixture.ts";
import {closeWorkbook, openWorkbook} from "./workbook.ts";
import {WORKBOOK_LIMITS} from "./workbook-limits.ts";

const shared = new URL("../../../../shared/data/", import.meta.url);
const skip = existsSync(shared) ? false : "needs ../shared/data";

function sharedFile(name: string): SourceFile {
  const path = fileURLToPath(new URL(name, shared));
  return {name: name.split("/").at(-1)!, size: statSync(path).size, open: () => createReadStream(path)};
}

async function firstSheet(bytes: Uint8Array) {
  const workbook = await openWorkbook(fixtureFile("a.xlsx", bytes));
  return await workbook.read(workbook.sheets[0]!);
}

async function refusalOf(content: string | Uint8Array, limits = WORKBOOK_LIMITS): Promise<string> {
  try {
    const workbook = await openWorkbook(fixtureFile("a.xlsx", content), limits);
    for (const head of workbook.sheets) await workbook.read(head);
  } catch (error) {
    assert.ok(error instanceof Refusal, String(error));
    return error.message;
  }
  return assert.fail("was not refused");
}

test("a superscript after a number is distinguished from its digits (FIX-rosstat-01) [workbook.superscript]", async () => {
  const sheet = await firstSheet(
    xlsxOf([
      {
        name: "01",
        rows: [
          ["декабрь", {text: "103,29", raised: "2)"}],
          [null, {text: "", raised: "2)"}],
        ],
      },
    ]),
  );
  assert.equal(sheet.cell(1, 2)!.text, "103,292)");
  assert.equal(sheet.cell(1, 2)!.plain, "103,29");
  assert.equal(sheet.cell(2, 2)!.plain, "2)", "the text of a cell that is all superscript is kept");
});

test("one cell or one part given twice is refused: either may be the right one; hexadecimal digits are a text [workbook.twice value.exact]", async () => {
  const sheet = (cells: string) => ({
    "xl/worksheets/s1.xml": `<worksheet><sheetData><row r="1">${cells}</row></sheetData></worksheet>`,
  });
  const book = (cells: string) => xlsxOf([{name: "1", rows: []}], sheet(cells));
  const twice = `<c r="A1"><v>1</v></c><c r="A1"><v>2</v></c>`;
  assert.match(await refusalOf(book(twice)), /sheet "1": gives the cell A1 twice/);
  const odd = await firstSheet(book(`<c r="A1"><v>0x1F</v></c><c r="B1"><v>1e-400</v></c><c r="C1"><v>31</v></c>`));
  assert.deepEqual(
    [1, 2, 3].map((column) => odd.cell(1, column)!.kind),
    ["text", "text", "number"],
  );
  const parts = ["[Content_Types].xml", "xl/Workbook.xml", "xl/workbook.xml"].map((name) => ({name, content: ""}));
  assert.match(await refusalOf(zipOf(parts)), /has the part xl\/workbook\.xml twice/);
});

test("merged cells, hidden sheets and number formats are read [workbook.model]", async () => {
  const bytes = xlsxOf([
    {name: "secret", hidden: true, rows: [["XSL"]]},
    {
      name: "1 & 2",
      rows: [
        ["2009 год", null, "  "],
        [{number: 45_000, format: "dd.mm.yyyy"}, 2.5],
      ],
      merges: ["A1:B1"],
    },
  ]);
  const workbook = await openWorkbook(fixtureFile("a.xlsx", bytes, 100));
  assert.deepEqual(
    workbook.sheets.map(({name, hidden}) => [name, hidden]),
    [
      ["secret", true],
      ["1 & 2", false],
    ],
  );
  const sheet = await workbook.read(workbook.sheets[1]!);
  assert.deepEqual([sheet.rowCount, sheet.columnCount], [2, 2], "a cell of blanks is empty");
  assert.deepEqual(sheet.mergedAt(1, 2), {top: 1, left: 1, bottom: 1, right: 2});
  assert.equal(sheet.mergedAt(2, 1), null);
  const date = sheet.cell(2, 1)!;
  assert.ok(isDateFormat(date.format));
  assert.equal(dayText(cellDay(date, false)!), "2023-03-15");
  assert.equal(sheet.cell(2, 2)!.format, "General");
});

test("contents under a merged cell, which the page does not show, are no contents (FIX-rosstat-68) [workbook.model]", () => {
  const builder = createSheetBuilder("a.xlsx", "1", WORKBOOK_LIMITS);
  for (const row of [1, 2, 3]) for (const column of [1, 2, 3]) builder.put(row, column, textCell(`${row}/${column}`));
  builder.merge({top: 1, left: 1, bottom: 2, right: 2});
  const sheet = builder.build();
  const texts = [1, 2, 3].map((row) => [1, 2, 3].map((column) => sheet.cell(row, column)?.text ?? null));
  assert.deepEqual(texts, [
    ["1/1", null, "1/3"],
    [null, null, "2/3"],
    ["3/1", "3/2", "3/3"],
  ]);
});

test("an address reads back as its row and column [workbook.model]", () => {
  assert.equal(cellAddress(19, 37), "AK19");
  fc.assert(
    fc.property(fc.integer({min: 1, max: 1_048_576}), fc.integer({min: 1, max: 16_384}), (row, column) => {
      assert.deepEqual(parseAddress(cellAddress(row, column)), {row, column});
    }),
  );
  assert.deepEqual(parseRange("$B$2:D4"), {top: 2, left: 2, bottom: 4, right: 4});
  assert.equal(parseAddress("19AK"), null);
});

test("a date is recognised by its format, and the wrong days of Excel in 1900 are not dates [workbook.dates]", () => {
  for (const format of ["dd.mm.yyyy", "mmm-yy", "[$-419]d mmm;@", "yyyy"]) assert.ok(isDateFormat(format), format);
  for (const format of ["General", "0.0", "#,##0", "h:mm", '0.0" день"', "@", "0%"])
    assert.ok(!isDateFormat(format), format);
  assert.equal(cellDay(numberCell(60), false), null);
  assert.equal(dayText(cellDay(numberCell(61), false)!), "1900-03-01");
  assert.equal(dayText(cellDay(numberCell(0), true)!), "1904-01-01");
});

test("a file with the name but without the contents of a workbook is refused with a clear message [workbook.rubbish]", async () => {
  const whole = xlsxOf([{name: "1", rows: [[1]]}]);
  assert.match(await refusalOf("<!DOCTYPE html><html><body>503</body></html>"), /is a page of HTML, not a workbook/);
  assert.match(await refusalOf(""), /is empty/);
  assert.match(await refusalOf("a;b;c\n1;2;3\n"), /is not a workbook/);
  assert.match(await refusalOf(whole.subarray(0, whole.length - 30)), /is not a complete \.xlsx file/);
  assert.match(await refusalOf(zipOf([{name: "a.txt", content: "x"}])), /a zip without a workbook/);
  assert.match(
    await refusalOf(Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(600)])),
    /is not a readable \.xls file/,
  );
  const damaged = xlsxOf([{name: "1", rows: [[1]]}], {"xl/worksheets/s1.xml": "<worksheet><sheetData><row>"});
  assert.match(await refusalOf(damaged), /not well-formed/);
  const nowhere = '<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>7</v></c></row></sheetData></worksheet>';
  assert.match(
    await refusalOf(xlsxOf([{name: "1", rows: []}], {"xl/worksheets/s1.xml": nowhere})),
    /a text that does not exist/,
  );
});

test("zip and entity bombs are refused before they expand [workbook.bombs]", async () => {
  const entity =
    '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><worksheet><sheetData><row><c t="str"><v>&b;</v></c></row></sheetData></worksheet>';
  assert.match(await refusalOf(xlsxOf([{name: "1", rows: []}], {"xl/worksheets/s1.xml": entity})), /DOCTYPE/);
  const book = (claims: object, content: string) =>
    zipOf([
      {name: "xl/workbook.xml", content: '<workbook><sheets><sheet name="1" id="r1"/></sheets></workbook>'},
      {
        name: "xl/_rels/workbook.xml.rels",
        content: '<Relationships><Relationship Id="r1" Type="x/worksheet" Target="s.xml"/></Relationships>',
      },
      {name: "xl/s.xml", content, claims},
    ]);
  const blank = `<worksheet>${" ".repeat(20_000_000)}</worksheet>`;
  assert.match(await refusalOf(book({}, blank)), /more than 250 times its size/);
  assert.match(await refusalOf(book({size: 2 ** 31}, "<worksheet/>")), /unpacks to 2147483648 bytes/);
  assert.match(await refusalOf(book({size: 5}, "<worksheet/>")), /can't be unpacked/);
  assert.match(await refusalOf(book({crc: 1}, "<worksheet/>")), /checksum/);
  const wide = xlsxOf([{name: "1", rows: [[1, 2, 3, 4], [5]]}]);
  assert.match(await refusalOf(wide, {...WORKBOOK_LIMITS, cells: 4}), /more than 4 cells/);
  // places count from row 0: three rows of four columns
  assert.match(
    await refusalOf(wide, {...WORKBOOK_LIMITS, count: 11}),
    /more than 11 places: row 2 or column D lies far away/,
  );
  const within = await openWorkbook(fixtureFile("a.xlsx", wide), {...WORKBOOK_LIMITS, count: 12});
  assert.equal((await within.read(within.sheets[0]!)).columnCount, 4);
  const texts = xlsxOf([{name: "1", rows: [["aaaaa", "bbbbb"]]}]);
  assert.match(await refusalOf(texts, {...WORKBOOK_LIMITS, textLength: 9}), /more text/);
  assert.match(await refusalOf(texts, {...WORKBOOK_LIMITS, fileBytes: 100}), /larger than/);
});

test("a damaged .xls and an .xlsx with a name outside of itself are refused in words about the file [workbook.rubbish]", async () => {
  const workbook = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(workbook, XLSX.utils.aoa_to_sheet([["a", 1]]), "S");
  const xls = Buffer.from(XLSX.write(workbook, {type: "buffer", bookType: "biff8", bookSST: true}) as Uint8Array);
  // the text of a cell is given by its number in a table of texts, and there is no such number
  xls.writeUInt32LE(99, xls.indexOf(Buffer.from([0xfd, 0, 10, 0])) + 10);
  assert.equal(await refusalOf(xls), "a.xlsx is not a readable .xls file: its records are damaged");
  const outside = zipOf([{name: "../x", content: "1"}]);
  assert.match(await refusalOf(outside), /^a\.xlsx is not an \.xlsx file: .*\.\.\/x$/);
});

test("the glued footnote of a real release is superscript in .xlsx [workbook.superscript]", {skip}, async () => {
  const workbook = await openWorkbook(sharedFile("rosstat_files/cpi_monthly_vintages/ipc_mes_2026-03.xlsx"));
  const sheet = await workbook.read(workbook.sheets[1]!);
  const {text, plain} = sheet.cell(19, 37)!;
  assert.deepEqual([text, plain], ["102,972)", "102,97"]);
});

test("the superscripts of .xls are read from its records [workbook.superscript]", {skip}, async () => {
  const workbook = await openWorkbook(
    sharedFile("rosstat_files/regional_806_2016-01/155-160 объем инвестиций в основной капитал.xls"),
  );
  const sheet = await workbook.read(workbook.sheets[0]!);
  assert.equal(workbook.format, "xls");
  assert.deepEqual([sheet.cell(6, 22)!.text, sheet.cell(6, 22)!.plain], ["1884149,0 3", "1884149,0 "]);
  assert.deepEqual(
    [sheet.cell(6, 1)!.text, sheet.cell(6, 1)!.plain],
    ["Российская Федерация 2", "Российская Федерация "],
  );
});

test("hidden technical sheets are recognised in both formats [workbook.model]", {skip}, async () => {
  for (const name of ["federal/2020_0507011.xlsx", "regional_0503317/2011_84-67654.XLS"]) {
    const workbook = await openWorkbook(sharedFile(`roskazna/${name}`));
    assert.deepEqual(
      workbook.sheets.filter(({hidden}) => hidden).map((sheet) => sheet.name),
      ["XDO_METADATA"],
      name,
    );
  }
});

test("a damaged workbook is read or refused, and never crashes the program [workbook.rubbish]", {skip}, async () => {
  const names = ["gdp_annual_2015/2016-02_tab1.xls", "industry/indeks_proizvodstva.xlsx"];
  let state = 7;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
  for (let turn = 0; turn < 80; turn++) {
    const name = names[turn % names.length]!;
    const bytes = readFileSync(fileURLToPath(new URL(`rosstat_files/${name}`, shared)));
    const damaged = turn % 3 === 0 ? bytes.subarray(0, random(bytes.length)) : bytes;
    if (turn % 3 !== 0) for (let times = 0; times < 12; times++) damaged[random(damaged.length)] = random(256);
    try {
      const workbook = await openWorkbook(fixtureFile(name, damaged));
      for (const head of workbook.sheets) await workbook.read(head);
    } catch (error) {
      assert.ok(error instanceof Refusal, String((error as Error).stack));
    }
  }
});

test("an .xls of Excel 97 and later has the cells of the same table as .xlsx [workbook.model]", async () => {
  const rows = [
    ["Год", "Ставка, %", "Сыр"],
    [2024, 16.5, "12,5"],
    [2025, -0.1, "…"],
  ];
  const workbook = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(workbook, XLSX.utils.aoa_to_sheet(rows), "Лист 1");
  const old = await openWorkbook(fixtureFile("a.xls", XLSX.write(workbook, {type: "buffer", bookType: "biff8"})));
  const cellsOf = (sheet: Sheet) =>
    rows.map((cells, row) => cells.map((_, column) => sheet.cell(row + 1, column + 1)?.text));
  assert.deepEqual([old.format, old.sheets[0]!.name], ["xls", "Лист 1"]);
  assert.deepEqual(
    cellsOf(await old.read(old.sheets[0]!)),
    cellsOf(await firstSheet(xlsxOf([{name: "Лист 1", rows}]))),
  );
});

test("a workbook of Excel 95 is refused by name: its raised footnote marks would be digits [workbook.rubbish]", async () => {
  const workbook = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(workbook, XLSX.utils.aoa_to_sheet([["a", 1]]), "1");
  const bytes = XLSX.write(workbook, {type: "buffer", bookType: "biff5"}) as Buffer;
  assert.equal(await refusalOf(bytes), "a.xlsx is a workbook of Excel 5 or 95, which is not read");
});

test("an .xls whose sheet has no last record is refused: the package read beyond its end, and took 4 GB [load.bombs load.check-whole]", async () => {
  const workbook = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(workbook, XLSX.utils.aoa_to_sheet([["a", 1]]), "1");
  const bytes = XLSX.write(workbook, {type: "buffer", bookType: "biff8"}) as Buffer;
  assert.equal((await openWorkbook(fixtureFile("a.xls", bytes))).sheets.length, 1);
  const cut = Buffer.from(bytes);
  cut.writeUInt16LE(0x0b, cut.lastIndexOf(Buffer.of(0x0a, 0, 0, 0)));
  await assert.rejects(openWorkbook(fixtureFile("a.xls", cut)), {
    name: "Refusal",
    message: "a.xls has a sheet without its last record",
  });
});

test("a workbook that was opened to recognise a file is not opened again for its copy, until it is closed [workbook.model]", async () => {
  let opened = 0;
  const bytes = xlsxOf([{name: "1", rows: [["a", 1]]}]);
  const file: SourceFile = {
    name: "a.xlsx",
    size: bytes.length,
    workbook: {},
    async *open() {
      opened++;
      yield bytes;
    },
  };
  const copy = {...file};
  const workbook = await openWorkbook(file);
  const sheet = await workbook.read(workbook.sheets[0]!);
  const shared = await openWorkbook(copy);
  assert.equal(await shared.read(shared.sheets[0]!), sheet);
  assert.equal(opened, 1);
  closeWorkbook(copy);
  assert.equal((await (await openWorkbook(copy)).read(workbook.sheets[0]!)).cell(1, 2)?.number, 1);
  assert.equal(opened, 2);
});

test("a day of ISO 8601 in a cell is that day, with a midnight behind it too, and another time stays in its text [workbook.model]", async () => {
  const day = (at: string, text: string) => `<c r="${at}" t="d"><v>${text}</v></c>`;
  const cells = [day("A1", "2023-01-31T00:00:00"), day("B1", "2023-02-28"), day("C1", "2023-03-31T15:30:00")];
  const sheet = `<worksheet><sheetData><row r="1">${cells.join("")}</row></sheetData></worksheet>`;
  const bytes = xlsxOf([{name: "1", rows: [[1, 2, 3]]}], {"xl/worksheets/s1.xml": sheet});
  const workbook = await openWorkbook(fixtureFile("a.xlsx", bytes));
  const read = await workbook.read(workbook.sheets[0]!);
  assert.deepEqual(
    [1, 2, 3].map((column) => read.cell(1, column)?.plain),
    ["2023-01-31", "2023-02-28", "2023-03-31T15:30:00"],
  );
});
