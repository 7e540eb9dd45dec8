// Rosstat's real workbooks: each one is recognised, is read without a refusal, and gives figures that were checked by eye.
import assert from "node:assert/strict";
import {createReadStream, existsSync, readdirSync, statSync} from "node:fs";
import {fileURLToPath} from "node:url";
import type {Refusal} from "../../../service/refusal.ts";
import {test} from "../../input/publisher-test.fixture.ts";
import type {LoadHints, SourceFile} from "../../source.ts";
import {rosstat} from "../described-workbooks.ts";
import {NO_HINTS, type RecordedObservation, recordingSink} from "../fedstat/emiss-message.fixture.ts";

const shared = new URL("../../../../../shared/data/rosstat_files/", import.meta.url);
const skip = existsSync(shared) ? false : "needs ../shared/data";

function filesOf(folder: string): SourceFile[] {
  if (skip) return [];
  return readdirSync(new URL(folder, shared)).map((name) => {
    const path = fileURLToPath(new URL(folder + encodeURIComponent(name), shared));
    return {name, size: statSync(path).size, open: () => createReadStream(path)};
  });
}

/** Workbooks of these folders do not say when they were published. */
const PUBLISHED: LoadHints = {...NO_HINTS, publishedAt: "2019-12-20"};

async function read(file: SourceFile, hints: LoadHints = NO_HINTS) {
  assert.ok(await rosstat.recognises([file]), `${file.name} is recognised`);
  const sink = recordingSink();
  const {metadata} = await rosstat.parse([file], hints, sink);
  assert.deepEqual(sink.refused, [], file.name);
  return {metadata, observed: sink.observed};
}

/** The only value of the class or indicator (its start), territory, transformation and period. */
function value(
  observed: readonly RecordedObservation[],
  wanted: {name?: string; territory?: string; transformation?: string; unit?: string; period: number},
): number | undefined {
  const found = observed.filter(
    ({series, period}) =>
      period === wanted.period &&
      (wanted.name === undefined || `${series.indicator} ${series.classification}`.includes(wanted.name)) &&
      series.territory === (wanted.territory ?? "643") &&
      (wanted.transformation === undefined || series.transformation === wanted.transformation) &&
      (wanted.unit === undefined || series.unit === wanted.unit),
  );
  assert.ok(found.length <= 1, `${JSON.stringify(wanted)} is one value`);
  return found[0]?.value;
}

const month = (year: number, number: number) => year * 12 + number - 1;

async function readNamed(folder: string, start: string, hints = NO_HINTS) {
  return (await read(filesOf(folder).find(({name}) => name.startsWith(start))!, hints)).observed;
}

test("the regional compendium: levels, rates, quarters, stocks, a row in another unit (FIX-rosstat-02 … 05) [described.files]", {
  skip,
}, async () => {
  const folder = "regional_806_2016-01/";
  const industry = await readNamed(folder, "005-013", PUBLISHED);
  assert.equal(value(industry, {transformation: "pct_yoy", period: month(2009, 1)}), 81.7);
  assert.equal(value(industry, {transformation: "pct_yoy_ytd", period: month(2009, 3)}), 83.3);
  assert.equal(value(industry, {transformation: "pct_mom", territory: "14000000000", period: month(2009, 4)}), 96);
  const retail = await readNamed(folder, "095-106", PUBLISHED);
  assert.equal(value(retail, {unit: "миллиард_рублей", period: month(2009, 3)}), 3330.6);
  assert.equal(value(retail, {transformation: "pct_mom", period: month(2009, 1)}), 74.6);
  const investment = await readNamed(folder, "155-160", PUBLISHED);
  assert.equal(value(investment, {transformation: "level_ytd", period: month(2014, 3)}), 1_884_149);
  const construction = await readNamed(folder, "071-082", PUBLISHED);
  assert.ok(
    construction.some(({value: times, series}) => times === 290 && series.unit === "процент"),
    "в 2,9р.",
  );
  const arrears = await readNamed(folder, "281-319", PUBLISHED);
  assert.equal(value(arrears, {name: "selskoe_hozyaystvo", period: month(2009, 2)}), 619_312);
  const index = await readNamed(folder, "161-163", PUBLISHED);
  assert.equal(value(index, {transformation: "pct_yoy_ytd", period: month(2015, 11)}), 90.5339752069518);
});

test("regions of Russia: a sentence for the country, one row over two merged ones, a label that was cut [described.files]", {
  skip,
}, async () => {
  const folder = "regions_of_russia/";
  const product = await readNamed(folder, "razdel09", PUBLISHED);
  assert.equal(value(product, {name: "valovoy_regionalnyy_produkt_na_dushu", period: 2000}), 39_532.3);
  const prices = await readNamed(folder, "razdel21", PUBLISHED);
  assert.equal(value(prices, {name: "indeksy_potrebitelskih_cen null", period: 2018}), 104.3);
  assert.equal(value(prices, {name: "indeksy_potrebitelskih_cen null", territory: "042", period: 2000}), 118.4);
  const health = await readNamed(folder, "razdel05", PUBLISHED);
  assert.equal(value(health, {name: "chislo_bolnichnyh_koek vsego", period: 2000}), 1671.6);
  assert.ok(value(health, {name: "chislo_bolnichnyh_koek vsego", territory: "031", period: 2000}));
});

test("annual GDP: old trillions before 1998 are another unit, values are rounded as the sheet shows them (FIX-rosstat-10) [described.files]", {
  skip,
}, async () => {
  const current = await readNamed("gdp_annual_2015/", "2016-02_tab1.");
  assert.equal(value(current, {unit: "триллион_рублей", period: 1995}), 1428.5);
  assert.equal(value(current, {unit: "миллиард_рублей", period: 1998}), 2629.6);
  assert.equal(value(current, {period: 1998, unit: "триллион_рублей"}), undefined);
  const volume = await readNamed("gdp_annual_2015/", "2016-02_tab3.");
  assert.equal(value(volume, {transformation: "pct_yoy", period: 1996}), 96.4);
});

test("weekly prices: 51 days of 2022, the first compared with the end of the year before, weeks as in the reference list (FIX-rosstat-08) [described.files]", {
  skip,
}, async () => {
  const {metadata, observed} = await read(filesOf("cpi_weekly/")[0]!);
  assert.deepEqual([metadata.weeks?.filter(({year}) => year === 2022).length, metadata.revised], [51, false]);
  const beef = observed.filter(({series}) => series.classification?.startsWith("govyadina_krome"));
  assert.deepEqual(
    beef.filter(({period}) => period < 2022 * 54 + 3).map(({series, value: index}) => [series.transformation, index]),
    [
      ["pct_ytd", 100.58],
      ["pct_wow", 100.25],
      ["pct_wow", 100.25],
    ],
  );
});

test("continuation sheets have different units, and a sheet with a cut name is a territory (FIX-rosstat-26, FIX-rosstat-27) [described.files]", {
  skip,
}, async () => {
  const assets = await readNamed("misc/", "remaining");
  assert.deepEqual([...new Set(assets.map(({series}) => series.unit))].sort(), ["миллион_рублей", "тысяча_рублей"]);
  const total = (unit: string, year: number, wanted: number) =>
    assets.some(
      ({series, period, value: found}) =>
        series.unit === unit && series.territory === "643" && period === year && found === wanted,
    );
  assert.ok(total("миллион_рублей", 2016, 16_037_087), "sheet 5");
  assert.ok(total("тысяча_рублей", 2017, 16_263_124_508), "its continuation, sheet 6");
  const support = await readNamed("misc/", "socpod");
  const territories = new Set(support.map(({series}) => series.territory));
  assert.ok(
    territories.has("71100000000") && territories.has("71001000000"),
    "Ханты-Мансийский …, Тюменская без округов",
  );
});

test("hyphens that break words in a narrow column are not part of the name, and its code is unchanged [described.files]", {
  skip,
}, async () => {
  const file = filesOf("misc/").find(({name}) => name.startsWith("socpod"))!;
  const {metadata} = await read(file);
  const names = new Map(metadata.classes!.map(({code, name}) => [code.split("~")[0], name.split(" / ")[0]]));
  assert.equal(
    names.get("oplata_zhilogo_pomesche_niya_i_kommu_nalnyh_uslug"),
    "оплата жилого помещения и коммунальных услуг",
  );
  const broken = [...names.values()].flatMap((name) => name?.match(/\p{L}+-\p{L}+/gu) ?? []);
  assert.deepEqual([...new Set(broken)], ["санаторно-курортное"]);
});

test("a workbook without a day is refused if the command gives none [described.refuses]", {skip}, async () => {
  const [file] = filesOf("regions_of_russia/");
  await assert.rejects(rosstat.parse([file!], NO_HINTS, recordingSink()), (error: Refusal) =>
    /does not say when it was published/.test(error.message),
  );
});
