// Columns of date cells, whose number is a count of days: from 1900, or from 1904 where the workbook says so.
import assert from "node:assert/strict";
import {writeFile} from "node:fs/promises";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {temporaryFolder} from "../../../../test/warehouse.ts";
import {countryOf} from "../../../country/countries.ts";
import {dayOf, parseDay} from "../../../statistics/time/day.ts";
import {xlsxOf} from "../../workbook/workbook.fixture.ts";
import {previewDescriptor} from "../preview.ts";

const FROM_1904 = `<workbook xmlns:r="r"><workbookPr date1904="1"/><sheets><sheet name="1" sheetId="1" r:id="rId1"/></sheets></workbook>`;

/** The proposal for two countries with five months of a year, and the year beside each of them. */
async function proposedFor(t: TestContext, year: number, is1904: boolean) {
  const serial = (month: number): number => dayOf(year, month, 1) - dayOf(1899, 12, 30) - (is1904 ? 1462 : 0);
  const rows = ["France", "Spain"].flatMap((country) =>
    [1, 2, 3, 4, 5].map((month) => [country, {number: serial(month), format: "yyyy-mm-dd"}, year, month + 0.5]),
  );
  const path = join(await temporaryFolder(t), "table.xlsx");
  const sheets = [{name: "1", rows: [["country", "date", "year", "value"], ...rows]}];
  await writeFile(path, xlsxOf(sheets, is1904 ? {"xl/workbook.xml": FROM_1904} : {}));
  const names = {descriptor: null, builtIn: new Map(), provider: "me", dataset: "table"};
  const options = {country: countryOf("US")!, given: parseDay("2026-01-31")!, today: parseDay("2026-02-01")!, ...names};
  const {descriptor, guesses, examples, values} = await previewDescriptor(path, {
    ...options,
    answers: {territory: null, unit: "kWh"},
  });
  const [table] = descriptor.tables;
  const questions = guesses.filter(({certainty}) => certainty === null).map(({what}) => what);
  return {rows: table!.rows, dates: table!.dates, questions, values, first: examples[0]!.period};
}

test("a proposal counts the days of a workbook from 1904 as the load does: a year beside them is their own, and no question [described.plain]", async (t) => {
  for (const is1904 of [false, true]) {
    const found = await proposedFor(t, 2021, is1904);
    assert.deepEqual(found.rows, ["country", "time", "ignore"], `from 1904: ${is1904}`);
    assert.deepEqual([found.questions, found.dates, found.values], [[], "month", 10]);
    assert.equal(found.first, "M 2021-01-01");
  }
});

test("a date cell whose number has four digits is a day of 1910, and no year [described.plain]", async (t) => {
  for (const is1904 of [false, true]) {
    const found = await proposedFor(t, 1910, is1904);
    assert.deepEqual([found.rows, found.dates], [["country", "time", "ignore"], "month"], `from 1904: ${is1904}`);
    assert.deepEqual([found.questions, found.first, found.values], [[], "M 1910-01-01", 10]);
  }
});
