import assert from "node:assert/strict";
import {test} from "node:test";
import {read, utils} from "@e965/xlsx";
import {parseDay} from "../statistics/time/day.ts";
import {longTable, type TableSeries, tableToCsv, wideTable} from "./series-table.ts";
import {tablesToXlsx} from "./table-xlsx.ts";
import {valueDigest} from "./value-digest.ts";

const value = (period: string, number: number) => ({
  first: parseDay(period)!,
  value: number,
  day: parseDay("2026-02-10")!,
});

function series(more: Partial<TableSeries>): TableSeries {
  return {
    key: "k1",
    provider: "p",
    dataset: "d",
    datasetName: "Набор",
    title: "=Хлеб; белый",
    indicator: "i",
    indicatorLabel: "Индекс",
    classification: "01",
    className: "=Хлеб; белый",
    measure: "",
    transformation: "",
    frequency: "M",
    unit: "PCT",
    unitName: "процент",
    territory: "643",
    territoryName: "Россия",
    values: [value("2026-01-01", 1.5), value("2026-02-01", -2e-7)],
    ...more,
  };
}

test("a long table has names beside codes, a row for each value, and no cell is a formula [site.csv-forms]", () => {
  const csv = tableToCsv(longTable([series({})]), "point", false);
  assert.equal(
    csv.split("\n")[1],
    `k1;p;d;Набор;i;Индекс;01;"'=Хлеб; белый";;;M;PCT;процент;643;Россия;2026-01-01;1.5;2026-02-10`,
  );
  assert.match(csv, /;-2e-7;2026-02-10\n$/);
  assert.match(tableToCsv(longTable([series({})]), "comma", true), /^\uFEFFseries_key;.*\n.*;1,5;2026-02-10\n/);
});

test("a wide table has a row for each period of any series, and an empty cell for a missing value [site.csv-forms]", () => {
  const other = series({key: "k2", title: "Б", values: [value("2026-02-01", 7), value("2026-03-01", Number.NaN)]});
  const lines = tableToCsv(wideTable([series({title: "А"}), other]), "point", false).split("\n");
  assert.deepEqual(lines, [
    "period;А · процент · k1;Б · процент · k2",
    "2026-01-01;1.5;",
    "2026-02-01;-2e-7;7",
    "2026-03-01;;",
    "",
  ]);
});

test("in a workbook numbers are numbers, codes keep their zeros, and a text that begins with = stays a text [site.csv-forms]", () => {
  const book = read(tablesToXlsx([{name: "values", ...longTable([series({})])}]), {type: "buffer"});
  const sheet = book.Sheets["values"]!;
  const [row] = utils.sheet_to_json<Record<string, unknown>>(sheet);
  assert.deepEqual(
    [row?.["class"], row?.["class_name"], row?.["value"], row?.["period"]],
    ["01", "=Хлеб; белый", 1.5, "2026-01-01"],
  );
  assert.ok(Object.values(sheet).every((cell) => (cell as {f?: string}).f === undefined));
});

test("a checksum is computed over lines of period and value, so that anyone can compute it [site.permalink]", () => {
  // printf '2026-01-01;1.5\n2026-02-01;-2e-7\n' | sha256sum
  assert.equal(valueDigest(series({}).values), "89eb6d512442db2d7c556a1efd5614aab420148f7596e6e0a4331018d1bc3be4");
  assert.notEqual(valueDigest(series({}).values.slice(1)), valueDigest(series({}).values));
});
