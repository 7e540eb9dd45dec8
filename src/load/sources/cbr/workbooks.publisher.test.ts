import assert from "node:assert/strict";
import {dayText} from "../../../statistics/time/day.ts";
import {test} from "../../input/publisher-test.fixture.ts";
import {needs, PLAIN_HINTS, type SeenValue, sharedFile, watchingSink} from "../../input/shared-file.fixture.ts";
import {cbrWorkbooks} from "../described-workbooks.ts";

const FOLDER = "cbr/site_xlsx/";

async function parse(name: string, publishedAt: string | null = null) {
  const sink = watchingSink();
  const file = sharedFile(FOLDER + name);
  assert.equal(await cbrWorkbooks.recognises([file]), true);
  const {metadata} = await cbrWorkbooks.parse([file], {...PLAIN_HINTS, publishedAt}, sink);
  assert.deepEqual(sink.refused, []);
  const keys = sink.values.map(({series, period}) => JSON.stringify([series, period]));
  assert.equal(new Set(keys).size, keys.length, "each series has one value for each period");
  const at = (cell: string, sheet?: string): SeenValue =>
    sink.values.find(
      ({explained}) =>
        explained!.locator.cell === cell && (sheet ?? explained!.locator.sheet) === explained!.locator.sheet,
    )!;
  return {metadata, sink, at, sums: sumsBySheet(sink.values)};
}

/** Values and their sum by sheet; also counted with another program (openpyxl). */
function sumsBySheet(values: readonly SeenValue[]): [sheet: string, count: number, sum: string][] {
  const sheets = new Map<string, [number, number]>();
  for (const {value, explained} of values) {
    const [count, sum] = sheets.get(explained!.locator.sheet!) ?? [0, 0];
    sheets.set(explained!.locator.sheet!, [count + 1, sum + value]);
  }
  return [...sheets].map(([sheet, [count, sum]]) => [sheet, count, sum.toFixed(2)]);
}

test("RUONIA: rates in per cent, the volume in billions, numbers of deals, newest first; status and time are not figures [cbr.workbooks]", {
  skip: needs(`${FOLDER}ruonia.xlsx`),
}, async () => {
  const {metadata, at, sums: counted} = await parse("ruonia.xlsx");
  assert.deepEqual(counted, [["RC", 15511, "911230.99"]]);
  const of = (cell: string) => [at(cell).series.indicator, at(cell).series.unit, at(cell).period, at(cell).value];
  assert.deepEqual(of("B2"), ["ruonia", "процент", "2026-03-11", 15.03]);
  assert.deepEqual(of("C2"), ["volume", "миллиард_рублей", "2026-03-11", 417.92]);
  assert.deepEqual(of("D2"), ["deals", "единица", "2026-03-11", 49]);
  assert.deepEqual(of("C3979"), ["volume", "миллиард_рублей", "2010-01-11", 64.56]);
  assert.equal(at("J2"), undefined);
  assert.equal(dayText(metadata.publishedAt), "2026-03-11");
});

test("the workbook of the key rate, saved with texts, gives the same series as the web service [cbr.workbooks cbr.key-rate]", {
  skip: needs(`${FOLDER}keyrate.xlsx`),
}, async () => {
  const {metadata, at, sums: counted} = await parse("keyrate.xlsx");
  assert.deepEqual(counted, [["Лист1", 3010, "31063.50"]]);
  assert.equal(`${metadata.provider}/${metadata.dataset}`, "cbr/key_rate");
  assert.deepEqual(at("B2"), {
    series: {
      indicator: "key_rate",
      classification: null,
      measure: null,
      transformation: "level",
      unit: "процент",
      frequency: "D",
      territory: "643",
    },
    period: "2026-03-13",
    value: 15.5,
    line: at("B2").line,
    explained: {
      locator: {file: "keyrate.xlsx", sheet: "Лист1", cell: "B2", line: null, column: null, element: null},
      raw: "15,50",
      steps: ["read from text"],
    },
  });
  assert.deepEqual([at("B3011").period, at("B3011").value], ["2014-01-09", 5.5]);
});

test("FIX-cbr-10: monetary aggregates: time goes across and names go down, nested by blanks, with quarters between months and a marked last date [cbr.workbooks]", {
  skip: needs(`${FOLDER}monetary_agg.xlsx`),
}, async () => {
  const {metadata, at, sums: counted} = await parse("monetary_agg.xlsx");
  assert.deepEqual(counted, [
    ["Денежные агрегаты", 5230, "49990427.50"],
    ["Денежные агрегаты_Сектора", 860, "15261003.80"],
    ["Годовые темпы прироста", 5178, "121098.40"],
    ["Темпы прироста к началу года", 5396, "40808.70"],
    ["Темпы прироста за месяц", 5314, "9394.30"],
  ]);
  const first = at("B2", "Денежные агрегаты");
  assert.deepEqual([first.period, first.value, first.series.unit], ["1993-01-01", 1.7, "миллиард_рублей"]);
  const names = new Map(metadata.classes!.map(({code, name}) => [code, name]));
  const nested = at("OC7", "Денежные агрегаты");
  assert.match(names.get(nested.series.classification!)!, /^Переводные депозиты домашних хозяйств \/ - с начислением/);
  const estimate = at("AR2", "Денежные агрегаты_Сектора");
  assert.deepEqual([estimate.period, estimate.series.frequency], ["2025-07-01", "Q"]);
  const growth = at("B2", "Годовые темпы прироста");
  assert.deepEqual([growth.series.transformation, growth.series.unit, growth.value], ["growth_yoy", "процент", 39.4]);
  assert.equal(growth.series.classification, first.series.classification);
});

test("FIX-cbr-11: adjusted aggregates: time goes down under two or three header rows; a dash means no growth, and the price index beside growth is an index [cbr.workbooks]", {
  skip: needs(`${FOLDER}monetary_agg_SA.xlsx`),
}, async () => {
  const {sink, at, sums: counted} = await parse("monetary_agg_SA.xlsx");
  assert.deepEqual(counted, [
    ["Денежные агрегаты", 9459, "59515297.42"],
    ["Компоненты", 24277, "96509851.84"],
  ]);
  assert.equal(sink.absent.length, 77 + 457);
  assert.ok(sink.absent.every(({reason}) => reason === "none"));
  const of = (cell: string, sheet: string) => {
    const {series} = at(cell, sheet);
    return [series.classification, series.measure, series.transformation];
  };
  assert.deepEqual(of("B4", "Компоненты"), ["denezhnyy_agregat_m0", "nsa", "level"]);
  assert.deepEqual(of("C4", "Компоненты"), ["denezhnyy_agregat_m0", "sa", "level"]);
  assert.deepEqual(of("CC300", "Компоненты")[2], "growth_yoy");
  assert.deepEqual(of("CD300", "Компоненты")[2], "growth_yoy_xr");
  assert.deepEqual(of("AF300", "Денежные агрегаты")[2], "pct_yoy");
  assert.deepEqual(of("AG300", "Денежные агрегаты")[2], "pct_mom");
  assert.equal(at("AG300", "Денежные агрегаты").value, 100.34);
});

test("adjusted growth of prices and the industrial index: months go across, as dates and as words; the export has its day [cbr.workbooks]", {
  skip: needs(`${FOLDER}cpi.xlsx`, `${FOLDER}IPI.xlsx`),
}, async () => {
  const prices = await parse("cpi.xlsx");
  assert.deepEqual(prices.sums, [["Лист1", 15492, "10279.55"]]);
  assert.equal(prices.at("B2").value, 1.6547391545972232);
  assert.deepEqual([prices.at("KE55").period, prices.at("KE55").series.transformation], ["2026-02-01", "growth_mom"]);
  assert.equal(dayText(prices.metadata.publishedAt), "2026-02-28");
  assert.equal(dayText((await parse("cpi.xlsx", "2026-03-20")).metadata.publishedAt), "2026-03-20");
  const industry = await parse("IPI.xlsx");
  assert.deepEqual(industry.sums, [["Лист 1", 130, "13159.60"]]);
  assert.deepEqual(
    [industry.at("B12").period, industry.at("B12").value, industry.at("B12").series.transformation],
    ["2015-01-01", 100.9, "pct_yoy"],
  );
  assert.equal(dayText(industry.metadata.publishedAt), "2026-01-20");
});

test("a list of days without figures is not a known workbook", {
  skip: needs(`${FOLDER}keyrate_dates.xlsx`),
}, async () => {
  assert.equal(await cbrWorkbooks.recognises([sharedFile(`${FOLDER}keyrate_dates.xlsx`)]), false);
});
