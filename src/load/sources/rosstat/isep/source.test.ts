// The table of the socio-economic situation: merged headers, footnotes that move a value to another period, marks of two digits.
import assert from "node:assert/strict";
import {createReadStream, existsSync, statSync} from "node:fs";
import {Readable} from "node:stream";
import {fileURLToPath} from "node:url";
import {Refusal} from "../../../../service/refusal.ts";
import {test} from "../../../input/publisher-test.fixture.ts";
import {fixtureFile, NO_HINTS, recordingSink} from "../../fedstat/emiss-message.fixture.ts";
import {rosstatIsep} from "../text-publication.ts";
import {parseSpan, splitMarks} from "./columns.ts";

const shared = new URL("../../../../../../shared/data/rosstat_files/isep_vintages/", import.meta.url);
const skip = existsSync(shared) ? false : "needs ../shared/data";
const HINTS = {...NO_HINTS, publishedAt: "2018-01-01"};

const HEADER = [
  "I\tОСНОВНЫЕ ЭКОНОМИЧЕСКИЕ И СОЦИАЛЬНЫЕ ПОКАЗАТЕЛИ",
  "\tОктябрь 2017г.\tВ % к\tЯнварь- октябрь 2017г. в % к январю- октябрю 2016г.\tСправочно\t\t\t",
  "\t\tоктябрю 2016г.\tсентябрю 2017г.\t\tоктябрь 2016г. в % к\tянварь- октябрь 2016г. в % к январю- октябрю 2015г.\t",
  "\t\t\t\t\tоктябрю 2015г.\tсентябрю 2016г.\t",
];

async function read(rows: readonly string[]) {
  const file = fixtureFile("isep.csv", [...HEADER, ...rows].join("\n"));
  assert.ok(await rosstatIsep.recognises([file]));
  const sink = recordingSink();
  await rosstatIsep.parse([file], HINTS, sink);
  const values = sink.observed.map(({series: s, period, value}) => [
    s.classification,
    s.transformation,
    s.unit,
    s.frequency,
    period,
    value,
  ]);
  return {values, refused: sink.refused.map(({line, column, reason}) => [line, column, reason])};
}

const month = (year: number, number: number) => year * 12 + number - 1;

test("merged header cells are separated by their words [isep.table]", async () => {
  const {values} = await read(["Оборот, млрд.рублей\t1\t2\t3\t4\t5\t6\t7"]);
  assert.deepEqual(values, [
    [null, "level", "миллиард_рублей", "M", month(2017, 10), 1],
    [null, "pct_yoy", "процент", "M", month(2017, 10), 2],
    [null, "pct_mom", "процент", "M", month(2017, 10), 3],
    [null, "pct_yoy_ytd", "процент", "M", month(2017, 10), 4],
    [null, "pct_yoy", "процент", "M", month(2016, 10), 5],
    [null, "pct_mom", "процент", "M", month(2016, 10), 6],
    [null, "pct_yoy_ytd", "процент", "M", month(2016, 10), 7],
  ]);
});

test("a value beyond the columns of the header is held: a header that was cut short gave the other columns alone [isep.table]", async () => {
  const {values, refused} = await read(["Оборот, млрд.рублей\t1\t2\t3\t4\t5\t6\t7\t8"]);
  assert.deepEqual(values, []);
  assert.deepEqual(refused, [[5, "9", "has no column header"]]);
});

test("a footnote moves a value to another period, and the parts of this whole too (FIX-rosstat-14, FIX-rosstat-15) [isep.table]", async () => {
  const {values, refused} = await read([
    "Оборот, млрд.долларов США\t51,15)\t117,96)\t\t\t100,36)\t\t",
    "в том числе: экспорт\t30,6\t120,7\t\t\t96,4\t\t",
    "Инвестиции, млрд.рублей\t9681,79)\t\t\t\t\t\t",
    "5) Данные за сентябрь 2017 года. 6) Сентябрь 2017г. и сентябрь 2016г. в % к соответствующему периоду предыдущего года, в фактически действовавших ценах. 9) Данные за январь-сентябрь 2017 года.".replace(
      "5)",
      "1) Оценка. 5)",
    ),
  ]);
  assert.deepEqual(refused, []);
  assert.deepEqual(
    values.map(([part, transformation, , frequency, period, value]) => [
      part,
      transformation,
      frequency,
      period,
      value,
    ]),
    [
      [null, "level", "M", month(2017, 9), 51.1],
      [null, "pct_yoy", "M", month(2017, 9), 117.9],
      [null, "pct_yoy", "M", month(2016, 9), 100.3],
      ["eksport", "level", "M", month(2017, 9), 30.6],
      ["eksport", "pct_yoy", "M", month(2017, 9), 120.7],
      ["eksport", "pct_yoy", "M", month(2016, 9), 96.4],
      [null, "level_ytd", "M", month(2017, 9), 9681.7],
    ],
  );
});

test("a value whose footnote names an unknown period is refused [isep.table]", async () => {
  const {values, refused} = await read([
    "Оборот, млрд.рублей\t1,02)\t\t\t\t\t\t",
    "1) Оценка. 2) Данные за пору листопада 2017 года.",
  ]);
  assert.deepEqual(values, []);
  assert.deepEqual(refused, [[5, "2", "its footnote names an unknown period"]]);
});

test("a mark of two digits is separated from the digits of the value by its footnote and the one decimal (FIX-rosstat-16) [isep.table]", () => {
  const notes = new Map(["1", "2", "9", "10", "11"].map((mark) => [mark, "x"]));
  for (const [raw, text, ...marks] of [
    ["3752010)", "37520", "10"],
    ["14555,910)", "14555,9", "10"],
    ["3,811)", "3,8", "11"],
    ["41782,11)", "41782,1", "1"],
    ["101,61),2)", "101,6", "1", "2"],
    ["4,210),11)", "4,2", "10", "11"],
    ["99,5", "99,5"],
  ] as const) {
    assert.deepEqual(splitMarks(raw, notes), {text, marks}, raw);
  }
  // a mark without a footnote; 371 with 1), or 37 with 11)
  for (const raw of ["51,15)", "3711)"]) assert.equal(splitMarks(raw, notes), null, raw);
});

test("a value whose mark has no footnote is refused, and so is a table without its footnotes (FIX-rosstat-29) [isep.table]", async () => {
  const row = "Заработная плата, рублей\t3827510)\t107,11)\t\t\t\t\t";
  const {values, refused} = await read([row, "1) Оценка. 9) Данные за январь-сентябрь 2017 года.", ""]);
  assert.deepEqual(
    values.map(([, , , , , value]) => value),
    [107.1],
  );
  assert.deepEqual(refused, [
    [5, "2", "its footnote mark has no footnote, or can't be separated from the digits before it"],
  ]);
  const refusal = {name: "Refusal", message: /its footnotes are missing/};
  await assert.rejects(read([row, ""]), refusal);
  await assert.rejects(read(["Индекс промышленного производства4)\t100,0\t105,7\t\t\t\t\t", ""]), refusal);
  // Brackets in a label are not marks.
  const {values: plain} = await read(["Безработные (15-72 лет), млн.человек\t3,9\t94,1\t\t\t\t\t", ""]);
  assert.equal(plain.length, 2);
});

test("spans are read in both grammatical cases [isep.table]", () => {
  const plain = (text: string) => {
    const span = parseSpan(text);
    return span === null ? null : [span.frequency, span.ordinal, span.cumulative];
  };
  assert.deepEqual(plain("январю- октябрю 2016г."), ["M", month(2016, 10), true]);
  assert.deepEqual(plain("I полугодию 2016 года"), ["M", month(2016, 6), true]);
  for (const [index, name] of [
    "январю",
    "февралю",
    "марту",
    "апрелю",
    "маю",
    "июню",
    "июлю",
    "августу",
    "сентябрю",
    "октябрю",
    "ноябрю",
    "декабрю",
  ].entries()) {
    assert.deepEqual(plain(`${name} 2015г.`), ["M", month(2015, index + 1), false], name);
  }
  assert.deepEqual(plain("2016г."), ["A", 2016, false]);
  assert.equal(plain("осень 2016г."), null);
});

test("the publisher's months load completely, with figures checked by eye [isep.table]", {skip}, async () => {
  for (const [name, count] of [
    ["isep_2016-1.csv", 81],
    ["isep_2016-12.csv", 124],
    ["isep_2017-9.csv", 113],
    ["isep_2017-10.csv", 112],
  ] as const) {
    const path = fileURLToPath(new URL(name, shared));
    const sink = recordingSink();
    await rosstatIsep.parse([{name, size: statSync(path).size, open: () => createReadStream(path)}], HINTS, sink);
    assert.deepEqual([sink.refused.length, sink.observed.length], [0, count], name);
    if (name !== "isep_2017-9.csv") continue;
    const gdp = sink.observed
      .filter(({line}) => line === 5)
      .map(({series, period, value}) => [series.transformation, period, value]);
    assert.deepEqual(gdp, [
      ["level_ytd", month(2017, 6), 41_782.1],
      ["pct_yoy_ytd", month(2017, 6), 101.5],
      ["pct_yoy_ytd", month(2016, 6), 99.5],
    ]);
  }
});

test("bytes that are not UTF-8 are refused, never replaced (FIX-rosstat-20) [isep.table]", async () => {
  const text = [...HEADER, "Оборот, млрд.рублей\t1\t2\t3\t4\t5\t6\t7"].join("\n");
  const whole = Buffer.from(text);
  const broken = Buffer.concat([
    whole.subarray(0, whole.length - 14),
    Buffer.of(0xcb),
    whole.subarray(whole.length - 14),
  ]);
  const file = {name: "isep.csv", size: broken.length, open: () => Readable.from([broken])};
  await assert.rejects(rosstatIsep.parse([file], HINTS, recordingSink()), {name: "Refusal", message: /is not UTF-8/});
});

test("the file does not say its day, and an unknown header is refused [isep.table]", async () => {
  const file = fixtureFile("isep.csv", HEADER.join("\n"));
  await assert.rejects(rosstatIsep.parse([file], NO_HINTS, recordingSink()), Refusal);
  const other = fixtureFile("isep.csv", [HEADER[0], "\tОсень 2017г.\t", "\t\t", "\t\t"].join("\n"));
  await assert.rejects(rosstatIsep.parse([other], HINTS, recordingSink()), /header/);
});
