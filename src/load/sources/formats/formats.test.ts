// The same figures in every coded format are the same values; periods, territories, units and missing values of each.
import assert from "node:assert/strict";
import {writeFile} from "node:fs/promises";
import {join} from "node:path";
import {test} from "node:test";
import {temporaryFolder, temporaryStore} from "../../../../test/warehouse.ts";
import type {Refusal} from "../../../refusal.ts";
import {dayText, firstDay} from "../../../statistics/time/day.ts";
import {listPublishedRuns} from "../../../store/releases/load-run.ts";
import {readRunChecks} from "../../../store/releases/run-details.ts";
import {loadPath} from "../../run.ts";
import type {LoadHints, ObservationSink, SourceFile, Unreadable} from "../../source.ts";
import {xlsxOf} from "../../workbook/workbook.fixture.ts";
import {findSource} from "../sources.ts";
import * as files from "./coded-files.fixture.ts";
import {codedPeriod} from "./coded-period.ts";
import {isoTerritory} from "./iso-territory.ts";

const DAY = "2026-02-01";
const HINTS: LoadHints = {provider: "me", dataset: null, publishedAt: null};
const UNTOLD: LoadHints = {provider: null, dataset: null, publishedAt: DAY};

function fileOf(name: string, content: string | Uint8Array): SourceFile {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return {
    name,
    size: bytes.length,
    async *open() {
      yield bytes;
    },
  };
}

async function read(named: Record<string, string | Uint8Array>, hints: LoadHints) {
  const own = Object.entries(named).map(([name, content]) => fileOf(name, content));
  const source = await findSource(own);
  const values: [place: string, value: number][] = [];
  const refused: Unreadable[] = [];
  const missing: string[] = [];
  const ignored: string[] = [];
  const series: string[] = [];
  const places: string[] = [];
  const sink: ObservationSink = {
    series: ({territory, unit, frequency, classification}) =>
      series.push([territory, frequency, unit, classification].join(" ")) - 1,
    observe(handle, period, value, _line, origin) {
      const [territory, frequency] = series[handle]!.split(" ") as [string, "M" | "W"];
      const day = frequency === "W" ? `week ${period}` : dayText(firstDay(frequency, period)).slice(0, 7);
      values.push([`${territory} ${day}`, value]);
      const {locator, raw} = origin!.explain();
      places.push(`${locator.cell ?? locator.line} ${locator.column ?? locator.element} ${raw.trim()}`);
    },
    missing: (handle, _period, reason) => missing.push(`${series[handle]!.split(" ")[0]} ${reason}`),
    ignore: (_, name) => ignored.push(name),
    refuse: (problem) => refused.push(problem),
  };
  const {metadata} = await source!.parse(own, hints, sink);
  return {source: source!.name, metadata, values, refused, missing, ignored, series, places};
}

/** The figures of the fixtures; Russia is its built-in territory whatever its code. */
function expected(codeAt: 0 | 1, last: number): [string, number][] {
  return files.COUNTRIES.flatMap((country, place) =>
    Array.from({length: last}, (_, at): [string, number] => [
      `${country[0] === "RU" ? "643" : country[codeAt]} 2025-${String(at + 1).padStart(2, "0")}`,
      Number(files.figure(place, at)),
    ]),
  );
}

const SAME: [name: string, source: string, files: Record<string, string>, hints: LoadHints][] = [
  ["SDMX-ML 2.1 generic", "sdmx-ml", {"a.xml": files.sdmxGeneric(4)}, UNTOLD],
  ["SDMX-ML 2.1 structure specific", "sdmx-ml", {"a.xml": files.sdmxStructured(4)}, UNTOLD],
  [
    "SDMX-ML 2.0 generic in a message group",
    "sdmx-ml",
    {"a.xml": files.sdmxMessageGroup(4)},
    {...UNTOLD, provider: "estat"},
  ],
  ["SDMX-ML 2.0 compact", "sdmx-ml", {"a.xml": files.sdmxCompact(4)}, UNTOLD],
  [
    "SDMX-ML with its structure",
    "sdmx-ml",
    {"a.xml": files.sdmxGeneric(4), "s.xml": files.sdmxStructureMessage()},
    UNTOLD,
  ],
  ["SDMX-CSV", "sdmx-csv", {"a.csv": files.sdmxCsv(4)}, UNTOLD],
  ["SDMX-JSON", "sdmx-json", {"a.json": files.sdmxJson(4)}, {...UNTOLD, provider: "estat"}],
  ["JSON-stat 2.0", "json-stat", {"a.json": files.jsonStat(4, DAY)}, HINTS],
  ["Eurostat TSV", "eurostat-tsv", {"prices.tsv": files.eurostatTsv(4)}, UNTOLD],
  ["PC-Axis", "pc-axis", {"a.px": files.pcAxis(4, DAY)}, HINTS],
];

for (const [name, source, named, hints] of SAME)
  test(`${name}: every figure with its territory and period [formats.same-figures]`, async () => {
    const found = await read(named, hints);
    assert.equal(found.source, source);
    assert.deepEqual(found.refused, []);
    assert.deepEqual(found.values, expected(0, 4));
    assert.equal(dayText(found.metadata.publishedAt), DAY);
    assert.equal(found.metadata.territories!.find(({code}) => code === "643")!.canonical, "RU-00");
    assert.equal(found.metadata.territories!.find(({code}) => code === "DE")!.name, "Germany");
  });

test("a structure message gives names and no other series: the dimension of an attribute was an empty part of each class [formats.same-figures]", async () => {
  const freq = '<g:Value id="FREQ" value="M"/>';
  const text = files.sdmxGeneric(2).replaceAll(freq, `${freq}<g:Value id="ITEM" value="A"/>`);
  const structure = files
    .sdmxStructureMessage()
    .replace("<s:DimensionList>", '<s:DimensionList><s:Dimension id="ITEM"/>');
  const alone = await read({"a.xml": text}, UNTOLD);
  const named = await read({"a.xml": text, "s.xml": structure}, UNTOLD);
  assert.deepEqual(named.series, alone.series);
  assert.equal(alone.series[0], "DE M EUR_e6 A");
});

test("a message group with two datasets is refused: a release is one dataset [formats.damage]", async () => {
  await assert.rejects(
    read({"a.xml": files.sdmxMessageGroup(2, ["PRICES", "WAGES"])}, {...UNTOLD, provider: "estat"}),
    /a\.xml, line \d+: data of WAGES after data of PRICES/,
  );
});

test("a unit multiplier is a part of the unit, and a missing value keeps its reason (FIX-country-05) [formats.attributes]", async () => {
  for (const text of [files.sdmxGeneric(2), files.sdmxStructured(2), files.sdmxCompact(2)]) {
    const {metadata} = await read({"a.xml": text}, UNTOLD);
    assert.deepEqual(metadata.units, [{code: "EUR_e6", name: "EUR, millions", okei: null, mult: 1e6}]);
  }
  const {missing, ignored} = await read({"a.xml": files.sdmxStructured(2)}, UNTOLD);
  assert.deepEqual(
    missing,
    ["DE", "FR", "IT", "643"].map((code) => `${code} not-applicable`),
  );
  assert.equal(ignored.filter((one) => one === "OBS_STATUS P").length, 4);
  const bare = await read({"a.xml": files.sdmxStructured(2).replace(' OBS_STATUS="M"', "")}, UNTOLD);
  assert.deepEqual(
    bare.refused.map(({text, reason}) => [text, reason]),
    [["NaN", "is not a number"]],
  );
  const tsv = await read({"a.tsv": "freq,geo\\TIME_PERIOD\t2024 \t2023 \t2022 \nA,DE\t: \t: c\t1.5 e\n"}, UNTOLD);
  assert.deepEqual(tsv.missing, ["DE not-available", "DE suppressed"]);
  assert.deepEqual(tsv.values, [["DE 2022-01", 1.5]]);
});

test("a compact message of the OECD has its periods in TIME and the power of ten in POWERCODE, which belongs to the unit [formats.attributes]", async () => {
  const text = files.sdmxCompact(2).replaceAll("TIME_PERIOD=", "TIME=").replaceAll("UNIT_MULT=", "POWERCODE=");
  const {metadata, values, series} = await read({"a.xml": text}, UNTOLD);
  assert.deepEqual(values, expected(0, 2));
  assert.deepEqual(metadata.units, [{code: "EUR_e6", name: "EUR, millions", okei: null, mult: 1e6}]);
  assert.equal(series[0], "DE M EUR_e6 ");
});

test("a unit in a group of SDMX-ML is the unit of its series, whatever other attributes the group has: millions were read as units (FIX-country-07) [formats.attributes]", async () => {
  const own = files.sdmxCompact(2).replaceAll("<Group REF_AREA", '<Group TOPIC="A" KEY_FIGURE="true" REF_AREA');
  const flat = await read({"a.xml": own}, UNTOLD);
  assert.deepEqual(flat.values, expected(0, 2));
  assert.deepEqual(flat.metadata.units, [{code: "EUR_e6", name: "EUR, millions", okei: null, mult: 1e6}]);
  assert.equal(flat.series[0], "DE M EUR_e6 ");
  assert.equal(flat.ignored.filter((one) => one === "TOPIC A").length, 8);
  const nested = await read({"a.xml": files.sdmxNestedGroups(2)}, {...UNTOLD, provider: "estat"});
  assert.deepEqual(nested.values, expected(0, 2));
  assert.deepEqual(nested.series, ["DE M EUR_e6 ", "FR M EUR_e6 ", "IT M EUR_e6 ", "643 M EUR_e6 "]);
  const late = own
    .replace(/(<Group .*\/>\n)+/, "")
    .replace("</x:DataSet>", '<Group REF_AREA="DE" TOPIC="A" UNIT="EUR"/></x:DataSet>');
  await assert.rejects(read({"a.xml": late}, UNTOLD), /a group with a unit comes after the series/);
});

test("a unit in a group of SDMX-JSON 2.0, and an attribute without a list of codes, belong to their values; a group of other dimensions is refused (FIX-country-07) [formats.attributes]", async () => {
  const message = (groups: object, uncoded: readonly unknown[] = []) => {
    const json = JSON.parse(files.sdmxJson(2));
    json.structure.attributes = {
      dimensionGroup: [{id: "UNIT", values: [{id: "EUR"}, {id: "USD"}]}, {id: "UNIT_MULT"}],
      observation: [{id: "OBS_STATUS", values: [{id: "A"}, {id: "P"}]}, {id: "COMMENT"}],
    };
    json.dataSets[0].dimensionGroupAttributes = groups;
    for (const series of Object.values<{attributes?: unknown; observations: Record<string, unknown[]>}>(
      json.dataSets[0].series,
    )) {
      delete series.attributes;
      for (const value of Object.values(series.observations)) value.push(1, ...uncoded);
    }
    return read({"a.json": JSON.stringify(json)}, {...UNTOLD, provider: "estat"});
  };
  const {series, values, ignored} = await message({"0:0:": [0, 6], "0:1:": [1, "3"], "0:2:": [0, null]}, [
    {en: "early", de: "früh"},
  ]);
  assert.deepEqual(values, expected(0, 2));
  assert.deepEqual(series, ["DE M EUR_e6 ", "FR M USD_e3 ", "IT M EUR ", "643 M  "]);
  assert.equal(ignored.filter((one) => one === "OBS_STATUS P").length, 8);
  assert.equal(ignored.filter((one) => one === "COMMENT early, früh").length, 8);
  await assert.rejects(message({"0:0": [0, 6]}), /the group 0:0 does not fit the dimensions/);
  await assert.rejects(message({"0:9:": [0, 6]}), /the group 0:9: does not fit the dimensions/);
  const deleted = JSON.parse(files.sdmxJson(2));
  deleted.dataSets[0].action = "Delete";
  await assert.rejects(read({"a.json": JSON.stringify(deleted)}, {...UNTOLD, provider: "estat"}), /deletes values/);
});

test("names behind the codes of SDMX-CSV are labels, and a status or multiplier before the value is no part of a key (FIX-country-08) [formats.attributes]", async () => {
  const plain = await read({"a.csv": files.sdmxCsv(2)}, UNTOLD);
  const same = async (text: string) => {
    const {values, series, metadata, missing} = await read({"a.csv": text}, UNTOLD);
    assert.deepEqual([values, series, metadata.units, missing], [plain.values, plain.series, plain.metadata.units, []]);
    return metadata;
  };
  const rows = files
    .sdmxCsv(2)
    .trim()
    .split("\n")
    .slice(1)
    .map((row) => row.split(","));
  const named = rows.map(([flow, freq, area, time, value, unit, power, status]) => {
    const country = files.COUNTRIES.find(([code]) => code === area)![2];
    return `dataflow,${flow},Prices,I,${freq},Monthly,${area},${country},${time},${time} in words,${value},,${unit},Euro,${power},Millions,${status},Normal`;
  });
  const header =
    "STRUCTURE,STRUCTURE_ID,STRUCTURE_NAME,ACTION,FREQ,Frequency,REF_AREA,Reference area,TIME_PERIOD,Time period,OBS_VALUE,Observation value,UNIT,Unit,UNIT_MULT,Unit multiplier,OBS_STATUS,";
  const metadata = await same([header, ...named, ""].join("\n"));
  assert.equal(metadata.territories!.find(({code}) => code === "FR")!.name, "France");
  const before = rows.map(([flow, freq, area, time, value, unit, power, status]) =>
    [flow, freq, area, power, time, status, "K", value, unit].join(","),
  );
  await same(
    ["DATAFLOW,FREQ,REF_AREA,UNIT_MULT,TIME_PERIOD,OBS_STATUS,COLLECTION,OBS_VALUE,UNIT", ...before, ""].join("\n"),
  );
  const two = files.sdmxCsv(2).replace(/ESTAT:PRICES(.*\n)$/, "ESTAT:WAGES$1");
  await assert.rejects(
    read({"a.csv": two}, UNTOLD),
    /line 9: a value of ESTAT:WAGES\(1\.0\) below values of ESTAT:PRICES/,
  );
});

test("a multiplier in the unit of a JSON-stat metric belongs to its base or symbol; a factor that is a text is counted (FIX-country-05) [formats.attributes]", async () => {
  const unitOf = async (unit: object) => {
    const json = JSON.parse(files.jsonStat(1, DAY));
    json.id.push("measure");
    json.size.push(1);
    json.role.metric = ["measure"];
    json.dimension.measure = {category: {index: ["GDP"], unit: {GDP: unit}}};
    const {metadata, values, ignored} = await read({"a.json": JSON.stringify(json)}, HINTS);
    assert.deepEqual(values, expected(0, 1));
    const [one] = metadata.units ?? [];
    return [one?.name ?? null, one?.mult ?? null, ...new Set(ignored)];
  };
  assert.deepEqual(await unitOf({base: "USD", multiplier: 6}), ["USD, millions", 1e6]);
  assert.deepEqual(await unitOf({label: "thousands of persons", base: "people", multiplier: 3}), [
    "people, thousands",
    1000,
  ]);
  assert.deepEqual(await unitOf({symbol: "$", label: "million", multiplier: 6}), ["$, millions", 1e6]);
  assert.deepEqual(await unitOf({label: "million", multiplier: 6}), ["million", 1]);
  assert.deepEqual(await unitOf({symbol: "%", multiplier: 0}), ["%", 1]);
  assert.deepEqual(await unitOf({label: "People", base: "Person", multiplier: "1"}), ["People", 1, "multiplier 1"]);
});

test("a World Bank table, as text and as workbook, has the same values by year [formats.same-figures]", async () => {
  const text = await read({"a.csv": files.worldBankCsv(3, DAY)}, {...HINTS, provider: null});
  const book = await read({"a.xlsx": files.worldBankBook(3)}, UNTOLD);
  assert.deepEqual(
    text.values.map(([, value]) => value),
    expected(1, 3).map(([, value]) => value),
  );
  assert.deepEqual(book.values, text.values);
  assert.deepEqual([text.values[0]![0], text.values[9]![0]], ["DEU 2010-01", "643 2010-01"]);
  assert.match(book.places[0]!, /^E5 /);
});

test("a row of a World Bank table that was cut behind its name is refused, and the lines below the table are not: nine values were lost in silence [load.short-rows]", async () => {
  const whole = files.worldBankCsv(3, DAY);
  const lines = whole.split("\n");
  const cut = [...lines.slice(0, 6), '"France"', ...lines.slice(7, -1), "", "Data from database: x", ""].join("\n");
  const {values, refused} = await read({"a.csv": cut}, {...HINTS, provider: null});
  const before = await read({"a.csv": whole}, {...HINTS, provider: null});
  assert.equal(values.length, before.values.length - 3);
  assert.deepEqual(
    refused.map(({line, text}) => [line, text]),
    [[7, "France"]],
  );
  assert.deepEqual(before.refused, []);
});

test("a PC-Axis file with a control character is refused: it made another unit, and so another series [load.check-whole]", async () => {
  const whole = files.pcAxis(3, DAY);
  const damaged = Buffer.from(
    Buffer.from(whole).toString("latin1").replace('UNITS="index', 'UNITS="index\u0004'),
    "latin1",
  );
  assert.notEqual(damaged.length, Buffer.from(whole).length);
  await assert.rejects(read({"a.px": damaged}, HINTS), {
    name: "Refusal",
    message: /contains the control character U\+0004/,
  });
});

test("bytes of windows-1252 in a PC-Axis file that names ISO 8859 are the signs of windows-1252 [formats.periods]", async () => {
  const px = files.pcAxis(2, DAY).replace("utf-8", "iso-8859-15").replace("Prices by", "Price d\x92un");
  const {metadata, values} = await read({"a.px": Buffer.from(px, "latin1")}, HINTS);
  assert.deepEqual(values, expected(0, 2));
  assert.equal(metadata.name, "Price d’un country and month");
});

test("a PC-Axis file may end each line of its values with a semicolon [formats.damage]", async () => {
  const whole = files.pcAxis(2, DAY);
  const [head, data] = whole.split("DATA=\n") as [string, string];
  const lines = data.replace("\n;", "").replaceAll("\n", ";\n");
  assert.deepEqual((await read({"a.px": `${head}DATA=\n${lines};`}, HINTS)).values, expected(0, 2));
  await assert.rejects(read({"a.px": `${head}DATA=\n${lines.replace(/;\n$/, "")}`}, HINTS), /no semicolon/);
  await assert.rejects(read({"a.px": `${head}DATA=\n${lines.split("\n")[0]}`}, HINTS), /2 values where its dimensions/);
});

test("the unit of a whole PC-Axis file is that of each content without its own, and blanks around it are no part of it [formats.attributes]", async () => {
  const contents = files.pcAxis(1, DAY).replace('STUB="country"', 'CONTVARIABLE="content";STUB="country","content"');
  const two = contents
    .replace('UNITS="index"', 'UNITS=" index";UNITS("Rate")="per cent"')
    .replace("VALUES(", 'VALUES("content")="Prices","Rate";VALUES(')
    .replace(/^([\d.]+)$/gm, "$1 1");
  const {series, refused} = await read({"a.px": two}, HINTS);
  assert.deepEqual(refused, []);
  assert.deepEqual(series.slice(0, 2), ["DE M index Prices", "DE M per cent Rate"]);
});

test("letters of periods in the language of a PC-Axis file are read by TIMEVAL, and T is a quarter only beside a fourth one [formats.periods]", async () => {
  const periodsOf = async (codes: readonly string[], timeval: string) => {
    const [last, list] = [codes.length, codes.map((code) => `"${code}"`).join(",")];
    const months = files.pcAxis(last, DAY).replace(/(VALUES\("month"\))=.*/, `$1=${list};`);
    const {series, refused} = await read({"a.px": months.replace(/TIMEVAL.*\n/, timeval)}, HINTS);
    return [series[0]?.split(" ")[1] ?? null, refused[0]?.reason ?? null];
  };
  const third = "is a third of a year, which this program does not have";
  assert.deepEqual(await periodsOf(["2023U29", "2023U30"], 'TIMEVAL("month")=TLIST(W1);\n'), ["W", null]);
  assert.deepEqual(await periodsOf(["2013T1", "2013T2"], 'TIMEVAL("month")=TLIST(Q1);\n'), ["Q", null]);
  assert.deepEqual(await periodsOf(["2013T4", "2013T3"], ""), ["Q", null]);
  assert.deepEqual(await periodsOf(["2013T1", "2013T2"], ""), [null, third]);
  assert.deepEqual(await periodsOf(["2013T1", "2013T2"], 'TIMEVAL("month")=TLIST(T1);\n'), [null, third]);
});

test("months in the texts of a PC-Axis file that TIMEVAL calls half-years are refused as half-years, and TIMEVAL of another kind is a contradiction (FIX-country-04) [formats.periods]", async () => {
  const kindOf = async (letter: string) => {
    const {values, refused} = await read(
      {"a.px": files.pcAxis(2, DAY).replace("TLIST(M1)", `TLIST(${letter}1)`)},
      HINTS,
    );
    return [values.length, ...new Set(refused.map(({reason}) => reason))];
  };
  assert.deepEqual(await kindOf("M"), [8]);
  assert.deepEqual(await kindOf("H"), [0, "is a half-year, which this program does not have"]);
  assert.deepEqual(await kindOf("W"), [0, "does not agree with the frequency W"]);
});

test("texts that are each a year and the next one (2010-11) are no months without a word that says so (FIX-country-09) [formats.periods]", async () => {
  const doubt = "may be a month, or a year and the next one";
  const px = async (codes: readonly string[], timeval: string) => {
    const list = codes.map((code) => `"${code}"`).join(",");
    const text = files
      .pcAxis(codes.length, DAY)
      .replace(/(VALUES\("month"\))=.*/, `$1=${list};`)
      .replace(/TIMEVAL.*\n/, timeval);
    const {series, refused} = await read({"a.px": text}, HINTS);
    return [series[0]?.split(" ")[1] ?? null, refused[0]?.reason ?? null];
  };
  assert.deepEqual(await px(["2009-10", "2010-11"], ""), [null, doubt]);
  assert.deepEqual(await px(["2010-10", "2010-11"], ""), ["M", null]);
  assert.deepEqual(await px(["2010-11"], 'TIMEVAL("month")=TLIST(M1);\n'), ["M", null]);
  const json = JSON.parse(files.jsonStat(2, DAY));
  json.dimension.time.category = {index: ["2009-10", "2010-11"]};
  assert.deepEqual(
    new Set((await read({"a.json": JSON.stringify(json)}, HINTS)).refused.map(({reason}) => reason)),
    new Set([doubt]),
  );
});

test("years, quarters and months in one column are three series [formats.periods]", async () => {
  const {series, values, metadata} = await read({"a.csv": files.onsCsv(2, "01-02-2026")}, {...HINTS, provider: null});
  assert.deepEqual(series, ["GB A Index ABCD", "GB Q Index ABCD", "GB M Index ABCD"]);
  assert.deepEqual(
    values.map(([, value]) => value),
    [99.5, 100.5, Number(files.figure(0, 0)), Number(files.figure(0, 1))],
  );
  assert.equal(dayText(metadata.publishedAt), DAY);
});

test("half-years and averages of a year are refused as periods, the months beside them are read (FIX-country-04) [formats.periods]", async () => {
  const extra = ["M13", "S01", "S03", "Q05"].map((period) => `CUUR0000SA0   \t2025\t${period}\t 1.5\t`);
  const {refused, values} = await read({"cu.data.1.All": `${files.blsFlat(2)}${extra.join("\n")}\n`}, UNTOLD);
  assert.deepEqual(
    refused.map(({kind, reason, text}) => [kind, text, /half-year|annual average/.exec(reason)![0]]),
    [
      ["period", "2025-M13", "annual average"],
      ["period", "2025-S01", "half-year"],
      ["period", "2025-S03", "annual average"],
      ["period", "2025-Q05", "annual average"],
    ],
  );
  assert.equal(values.length, 8);
});

test("a flat file whose header lost its line end is refused there: the first value was lost in silence [load.short-rows]", async () => {
  const whole = files.blsFlat(2);
  const {refused, values} = await read({"cu.data.1.All": whole.replace("\n", "")}, UNTOLD);
  assert.deepEqual(
    refused.map(({line, reason}) => [line, reason]),
    [[1, "has 9 cells where the header has 5"]],
  );
  assert.equal(values.length, 7);
});

test("a text is a period of one frequency, or the reason why it is none [formats.periods]", () => {
  const cases: [text: string, frequency: string | null, found: string][] = [
    ["2024", null, "A 2024"],
    ["2024-A1", "A", "A 2024"],
    ["2024-Q3", "Q", `Q ${2024 * 4 + 2}`],
    ["2024Q3", null, `Q ${2024 * 4 + 2}`],
    ["2024-05", "M", `M ${2024 * 12 + 4}`],
    ["2024M05", null, `M ${2024 * 12 + 4}`],
    ["2024-05-01", "M", `M ${2024 * 12 + 4}`],
    ["2024-04-01", "Q", `Q ${2024 * 4 + 1}`],
    ["2024-05-02", "D", "D 19845"],
    ["2020-W53", null, `W ${2020 * 54 + 52}`],
    ["1988 JAN", null, `M ${1988 * 12}`],
  ];
  for (const [text, frequency, found] of cases) {
    const period = codedPeriod(text, frequency);
    assert.equal(typeof period === "string" ? period : `${period.frequency} ${period.ordinal}`, found, text);
  }
  for (const text of [
    "2024-13",
    "2024-Q5",
    "2024-S1",
    "2024-H2",
    "2021-W53",
    "2024-05-02",
    "202405",
    "Jan-Mar 2024",
    "2020-2021",
    "",
  ])
    assert.equal(typeof codedPeriod(text, text.endsWith("02") ? "M" : null), "string", text);
  // INSEE calls the frequency of quarters T; another frequency with it stays unknown
  assert.deepEqual(codedPeriod("2018-Q1", "T"), codedPeriod("2018-Q1", "Q"));
  assert.equal(typeof codedPeriod("2018-01", "T"), "string");
});

test("a code is a country only by ISO 3166 and never against its label; Russia is one territory by all its codes (FIX-country-03) [formats.territories]", () => {
  const canonical = (code: string, label = "", provider = "ecb"): string => {
    const found = isoTerritory(code, label, provider);
    return typeof found === "string" ? "refused" : `${found.canonical} ${found.level}`;
  };
  for (const [code, label] of [
    ["RU", ""],
    ["RUS", ""],
    ["643", "Russian Federation"],
  ] as const)
    assert.equal(canonical(code, label), "RU-00 country", code);
  assert.equal(canonical("DEU", "", "world_bank"), "DE country");
  assert.equal(canonical("EL", "", "estat"), "GR country");
  assert.equal(canonical("040", "Austria"), "AT country");
  // The Southern federal district of another list is not Austria.
  assert.equal(canonical("040", "Южный федеральный округ"), "X-040 macroregion");
  assert.equal(canonical("AT", "Germany"), "refused");
  assert.equal(canonical("EA20"), "EA20 region".replace("region", "macroregion"));
  assert.equal(canonical("DE21"), "DE21 region");
  // Metropolitan France at INSEE is not Micronesia.
  assert.equal(canonical("FM", "", "fr1"), "X-FM macroregion");
  assert.equal(canonical("FR", "", "fr1"), "FR country");
});

test("a damaged file is refused or its row is, and nothing is read in the place of another value [formats.damage]", async () => {
  const px = files.pcAxis(3, DAY);
  await assert.rejects(
    read({"a.px": px.replace(files.figure(1, 1), "")}, HINTS),
    /11 values where its dimensions have 12/,
  );
  await assert.rejects(read({"a.px": px.slice(0, -4)}, HINTS), /no semicolon/);
  await assert.rejects(
    read({"a.json": files.jsonStat(3, DAY).replace(/,\s+[\d.]+\s*\]\s*\}\s*$/, "]}")}, HINTS),
    /11 values/,
  );
  await assert.rejects(read({"a.xml": files.sdmxGeneric(3).slice(0, -40)}, UNTOLD), /not complete, well-formed XML/);
  const csv = await read({"a.csv": files.sdmxCsv(3).replace(",EUR,6,A\n", ",EUR\n")}, UNTOLD);
  assert.equal(csv.refused.length, 1);
  assert.equal(csv.values.length, 11);
  const twice = await read({"a.tsv": files.eurostatTsv(3).replace("M,MIO_EUR,FR\t", "M,FR\t")}, UNTOLD);
  assert.deepEqual(
    twice.refused.map(({values}) => values),
    [3],
  );
});

test("a file without territories needs --territory, which is an ISO 3166 code [formats.territories]", async () => {
  const text = files.sdmxCsv(1).replace("REF_AREA", "ITEM");
  const without = await read({"a.csv": text}, UNTOLD);
  assert.match(without.refused[0]!.reason, /names no territory: .*--territory/);
  const given = await read({"a.csv": text}, {...UNTOLD, territory: "FR"});
  assert.deepEqual(
    given.metadata.territories!.map(({canonical}) => canonical),
    ["FR"],
  );
});

test("a missing value loses nothing, whatever its territory: a hold counts values [formats.territories]", async () => {
  const text = files
    .sdmxCsv(2)
    .replaceAll("REF_AREA", "ITEM")
    .replaceAll(/,2025-02,[^,]*,/g, ",2025-02,,");
  const {refused} = await read({"a.csv": text}, UNTOLD);
  assert.equal(refused.length, 4);
});

test("a text document or an OpenDocument table is refused by name [formats.documents]", async (t) => {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  for (const name of ["a.doc", "a.docx", "a.ods"]) {
    const path = join(folder, name);
    await writeFile(path, "PK");
    await assert.rejects(loadPath(store, path, UNTOLD), {
      message: `${path}: ${name} is a document of a kind that is never read`,
    });
  }
});

test("a workbook of unknown layout needs a descriptor, and a folder of them is loaded one by one (FIX-rosstat-48) [described.language]", async (t) => {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  for (const [name, hint] of [
    ["a.xlsx", /^a workbook needs a descriptor/],
    ["b.xlsx", /^each workbook is a release of its own: with --descriptor FILE or --describe/],
  ] as const) {
    await writeFile(join(folder, name), xlsxOf([{name: "1", rows: [["", 1]]}]));
    await assert.rejects(loadPath(store, folder, UNTOLD), (error: Refusal) => hint.test(error.hint!));
  }
});

test("attributes that are not kept, and periods without a value by their reasons, are counted in the record of the run [formats.attributes]", async (t) => {
  const {store} = await temporaryStore(t);
  const path = join(await temporaryFolder(t), "a.xml");
  await writeFile(path, files.sdmxStructured(3));
  assert.equal((await loadPath(store, path, UNTOLD)).newValues, 12);
  const [run] = await store.statistics.read((q) => listPublishedRuns(q, 1));
  const checks = await store.statistics.read((q) => readRunChecks(q, run!.id));
  const {seen} = checks.find(({name}) => name === "ignored")!;
  assert.match(seen, /OBS_STATUS A \(8\), OBS_STATUS P \(4\); periods without a value: not-applicable \(4\)$/);
});
