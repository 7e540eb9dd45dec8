// Real tables of open data: each one is read without a refusal by its descriptor and gives figures that were checked by eye.
import assert from "node:assert/strict";
import {test} from "../../input/publisher-test.fixture.ts";
import {fileOf, needs, PLAIN_HINTS, type SeenValue, sharedFile, watchingSink} from "../../input/shared-file.fixture.ts";
import {showdata} from "../described-workbooks.ts";
import {findParser} from "../sources.ts";

const HINTS = {...PLAIN_HINTS, publishedAt: "2026-05-18"};

async function read(path: string) {
  const file = sharedFile(path);
  assert.equal((await findParser([file]))?.name, "showdata");
  const sink = watchingSink();
  const {metadata} = await showdata.parse([file], HINTS, sink);
  assert.deepEqual(sink.refused, []);
  return {metadata, values: sink.values};
}

function only(values: readonly SeenValue[], wanted: Readonly<Record<string, string>>, period: string): SeenValue {
  const found = values.filter(
    ({series, period: at}) =>
      at === period && Object.entries(wanted).every(([key, value]) => series[key as keyof typeof series] === value),
  );
  assert.equal(found.length, 1, JSON.stringify({wanted, period, found}));
  return found[0]!;
}

test("in the economic report time goes down, and each column has its unit or base after its name [described.text-table]", {
  skip: needs("rosstat_files/kep_vintages_tidy/kep_dfm_2017-04.csv"),
}, async () => {
  const {metadata, values} = await read("rosstat_files/kep_vintages_tidy/kep_dfm_2017-04.csv");
  assert.deepEqual([metadata.provider, metadata.dataset], ["showdata", "kep_monthly"]);
  const cpi = only(values, {indicator: "cpi", transformation: "pct_mom"}, "1999-01-01");
  assert.equal(cpi.value, 108.4);
  assert.deepEqual(cpi.explained?.locator, {
    file: "kep_dfm_2017-04.csv",
    sheet: null,
    cell: null,
    line: 2,
    column: 11,
    element: null,
  });
  const profit = only(values, {indicator: "gov_expense_consolidated", unit: "миллиард_рублей"}, "1999-02-01");
  assert.deepEqual([profit.value, profit.explained?.raw], [57.49999999999999, "57.49999999999999"]);
  assert.equal(only(values, {indicator: "unempl", unit: "миллион_человек"}, "1999-03-01").value, 10.1);
  const quarters = (await read("rosstat_files/kep_vintages_tidy/kep_dfq_2017-04.csv")).values;
  assert.equal(only(quarters, {indicator: "gdp", transformation: "level"}, "1999-04-01").value, 1102);
  assert.equal(only(quarters, {indicator: "cpi", transformation: "pct_qoq"}, "1999-07-01").value, 105.6);
  const years = (await read("rosstat_files/kep_vintages_tidy/kep_dfa_2018-07.csv")).values;
  assert.equal(only(years, {indicator: "fxusd", unit: "рубль"}, "2000-01-01").value, 28.16);
});

test("the index of production from January on is cumulative, as its column says [described.text-table]", {
  skip: needs("rosstat_files/kep_vintages_tidy/kep_dfm_2018-06.csv"),
}, async () => {
  const {values} = await read("rosstat_files/kep_vintages_tidy/kep_dfm_2018-06.csv");
  assert.ok(values.some(({series}) => series.indicator === "indpro" && series.transformation === "pct_yoy_ytd"));
});

test("two header rows, names with commas in quotes: housing by region, quarter and month [described.text-table]", {
  skip: needs("fedstat/derived/devproglab_quarterly_housing_prices.csv"),
}, async () => {
  const prices = (await read("fedstat/derived/devproglab_quarterly_housing_prices.csv")).values;
  const altai = {territory: "01000000000", classification: "pervichnyy_rynok_zhilya"};
  assert.equal(only(prices, altai, "2000-01-01").value, 4579.53);
  assert.equal(only(prices, altai, "2021-07-01").value, 64349.35);
  const built = (await read("fedstat/derived/devproglab_monthly_housing_construction.csv")).values;
  const rural = built.filter(
    ({series, period}) =>
      series.territory === "01000000000" &&
      period === "2019-01-01" &&
      series.classification!.startsWith("zhilye_doma_v_selskoy"),
  );
  assert.deepEqual(
    rural.map(({value}) => value),
    [13.4],
  );
});

test("one row for each territory and year, one column for each figure: population, cost of the basket, index of expenditure [described.text-table]", {
  skip: needs("ref/showdata_like/reg_normalizers_2000-2026.csv"),
}, async () => {
  const {values} = await read("ref/showdata_like/reg_normalizers_2000-2026.csv");
  const agin = only(values, {indicator: "pop_total", unit: "человек", territory: "76100000000"}, "2000-01-01");
  assert.equal(agin.value, 71_307);
  assert.equal(
    only(values, {indicator: "fixed_basket", unit: "рубль", territory: "76100000000"}, "2002-01-01").value,
    2969.88,
  );
  const index = (await read("ref/ibr_2005_2025.csv")).values;
  assert.equal(only(index, {territory: "14000000000"}, "2005-01-01").value, 0.8073);
});

test("a column without a unit, an impossible month and an unknown territory are refused with line and column [described.text-table]", async () => {
  const sink = watchingSink();
  const file = fileOf(
    "kep_dfm_2020-01.csv",
    ",year,month,GDP_bln_rub,SHOES_pairs\n2019-01-31,2019,1,7.5,8\n2019-13-31,2019,13,9,\n",
  );
  await showdata.parse([file], HINTS, sink);
  assert.deepEqual(
    sink.refused.map(({line, column, reason}) => [line, column, reason]),
    [
      [2, "5", "has no unit: neither title nor header nor row names one"],
      [3, "3", "is not the number of a month"],
    ],
  );
  assert.deepEqual(
    sink.values.map(({value}) => value),
    [7.5],
  );
});

test("two header rows, and a name with commas in quotes, in a table written for this test [described.text-table]", async () => {
  const market = '"Жилье, новое"';
  const text = [
    "Year,,2030,2030,2031",
    "Period,,I квартал,II квартал,I квартал",
    "Region,Type of Market,,,",
    `Алтайский край,${market},100.5,101,`,
    `Республика Татарстан,${market},200,,202.25`,
    "",
  ].join("\n");
  const file = fileOf("quarterly_housing_prices.csv", text);
  assert.equal((await findParser([file]))?.name, "showdata");
  const sink = watchingSink();
  const {metadata} = await showdata.parse([file], HINTS, sink);
  assert.deepEqual(sink.refused, []);
  assert.equal(metadata.dataset, "housing_prices");
  assert.deepEqual(
    sink.values.map(({series, period, value, line}) => [series.territory, series.unit, period, value, line]),
    [
      ["01000000000", "рубль_за_квадратный_метр", "2030-01-01", 100.5, 4],
      ["01000000000", "рубль_за_квадратный_метр", "2030-04-01", 101, 4],
      ["92000000000", "рубль_за_квадратный_метр", "2030-01-01", 200, 5],
      ["92000000000", "рубль_за_квадратный_метр", "2031-01-01", 202.25, 5],
    ],
  );
});
