import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {Refusal} from "../../../refusal.ts";
import {dayText} from "../../../statistics/day.ts";
import type {ReleaseMetadata} from "../../../statistics/release.ts";
import type {LoadHints} from "../../source.ts";
import {
  emissMessage,
  type FixtureMessage,
  fixtureFile,
  NO_HINTS,
  type RecordingSink,
  recordingSink,
} from "./emiss-fixture.ts";
import {fedstat} from "./source.ts";

async function parsed(
  message: FixtureMessage | string,
  hints: LoadHints = NO_HINTS,
): Promise<RecordingSink & {metadata: ReleaseMetadata}> {
  const sink = recordingSink();
  const file = fixtureFile("data.xml", typeof message === "string" ? message : emissMessage(message));
  const metadata = await fedstat.parse([file], hints, sink);
  return {...sink, metadata};
}

const refusal = (pattern: RegExp) => (error: unknown) =>
  error instanceof Refusal && pattern.test(`${error.message} ${error.hint}`);
const OKATO = {s_OKATO: {"643": "Российская Федерация", "14000000000": "Белгородская область"}};

test("indicator N is dataset fedstat/N with indicator code N and concept fedstat-N [emiss.dataset]", async () => {
  const {metadata, seriesSeen} = await parsed({indicator: "31452", name: "Средняя цена  1 кв. м ", series: [{}]});
  assert.equal(metadata.provider, "fedstat");
  assert.equal(metadata.dataset, "31452");
  assert.equal(metadata.name, "Средняя цена 1 кв. м");
  assert.deepEqual(
    metadata.indicators?.map(({code, concept, label}) => ({code, concept, label})),
    [{code: "31452", concept: "fedstat-31452", label: "Средняя цена 1 кв. м"}],
  );
  assert.equal(seriesSeen[0]?.indicator, "31452");
  assert.equal(metadata.sourceUrl, "https://www.fedstat.ru/indicator/31452");
});

test("the kind of indicator is the measure, and its codes are explained in a note [emiss.measure]", async () => {
  const {seriesSeen, metadata} = await parsed({
    codeLists: {...OKATO, s_POK: {"1": "К предыдущему месяцу", "2": "К декабрю"}},
    listNames: {s_POK: "Виды показателя"},
    series: [{key: {s_POK: "2", s_OKATO: "643"}}],
  });
  assert.deepEqual(
    seriesSeen.map(({measure, classification}) => [measure, classification]),
    [["2", null]],
  );
  assert.deepEqual(
    metadata.notes?.map(({text}) => text),
    ["Виды показателя (measure): 1 = К предыдущему месяцу; 2 = К декабрю."],
  );
});

test("the other dimensions, sorted by id, form the class, whatever their order in the key [emiss.class]", async () => {
  const {seriesSeen, metadata} = await parsed({
    codeLists: {
      s_rynzhel: {"3": "Вторичный  рынок "},
      ...OKATO,
      S_TIPKVARTIR: {"1": "Все типы"},
      "51_0": {"w2:p:11": "Всё"},
    },
    series: [
      {key: {s_rynzhel: "3", s_OKATO: "643", S_TIPKVARTIR: "1", "51_0": "w2:p:11"}},
      {key: {"51_0": "w2:p:11", S_TIPKVARTIR: "1", s_rynzhel: "3", s_OKATO: "643"}},
    ],
  });
  assert.equal(seriesSeen.length, 1);
  assert.equal(seriesSeen[0]?.classification, "w2:p:11~1~3");
  assert.deepEqual(metadata.classes, [{code: "w2:p:11~1~3", name: "Всё / Все типы / Вторичный рынок", note: null}]);
});

test("an indicator without other dimensions has no class, a code without a label is its own name [emiss.class]", async () => {
  const without = await parsed({codeLists: OKATO, series: [{key: {s_OKATO: "643"}}]});
  assert.equal(without.seriesSeen[0]?.classification, null);
  assert.deepEqual(without.metadata.classes, []);
  const unlabelled = await parsed({series: [{key: {s_vozr: "7"}}]});
  assert.deepEqual(unlabelled.metadata.classes, [{code: "7", name: "7", note: null}]);
});

test("codes that hold the joining sign can't run into each other [emiss.class]", async () => {
  const {seriesSeen} = await parsed({series: [{key: {a: "1~2", b: "3"}}, {key: {a: "1", b: "2~3"}}]});
  assert.equal(new Set(seriesSeen.map(({classification}) => classification)).size, 2);
});

test("the unit is a part of the identity, folded; OKEI code and multiplier are its attributes, FIX-fedstat-14 [emiss.unit]", async () => {
  const {seriesSeen, metadata} = await parsed({
    series: [{unit: "месяц"}, {unit: "Миллион  рублей"}, {unit: "миллион рублей"}, {unit: ""}],
  });
  assert.deepEqual(
    seriesSeen.map(({unit}) => unit),
    ["месяц", "миллион_рублей", null],
  );
  assert.deepEqual(
    metadata.units?.map(({code, okei, mult}) => [code, okei, mult]),
    [
      ["месяц", "362", 1],
      ["миллион_рублей", "385", 1e6],
    ],
  );
});

test("series of one observation each become one series by what tells them apart, FIX-fedstat-13 [emiss.grouping emiss.mixed-frequency emiss.transformation]", async () => {
  const key = {s_OKATO: "643"};
  const {seriesSeen, observed} = await parsed({
    codeLists: OKATO,
    series: [
      {key, words: "I квартал", observations: [["2017", "5,5"]]},
      {key, words: "IV квартал", observations: [["2017", "5,1"]]},
      {key, words: "значение показателя за год", observations: [["2017", "5,2"]]},
      {key, words: "март", observations: [["2017", "5"]]},
      {key, words: "январь-март", observations: [["2017", "15,9"]]},
      {key, words: "I квартал", observations: [["2018", "5"]]},
    ],
  });
  assert.deepEqual(
    seriesSeen.map(({frequency, transformation}) => `${frequency} ${transformation}`),
    ["Q level", "A level", "M level", "M level_ytd"],
  );
  assert.deepEqual(
    observed.map(({series, period, value}) => [series.frequency, period, value]),
    [
      ["Q", 2017 * 4, 5.5],
      ["Q", 2017 * 4 + 3, 5.1],
      ["A", 2017, 5.2],
      ["M", 2017 * 12 + 2, 5],
      ["M", 2017 * 12 + 2, 15.9],
      ["Q", 2018 * 4, 5],
    ],
  );
});

test("several observations in one Series are all read, each with its line [emiss.grouping]", async () => {
  const {observed} = await parsed({
    series: [
      {
        observations: [
          ["2019", "1"],
          ["2020", "2,5"],
          ["2021", "-3"],
        ],
      },
    ],
  });
  assert.deepEqual(
    observed.map(({period, value}) => [period, value]),
    [
      [2019, 1],
      [2020, 2.5],
      [2021, -3],
    ],
  );
  const [first, second, third] = observed.map(({line}) => line);
  assert.deepEqual([second! - first!, third! - second!], [1, 1]);
});

test("an empty key, an empty value and a key without a territory are about the country, FIX-fedstat-09 [emiss.empty-keys]", async () => {
  const empty = await parsed({series: [{key: {}}]});
  assert.deepEqual(
    empty.seriesSeen.map(({territory, classification}) => [territory, classification]),
    [["643", null]],
  );
  const {seriesSeen, refused} = await parsed({
    codeLists: OKATO,
    series: [
      {key: {s_vozr: "1", s_OKATO: "14000000000"}},
      {key: {s_vozr: "1", s_OKATO: ""}},
      {key: {s_vozr: "2"}},
      {key: {}},
    ],
  });
  assert.deepEqual(
    seriesSeen.map(({territory, classification}) => [territory, classification]),
    [
      ["14000000000", "1"],
      ["643", "1"],
      ["643", "2"],
      ["643", null],
    ],
  );
  assert.deepEqual(refused, []);
});

test("a dimension that is declared and in no key does not count, FIX-fedstat-08 [emiss.class]", async () => {
  const description = '<Dimensions><Dimension value="OKSM"><Name xml:lang="ru">ОКСМ</Name></Dimension></Dimensions>';
  const {seriesSeen} = await parsed({description, series: [{key: {vid: "01"}}]});
  assert.deepEqual(
    seriesSeen.map(({territory, classification}) => [territory, classification]),
    [["643", "01"]],
  );
});

test("a dimension that only some keys have is refused, since the classes of the others would not fit to it", async () => {
  const {seriesSeen, refused} = await parsed({series: [{key: {a: "1"}}, {key: {a: "1", b: "2"}}]});
  assert.equal(seriesSeen.length, 1);
  assert.deepEqual(
    refused.map(({column, text}) => [column, text]),
    [["b", "2"]],
  );
});

test("both country series are kept, with a geo of their own [territory.second-country]", async () => {
  const label = "Российская Федерация без учета новых субъектов (с 01.01.2023)";
  const {seriesSeen, metadata} = await parsed({
    codeLists: {s_OKATO: {"643": "РФ", "643004.АГ": label}},
    series: [{key: {s_OKATO: "643"}}, {key: {s_OKATO: "643004.АГ"}}],
  });
  assert.deepEqual(
    seriesSeen.map(({territory}) => territory),
    ["643", "643004.АГ"],
  );
  assert.equal(metadata.territories, null, "both are built in");
});

test("territory codes that lost zeros, historical ones and those of the Bank of Russia find their territory [emiss.territory-codes]", async () => {
  const okato = await parsed({
    series: ["1000000", "4100000", "30", "037", "060", "11001000000"].map((code) => ({key: {okato: code}})),
  });
  assert.deepEqual(
    okato.seriesSeen.map(({territory}) => territory),
    ["01000000000", "04100000000", "030", "037", "060", "11001000000"],
  );
  const bank = await parsed({
    series: ["00", "35", "035", "101", "102", "11999"].map((code) => ({key: {"00_003": code}})),
  });
  assert.deepEqual(
    bank.seriesSeen.map(({territory}) => territory),
    ["643", "35000000000", "035", "81000000000", "76000000000", "11001000000"],
  );
});

test("names come from our own list, whatever the file calls a territory [emiss.territory-codes]", async () => {
  const {metadata, seriesSeen} = await parsed({
    codeLists: {s_OKATO: {"037": "Южный федеральный округ (до 29.07.2016)"}},
    series: [{key: {s_OKATO: "037"}}],
  });
  assert.equal(metadata.territories, null);
  assert.equal(seriesSeen[0]?.territory, "037");
});

test("a place inside a subject that is not built in keeps the file's name, as a city of its subject [territory.parts]", async () => {
  const {metadata, seriesSeen} = await parsed({
    codeLists: {s_OKATO: {"14210000000": " Борисовский  район"}},
    series: [{key: {s_OKATO: "14210000000"}}],
  });
  assert.equal(seriesSeen[0]?.territory, "14210000000");
  assert.deepEqual(metadata.territories, [
    {code: "14210000000", name: "Борисовский район", level: "city", canonical: "RU-14210000000", parent: "14000000000"},
  ]);
});

test("a territory code that can't be told refuses its observations, one by one, and no others", async () => {
  const {seriesSeen, refused} = await parsed({
    codeLists: {s_OKATO: {"643": "РФ", "21000000000": "Неведомая земля"}},
    series: [
      {
        key: {s_OKATO: "21000000000"},
        observations: [
          ["2020", "1"],
          ["2021", "2"],
        ],
      },
      {key: {s_OKATO: "643"}},
    ],
  });
  assert.equal(seriesSeen.length, 1);
  assert.deepEqual(
    refused.map(({column, text, row}) => [column, text, row]),
    [
      [
        "s_OKATO",
        "21000000000",
        "s_OKATO=21000000000; EI=рубль; PERIOD=значение показателя за год; Time=2020; ObsValue=1",
      ],
      [
        "s_OKATO",
        "21000000000",
        "s_OKATO=21000000000; EI=рубль; PERIOD=значение показателя за год; Time=2021; ObsValue=2",
      ],
    ],
  );
});

test("countries of the world are a class, and a territory only where this country stands alone, FIX-fedstat-10 [emiss.class]", async () => {
  const alone = await parsed({codeLists: {OKSM: {"643": "Россия"}}, series: [{key: {OKSM: "643"}}]});
  assert.deepEqual(
    alone.seriesSeen.map(({territory, classification}) => [territory, classification]),
    [["643", null]],
  );
  const world = await parsed({
    codeLists: {OKSM: {"643": "Россия", "276": "Германия"}},
    series: [{key: {OKSM: "276"}}, {key: {OKSM: "643"}}],
  });
  assert.deepEqual(
    world.seriesSeen.map(({territory, classification}) => [territory, classification]),
    [
      ["643", "276"],
      ["643", "643"],
    ],
  );
});

test("a stock at 1 January is annual where no other date occurs, FIX-fedstat-11 [emiss.period-words]", async () => {
  const {observed} = await parsed({
    series: [
      {
        words: "на 1 января",
        observations: [
          ["2020", "10"],
          ["2021", "11"],
        ],
      },
    ],
  });
  assert.deepEqual(
    observed.map(({series, period, value}) => [series.frequency, period, value]),
    [
      ["A", 2020, 10],
      ["A", 2021, 11],
    ],
  );
});

test("a stock at 1 January is monthly where other dates occur, before or after it, FIX-fedstat-11 [emiss.period-words]", async () => {
  const {observed, seriesSeen} = await parsed({
    series: [
      {words: "на 1 января", observations: [["2020", "10"]]},
      {words: "на 1 декабря", observations: [["2020", "11"]]},
      {words: "на 1 января", observations: [["2021", "12"]]},
    ],
  });
  assert.deepEqual(
    seriesSeen.map(({frequency}) => frequency),
    ["M"],
  );
  assert.deepEqual(
    observed.map(({period, value}) => [period, value]),
    [
      [2020 * 12, 10],
      [2020 * 12 + 11, 11],
      [2021 * 12, 12],
    ],
  );
});

test("thousands of waiting stocks keep their order, series, lines and values, FIX-fedstat-11", async () => {
  const series = Array.from({length: 3000}, (_, at) => ({
    key: {s_vozr: String(at % 7)},
    words: "на 1 января",
    observations: [[String(1990 + (at % 30)), `${at},5`]] as const,
  }));
  const {observed} = await parsed({series});
  assert.equal(observed.length, 3000);
  for (const [at, {series: seen, period, value}] of observed.entries())
    assert.deepEqual([seen.classification, period, value], [String(at % 7), 1990 + (at % 30), at + 0.5]);
  for (let at = 1; at < 3000; at++) assert.equal(observed[at]!.line - observed[at - 1]!.line, 2);
});

test("weeks are read with the dates that their words give and the year must be that of Time, FIX-fedstat-04 FIX-fedstat-12 [emiss.period-words week.calendar]", async () => {
  const {observed, metadata, refused} = await parsed({
    series: [
      {words: "01 неделя ( на 10 января)", observations: [["2022", "55,1"]]},
      {words: "12 неделя 2022", observations: [["2022", "56"]]},
      {words: "12 неделя 2021", observations: [["2022", "57"]]},
      {words: "01 неделя ( на 11 января)", observations: [["2022", "58"]]},
    ],
  });
  assert.deepEqual(
    observed.map(({series, period, value}) => [series.frequency, period, value]),
    [
      ["W", 2022 * 54, 55.1],
      ["W", 2022 * 54 + 11, 56],
    ],
  );
  assert.deepEqual(
    metadata.weeks?.map(({year, week, day}) => [year, week, dayText(day)]),
    [[2022, 1, "2022-01-10"]],
  );
  assert.deepEqual(
    refused.map(({reason}) => reason),
    ["names another year than Time", "gives a week another date than before"],
  );
});

test("unknown words, years and numbers are refused with place, reason and the whole row; a missing value is no observation [load.quarantine]", async () => {
  const {observed, refused} = await parsed({
    series: [
      {words: "II полугодие"},
      {observations: [["20", "1"]]},
      {observations: [["1699", "1"]]},
      {observations: [["2200", "1"]]},
      {observations: [["2020", "12 34"]]},
      {observations: [["2020", "1.5e3"]]},
      {
        observations: [
          ["2020", ""],
          ["2021", "-"],
          ["2022", "…"],
          ["1700", "7"],
          ["2199", "8"],
        ],
      },
    ],
  });
  assert.deepEqual(
    observed.map(({period, value}) => [period, value]),
    [
      [1700, 7],
      [2199, 8],
    ],
  );
  assert.deepEqual(
    refused.map(({file, column, text}) => [file, column, text]),
    [
      ["data.xml", "PERIOD", "II полугодие"],
      ["data.xml", "Time", "20"],
      ["data.xml", "Time", "1699"],
      ["data.xml", "Time", "2200"],
      ["data.xml", "ObsValue", "12 34"],
      ["data.xml", "ObsValue", "1.5e3"],
    ],
  );
  assert.equal(refused[0]?.row, "EI=рубль; PERIOD=II полугодие; Time=2020; ObsValue=1");
  assert.ok(refused.every(({line}) => line !== null && line >= 7));
});

test("attributes inside an observation are refused: it can't be told which they are of", async () => {
  const xml = emissMessage({series: [{}]}).replace(
    "<generic:ObsValue",
    '<generic:Attributes><generic:Value concept="PERIOD" value="январь"/></generic:Attributes><generic:ObsValue',
  );
  const {observed, refused} = await parsed(xml);
  assert.deepEqual([observed.length, refused[0]?.column], [0, "Attributes"]);
});

test("a dimension that stands twice in a key is refused", async () => {
  const xml = emissMessage({series: [{key: {a: "1", b: "2"}}]}).replace('concept="b"', 'concept="a"');
  assert.deepEqual(
    (await parsed(xml)).refused.map(({column}) => column),
    ["SeriesKey"],
  );
});

test("texts that were escaped twice come out plain [emiss.escaped-text]", async () => {
  const {metadata} = await parsed({
    description:
      '<Methodology value="итогов последней&amp;amp;nbsp; переписи, &amp;quot;1-тэк&amp;quot;"/><Comment value="  Данные &amp;amp;lt;5 "/>'.replaceAll(
        "&amp;amp;",
        "&amp;",
      ),
    series: [{}],
  });
  assert.equal(metadata.methodology?.text, 'итогов последней переписи, "1-тэк"');
  assert.deepEqual(metadata.notes, [{text: "Данные <5", classification: null}]);
});

test("names and contacts of persons never leave the parser, of the old form or the new, FIX-fedstat-05 [emiss.personal-data]", async () => {
  const description = `<Organization value="Росстат"/><Department value="Управление цен"/>
    <Responsible><Name xml:lang="ru">Иванова Мария</Name><Contacts xml:lang="ru">+7 495 000-00-00 ivanova@example.org</Contacts></Responsible>
    <Responsible><Name xml:lang="ru">Петров П.П.</Name><Comments xml:lang="ru">626-00-00 petrov@example.org</Comments><Comment value="звонить Петрову"/></Responsible>
    <Contacts value="sidorov@example.org"/>`;
  const {metadata, refused} = await parsed({description, series: [{}, {words: "?"}]});
  assert.match(metadata.methodology?.text ?? "", /Росстат \(Управление цен\)/);
  assert.doesNotMatch(JSON.stringify([metadata, refused]), /Иванова|Мария|Петров|example|626|495/);
});

test("the day of publication is LastUpdate as written, without a shift of zones, and never the moment of the download, FIX-fedstat-15 [emiss.published-at]", async () => {
  const day = async (lastUpdate: string) => dayText((await parsed({lastUpdate, series: [{}]})).metadata.publishedAt);
  assert.equal(await day("2024-03-05T23:59:59"), "2024-03-05");
  assert.equal(await day("2024-03-05T00:00:01+03:00"), "2024-03-05");
  assert.equal(await day("2012-11-14"), "2012-11-14");
});

test("a file without LastUpdate needs --published, and a file with it is not overruled [emiss.published-at load.overrides]", async () => {
  const silent = {lastUpdate: null, series: [{}]};
  await assert.rejects(parsed(silent), refusal(/--published/));
  await assert.rejects(parsed({...silent, lastUpdate: "вчера"}), refusal(/вчера.*--published/));
  const told = await parsed(silent, {...NO_HINTS, publishedAt: "2024-01-31"});
  assert.equal(dayText(told.metadata.publishedAt), "2024-01-31");
  await assert.rejects(parsed(silent, {...NO_HINTS, publishedAt: "2024-02-30"}), refusal(/2024-02-30 is not a day/));
  await parsed({series: [{}]}, {...NO_HINTS, publishedAt: "2024-03-05"});
  await assert.rejects(
    parsed({series: [{}]}, {...NO_HINTS, publishedAt: "2024-03-06"}),
    refusal(/2024-03-05.*2024-03-06/),
  );
});

test("--provider and --dataset may confirm what the file says and can't change it [load.overrides]", async () => {
  const message = {indicator: "31074", series: [{}]};
  for (const dataset of ["31074", "fedstat/31074"]) await parsed(message, {...NO_HINTS, provider: "fedstat", dataset});
  await assert.rejects(parsed(message, {...NO_HINTS, dataset: "31452"}), refusal(/fedstat\/31074, not fedstat\/31452/));
  await assert.rejects(parsed(message, {...NO_HINTS, provider: "rosstat_files"}), refusal(/not rosstat_files\/31074/));
});

test("consumer price indices are not revised, other indicators are [emiss.not-revised]", async () => {
  assert.equal((await parsed({indicator: "31074", series: [{}]})).metadata.revised, false);
  assert.equal((await parsed({indicator: "31452", series: [{}]})).metadata.revised, true);
});

test("the next release is the earliest that was still to come; without one there is none", async () => {
  const next = async (...days: string[]) => {
    const periodicities = days
      .map((day) => `<Periodicity value="Месячная" releases="-" next-release="${day}"/>`)
      .join("");
    const {metadata} = await parsed({description: `<Periodicities>${periodicities}</Periodicities>`, series: [{}]});
    return metadata.nextRelease === null ? null : dayText(metadata.nextRelease);
  };
  assert.equal(await next("29.06.2026", "15.04.2024", "01.01.2020"), "2024-04-15");
  assert.equal(await next("", "05.03.2024", "31.02.2025", "скоро"), null);
});

test("what is not a whole EMISS message is refused in words that say what it is", async () => {
  const whole = emissMessage({series: [{}]});
  for (const [text, pattern] of [
    [whole.slice(0, whole.indexOf("</DataSet>")), /cut off/],
    [whole.slice(0, whole.indexOf("<DataSet>")), /cut off/],
    [whole.replace("</generic:Time>", "</generic:Zeit>"), /line \d+/],
    ["<!DOCTYPE html><html><body>Сервис недоступен</body></html>", /HTML page/],
    ["<html><body>Сервис недоступен</body></html>", /HTML page/],
    ["", /cut off|not whole/],
    ["Сервис недоступен", /not whole/],
    ['<ValCurs Date="15.03.2022"></ValCurs>', /root is ValCurs/],
    [whole.replace("schemas/v1_0/message", "schemas/v2_1/message"), /v2_1/],
    [emissMessage({series: []}), /no value/],
    [emissMessage({series: [{observations: [["2020", "…"]]}]}), /no value/],
    [emissMessage({indicator: "", series: [{}]}), /without the number/],
    [whole.replace(/<DataSet>[\s\S]*<\/DataSet>/, ""), /no DataSet/],
  ] as const) {
    await assert.rejects(parsed(text), refusal(pattern), text.slice(0, 60));
  }
});

test("declared entities are refused before they can swell, FIX-fedstat-06", async () => {
  const bomb = emissMessage({series: [{}]}).replace(
    "<GenericData",
    '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>\n<GenericData',
  );
  await assert.rejects(parsed(bomb), refusal(/DOCTYPE/));
});

test("bytes that are no UTF-8 are refused, and windows-1251 is read where it is declared", async () => {
  const text = emissMessage({name: "Цена", series: [{}]});
  const latin = Buffer.from(text, "utf8");
  latin[latin.indexOf(0xd0)] = 0xff;
  const sink = recordingSink();
  await assert.rejects(fedstat.parse([fixtureFile("data.xml", latin)], NO_HINTS, sink), refusal(/not UTF-8/));
  await assert.rejects(
    fedstat.parse([fixtureFile("data.xml", Buffer.from(text.replace("utf-8", "utf-16")))], NO_HINTS, sink),
    refusal(/utf-16/),
  );
  const cp1251 = Buffer.from([...text.replace("utf-8", "windows-1251")].map((letter) => cyrillicByte(letter)));
  const metadata = await fedstat.parse([fixtureFile("data.xml", cp1251)], NO_HINTS, sink);
  assert.equal(metadata.name, "Цена");
});

test("chunks may be cut anywhere, also inside a character, a tag or the byte order mark", async () => {
  const text = `\ufeff${emissMessage({
    name: "Численность 𐍈 населения",
    codeLists: OKATO,
    series: [
      {key: {s_OKATO: "14000000000"}, unit: "тысяча человек", words: "январь-март", observations: [["2020", "1234,5"]]},
    ],
  })}`;
  const whole = await parsed(text);
  assert.equal(whole.metadata.name, "Численность 𐍈 населения");
  await fc.assert(
    fc.asyncProperty(fc.integer({min: 1, max: 700}), async (chunkSize) => {
      const sink = recordingSink();
      const metadata = await fedstat.parse([fixtureFile("data.xml", text, chunkSize)], NO_HINTS, sink);
      assert.deepEqual(metadata, whole.metadata);
      assert.deepEqual(sink.observed, whole.observed);
    }),
    {numRuns: 60},
  );
});

test("elements are known under any prefix", async () => {
  const xml = emissMessage({series: [{words: "май", observations: [["2020", "3"]]}]});
  const renamed = xml
    .replaceAll("generic:", "g:")
    .replaceAll("xmlns:generic", "xmlns:g")
    .replace(/<(\/?)(GenericData|DataSet|Indicator|Description )/g, "<$1m:$2")
    .replace("xmlns=", "xmlns:m=")
    .replace("</Description>", "</m:Description>");
  const {observed, metadata} = await parsed(renamed);
  assert.deepEqual([observed.length, observed[0]?.value, metadata.dataset], [1, 3, "99001"]);
});

test("EMISS files are recognised by their root, other XML is not, and a page under an XML name is taken to be refused", async () => {
  const recognised = (name: string, text: string) => fedstat.recognises([fixtureFile(name, text)]);
  assert.equal(await recognised("data.sdmx", emissMessage({})), true);
  assert.equal(await recognised("no-suffix", `\ufeff${emissMessage({})}`), true);
  assert.equal(await recognised("data.xml", "<!DOCTYPE html><html></html>"), true);
  assert.equal(await recognised("page.html", "<!DOCTYPE html><html></html>"), false);
  assert.equal(
    await recognised("rates.xml", '<?xml version="1.0" encoding="windows-1251"?><ValCurs Date="15.03.2022">'),
    false,
  );
  assert.equal(await recognised("empty.xml", ""), false);
  assert.equal(await fedstat.recognises([]), false);
  assert.equal(await fedstat.recognises([fixtureFile("a.xml", emissMessage({})), fixtureFile("b.csv", "a;b")]), false);
});

test("several files are one release only when all are of one indicator and one day; the newest describes it [emiss.published-at]", async () => {
  const sink = recordingSink();
  const file = (name: string, message: FixtureMessage) => fixtureFile(name, emissMessage(message));
  const first = file("1.xml", {
    lastUpdate: "2024-03-05T10:00:00",
    name: "Старое",
    series: [{observations: [["2020", "1"]]}],
  });
  const second = file("2.xml", {
    lastUpdate: "2024-03-05T18:00:00",
    name: "Новое",
    series: [{observations: [["2021", "2"]]}],
  });
  const metadata = await fedstat.parse([second, first], NO_HINTS, sink);
  assert.deepEqual(
    [metadata.name, dayText(metadata.publishedAt), sink.seriesSeen.length, sink.observed.length],
    ["Новое", "2024-03-05", 1, 2],
  );
  const other = file("3.xml", {indicator: "99002", series: [{}]});
  await assert.rejects(
    fedstat.parse([first, other], NO_HINTS, recordingSink()),
    refusal(/3\.xml is about indicator 99002/),
  );
  const later = file("4.xml", {lastUpdate: "2024-04-05T10:00:00", series: [{}]});
  await assert.rejects(
    fedstat.parse([first, later], NO_HINTS, recordingSink()),
    refusal(/4\.xml says that it was published on 2024-04-05, a file before it says 2024-03-05/),
  );
});

function cyrillicByte(letter: string): number {
  const code = letter.codePointAt(0)!;
  if (code < 0x80) return code;
  return code - 0x410 + 0xc0;
}
