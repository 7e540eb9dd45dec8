import assert from "node:assert/strict";
import {dayText} from "../../../statistics/time/day.ts";
import {test} from "../../input/publisher-test.fixture.ts";
import {fileOf, needs, PLAIN_HINTS, sharedFile, watchingSink} from "../../input/shared-file.fixture.ts";
import type {SourceFile} from "../../source.ts";
import {cbrRates} from "./rates.ts";

const DYNAMIC = "cbr/XML_dynamic_R01235_1992-2017.xml";
const DAILY = "cbr/XML_daily_2022-03-15.xml";
const BARE = "cbr/XML_daily_2023-09-27_utf8_nodecl.xml";
const UNIT_RATES = "cbr/XML_daily_2023-11-02_VunitRate.xml";
const CURRENCIES = "cbr/samples/XML_valFull.excerpt.xml";

async function parse(files: readonly SourceFile[], publishedAt: string | null = null) {
  const sink = watchingSink();
  assert.equal(await cbrRates.recognises(files), true);
  const {metadata} = await cbrRates.parse(files, {...PLAIN_HINTS, publishedAt}, sink);
  const at = (period: string, currency: string) =>
    sink.values.find((one) => one.period === period && one.series.classification === currency);
  return {metadata, sink, at};
}

test("FIX-cbr-06, FIX-cbr-01, FIX-cbr-05: the whole history of the dollar is read, with no-break spaces between thousands, each value with its line [cbr.rates]", {
  skip: needs(DYNAMIC),
}, async () => {
  const {metadata, sink, at} = await parse([sharedFile(DYNAMIC)]);
  assert.equal(sink.values.length, 5581);
  assert.deepEqual(sink.refused, []);
  assert.equal(new Set(sink.values.map(({period}) => period)).size, 5581);
  // the sum of all values, counted in the text with another program
  assert.equal(sink.values.reduce((sum, {value}) => sum + value, 0).toFixed(4), "3407983.1313");
  assert.equal(at("1992-07-01", "R01235")!.value, 125.26);
  assert.equal(at("2017-03-28", "R01235")!.value, 57.0233);
  const first = sink.values.find(({value}) => value === 1050)!;
  assert.equal(first.explained!.raw, "1\u00a0050,0000");
  assert.deepEqual(first.explained!.steps, ["blanks between thousands removed"]);
  assert.equal(sink.values.filter(({explained}) => explained!.steps.length > 0).length, 691);
  const last = at("1997-12-30", "R01235")!;
  assert.equal(last.line, 800);
  assert.equal(last.explained!.locator.element, "/ValCurs/Record[798]/Value");
  assert.equal(dayText(metadata.publishedAt), "2017-03-28");
  assert.equal(metadata.revised, false);
});

test("FIX-cbr-07: the dollar is 5960 on 1997-12-30 and 5.96 on 1998-01-01, with a declared break between them [cbr.denomination]", {
  skip: needs(DYNAMIC),
}, async () => {
  const {metadata, at} = await parse([sharedFile(DYNAMIC)]);
  assert.equal(at("1997-12-30", "R01235")!.value, 5960);
  assert.equal(at("1998-01-01", "R01235")!.value, 5.96);
  assert.deepEqual(
    metadata.continuity!.map(({from, to, period}) => [from, to, period]),
    [["R01235", "R01235", "1998-01-01"]],
  );
  assert.match(metadata.notes![0]!.text, /1000 прежних/);
  assert.equal(metadata.notes![0]!.classification, "R01235");
});

test("FIX-cbr-02: the rates of a day are for one unit of each currency, in windows-1251 and in UTF-8 without a declaration [cbr.rates cbr.nominal]", {
  skip: needs(DAILY, BARE, UNIT_RATES),
}, async () => {
  const counts = [];
  for (const path of [DAILY, BARE, UNIT_RATES]) {
    const {metadata, sink, at} = await parse([sharedFile(path)]);
    assert.deepEqual(sink.refused, []);
    counts.push([sink.values.length, sink.values.reduce((sum, {value}) => sum + value, 0).toFixed(8)]);
    assert.match(metadata.classes!.find(({code}) => code === "R01010")!.name, /^Австралийский доллар \(AUD\)$/);
    assert.equal(metadata.continuity!.length, 0);
    const [{period}] = sink.values as [(typeof sink.values)[number]];
    assert.equal(dayText(metadata.publishedAt), period);
    if (path === DAILY) {
      assert.equal(at("2022-03-15", "R01060")!.value, 0.223221);
      assert.deepEqual(at("2022-03-15", "R01060")!.explained, {
        locator: {
          file: "XML_daily_2022-03-15.xml",
          sheet: null,
          cell: null,
          line: 1,
          column: null,
          element: "/ValCurs/Valute[4]/Value",
        },
        raw: "22,3221",
        steps: ["divided by the nominal 100"],
      });
    }
    if (path === UNIT_RATES) assert.equal(at("2023-11-02", "R01150")!.value, 0.00387231);
  }
  // the number of currencies and the sum of Value / Nominal, counted with another program
  assert.deepEqual(counts, [
    [34, "1330.66119210"],
    [43, "1221.97634551"],
    [43, "1180.82954619"],
  ]);
});

test("the list of currencies has names and no values, and needs a day from the command [cbr.currencies]", {
  skip: needs(CURRENCIES),
}, async () => {
  await assert.rejects(parse([sharedFile(CURRENCIES)]), /does not say when it was published/);
  const {metadata, sink} = await parse([sharedFile(CURRENCIES)], "2024-01-10");
  assert.equal(sink.values.length, 0);
  assert.deepEqual(
    metadata.classes!.map(({code, name}) => [code, name]),
    [
      ["R01010", "Австралийский доллар (AUD)"],
      ["R01235", "Доллар США (USD)"],
    ],
  );
});

const daily = (records: string) =>
  `<?xml version="1.0" encoding="windows-1251"?><ValCurs Date="15.03.2022">${records}</ValCurs>`;

test("a currency that is not in our list keeps the Bank's name [cbr.currencies]", async () => {
  const text = daily(
    '<Valute ID="R09999"><CharCode>XYZ</CharCode><Nominal>10</Nominal><Name>Дублонов</Name><Value>5,5</Value></Valute>',
  );
  const {metadata, at} = await parse([fileOf("a.xml", text, "windows-1251")]);
  assert.deepEqual(metadata.classes, [{code: "R09999", name: "Дублонов (XYZ)", note: null}]);
  assert.equal(at("2022-03-15", "R09999")!.value, 0.55);
});

test("a wrong rate, nominal or day, or a rate for one unit that contradicts the answer, is refused with its place [cbr.rates]", async () => {
  const record = (id: string, nominal: string, value: string, more = "") =>
    `<Valute ID="${id}"><Nominal>${nominal}</Nominal><Value>${value}</Value>${more}</Valute>\n`;
  const text = daily(
    [
      record("R01235", "1", "1 05,5"),
      record("R01010", "0", "5"),
      record("R01035", "1", "0"),
      record("R01060", "100", "22,3221", "<VunitRate>2,23221</VunitRate>"),
      record("", "1", "5"),
      record("R01239", "1", "100"),
    ].join(""),
  );
  const {sink} = await parse([fileOf("a.xml", text)]);
  assert.deepEqual(
    sink.refused.map(({line, column, text: said}) => [line, column, said]),
    [
      [1, "Value", "1 05,5"],
      [2, "Nominal", "0"],
      [3, "Value", "0"],
      [4, "VunitRate", "2,23221"],
      [5, "ID", ""],
    ],
  );
  assert.equal(sink.values.length, 1);
  const dynamic =
    '<ValCurs ID="R01235"><Record Date="31.02.2020" Id="R01235"><Nominal>1</Nominal><Value>5</Value></Record></ValCurs>';
  const wrongDay = watchingSink();
  await assert.rejects(cbrRates.parse([fileOf("b.xml", dynamic)], PLAIN_HINTS, wrongDay), /when it was published/);
  assert.deepEqual(
    wrongDay.refused.map(({kind, text: said}) => [kind, said]),
    [["period", "31.02.2020"]],
  );
});

test("FIX-cbr-13: a rate for one unit may have an exponent, or one digit more than Value gives; one that disagrees is held by itself, not for want of a day [cbr.rates]", async () => {
  const rial = (unit: string) =>
    daily(
      `<Valute ID="R01300"><Nominal>1000000</Nominal><Value>48,1017</Value><VunitRate>${unit}</VunitRate></Valute>`,
    );
  const small = await parse([fileOf("a.xml", rial("4,81017E-05"))]);
  assert.deepEqual([small.sink.refused, small.at("2022-03-15", "R01300")!.value], [[], 0.0000481017]);
  for (const wrong of ["4,81017E-04", "4,82017E-05", "E-05"])
    assert.deepEqual(
      (await parse([fileOf("a.xml", rial(wrong))])).sink.refused.map(({text}) => text),
      [wrong],
    );
  const dram = (unit: string) =>
    daily(`<Valute ID="R01060"><Nominal>100</Nominal><Value>23,6984</Value><VunitRate>${unit}</VunitRate></Valute>`);
  // 23.69835 to 23.69845 is rounded to 23.6984
  for (const near of ["0,2369841", "0,2369845", "0,2369835"])
    assert.equal((await parse([fileOf("a.xml", dram(near))])).at("2022-03-15", "R01060")!.value, 0.236984, near);
  assert.equal((await parse([fileOf("a.xml", dram("0,2369847"))])).sink.refused.length, 1);
});

test("FIX-cbr-03: entities, HTML pages and cut answers are refused [cbr.rubbish]", async () => {
  const refuses = (text: string, pattern: RegExp) =>
    assert.rejects(cbrRates.parse([fileOf("a.xml", text)], PLAIN_HINTS, watchingSink()), pattern);
  await refuses('<!DOCTYPE x [<!ENTITY a "b">]><ValCurs/>', /DOCTYPE/);
  await refuses('<ValCurs Date="15.03.2022"><Valute ID="R', /not complete/);
  await refuses('<ValCurs Date="15.03.2022"></ValCurs>', /contains no rates/);
  await refuses('<ValCurs Date="2022"><Valute/></ValCurs>', /is not a day/);
  await refuses("<Other/>", /its root is Other/);
  await refuses('<?xml version="1.0" encoding="koi8-r"?><ValCurs/>', /declares the encoding koi8-r/);
  await assert.rejects(
    cbrRates.parse([fileOf("a.xml", "<ValCurs/>")], {...PLAIN_HINTS, dataset: "other"}, watchingSink()),
    /is dataset cbr\/exchange_rates, not cbr\/other/,
  );
});
