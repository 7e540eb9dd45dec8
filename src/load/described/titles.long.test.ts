// Titles over each header of a repeated table, compared with a description of its own for each table.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {descriptorOf, plain, read} from "./described.fixture.ts";
import type {CellException, Descriptor, TableDescription} from "./descriptor/descriptor.ts";

const FIXED = {territory: "643"};
const REPEATED: TableDescription = {
  columns: ["year"],
  rows: ["class"],
  repeated: true,
  titles: ["indicator", "unit"],
  fixed: FIXED,
};

const TABLE = fc.record({
  title: fc.constantFrom("Производство", "Потребление", "Ввоз", "Вывоз"),
  unit: fc.constantFrom("тысяча тонн", "(миллион рублей)", "в процентах", "штука"),
  first: fc.integer({min: 1990, max: 2020}),
  labels: fc.uniqueArray(fc.constantFrom("молоко", "яйца", "мясо", "рыба"), {minLength: 1}),
  values: fc.array(
    fc.integer({min: 1, max: 999}).map((number) => number + 0.5),
    {minLength: 3, maxLength: 3},
  ),
  blanks: fc.tuple(fc.nat(2), fc.nat(1), fc.nat(1)),
  note: fc.boolean(),
});

test("titles over repeated headers give the same values and names as a description of its own for each table [described.repeated]", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(TABLE, {minLength: 1, maxLength: 5, selector: ({title}) => title}),
      async (tables) => {
        const rows: (string | number | null)[][] = [];
        const own: {titles: [number, number]; header: number}[] = [];
        for (const {title, unit, first, labels, values, blanks, note} of tables) {
          const blank = (count: number): void => void rows.push(...Array.from({length: count}, () => []));
          blank(blanks[0]);
          const name = rows.push([title]);
          blank(blanks[1]);
          const measured = rows.push([null, unit]);
          blank(blanks[2]);
          own.push({titles: [name, measured], header: rows.push([null, first, first + 1, first + 2])});
          for (const label of labels) rows.push([label, ...values]);
          if (note) rows.push(["1) Предварительные данные."]);
        }
        const long = own.map(({titles: [name, unit], header}, at): TableDescription => {
          const next = own[at + 1]?.titles[0];
          const rest: CellException = {cells: `A${next}:Z9999`, ignore: true, because: "another table"};
          return {
            ...{sheets: "^1$", columns: ["year"], rows: ["class"], headerRow: header, fixed: FIXED},
            lines: [
              {row: name, as: "indicator"},
              {row: unit, as: "unit"},
            ],
            ...(next !== undefined && {exceptions: [rest]}),
          };
        });
        const wanted = await read({...descriptorOf(long[0]!), tables: long} as Descriptor, rows);
        const found = await read(descriptorOf(REPEATED), rows);
        assert.deepEqual(found.refused, []);
        assert.ok(found.observed.length > 0);
        assert.deepEqual(found.observed, wanted.observed);
      },
    ),
    {numRuns: 60},
  );
});

test("a table without its title goes on with the title before it, and one whose title names no unit is refused [described.repeated]", async () => {
  const {refused, ...found} = await read(descriptorOf({...REPEATED, titles: ["mixed"], rest: "class"}), [
    ["Молоко, тысяча тонн"],
    [null, 2021, 2022],
    ["в городе", 10.5, 11.5],
    [null, 2023, 2024],
    ["в городе", 12.5, 13.5],
    ["Яйца"],
    [null, 2021, 2022],
    ["в городе", 5.5, 6.5],
  ]);
  assert.deepEqual(
    plain(found).map(([name, , unit, , , period, value]) => [name, unit, period, value]),
    [2021, 2022, 2023, 2024].map((year, at) => ["moloko~v_gorode", "тысяча_тонн", year, 10.5 + at]),
  );
  assert.deepEqual(
    refused.map(({cell, kind}) => [cell, kind]),
    [
      ["B8", "unit"],
      ["C8", "unit"],
    ],
  );
});

test("headings below a title do not take its unit away, and exceptions find the title as the section [described.repeated]", async () => {
  const table: TableDescription = {
    ...{...REPEATED, titles: ["mixed"], rest: "class", section: "class"},
    exceptions: [{section: "^Яйца", ignore: true, because: "not wanted"}],
  };
  const {refused, ...found} = await read(descriptorOf(table), [
    ["Молоко, тысяча тонн"],
    [null, 2021],
    ["Север"],
    ["город", 10.5],
    ["Яйца, штука"],
    [null, 2021],
    ["город", 5.5],
  ]);
  assert.deepEqual(refused, []);
  assert.deepEqual(
    plain(found).map(([name, , unit]) => [name, unit]),
    [["moloko~sever~gorod", "тысяча_тонн"]],
  );
});
