// The whole EMISS message: refusals, personal data that never leave the parser, and the day of publication.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {Refusal} from "../../../service/refusal.ts";
import {dayText} from "../../../statistics/time/day.ts";
import {createObservationBuffer} from "../../buffer/observation-buffer.ts";
import {emissMessage, type FixtureMessage, fixtureFile, NO_HINTS, recordingSink} from "./emiss-message.fixture.ts";
import {OKATO, parsed} from "./source.fixture.ts";
import {fedstat} from "./source.ts";

const refusal = (pattern: RegExp) => (error: unknown) =>
  error instanceof Refusal && pattern.test(`${error.message} ${error.hint}`);

test("unknown words, years and numbers are refused with place, reason and the whole row; a missing value is not an observation [load.quarantine]", async () => {
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

test("attributes inside an observation are refused, because it is unknown to which observations they apply", async () => {
  const xml = emissMessage({series: [{}]}).replace(
    "<generic:ObsValue",
    '<generic:Attributes><generic:Value concept="PERIOD" value="январь"/></generic:Attributes><generic:ObsValue',
  );
  const {observed, refused} = await parsed(xml);
  assert.deepEqual([observed.length, refused[0]?.column], [0, "Attributes"]);
});

test("a dimension that is in a key twice is refused", async () => {
  const xml = emissMessage({series: [{key: {a: "1", b: "2"}}]}).replace('concept="b"', 'concept="a"');
  assert.deepEqual(
    (await parsed(xml)).refused.map(({column}) => column),
    ["SeriesKey"],
  );
});

test("texts that were escaped twice are unescaped [emiss.escaped-text]", async () => {
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

test("names and contacts of persons never leave the parser, in the old form and in the new, FIX-fedstat-05 [emiss.personal-data]", async () => {
  const description = `<Organization value="Росстат"/><Department value="Управление цен"/>
    <Responsible><Name xml:lang="ru">Иванова Мария</Name><Contacts xml:lang="ru">+7 495 000-00-00 ivanova@example.org</Contacts></Responsible>
    <Responsible><Name xml:lang="ru">Петров П.П.</Name><Comments xml:lang="ru">626-00-00 petrov@example.org</Comments><Comment value="звонить Петрову"/></Responsible>
    <Contacts value="sidorov@example.org"/>`;
  const {metadata, refused} = await parsed({description, series: [{}, {words: "?"}]});
  assert.match(metadata.methodology?.text ?? "", /Росстат \(Управление цен\)/);
  assert.doesNotMatch(JSON.stringify([metadata, refused]), /Иванова|Мария|Петров|example|626|495/);
});

test("the day of publication is LastUpdate as written, without a time zone shift, and never the time of the download, FIX-fedstat-15 [emiss.published-at]", async () => {
  const day = async (lastUpdate: string) => dayText((await parsed({lastUpdate, series: [{}]})).metadata.publishedAt);
  assert.equal(await day("2024-03-05T23:59:59"), "2024-03-05");
  assert.equal(await day("2024-03-05T00:00:01+03:00"), "2024-03-05");
  assert.equal(await day("2012-11-14"), "2012-11-14");
});

test("a file without LastUpdate needs --published, and --published can't change the LastUpdate of a file [emiss.published-at load.overrides]", async () => {
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

test("the next release is the first one after the day of publication, or none", async () => {
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

test("a file that is not a complete EMISS message is refused, and the message says what it is", async () => {
  const whole = emissMessage({series: [{}]});
  for (const [text, pattern] of [
    [whole.slice(0, whole.indexOf("</DataSet>")), /cut off/],
    [whole.slice(0, whole.indexOf("<DataSet>")), /cut off/],
    [whole.replace("</generic:Time>", "</generic:Zeit>"), /line \d+/],
    ["<!DOCTYPE html><html><body>Сервис недоступен</body></html>", /HTML page/],
    ["<html><body>Сервис недоступен</body></html>", /HTML page/],
    ["", /cut off|not complete/],
    ["Сервис недоступен", /not complete/],
    ['<ValCurs Date="15.03.2022"></ValCurs>', /root is ValCurs/],
    [whole.replace("schemas/v1_0/message", "schemas/v2_1/message"), /v2_1/],
    [emissMessage({series: []}), /no value/],
    [emissMessage({series: [{observations: [["2020", "…"]]}]}), /no value/],
    [emissMessage({indicator: "", series: [{}]}), /no indicator number/],
    [whole.replace(/<DataSet>[\s\S]*<\/DataSet>/, ""), /no DataSet/],
  ] as const) {
    await assert.rejects(parsed(text), refusal(pattern), text.slice(0, 60));
  }
});

test("declared entities are refused before they expand, FIX-fedstat-06", async () => {
  const bomb = emissMessage({series: [{}]}).replace(
    "<GenericData",
    '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>\n<GenericData',
  );
  await assert.rejects(parsed(bomb), refusal(/DOCTYPE/));
});

test("bytes that are not UTF-8 are refused, and windows-1251 is read if it is declared", async () => {
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
  const {metadata} = await fedstat.parse([fixtureFile("data.xml", cp1251)], NO_HINTS, sink);
  assert.equal(metadata.name, "Цена");
});

test("chunks may end at any place, also inside a character, a tag or the byte order mark", async () => {
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
      const {metadata} = await fedstat.parse([fixtureFile("data.xml", text, chunkSize)], NO_HINTS, sink);
      assert.deepEqual(metadata, whole.metadata);
      assert.deepEqual(sink.observed, whole.observed);
    }),
    {numRuns: 60},
  );
});

test("elements are found under any prefix", async () => {
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

test("EMISS files are recognised by their root and other XML is not; an HTML page with an XML name is recognised, and then refused", async () => {
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

test("several files are one release only if all have the same indicator and day; the newest file describes it [emiss.published-at]", async () => {
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
  const {metadata} = await fedstat.parse([second, first], NO_HINTS, sink);
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

test("a contradiction between two files names the file and line of both values, also of values that waited for the end of their file (FIX-fedstat-11) [emiss.files]", async () => {
  const said: string[] = [];
  const stock = (territory: string, words: string, value: string) => ({
    key: {s_OKATO: territory},
    words,
    observations: [["2020", value]] as const,
  });
  const {finish, sink, discard} = createObservationBuffer({
    memoryLimit: 2 ** 20,
    onUnreadable: ({file, line, reason}) => said.push(`${file}:${line} ${/: (.*)$/.exec(reason)![1]}`),
  });
  const january = "на 1 января";
  const files = [
    ["1.xml", [stock("643", january, "1"), stock("643", "значение показателя за год", "7")]],
    ["2.xml", [stock("643", january, "2"), stock("14000000000", january, "3"), stock("643", "на 1 февраля", "5")]],
    ["3.xml", [stock("14000000000", january, "4"), stock("643", "значение показателя за год", "8")]],
  ] as const;
  const sources = files.map(([name, series]) => fixtureFile(name, emissMessage({series})));
  await fedstat.parse(sources, NO_HINTS, sink);
  finish();
  discard();
  /** The line of the observation, one above the line of its value. */
  const lineOf = (file: number, value: string) =>
    emissMessage({series: files[file]![1]})
      .split("\n")
      .findIndex((line) => line.includes(`<generic:ObsValue value="${value}"`));
  const both = (a: readonly [number, string], b: readonly [number, string]) => {
    const [[one, other], [oneLine, otherLine]] = [
      [files[a[0]]![0], files[b[0]]![0]],
      [lineOf(...a), lineOf(...b)],
    ];
    return [
      `${one}:${oneLine} line ${oneLine} says ${a[1]}, line ${otherLine} of ${other} says ${b[1]}`,
      `${other}:${otherLine} line ${otherLine} says ${b[1]}, line ${oneLine} of ${one} says ${a[1]}`,
    ];
  };
  assert.deepEqual(
    said.toSorted(),
    [...both([0, "1"], [1, "2"]), ...both([1, "3"], [2, "4"]), ...both([0, "7"], [2, "8"])].toSorted(),
  );
});

function cyrillicByte(letter: string): number {
  const code = letter.codePointAt(0)!;
  if (code < 0x80) return code;
  return code - 0x410 + 0xc0;
}
