import assert from "node:assert/strict";
import {test} from "node:test";
import {read, utils} from "@e965/xlsx";
import {parseDay} from "../statistics/time/day.ts";
import {finish} from "../work/steps.fixture.ts";
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
    title: "=Хлеб; белый",
    dimensions: ["classification", "frequency", "unit"],
    classification: "01",
    className: "=Хлеб; белый",
    measure: "",
    transformation: "",
    frequency: "M",
    unit: "PCT",
    unitName: "процент",
    territory: "643",
    territoryName: "Россия",
    level: "country",
    lastPeriod: parseDay("2026-02-01")!,
    status: "active",
    values: [value("2026-01-01", 1.5), value("2026-02-01", -2e-7)],
    ...more,
  };
}

/** All steps at once. */
function written(steps: Generator<undefined, Buffer[]>): Buffer {
  return Buffer.concat(finish(steps));
}

test("a long table has the columns of a slice with labels, and nothing in it is read as a formula [site.csv-forms]", () => {
  const csv = written(tableToCsv(longTable([series({})]), "point", false)).toString();
  assert.equal(
    csv,
    `series_key;class;class_label;freq;unit;geo;geo_label;geo_level;period;value;as_of;last_period;status
k1;01;"'=Хлеб; белый";M;PCT;643;Россия;country;2026-01-01;1.5;2026-02-10;2026-02-01;active
k1;01;"'=Хлеб; белый";M;PCT;643;Россия;country;2026-02-01;-2e-7;2026-02-10;2026-02-01;active
`,
  );
  const comma = written(tableToCsv(longTable([series({})]), "comma", true)).toString();
  assert.match(comma, /^\uFEFFseries_key;.*\n.*;1,5;2026-02-10;/);
  const both = longTable([series({dimensions: ["measure"]}), series({dimensions: ["unit"]})]);
  assert.deepEqual(both.head.slice(0, 5), ["series_key", "measure", "freq", "unit", "geo"]);
});

test("a table of 60,000 rows is written in chunks, with a pause after each [budget.files]", () => {
  const values = Array.from({length: 60_000}, (_, i) => ({...value("2026-01-01", i), first: i}));
  const table = longTable([series({values})]);
  for (const steps of [tableToCsv(table, "point", false), tablesToXlsx([{name: "values", ...table}])]) {
    let pauses = 0;
    for (let step = steps.next(); !step.done; step = steps.next()) pauses++;
    assert.ok(pauses > 50, `${pauses} pauses`);
  }
});

test("a wide table has a row for each period of any series, and an empty cell for a missing value [site.csv-forms]", () => {
  const other = series({key: "k2", title: "Б", values: [value("2026-02-01", 7), value("2026-03-01", Number.NaN)]});
  const lines = written(tableToCsv(wideTable([series({title: "А"}), other]), "point", false))
    .toString()
    .split("\n");
  assert.deepEqual(lines, [
    "period;А · процент · k1;Б · процент · k2",
    "2026-01-01;1.5;",
    "2026-02-01;-2e-7;7",
    "2026-03-01;;",
    "",
  ]);
});

test("in a workbook numbers are numbers, codes keep their zeros, and a text that begins with = stays a text [site.csv-forms]", () => {
  const workbook = read(written(tablesToXlsx([{name: "values", ...longTable([series({})])}])), {type: "buffer"});
  const sheet = workbook.Sheets["values"]!;
  const [row] = utils.sheet_to_json<Record<string, unknown>>(sheet);
  assert.deepEqual(
    [row?.["class"], row?.["class_label"], row?.["value"], row?.["period"]],
    ["01", "=Хлеб; белый", 1.5, "2026-01-01"],
  );
  assert.ok(Object.values(sheet).every((cell) => (cell as {f?: string}).f === undefined));
});

test("a checksum is computed over lines of period and value, so that anyone can compute it [site.permalink]", () => {
  // printf '2026-01-01;1.5\n2026-02-01;-2e-7\n' | sha256sum
  assert.equal(
    finish(valueDigest(series({}).values)),
    "89eb6d512442db2d7c556a1efd5614aab420148f7596e6e0a4331018d1bc3be4",
  );
  assert.notEqual(finish(valueDigest(series({}).values.slice(1))), finish(valueDigest(series({}).values)));
});

test("in a workbook a day is a date from March 1900 on, the lines above come first, and the head stays in sight [site.xlsx-readable]", () => {
  const days = ["1900-02-28", "1900-03-01", "2026-03-13", "no day"];
  const sheet = {
    ...{name: "Data", above: ["Title", "per cent"], head: ["Period", "Value"], dayColumns: [0]},
    rows: days.map((day, at) => [day, at]),
  };
  const workbook = read(written(tablesToXlsx([sheet])));
  const rows = utils.sheet_to_json<unknown[]>(workbook.Sheets["Data"]!, {header: 1, blankrows: true});
  assert.deepEqual(rows.slice(0, 4), [["Title"], ["per cent"], [], ["Period", "Value"]]);
  assert.deepEqual(
    rows.slice(4).map(([day]) => day),
    ["1900-02-28", 61, 46_094, "no day"],
  );
  assert.equal(workbook.Sheets["Data"]!["A7"].t, "n");
});
