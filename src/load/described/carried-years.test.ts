// Months under a year that has one cell.
import assert from "node:assert/strict";
import {test} from "node:test";
import {descriptorOf, read} from "./described.fixture.ts";

const TABLE = descriptorOf({columns: ["year", "period"], rows: ["territory"], fixed: {unit: "рубль"}});

async function periods(years: (number | null)[], months: string[], merges: string[] = []) {
  const rows = [
    [null, ...years],
    [null, ...months],
    ["Российская Федерация", ...months.map((_, at) => at + 1)],
  ];
  const {observed, refused} = await read(TABLE, rows, merges);
  return [observed.map(({period}) => period), refused.length];
}

test("months that go back under one year without a merge are refused, all of that year; listed backwards, merged, or under years of their own they are read [described.back]", async () => {
  const of = (year: number, month: number) => year * 12 + month - 1;
  const months = ["ноябрь", "декабрь", "январь", "февраль"];
  assert.deepEqual(await periods([2020, null, null, null], months), [[], 4]);
  assert.deepEqual(await periods([null, 2020, null, null], months), [[], 4]);
  assert.deepEqual(await periods([2020, null, null, null], ["декабрь", "январь"]), [[], 2]);
  assert.deepEqual(await periods([2020, null, 2021, null], months), [
    [of(2020, 11), of(2020, 12), of(2021, 1), of(2021, 2)],
    0,
  ]);
  assert.deepEqual(await periods([2020, null, null], ["март", "февраль", "январь"]), [
    [of(2020, 3), of(2020, 2), of(2020, 1)],
    0,
  ]);
  const merged = await periods([2020, null, null, null], months, ["B1:E1"]);
  assert.deepEqual(merged, [[of(2020, 11), of(2020, 12), of(2020, 1), of(2020, 2)], 0]);
});
