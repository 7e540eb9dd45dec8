// Tables in JSON in the forms that programs write, and JSON that is no table.
import assert from "node:assert/strict";
import {writeFile} from "node:fs/promises";
import {join} from "node:path";
import {test} from "node:test";
import {gzipSync} from "node:zlib";
import {temporaryFolder} from "../../../test/warehouse.ts";
import {collectSourceFiles} from "../input/source-files.ts";
import {zipOf} from "../input/zip.fixture.ts";
import {fixtureFile} from "../sources/fedstat/emiss-message.fixture.ts";
import {openJsonTable} from "./json-table.ts";
import {textLocation} from "./text-location.ts";
import {openWorkbook} from "./workbook.ts";
import {WORKBOOK_LIMITS} from "./workbook-limits.ts";

async function sheetOf(text: string, name = "t.json") {
  const workbook = await openJsonTable(fixtureFile(name, Buffer.from(text)), WORKBOOK_LIMITS);
  return await workbook.read(workbook.sheets[0]!);
}

async function rowsOf(text: string, name?: string) {
  const sheet = await sheetOf(text, name);
  return Array.from({length: sheet.rowCount}, (_, row) =>
    Array.from({length: sheet.columnCount}, (_, column) => sheet.cell(row + 1, column + 1)?.text ?? null),
  );
}

const TABLE = [
  ["year", "value"],
  ["2020", "1.50"],
  ["2021", null],
];

test("records, columns, rows below their header and a record in each line are one table [workbook.json]", async () => {
  for (const text of [
    '[{"year": 2020, "value": 1.50}, {"year": 2021, "value": null}]',
    '{"source": "an office", "data": [{"year": "2020", "value": 1.50}, {"year": "2021"}]}',
    '{"year": [2020, 2021], "value": [1.50, null]}',
    '{"year": {"0": 2020, "1": 2021}, "value": {"0": 1.50, "1": null}}',
    '{"columns": ["year", "value"], "index": [0, 1], "data": [[2020, 1.50], [2021, null]]}',
    '[["year", "value"], ["2020", "1.50"], ["2021", null]]',
    '[{"page": 1, "pages": 1}, [{"year": 2020, "value": 1.50}, {"year": 2021, "value": null}]]',
    '{"year": 2020, "value": 1.50}\n{"year": 2021, "value": null}\n',
  ])
    assert.deepEqual(await rowsOf(text), TABLE, text);
  const nested = '[{"country": {"id": "FR", "value": "France"}, "value": 1}]';
  assert.deepEqual(await rowsOf(nested), [
    ["country.id", "country.value", "value"],
    ["FR", "France", "1"],
  ]);
});

test("each value of a table in JSON has its line and character [workbook.json]", async () => {
  const sheet = await sheetOf('[{"year": 2020,\n  "value": "1.5"}]');
  assert.deepEqual(textLocation(sheet, 2, 1), {line: 1, column: 11, element: "[0].year"});
  assert.deepEqual(textLocation(sheet, 2, 2), {line: 2, column: 13, element: "[0].value"});
  const lines = await sheetOf('{"a": 1, "b": 2}\n{"a": 3, "b": 4}\n', "t.jsonl");
  assert.deepEqual(textLocation(lines, 3, 2), {line: 2, column: 15, element: "[1].b"});
});

test("JSON without a table is refused: lists in records, columns of several lengths, a single value [workbook.json]", async () => {
  for (const text of ["[1, 2, 3]", '{"a": [1, 2], "b": [1]}', '[{"a": [1, 2]}]', '{"a": 1}', "[]", '"text"'])
    await assert.rejects(sheetOf(text), /JSON without a table/, text);
  await assert.rejects(sheetOf('[{"a": 1}'), /is not JSON/);
});

test("a file packed with gzip is the file that it holds, and a damaged one is refused [workbook.gzip]", async (t) => {
  const path = join(await temporaryFolder(t), "table.csv.gz");
  const packed = gzipSync("year,value\n2020,1.5\n");
  await writeFile(path, packed);
  const {files} = await collectSourceFiles(path);
  assert.deepEqual([files[0]!.name, files[0]!.size], ["table.csv", 20]);
  const workbook = await openWorkbook(files[0]!);
  assert.equal((await workbook.read(workbook.sheets[0]!)).cell(2, 2)?.text, "1.5");
  await writeFile(path, packed.subarray(0, packed.length - 6));
  await assert.rejects(collectSourceFiles(path), /can't be unpacked/);
  await writeFile(path, gzipSync(Buffer.alloc(20 * 2 ** 20)));
  await assert.rejects(collectSourceFiles(path), /unpacks to more than 250 times its size/);
});

test("documents are refused by what they are: .pdf, .docx and .doc [workbook.documents]", async () => {
  const docx = zipOf([{name: "word/document.xml", content: "<w/>"}]);
  const doc = Buffer.concat([
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    Buffer.alloc(600),
    Buffer.from("WordDocument", "utf16le"),
  ]);
  await assert.rejects(openWorkbook(fixtureFile("a.docx", docx)), /a\.docx is a Word document/);
  await assert.rejects(openWorkbook(fixtureFile("a.doc", doc)), /a\.doc is a Word document/);
  await assert.rejects(openWorkbook(fixtureFile("a.pdf", Buffer.from("%PDF-1.4"))), /a\.pdf is a PDF document/);
});

test("records in a record whose names are periods on one side and places on the other are refused: they were read without one of them [workbook.json]", async () => {
  for (const text of [
    '{"2020": {"Moscow": 1.2, "Tver": 3}, "2021": {"Moscow": 1.5, "Tver": 4}}',
    '{"France": {"2020": 5, "2021": 6}, "Italy": {"2020": 7, "2021": null}}',
    '{"France": {"2020-01": 5}, "Italy": {"2021-02": 7}}',
  ])
    await assert.rejects(sheetOf(text, "table.json"), /is JSON with names on two sides, as "(?:2020|France)"/);
});
