// Sheets of the Open Document Format: typed values, repeated cells and rows, merged cells, annotations.
import assert from "node:assert/strict";
import {test} from "node:test";
import {zipOf} from "../input/zip.fixture.ts";
import {fixtureFile} from "../sources/fedstat/emiss-message.fixture.ts";
import {openWorkbook} from "./workbook.ts";

async function sheetOf(rows: string) {
  const names = ["office", "table", "text"].map(
    (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  );
  const content = `<?xml version="1.0"?><office:document-content ${names.join(" ")}><office:body><office:spreadsheet><table:table table:name="A">${rows}</table:table></office:spreadsheet></office:body></office:document-content>`;
  const mimetype = {name: "mimetype", content: "application/vnd.oasis.opendocument.spreadsheet", stored: true};
  const workbook = await openWorkbook(fixtureFile("a.ods", zipOf([mimetype, {name: "content.xml", content}])));
  return await workbook.read(workbook.sheets[0]!);
}

const cell = (type: string, text: string, others = "") =>
  `<table:table-cell office:value-type="${type}" ${others}><text:p>${text}</text:p></table:table-cell>`;

test("values of an Open Document sheet are those of their types, and blanks at its end are none [workbook.ods]", async () => {
  const sheet = await sheetOf(
    `<table:table-row>${cell("string", "a")}${cell("float", "1,5", 'office:value="1.5"')}<table:table-cell table:number-columns-repeated="1000"/></table:table-row>` +
      `<table:table-row table:number-rows-repeated="2">${cell("date", "15.01.24", 'office:date-value="2024-01-15"')}${cell("percentage", "5 %", 'office:value="0.05" table:number-columns-repeated="2"')}</table:table-row>` +
      '<table:table-row table:number-rows-repeated="1000000"><table:table-cell table:number-columns-repeated="1000"/></table:table-row>',
  );
  assert.deepEqual([sheet.rowCount, sheet.columnCount], [3, 3]);
  assert.deepEqual([sheet.cell(1, 1)?.text, sheet.cell(1, 2)?.number], ["a", 1.5]);
  assert.deepEqual(
    [sheet.cell(3, 1)?.text, sheet.cell(3, 3)?.number, sheet.cell(3, 3)?.format],
    ["2024-01-15", 0.05, "0%"],
  );
});

test("annotations are no text of a cell, and cells that span others are merged [workbook.ods]", async () => {
  const sheet = await sheetOf(
    `<table:table-row><table:table-cell office:value-type="string" table:number-columns-spanned="2"><office:annotation><text:p>note</text:p></office:annotation><text:p>two<text:s text:c="2"/>words</text:p></table:table-cell><table:covered-table-cell/></table:table-row>`,
  );
  assert.equal(sheet.cell(1, 1)?.text, "two  words");
  assert.deepEqual(sheet.merges, [{top: 1, left: 1, bottom: 1, right: 2}]);
});
