// The text of the short-term indicators: labels, headers and glued footnotes, on small texts of our own.
import assert from "node:assert/strict";
import {test} from "node:test";
import {Refusal} from "../../../../service/refusal.ts";
import {fixtureFile, NO_HINTS, recordingSink} from "../../fedstat/emiss-message.fixture.ts";
import {rosstatKep} from "../text-publication.ts";

const START = "\tГод / Year\tКварталы / Quarters\n\t\tI\tII\tIII\tIV\n1. Сводные показатели / Aggregated indicators\n";
const QUARTERS = "\tГод Year\tКварталы / Quarters\t\t\t\n\t\tI\tII\tIII\tIV\n";
const HINTS = {...NO_HINTS, publishedAt: "2016-02-29"};

async function read(text: string) {
  const file = fixtureFile("kep.csv", START + text);
  assert.ok(await rosstatKep.recognises([file]));
  const sink = recordingSink();
  const {metadata} = await rosstatKep.parse([file], HINTS, sink);
  const values = sink.observed.map(({series: s, period, value}) => [
    s.indicator,
    s.classification,
    s.transformation,
    s.unit,
    s.frequency,
    period,
    value,
  ]);
  return {metadata, values, refused: sink.refused.map(({line, reason}) => [line, reason])};
}

test("footnotes glued to years and values are removed, the digits before them are kept (FIX-rosstat-12) [kep.text]", async () => {
  const {values, refused} = await read(
    `${QUARTERS}1.1.1. Объем ВВП1), млрд.рублей /GDP1), bln rubles\n20152),3)\t185613)\t100,91)\t101,61),2)\t\t\n`,
  );
  assert.deepEqual(refused, []);
  assert.deepEqual(values, [
    ["obem_vvp", null, "level", "миллиард_рублей", "A", 2015, 18_561],
    ["obem_vvp", null, "level", "миллиард_рублей", "Q", 2015 * 4, 100.9],
    ["obem_vvp", null, "level", "миллиард_рублей", "Q", 2015 * 4 + 1, 101.6],
  ]);
});

test("no row is lost by an unpaired quote, no name by a NUL, and lines that end in CR alone do not give an empty release (FIX-rosstat-30) [kep.text]", async () => {
  const rows = [
    QUARTERS.trimEnd(),
    "1.1.1. Объем ВВП, млрд.рублей /GDP, bln rubles",
    "2014\t1\t\t\t\t",
    "2015\t2\t\t\t\t",
    '"1) По данным, опубликованным ""вчера"".\nИ сегодня."\t\t\t\t\t',
    "",
  ];
  const text = rows.join("\n");
  assert.equal((await read(text)).values.length, 2);
  await assert.rejects(read(text.replace("2014", '"2014')), {
    name: "Refusal",
    message: /kep.csv, line 7: a quote is opened there, and the next one, on line 9, does not end a cell/,
  });
  await assert.rejects(
    read(text.replace("Объем", "Объ\u0000ем")),
    /kep.csv, line 6: contains the control character U\+0000/,
  );
  const file = fixtureFile("kep.csv", (START + text).replaceAll("\n", "\r"));
  await assert.rejects(rosstatKep.parse([file], HINTS, recordingSink()), /line 1: contains a CR without an LF/);
});

test("n names between two blocks replace the n innermost names; a line with another base keeps them (FIX-rosstat-11) [kep.text]", async () => {
  const {values} = await read(
    [
      QUARTERS.trimEnd(),
      "2.1.1. Доходы / Revenues",
      "Удельный вес в доходах, в процентах / Share",
      "налог на прибыль / profits tax",
      "консолидированный бюджет / consolidated",
      "2015\t1\t\t\t\t",
      "федеральный бюджет / federal",
      "2015\t2\t\t\t\t",
      "акцизы / excise",
      "консолидированный бюджет / consolidated",
      "2015\t3\t\t\t\t",
      "в % к предыдущему периоду / percent of previous period",
      "2015\t4\t5\t\t\t",
      "",
    ].join("\n"),
  );
  const share = "udelnyy_ves_v_dohodah";
  assert.deepEqual(
    values.map(([, path, transformation, , frequency, , value]) => [path, transformation, frequency, value]),
    [
      [`${share}~nalog_na_pribyl~konsolidirovannyy_byudzhet`, "level", "A", 1],
      [`${share}~nalog_na_pribyl~federalnyy_byudzhet`, "level", "A", 2],
      [`${share}~akcizy~konsolidirovannyy_byudzhet`, "level", "A", 3],
      [`${share}~akcizy~konsolidirovannyy_byudzhet`, "pct_yoy", "A", 4],
      [`${share}~akcizy~konsolidirovannyy_byudzhet`, "pct_qoq", "Q", 5],
    ],
  );
});

test("spans from January are cumulative, and January beside them is cumulative too [kep.text]", async () => {
  const {values} = await read(
    "2.2. Прибыль, млн.рублей / Profit\n\tГод Year\tЯнв. Jan.\tЯнв-фев. Jan-Feb\tI квартал Q1\tI полугод. 1st half year\tЯнв-cент. Jan-Sent\n2015\t9\t1\t2\t3\t6\t8\n",
  );
  assert.deepEqual(
    values.map(([, , transformation, , frequency, period, value]) => [
      transformation,
      frequency,
      Number(period) - 2015 * 12,
      value,
    ]),
    [
      ["level_ytd", "M", 11, 9],
      ["level_ytd", "M", 0, 1],
      ["level_ytd", "M", 1, 2],
      ["level_ytd", "M", 2, 3],
      ["level_ytd", "M", 5, 6],
      ["level_ytd", "M", 8, 8],
    ],
  );
});

test("a label glued to a footnote is found; years that start again without a label are refused (FIX-rosstat-13) [kep.text]", async () => {
  const block = "1.4. Молоко, тыс.тонн / Milk\n2014\t1\t\t\t\t\n2015\t2\t\t\t\t\n";
  const swallowed = await read(
    `${QUARTERS}${block}______ 1) Данные уточнены. / Data are corrected. в % к соответствующему периоду предыдущего года / percent of year\n2014\t101\t\t\t\t\n`,
  );
  assert.deepEqual(swallowed.values.at(-1)!.slice(2), ["pct_yoy", "процент", "A", 2014, 101]);
  const lost = await read(`${QUARTERS}${block}______ 1) Данные уточнены. / Data are corrected.\n2014\t101\t\t\t\t\n`);
  assert.deepEqual(lost.refused, [[10, "has no label of its own above it"]]);
});

test("the first of two figures in a cell belongs to the series, the second to the measure of the footnote (FIX-rosstat-18) [kep.text]", async () => {
  const {values, refused, metadata} = await read(
    `${QUARTERS}1.4. Молоко, тыс.тонн / Milk\n2013\t6512,3 6762,31)\t494,9\t\t\t\n\t\t512,91)\t\t\t\n`,
  );
  assert.deepEqual(refused, []);
  assert.deepEqual(
    values.map(([, , , , frequency, period, value]) => [frequency, period, value]),
    [
      ["A", 2013, 6512.3],
      ["A", 2013, 6762.3],
      ["Q", 2013 * 4, 494.9],
      ["Q", 2013 * 4, 512.9],
    ],
  );
  assert.match(metadata.notes![0]!.text, /by_footnote = второе из двух значений/);
});

test("a blank between thousands does not make two figures (FIX-rosstat-18) [kep.text]", async () => {
  const {values} = await read(`${QUARTERS}1.4. Молоко, тыс.тонн / Milk\n2013\t12 345,61)\t1 8561)\t\t\t\n`);
  assert.deepEqual(
    values.map(([, , , , , , value]) => value),
    [12_345.6, 1856],
  );
});

test("figures outside the row of a year, and two figures without a footnote, are refused [kep.text]", async () => {
  const {values, refused} = await read(
    `${QUARTERS}1.4. Молоко, тыс.тонн / Milk\n2014\t6512,3 6762,3\t\t\t\t\n\t\t512,9\t\t\t\n`,
  );
  assert.deepEqual(values, []);
  assert.deepEqual(refused, [
    [7, "is not a number"],
    [8, "is not in the row of a year"],
  ]);
});

test("a year keeps its values whatever its footnote looks like: three such years went to the year above (FIX-rosstat-12) [kep.text]", async () => {
  const rows = ["2013²", "20141),", "2015)", "20162),3)"].map((year, at) => `${year}\t${at + 1},5\t\t\t\t\n`);
  const {values, refused} = await read(`${QUARTERS}1.4. Молоко, тыс.тонн / Milk\n${rows.join("")}`);
  assert.deepEqual(
    values.map(([, , , , , period, value]) => [period, value]),
    [
      [2013, 1.5],
      [2014, 2.5],
      [2015, 3.5],
      [2016, 4.5],
    ],
  );
  assert.deepEqual(refused, []);
});

test("a row that begins with neither a year nor a Russian name is refused: its values were given to the year above it [kep.text]", async () => {
  const {values, refused} = await read(
    `${QUARTERS}1.4. Молоко, тыс.тонн / Milk\n2014\t6512,3\t\t\t\t\nInfinity\t7\t1\t2\t3\t4\n`,
  );
  assert.deepEqual(
    values.map(([, , , , , period, value]) => [period, value]),
    [[2014, 6512.3]],
  );
  assert.deepEqual(refused, [[8, "begins with neither a year nor a name"]]);
});

test("a stray comma after the only decimal is removed; a bracket whose footnote is missing is refused (FIX-rosstat-19) [kep.text]", async () => {
  const {values, refused} = await read(`${QUARTERS}1.4. Молоко, тыс.тонн / Milk\n2015\t97,1,\t72,4)\t\t\t\n`);
  assert.deepEqual(
    values.map(([, , , , , , value]) => value),
    [97.1],
  );
  assert.deepEqual(refused, [[7, "is not a number"]]);
});

test("a number in the corner of a header is not a label (FIX-rosstat-21) [kep.text]", async () => {
  const {values, refused} = await read(
    "7\tГод Year\tКварталы / Quarters\t\t\t\n\t\tI\tII\tIII\tIV\n1.4. Молоко, тыс.тонн / Milk\n2015\t10\t1\t2\t3\t4\n",
  );
  assert.deepEqual(refused, []);
  assert.deepEqual(
    values.map(([, , , , frequency, , value]) => `${frequency}${value}`),
    ["A10", "Q1", "Q2", "Q3", "Q4"],
  );
});

const ACROSS = [
  "\t2014\t20151),2)\t20161)\t\t",
  "\tгод / year\tI квар- тал2) / Q1\tI полу- годие / 1st half year\tянварь- сентябрь January-Sept\tгод / year\tI квар- тал / Q1",
];

test("years in the header: the last column of a year is the whole year, spans start in January (FIX-rosstat-17) [kep.text]", async () => {
  const {values, refused} = await read(
    [
      "\t2007\t2008",
      "4.6. Распределение населения / Population in Russia",
      "\tв п р о ц е н т а х к и т о г у / p e r c e n t o f t o t a l\t",
      "Численность населения – всего\t100\t100",
      "/ Population - total",
      "до/up to 2000,0\t2,6\t1,5",
      ...ACROSS,
      "в процентах к итогу / percent of total",
      "свыше/over 2000,0\t5\t6\t7\t8\t9\t10",
      QUARTERS.trimEnd(),
      "1.4. Молоко, тыс.тонн / Milk",
      "2015\t97\t\t\t\t",
    ].join("\n"),
  );
  assert.deepEqual(refused, []);
  const plain = values.map(([, path, transformation, unit, frequency, period, value]) =>
    [path, transformation, unit, `${frequency}${period}`, value].join(" "),
  );
  const month = (year: number, number: number) => `M${year * 12 + number - 1}`;
  assert.deepEqual(plain, [
    "chislennost_naseleniya_vsego level процент A2007 100",
    "chislennost_naseleniya_vsego level процент A2008 100",
    "do_2000_0 level процент A2007 2.6",
    "do_2000_0 level процент A2008 1.5",
    "svyshe_2000_0 level процент A2014 5",
    `svyshe_2000_0 level_ytd процент ${month(2015, 3)} 6`,
    `svyshe_2000_0 level_ytd процент ${month(2015, 6)} 7`,
    `svyshe_2000_0 level_ytd процент ${month(2015, 9)} 8`,
    "svyshe_2000_0 level процент A2015 9",
    `svyshe_2000_0 level_ytd процент ${month(2016, 3)} 10`,
    " level тысяча_тонн A2015 97",
  ]);
});

test("years whose columns do not match them are not a header, so the rows below are refused [kep.text]", async () => {
  const {values, refused} = await read(
    ["\t2014\t2015", ACROSS[1], "4.6. Распределение населения / Population", "до/up to 2000,0\t1\t2\t3\t4\t5\t6"].join(
      "\n",
    ),
  );
  assert.deepEqual(values, []);
  assert.deepEqual(refused, [[7, "has no year above it"]]);
});

test("the file does not say its day, so the command must give it [kep.text]", async () => {
  await assert.rejects(rosstatKep.parse([fixtureFile("kep.csv", START)], NO_HINTS, recordingSink()), Refusal);
});

test("a row without a year below a new heading is of no year: a whole of 100 per cent is left out, anything else is refused; it never gets the year and the name of the table before (FIX-rosstat-44) [kep.text]", async () => {
  const table = (row: string) =>
    `${QUARTERS}4.1. Реальные доходы / Real income\nв % к предыдущему периоду / percent of previous period\n2018\t\t101\t102\t103\t104\n4.2. Структура доходов, в процентах / Structure, percent\n${row}\nиз них: / of which:\nна товары / on goods\n2018\t70\t71\t72\t73\t74\n`;
  const whole = await read(table("Доходы / Income всего / total\t100\t100\t100\t100\t100"));
  assert.deepEqual(whole.refused, []);
  assert.deepEqual(
    whole.values.map(([indicator, , transformation, , frequency, , value]) => [
      indicator,
      transformation,
      frequency,
      value,
    ]),
    [
      ...[101, 102, 103, 104].map((value) => ["realnye_dohody", "pct_qoq", "Q", value]),
      ["struktura_dohodov", "level", "A", 70],
      ...[71, 72, 73, 74].map((value) => ["struktura_dohodov", "level", "Q", value]),
    ],
  );
  const other = await read(table("Доходы / Income всего / total\t100\t100\t99,9\t100\t100"));
  assert.deepEqual(
    other.refused.map(([, reason]) => reason),
    ["has no year above it"],
  );
  assert.equal(other.values.length, whole.values.length);
});
