// Every value of the sample warehouse is found again in the publishers' files, and no value of the files is missing. The reading is
// independent of the script that wrote the samples.
import assert from "node:assert/strict";
import {existsSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {test} from "../src/load/input/publisher-test.fixture.ts";
import {type KepRelease, readKepReleases} from "./kep-releases.ts";
import {type Cells, columnsFrom, readCells, rowNumbers} from "./publisher-workbook.ts";
import {holdSampleApi, readSampleSeries, type SAMPLE_DATASETS, type SampleSeries} from "./sample-series.ts";
import {NEEDS_SHARED_DATA, SHARED_DATA} from "./warehouse.ts";

const skip = NEEDS_SHARED_DATA;
const MONTHS = "января февраля марта апреля мая июня июля августа сентября октября ноября декабря".split(" ");

const sampleApi = holdSampleApi(skip);

/** Values by the text that a reading of the same facts would give them. */
async function sampleValues(
  dataset: (typeof SAMPLE_DATASETS)[number],
  name: (series: SampleSeries, period: string) => string,
  asOf: string | null = null,
): Promise<Map<string, number>> {
  const values = new Map<string, number>();
  for (const series of await readSampleSeries(sampleApi(), dataset, asOf)) {
    for (const [period, value] of series.values) values.set(name(series, period), value);
  }
  return values;
}

const shared = (path: string): string => join(SHARED_DATA, path);
const lines = (path: string): string[] => readFileSync(shared(path), "utf8").trim().split(/\r?\n/);

function assertSame(sample: ReadonlyMap<string, number>, published: ReadonlyMap<string, number>): void {
  assert.ok(published.size > 0);
  const lost = [...published].filter(([name, value]) => sample.get(name) !== value);
  assert.deepEqual(lost.slice(0, 5), [], "published, not in the sample");
  const invented = [...sample.keys()].filter((name) => !published.has(name));
  assert.deepEqual(invented.slice(0, 5), [], "in the sample, not published");
}

const CPI_RELEASES: readonly (readonly [day: string, file: string])[] = [
  ["2022-12-09", "Ipc_mes_2022-11"],
  ["2025-07-11", "ipc_mes_2025-06"],
  ["2025-08-13", "ipc_mes_2025-07"],
  ["2025-10-10", "ipc_mes_2025-09"],
  ["2025-11-14", "ipc_mes_2025-10"],
  ["2025-12-10", "ipc_mes_2025-11"],
  ["2026-01-16", "ipc_mes_2025-12"],
  ["2026-02-13", "ipc_mes_2026-01"],
  ["2026-03-13", "ipc_mes_2026-02"],
  ["2026-04-10", "ipc_mes_2026-03"],
];

test("consumer prices as of each release equal the whole workbook of that day, with December of past years", {
  skip,
}, async () => {
  for (const [day, file] of CPI_RELEASES) {
    const published = new Map<string, number>();
    const sheets = readCells(shared(`rosstat_files/cpi_monthly_vintages/${file}.xlsx`));
    for (const [sheet, kind] of Object.entries({"01": "total", "02": "food", "03": "non_food", "04": "services"})) {
      const cells = sheets.get(sheet)!;
      for (const column of columnsFrom(2, cells)) {
        const year = cells.get(`${column}4`);
        if (year === undefined) continue;
        for (let month = 1; month <= 12; month++) {
          const cell = cells.get(`${column}${month + 5}`);
          if (cell !== undefined)
            published.set(`${kind} prev_month ${year}-${String(month).padStart(2, "0")}-01`, Number(cell));
        }
        // 105,592) is 105,59 with footnote 2; only a year with a December has a December against December
        const december = cells.get(`${column}19`)?.replace(/^(\d+,\d\d)\d\)$/, "$1");
        if (cells.has(`${column}17`))
          published.set(`${kind} prev_december ${year}-01-01`, Number(december?.replace(",", ".")));
      }
    }
    const known = await sampleValues(
      "rosstat_files/cpi_monthly",
      (series, period) => `${series.class} ${series.measure} ${period}`,
      day,
    );
    assertSame(known, published);
  }
});

test("the product of the months of a year equals December compared with December, within the publisher's rounding", {
  skip,
}, async () => {
  const series = await readSampleSeries(sampleApi(), "rosstat_files/cpi_monthly");
  for (const yearly of series.filter(({measure}) => measure === "prev_december")) {
    const monthly = series.find((one) => one.class === yearly.class && one.measure === "prev_month")!;
    for (const [year, value] of yearly.values) {
      if (year < "1999") continue;
      const months = [...monthly.values].filter(([period]) => period.startsWith(year.slice(0, 4)));
      const product = months.reduce((total, [, index]) => (total * index) / 100, 100);
      assert.equal(months.length, 12);
      assert.ok(Math.abs(product - value) < 0.15, `${yearly.class} ${year}: ${product} and ${value}`);
    }
  }
});

test("weekly prices equal the workbook's on its registration days, except for the first of a year", {
  skip,
}, async () => {
  const sheets = readCells(shared("rosstat_files/cpi_weekly/nedel_ipc_2023.xlsx"));
  const sample = await sampleValues(
    "rosstat_files/cpi_weekly",
    (series, period) => `${series.className} ${series.measure} ${period}`,
  );
  const names = new Set(
    (await readSampleSeries(sampleApi(), "rosstat_files/cpi_weekly")).map(({className}) => className),
  );
  assert.equal(names.size, 34);
  const published = new Map<string, number>();
  for (const year of ["2022", "2023", "2024"]) {
    const cells = sheets.get(year)!;
    for (const column of columnsFrom(2, cells)) {
      const [, day = "", month = ""] = /(\d+) ([а-я]+)/.exec(cells.get(`${column}4`) ?? "") ?? [];
      if (day === "") continue;
      const period = `${year}-${String(MONTHS.indexOf(month) + 1).padStart(2, "0")}-${day.padStart(2, "0")}`;
      for (const row of rowNumbers(cells)) {
        const [name, value] = [cells.get(`A${row}`)?.trim() ?? "", cells.get(`${column}${row}`)];
        if (!names.has(name) || value === undefined || value === "…") continue;
        published.set(`${name} ${column === "B" ? "prev_year_end" : "prev_date"} ${period}`, Number(value));
      }
    }
  }
  assertSame(sample, published);
});

const KEP_DAY = (month: string): string => {
  const [year, number] = month.split("-").map(Number);
  return new Date(Date.UTC(year!, number! + 1, 0)).toISOString().slice(0, 10);
};
const periodDay = (period: string): string => {
  const quarter = /^(\d{4})-Q(\d)$/.exec(period);
  if (quarter) return `${quarter[1]}-${String(Number(quarter[2]) * 3 - 2).padStart(2, "0")}-01`;
  return period.length === 4 ? `${period}-01-01` : `${period}-01`;
};

/** The last values up to an issue: what an issue no longer carries stays known. */
function knownAt(releases: readonly KepRelease[], month: string, columns: readonly string[]): Map<string, number> {
  const known = new Map<string, number>();
  for (const release of releases.filter((one) => one.month <= month)) {
    for (const {indicator, frequency, period, value} of release.values) {
      if (columns.includes(indicator)) known.set(`${indicator} ${frequency} ${periodDay(period)}`, Number(value));
    }
  }
  return known;
}

test("gross domestic product as of each issue equals the tables that others made from that issue", {
  skip,
}, async () => {
  const releases = readKepReleases();
  const compared: string[] = [];
  for (const {month} of releases) {
    // these tables lack the issues of 2016-05 and 2017-03, whose news the issue after them brings, and all after 2018-04
    if (month > "2018-04") continue;
    const published = knownAt(releases, month, ["GDP_bln_rub", "GDP_yoy"]);
    // growth of the first quarter of 2018, which this issue prints in the column of the year
    if (month === "2018-04") assert.ok(published.delete("GDP_yoy A 2018-01-01"));
    const names: Readonly<Record<string, string>> = {level: "GDP_bln_rub", pct_yoy: "GDP_yoy"};
    const known = await sampleValues(
      "rosstat_files/gdp",
      ({transformation, frequency}, period) => `${names[transformation ?? ""]} ${frequency} ${period}`,
      KEP_DAY(month),
    );
    assertSame(known, published);
    compared.push(month);
  }
  assert.equal(compared.length, 38);
});

test("issues that exist only as the publisher's text gave the values of gross domestic product in its lines", {
  skip,
}, async () => {
  for (const month of ["2016-05", "2017-03", "2018-05", "2018-06", "2018-07"]) {
    const text = lines(`rosstat_files/kep_vintages/kep_tab_${month}.csv`).slice(0, 60);
    const series = await readSampleSeries(sampleApi(), "rosstat_files/gdp", KEP_DAY(month));
    for (const {transformation, frequency, values} of series) {
      for (const [period, value] of values) {
        const column = frequency === "A" ? 1 : (Number(period.slice(5, 7)) + 2) / 3 + 1;
        const shown = transformation === "level" ? String(value) : value.toFixed(1).replace(".", ",");
        const found = text
          .filter((line) => line.startsWith(period.slice(0, 4)))
          .some((line) => new RegExp(`^${shown}(\\d\\))?$`).test(line.split("\t")[column] ?? ""));
        assert.ok(found, `${month}: ${period} ${frequency} ${shown}`);
      }
    }
  }
});

test("retail trade as of each of its issues equals the tables of these issues", {skip}, async () => {
  const issues = ["2015-12", "2016-03", "2016-08", "2016-12", "2017-04", "2017-08", "2017-12", "2018-03"];
  const releases = readKepReleases().filter(({month}) => issues.includes(month));
  const kinds: Readonly<Record<string, string>> = {total: "", food: "_FOOD", non_food: "_NONFOOD"};
  const forms: Readonly<Record<string, string>> = {level: "bln_rub", pct_prev: "rog", pct_yoy: "yoy"};
  const columns = Object.values(kinds).flatMap((kind) =>
    Object.values(forms).map((form) => `RETAIL_SALES${kind}_${form}`),
  );
  for (const month of issues) {
    const published = [...knownAt(releases, month, columns)].filter(([name]) => / M 20(1[4-9])-/.test(name));
    const known = await sampleValues(
      "rosstat_files/retail_sales",
      (one, period) =>
        `RETAIL_SALES${kinds[one.class ?? ""]}_${forms[one.transformation ?? ""]} ${one.frequency} ${period}`,
      KEP_DAY(month),
    );
    assertSame(known, new Map(published));
  }
});

/** The long words of a territory's name that tell it from others, cut to what all their cases share. */
function tellingWords(name: string): Set<string> {
  const common = /^(респуб|област|автоно|округ|округа|федер|россий|город|кроме|район|столиц|значен|учета|новых|субъек)/;
  const words =
    name
      .toLowerCase()
      .replaceAll("ё", "е")
      .match(/[а-я]{3,}/g) ?? [];
  return new Set(words.map((word) => word.slice(0, 6)).filter((word) => !common.test(word) && word !== "край"));
}

/** Pairs named rows with series of the same values, one to one, and holds their names against each other. */
function assertPaired(rows: ReadonlyMap<string, ReadonlyMap<string, number>>, series: readonly SampleSeries[]): void {
  const text = (values: ReadonlyMap<string, number>): string => JSON.stringify([...values].sort());
  const byValues = new Map(series.map((one) => [text(one.values), one]));
  assert.equal(byValues.size, series.length, "two territories with the same values");
  assert.equal(rows.size, series.length);
  for (const [name, values] of rows) {
    const found = byValues.get(text(values));
    assert.ok(found, `no series has the values of ${name}`);
    if (name === "Российская Федерация") assert.equal(found.level, "country");
    else {
      const words = tellingWords(found.territoryName);
      assert.ok(
        [...tellingWords(name)].some((word) => words.has(word)),
        `${name} is ${found.territoryName}`,
      );
    }
    assert.equal(/окру.*федер|федер.*окру/i.test(name), found.level === "district", name);
  }
}

test("fixed assets equal the workbook's, row by row, and those of the country from 2022 on are separate", {
  skip,
}, async () => {
  const sheets = readCells(shared("rosstat_files/misc/remaining_balance_data.xlsx"));
  const earlier = new Map<string, ReadonlyMap<string, number>>();
  const old = sheets.get("1")!;
  for (const row of rowNumbers(old).filter((number) => number > 3))
    earlier.set(old.get(`A${row}`)!.trim(), rowValues(old, row, yearsOver(old, 3)));
  const empty = [...earlier].filter(([, values]) => values.size === 0);
  for (const [name] of empty) earlier.delete(name);
  assertPaired(earlier, await readSampleSeries(sampleApi(), "rosstat_files/fixed_assets_2000_2016"));

  const present = sheets.get("2")!;
  const series = await readSampleSeries(sampleApi(), "rosstat_files/fixed_assets");
  const years = yearsOver(present, 3);
  const titles = new Map(columnsFrom(2, present).map((column) => [column, present.get(`${column}4`)?.trim()]));
  for (const kind of new Set(series.map(({class: code}) => code))) {
    const ofKind = series.filter((one) => one.class === kind);
    const columns = new Map([...years].filter(([column]) => titles.get(column) === ofKind[0]?.className));
    assert.equal(columns.size, 8);
    const rows = new Map<string, ReadonlyMap<string, number>>();
    for (const row of rowNumbers(present)) {
      const name = present.get(`A${row}`)?.trim() ?? "";
      if (row < 5 || name === "" || !present.has(`B${row}`)) continue;
      const values = rowValues(present, row, columns);
      if (name !== "Российская Федерация") rows.set(name, values);
      else {
        const late = ofKind.find(({territory}) => territory === "643004.АГ");
        const early = ofKind.find(({territory}) => territory === "643");
        const [before, since] = [new Map(values), new Map(values)];
        for (const year of values.keys()) (year < "2022" ? since : before).delete(year);
        assert.deepEqual([early?.values, late?.values], [before, since]);
      }
    }
    for (const [name, values] of rows) if (values.size === 0) rows.delete(name);
    assertPaired(
      rows,
      ofKind.filter(({level}) => level !== "country"),
    );
  }
});

/** Column → year, where a year covers several columns up to the next. */
function yearsOver(cells: Cells, row: number): Map<string, string> {
  const years = new Map<string, string>();
  let year = "";
  for (const column of columnsFrom(2, cells)) {
    year = cells.get(`${column}${row}`)?.slice(0, 4) ?? year;
    years.set(column, year);
  }
  return years;
}

function rowValues(cells: Cells, row: number, columns: ReadonlyMap<string, string>): Map<string, number> {
  const values = new Map<string, number>();
  for (const [column, year] of columns) {
    const cell = cells.get(`${column}${row}`);
    if (cell !== undefined && /^\d/.test(cell)) values.set(`${year}-01-01`, Number(cell));
  }
  return values;
}

/** The observations of an EMISS message by plain search. */
function* emissValues(path: string) {
  for (const [, body = ""] of readFileSync(shared(path), "utf8").matchAll(
    /<generic:Series>([\s\S]*?)<\/generic:Series>/g,
  )) {
    const parts = new Map(
      [...body.matchAll(/concept="([^"]*)" value="([^"]*)"/g)].map(([, name, code]) => [name, code]),
    );
    const year = /<generic:Time>(\d{4})</.exec(body)?.[1] ?? "";
    const value = Number(/ObsValue value="([^"]*)"/.exec(body)?.[1]?.replace(",", "."));
    yield {parts, year, value};
  }
}

test("women by territory have all 3,507 values of the publisher's message", {skip}, async () => {
  const published = new Map<string, number>();
  for (const {parts, year, value} of emissValues("fedstat/sdmx/33459_population_women_annual.xml"))
    published.set(`${parts.get("s_OKATO")} ${year}-01-01`, value);
  assert.equal(published.size, 3507);
  assertSame(await sampleValues("fedstat/33459", ({territory}, period) => `${territory} ${period}`), published);
});

test("unemployment equals the excerpt's, quarters and years separately", {skip}, async () => {
  const published = new Map<string, number>();
  const quarters: Readonly<Record<string, string>> = {I: "01", II: "04", III: "07", IV: "10"};
  const path = "fedstat/sdmx_excerpts/43062_unemployment_quarterly_and_annual.excerpt.xml";
  for (const {parts, year, value} of emissValues(path)) {
    if (parts.get("s_vozr") !== "207") continue;
    const month = quarters[parts.get("PERIOD")?.split(" ")[0] ?? ""];
    published.set(month === undefined ? `A ${year}-01-01` : `Q ${year}-${month}-01`, value);
  }
  assert.equal(published.size, 30);
  assertSame(await sampleValues("fedstat/43062", ({frequency}, period) => `${frequency} ${period}`), published);
});

test("prices of housing equal the table's, market by market", {skip}, async () => {
  const [years, quarters, , ...rows] = lines("fedstat/derived/devproglab_quarterly_housing_prices.csv").map((line) =>
    line.split(","),
  );
  const series = await readSampleSeries(sampleApi(), "fedstat/31452");
  const months: Readonly<Record<string, string>> = {I: "01", II: "04", III: "07", IV: "10"};
  for (const [market, code] of Object.entries({"Первичный рынок жилья": "1~1", "Вторичный рынок жилья": "1~3"})) {
    const ofMarket = series.filter((one) => one.class === code);
    const sampled = new Set(ofMarket.map(({values}) => JSON.stringify([...values].sort())));
    const published = new Map<string, ReadonlyMap<string, number>>();
    for (const [name = "", kind, ...cells] of rows) {
      if (kind !== market) continue;
      const values = new Map<string, number>();
      for (const [index, cell] of cells.entries()) {
        const quarter = quarters?.[index + 2]?.split(" ")[0] ?? "";
        if (cell !== "") values.set(`${years?.[index + 2]}-${months[quarter]}-01`, Number(cell));
      }
      if (sampled.has(JSON.stringify([...values].sort()))) published.set(name, values);
    }
    assert.ok(published.size > 20, market);
    for (const one of ofMarket.filter(({level}) => level === "macroregion"))
      assert.ok(one.territoryName.endsWith("район"), one.territoryName);
    assertPaired(published, ofMarket);
  }
});

test("the key rate equals the bank's table on each of its days, and the monthly rate is the last of the month", {
  skip,
}, async () => {
  const cells = [...readCells(shared("cbr/site_xlsx/keyrate.xlsx")).values()][0]!;
  const published = new Map<string, number>();
  for (const row of rowNumbers(cells).slice(1)) {
    const [day, month, year = ""] = cells.get(`A${row}`)!.split(".");
    if (year >= "2024") published.set(`${year}-${month}-${day}`, Number(cells.get(`B${row}`)!.replace(",", ".")));
  }
  assert.equal(published.size, 538);
  const daily = await sampleValues("cbr/key_rate", (_, period) => period);
  assertSame(daily, published);

  const monthly = new Map<string, number>();
  const table = new TextDecoder("windows-1251").decode(readFileSync(shared("cbr/keyrate_inflation_2013-2026.csv")));
  for (const line of table.trim().split(/\r?\n/).slice(1)) {
    const [date = "", ...values] = line.split(";");
    const period = date.split(".").reverse().join("-");
    for (const [index, indicator] of ["key_rate", "inflation", "inflation_target"].entries())
      monthly.set(`${indicator} ${period}`, Number(values[index]?.replace(",", ".")));
  }
  const sample = await sampleValues("cbr/key_rate_inflation", ({indicator}, period) => `${indicator} ${period}`);
  assertSame(sample, monthly);
  for (const [name, rate] of sample) {
    const month = /^key_rate (\d{4}-\d\d)/.exec(name)?.[1];
    const days = [...daily].filter(([day]) => month !== undefined && day.startsWith(month));
    if (days.length > 0) assert.equal(days.at(-1)?.[1], rate, month ?? "");
  }
});

test("cities equal the list's, each under a place of its name", {skip}, async () => {
  const [header = "", ...rows] = lines("ref/okato/rucities_towns.csv").map((line) => line.split(","));
  const published = rows.map((cells) => `${cells[header.indexOf("population")]} ${cells[0]}`);
  assert.equal(published.length, 1117);
  const series = await readSampleSeries(sampleApi(), "showdata/city_population");
  assert.equal(series.length, published.length);
  const left = new Map<number, string[]>();
  for (const {territoryName, values} of series) {
    const value = values.get("2020-01-01")!;
    left.set(value, [...(left.get(value) ?? []), territoryName.replaceAll("ё", "е")]);
  }
  for (const text of published) {
    const [value = "", ...words] = text.split(" ");
    const name = words.join(" ").replaceAll("ё", "е").replace("Дмитриев-Льговский", "Дмитриев");
    const labels = left.get(Number(value)) ?? [];
    const index = labels.findIndex((label) => label.includes(name));
    assert.ok(index >= 0, text);
    labels.splice(index, 1);
  }
});

test("all publishers' files of the samples exist", {skip}, () => {
  for (const [, file] of CPI_RELEASES) assert.ok(existsSync(shared(`rosstat_files/cpi_monthly_vintages/${file}.xlsx`)));
});
