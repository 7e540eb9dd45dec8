import assert from "node:assert/strict";
import {dayText} from "../../../statistics/time/day.ts";
import {test} from "../../input/publisher-test.fixture.ts";
import {needs, PLAIN_HINTS, type SeenValue, sharedFile, watchingSink} from "../../input/shared-file.fixture.ts";
import {roskazna} from "./source.ts";

const FEDERAL_2011 = "roskazna/federal/2011_0507011.xlsx";
const FEDERAL_2020 = "roskazna/federal/2020_0507011.xlsx";
const REGIONAL = "roskazna/regional_0503317/";
const NENETS_2011 = `${REGIONAL}2011_84-67654.XLS`;
const RUSSIA_2012 = `${REGIONAL}2012_95_0503317.xls`;
const RUSSIA_2016 = `${REGIONAL}2016_95_01012017_Y.xls`;
const NENETS_2018 = `${REGIONAL}2018_84_01.01.2019_0503317.XLS`;
const SEVASTOPOL_2021 = `${REGIONAL}2021_74_01.01.2022_0503317.XLS`;

async function parse(path: string) {
  const sink = watchingSink();
  const file = sharedFile(path);
  assert.equal(await roskazna.recognises([file]), true);
  const {metadata} = await roskazna.parse([file], PLAIN_HINTS, sink);
  const find = (indicator: string, classification: string, measure: string): SeenValue | undefined =>
    sink.values.find(
      ({series}) =>
        series.indicator === indicator && series.classification === classification && series.measure === measure,
    );
  return {metadata, sink, find};
}

/** Values and their sum by sheet; asserts that no series has two values. */
function sumsBySheet(values: readonly SeenValue[]): [sheet: string, count: number, sum: string][] {
  const sheets = new Map<string, {count: number; sum: number}>();
  const series = new Set<SeenValue["series"]>();
  for (const value of values) {
    const sheet = value.explained!.locator.sheet!;
    const own = sheets.get(sheet) ?? {count: 0, sum: 0};
    sheets.set(sheet, {count: own.count + 1, sum: own.sum + value.value});
    series.add(value.series);
  }
  assert.equal(series.size, values.length, "one value for each series, because a form is about one day");
  return [...sheets].map(([sheet, {count, sum}]) => [sheet, count, sum.toPrecision(13)]);
}

const sums = (rows: readonly (readonly [string, number, number])[]) =>
  rows.map(([sheet, count, sum]) => [sheet, count, sum.toPrecision(13)]);

// The numbers of cells and their sums for each sheet were counted with other programs (openpyxl, xlrd).

test("FIX-roskazna-06, FIX-roskazna-01, FIX-roskazna-05, FIX-roskazna-09: the federal form of 2020 is read completely, with its hidden sheet, texts of 10^13 and percentages [roskazna.federal]", {
  skip: needs(FEDERAL_2020),
}, async () => {
  const {metadata, sink, find} = await parse(FEDERAL_2020);
  assert.deepEqual(sink.refused, []);
  assert.deepEqual(
    sumsBySheet(sink.values),
    sums([
      ["1.1", 1987, 111027354612349.3],
      ["1.2", 7373, 129746444547562.95],
      ["2.1", 44149, 439618802951938.06],
      ["2.2", 29167, 383987876206042.44],
      ["2.3", 21568, 272726023242110.9],
      ["2.4", 436, 192566213001903.6],
      ["3.1", 335, 38921960119258.48],
      ["3.2", 358, 25695011852215.17],
    ]),
  );
  const income = find("income", "010", "executed")!;
  assert.equal(income.value, 18719089935213.82);
  assert.deepEqual(income.explained, {
    locator: {file: "2020_0507011.xlsx", sheet: "1.1", cell: "D16", line: null, column: null, element: null},
    raw: "18 719 089 935 213,82",
    steps: ["read from text"],
  });
  assert.equal(find("expenditure_by_agency", "200", "percent")!.value, 96.24);
  // "в 2,6 раза" in a table of per cent
  assert.equal(find("financing", "520-01010000000000000", "percent")!.value, 260);
  assert.deepEqual(
    [income.period, income.series.frequency, income.series.transformation, income.series.territory, income.series.unit],
    ["2020-10-01", "Q", "level_ytd", "643", "рубль"],
  );
  assert.equal(dayText(metadata.publishedAt), "2021-01-01");
  assert.equal(metadata.classes!.find(({code}) => code === "10101000000000110")!.name, "Налог на прибыль организаций");
});

test("the federal form of 2011 has other sheets and headers; unreadable cells of the file are refused with their places [roskazna.federal]", {
  skip: needs(FEDERAL_2011),
}, async () => {
  const {sink, find} = await parse(FEDERAL_2011);
  assert.deepEqual(
    sumsBySheet(sink.values),
    sums([
      ["1.1", 383, 59483757851471.9],
      ["1.2", 2414, 70851410474129.77],
      ["2.1 откр", 39715, 217045812585983.9],
      ["2.2 откр", 19830, 187733538115034.06],
      ["3.1", 279, -15610533963373.23],
      ["3.2", 485, -2821301298051.6],
      ["РАСХОДЫ_ФКР", 442, 99956391269920.95],
    ]),
  );
  assert.equal(sink.refused.length, 11);
  assert.deepEqual(
    [sink.refused[0]!.sheet, sink.refused[0]!.cell, sink.refused[0]!.text.trim()],
    ["2.1 откр", "J2937", ".13 896 521 718 456 527 424,00"],
  );
  assert.equal(find("income", "010", "executed")!.value, 11367652622657.71);
  assert.equal(find("expenditure_summary", "200", "executed")!.value, 10925617418337.37);
});

test("FIX-roskazna-02, FIX-roskazna-03, FIX-roskazna-07: plan and execution side by side, each after its own codes, in thirteen levels; totals of 2016 are texts [roskazna.regional]", {
  skip: needs(RUSSIA_2016),
}, async () => {
  const {sink, find} = await parse(RUSSIA_2016);
  assert.deepEqual(
    sumsBySheet(sink.values),
    sums([
      ["раздел 1", 11784, 384818121908073.7],
      ["раздел 2", 40155, 446586630183981.4],
      ["раздел 3", 1500, 17915941309884.18],
      ["Таблица", 184, 15065358220317.94],
    ]),
  );
  // a number outside every line of the form: the publisher's own error
  assert.deepEqual(
    sink.refused.map(({sheet, cell, text}) => [sheet, cell, text]),
    [["Таблица", "D113", "53465510447.98"]],
  );
  assert.equal(find("income", "010~consolidated_with_fund", "approved")!.value, 11210755555661.83);
  const executed = find("income", "010~consolidated_with_fund", "executed")!;
  assert.equal(executed.value, 11451301841035.48);
  assert.equal(executed.explained!.locator.cell, "V16");
  assert.deepEqual([executed.period, executed.series.frequency, executed.series.territory], ["2016-12-01", "M", "643"]);
  // FIX-roskazna-07: these values are one row above their code
  assert.equal(find("financing", "520~consolidated_with_fund", "approved")!.value, 312920291512.65);
});

test("FIX-roskazna-04: the Treasury's 84 is the Nenets district and its 74 Sevastopol, by the number, by ОКТМО and by name [roskazna.territory]", {
  skip: needs(NENETS_2011, NENETS_2018, SEVASTOPOL_2021),
}, async () => {
  const nenets = await parse(NENETS_2011);
  assert.deepEqual(nenets.sink.refused, []);
  assert.deepEqual(
    sumsBySheet(nenets.sink.values),
    sums([
      ["1", 7040, 572157713666.44],
      ["2", 13760, 573152288867.5],
      ["3", 680, -45794089208.45],
      ["4", 133, 27960047751.48],
    ]),
  );
  const total = nenets.find("income", "010~consolidated_with_fund", "executed")!;
  assert.deepEqual([total.value, total.series.territory, total.period], [14613749308.16, "11100000000", "2011-12-01"]);
  const later = await parse(NENETS_2018);
  assert.deepEqual(later.sink.refused, []);
  assert.deepEqual(
    sumsBySheet(later.sink.values),
    sums([
      ["стр.1_2", 2982, 773376710847.82],
      ["стр.3_4", 5903, 849888616928.37],
      ["стр.5_6", 400, -32018554781.06],
      ["стр.7_11", 72, 6513792838.14],
    ]),
  );
  assert.equal(later.sink.values[0]!.series.territory, "11100000000");
  const sevastopol = await parse(SEVASTOPOL_2021);
  assert.deepEqual(sevastopol.sink.refused, []);
  assert.deepEqual(
    sumsBySheet(sevastopol.sink.values),
    sums([
      ["стр.1_2", 2715, 2485053055749.27],
      ["стр.3_4", 5361, 2788004852098.57],
      ["стр.5_6", 170, 175387004230.06],
      ["стр.7_11", 14, 7932853977.6],
    ]),
  );
  const income = sevastopol.find("income", "010~consolidated_with_fund", "executed")!;
  assert.deepEqual(
    [income.value, income.series.territory, income.period],
    [70121215524.62, "67000000000", "2021-12-01"],
  );
});

test("FIX-roskazna-08: one code of financing in two lines is two series; the name of a part of transfers contains the name of the whole [roskazna.regional]", {
  skip: needs(RUSSIA_2012),
}, async () => {
  const {metadata, sink, find} = await parse(RUSSIA_2012);
  assert.deepEqual(sink.refused, []);
  assert.deepEqual(
    sumsBySheet(sink.values),
    sums([
      ["1", 25580, 313806486137536.3],
      ["2", 39340, 373359981975356.25],
      ["3", 3480, 28124103657558.79],
      ["4", 399, 13851639638419.25],
    ]),
  );
  assert.equal(find("financing", "520~consolidated_with_fund", "approved")!.value, 421749597142.09);
  const names = new Map(metadata.classes!.map(({code, name}) => [code, name]));
  assert.equal(names.get("520"), "источники внутреннего финансирования");
  assert.match(names.get("943")!, /^Бюджеты муниципальных районов.*: Дотации$/);
  assert.equal(names.get("subject"), "бюджет субъекта РФ");
});
