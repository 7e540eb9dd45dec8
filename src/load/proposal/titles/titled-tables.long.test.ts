// Random sheets of several tables, proposed without a person's word: what is read has the unit, the name and the year that the sheet gives it.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {DEFAULT_COUNTRY} from "../../../country/countries.ts";
import {parseDay} from "../../../statistics/time/day.ts";
import {readDescribed} from "../../described/read-described.ts";
import {fileOf, PLAIN_HINTS, watchingSink} from "../../input/shared-file.fixture.ts";
import {xlsxOf} from "../../workbook/workbook.fixture.ts";
import {proposeDescriptor} from "../proposal.ts";

const DAY = "2026-02-01";
const TODAY = parseDay(DAY)!;
const UNITS = ["тысяча тонн", "миллион рублей", "штука"];
const NAMES = ["Молоко", "Яйца", "Мясо", "Рыба", "Хлеб", "Сахар"];

const TABLE = fc.record({
  name: fc.constantFrom(...NAMES),
  unit: fc.option(fc.constantFrom(...UNITS), {nil: null}),
  form: fc.constantFrom("comma", "brackets", "rows"),
  first: fc.integer({min: 2000, max: 2020}),
  labels: fc.uniqueArray(fc.constantFrom("в городе", "в селе", "в горах"), {minLength: 1}),
  blank: fc.boolean(),
  note: fc.boolean(),
});
const SHEET = fc.record({
  tables: fc.uniqueArray(TABLE, {minLength: 2, maxLength: 6, selector: ({name}) => name}),
  same: fc.boolean(),
  general: fc.option(fc.constantFrom(...UNITS), {nil: null}),
});

interface Cell {
  readonly year: number;
  readonly unit: string | null;
  readonly name: string;
}

/** The rows of a sheet, and the cell of each value: no two values are equal. */
function sheetOf({tables, same, general}: typeof SHEET extends fc.Arbitrary<infer T> ? T : never) {
  const rows: (string | number | null)[][] = general === null ? [] : [[`Все таблицы, ${general}`], []];
  const cells = new Map<number, Cell>();
  for (const {name, unit, form: own, first, labels, blank, note} of tables) {
    const form = same ? tables[0]!.form : own;
    if (form === "rows") rows.push([name], ...(unit === null ? [] : [[`(${unit})`]]));
    else rows.push([unit === null ? name : form === "comma" ? `${name}, ${unit}` : `${name} (${unit})`]);
    rows.push([null, first, first + 1, first + 2]);
    for (const label of labels) {
      const values = [0, 1, 2].map((column) => {
        const value = cells.size + 0.25;
        cells.set(value, {year: first + column, unit: unit ?? general, name});
        return value;
      });
      rows.push([label, ...values]);
    }
    if (note) rows.push(["1) Предварительные данные."]);
    if (blank) rows.push([]);
  }
  return {rows, cells};
}

test("what a proposal for random tables below each other reads has the year, the unit and the name of its own table [described.proposal]", async () => {
  let [read, all] = [0, 0];
  await fc.assert(
    fc.asyncProperty(SHEET, async (one) => {
      const {rows, cells} = sheetOf(one);
      const file = fileOf("book.xlsx", xlsxOf([{name: "1", rows}]));
      const names = {provider: "me", dataset: "food", file: "book.xlsx"};
      const answers = {territory: null, unit: null, ofCountry: true};
      const {descriptor} = await proposeDescriptor(file, DEFAULT_COUNTRY, {given: TODAY, today: TODAY}, names, answers);
      const sink = watchingSink();
      await readDescribed(descriptor, file, {...PLAIN_HINTS, publishedAt: DAY}, sink);
      const tablesOf = new Map<string, string>();
      for (const {series, period, value} of sink.values) {
        const {year, unit, name} = cells.get(value)!;
        const where = `${value} of ${JSON.stringify(rows)} by ${JSON.stringify(descriptor.tables)}`;
        assert.equal(period, `${year}-01-01`, where);
        assert.equal(series.unit, unit?.replaceAll(" ", "_"), where);
        const key = [series.indicator, series.classification, series.unit].join("|");
        assert.equal(tablesOf.get(key) ?? name, name, where);
        tablesOf.set(key, name);
      }
      read += sink.values.length;
      all += cells.size;
    }),
    {numRuns: 150},
  );
  assert.ok(read > all / 3, `${read} of ${all}`);
});
