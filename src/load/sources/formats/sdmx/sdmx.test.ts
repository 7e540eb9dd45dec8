// Units, groups, names and structures of SDMX messages, and the messages that change other data.
import assert from "node:assert/strict";
import {test} from "node:test";
import * as files from "../coded-files.fixture.ts";
import {expected, read, recognised, UNTOLD} from "../coded-reading.fixture.ts";
import * as sdmxFiles from "../sdmx-files.fixture.ts";

test("a structure message gives names and no other series: the dimension of an attribute was an empty part of each class [formats.same-figures]", async () => {
  const freq = '<g:Value id="FREQ" value="M"/>';
  const text = sdmxFiles.sdmxGeneric(2).replaceAll(freq, `${freq}<g:Value id="ITEM" value="A"/>`);
  const structure = sdmxFiles
    .sdmxStructureMessage()
    .replace("<s:DimensionList>", '<s:DimensionList><s:Dimension id="ITEM"/>');
  const alone = await read({"a.xml": text}, UNTOLD);
  const named = await read({"a.xml": text, "s.xml": structure}, UNTOLD);
  assert.deepEqual(named.series, alone.series);
  assert.equal(alone.series[0], "DE M EUR_e6 A");
});

test("a message group with two datasets is refused: a release is one dataset [formats.damage]", async () => {
  await assert.rejects(
    read({"a.xml": sdmxFiles.sdmxMessageGroup(2, ["PRICES", "WAGES"])}, {...UNTOLD, provider: "estat"}),
    /a\.xml, line \d+: data of WAGES after data of PRICES/,
  );
});

test("a unit multiplier is a part of the unit, and a missing value keeps its reason (FIX-country-05) [formats.attributes]", async () => {
  for (const text of [sdmxFiles.sdmxGeneric(2), sdmxFiles.sdmxStructured(2), sdmxFiles.sdmxCompact(2)]) {
    const {metadata} = await read({"a.xml": text}, UNTOLD);
    assert.deepEqual(metadata.units, [{code: "EUR_e6", name: "EUR, millions", okei: null, mult: 1e6}]);
  }
  const {missing, ignored} = await read({"a.xml": sdmxFiles.sdmxStructured(2)}, UNTOLD);
  assert.deepEqual(
    missing,
    ["DE", "FR", "IT", "643"].map((code) => `${code} not-applicable`),
  );
  assert.equal(ignored.filter((one) => one === "OBS_STATUS P").length, 4);
  const bare = await read({"a.xml": sdmxFiles.sdmxStructured(2).replace(' OBS_STATUS="M"', "")}, UNTOLD);
  assert.deepEqual([bare.refused, bare.missing.length], [[], 4]);
  const tsv = await read({"a.tsv": "freq,geo\\TIME_PERIOD\t2024 \t2023 \t2022 \nA,DE\t: \t: c\t1.5 e\n"}, UNTOLD);
  assert.deepEqual(tsv.missing, ["DE not-available", "DE suppressed"]);
  assert.deepEqual(tsv.values, [["DE 2022-01", 1.5]]);
});

test("a compact message of the OECD has its periods in TIME and the power of ten in POWERCODE, which belongs to the unit [formats.attributes]", async () => {
  const text = sdmxFiles.sdmxCompact(2).replaceAll("TIME_PERIOD=", "TIME=").replaceAll("UNIT_MULT=", "POWERCODE=");
  const {metadata, values, series} = await read({"a.xml": text}, UNTOLD);
  assert.deepEqual(values, expected(0, 2));
  assert.deepEqual(metadata.units, [{code: "EUR_e6", name: "EUR, millions", okei: null, mult: 1e6}]);
  assert.equal(series[0], "DE M EUR_e6 ");
});

test("a unit in a group of SDMX-ML is the unit of its series, whatever other attributes the group has: millions were read as units (FIX-country-07) [formats.attributes]", async () => {
  const own = sdmxFiles.sdmxCompact(2).replaceAll("<Group REF_AREA", '<Group TOPIC="A" KEY_FIGURE="true" REF_AREA');
  const flat = await read({"a.xml": own}, UNTOLD);
  assert.deepEqual(flat.values, expected(0, 2));
  assert.deepEqual(flat.metadata.units, [{code: "EUR_e6", name: "EUR, millions", okei: null, mult: 1e6}]);
  assert.equal(flat.series[0], "DE M EUR_e6 ");
  assert.equal(flat.ignored.filter((one) => one === "TOPIC A").length, 8);
  const nested = await read({"a.xml": sdmxFiles.sdmxNestedGroups(2)}, {...UNTOLD, provider: "estat"});
  assert.deepEqual(nested.values, expected(0, 2));
  assert.deepEqual(nested.series, ["DE M EUR_e6 ", "FR M EUR_e6 ", "IT M EUR_e6 ", "643 M EUR_e6 "]);
  const late = own
    .replace(/(<Group .*\/>\n)+/, "")
    .replace("</x:DataSet>", '<Group REF_AREA="DE" TOPIC="A" UNIT="EUR"/></x:DataSet>');
  await assert.rejects(read({"a.xml": late}, UNTOLD), /a group with a unit comes after the series/);
});

test("a unit in a group of SDMX-JSON 2.0, and an attribute without a list of codes, belong to their values; a group of other dimensions is refused (FIX-country-07) [formats.attributes]", async () => {
  const message = (groups: object, uncoded: readonly unknown[] = []) => {
    const json = JSON.parse(sdmxFiles.sdmxJson(2));
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
  const deleted = JSON.parse(sdmxFiles.sdmxJson(2));
  deleted.dataSets[0].action = "Delete";
  await assert.rejects(read({"a.json": JSON.stringify(deleted)}, {...UNTOLD, provider: "estat"}), /deletes values/);
});

test("names behind the codes of SDMX-CSV are labels, and a status or multiplier before the value is no part of a key (FIX-country-08) [formats.attributes]", async () => {
  const plain = await read({"a.csv": sdmxFiles.sdmxCsv(2)}, UNTOLD);
  const same = async (text: string) => {
    const {values, series, metadata, missing} = await read({"a.csv": text}, UNTOLD);
    assert.deepEqual([values, series, metadata.units, missing], [plain.values, plain.series, plain.metadata.units, []]);
    return metadata;
  };
  const rows = sdmxFiles
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
  const two = sdmxFiles.sdmxCsv(2).replace(/ESTAT:PRICES(.*\n)$/, "ESTAT:WAGES$1");
  await assert.rejects(
    read({"a.csv": two}, UNTOLD),
    /line 9: a value of ESTAT:WAGES\(1\.0\) below values of ESTAT:PRICES/,
  );
});

test("a period of a year that does not begin in January is refused: the first quarter was another one (FIX-country-14) [formats.periods]", async () => {
  const start = 'REPORTING_YEAR_START_DAY="--07-01"';
  const quarters = sdmxFiles.sdmxStructured(1).replaceAll('FREQ="M"', 'FREQ="Q"').replaceAll("2025-01", "2025-Q1");
  for (const text of [
    quarters.replace("<mes:DataSet>", `<mes:DataSet ${start}>`),
    quarters.replaceAll("<Series ", `<Series ${start} `),
    quarters.replaceAll("<Obs ", `<Obs ${start} `),
  ]) {
    const {values, refused, series} = await read({"a.xml": text}, UNTOLD);
    assert.deepEqual([values, series], [[], []]);
    assert.deepEqual(
      refused.map(({reason, text: said}) => [reason, said]),
      Array(4).fill(["is a period of a year that begins on 07-01", "2025-Q1"]),
    );
  }
  const calendar = await read(
    {"a.xml": sdmxFiles.sdmxStructured(2).replaceAll("<Series ", `<Series ${start} `)},
    UNTOLD,
  );
  assert.deepEqual(calendar.values, expected(0, 2));
  const usual = quarters.replaceAll("<Series ", `<Series ${start.replace("07", "01")} `);
  assert.equal((await read({"a.xml": usual}, UNTOLD)).values.length, 4);
});

test("an attribute of a value that no list has is no part of the key of its series (FIX-country-15) [formats.attributes]", async () => {
  const text = sdmxFiles.sdmxStructured(2).replaceAll('OBS_STATUS="A"', 'OBS_STATUS="A" OWN_FLAG="late"');
  const {values, series, ignored} = await read({"a.xml": text}, UNTOLD);
  assert.deepEqual(values, expected(0, 2));
  assert.deepEqual([...new Set(series)], ["DE M EUR_e6 ", "FR M EUR_e6 ", "IT M EUR_e6 ", "643 M EUR_e6 "]);
  assert.equal(ignored.filter((one) => one === "OWN_FLAG late").length, 4);
});

test("a message that deletes or merges values is refused in each format, and one that adds or replaces is read (FIX-country-16) [formats.damage]", async () => {
  const estat = {...UNTOLD, provider: "estat"};
  const json = (action: string) => {
    const message = JSON.parse(sdmxFiles.sdmxJson(2));
    message.dataSets[0].action = action;
    return read({"a.json": JSON.stringify(message)}, estat);
  };
  const xml = (action: string, version = sdmxFiles.sdmxThird(2)) =>
    read({"a.xml": version.replace('ss:action="Replace"', action)}, UNTOLD);
  const ofSeries = (action: string) =>
    xml("", sdmxFiles.sdmxThird(2).replace("<Series ", `<Series ss:action="${action}" `));
  const csv = (action: string) => {
    const [header, ...rows] = sdmxFiles.sdmxCsv(2).trim().split("\n");
    const lines = [`${header},ACTION`, ...rows.map((row, at) => `${row},${at === 3 ? action : "I"}`), ""];
    return read({"a.csv": lines.join("\n")}, UNTOLD);
  };
  for (const [action, does] of [
    ["Delete", "deletes"],
    ["Merge", "merges"],
  ] as const) {
    const refusal = {name: "Refusal", message: new RegExp(`${does} values`)};
    await assert.rejects(json(action), refusal);
    await assert.rejects(xml(`ss:action="${action}"`), refusal);
    await assert.rejects(xml(`action="${action}"`), refusal);
    await assert.rejects(ofSeries(action), refusal);
    await assert.rejects(csv(action[0]!), /line 5 (?:deletes|merges) values/);
  }
  for (const found of [json("Append"), xml('ss:action="Information"'), csv("R"), csv("A")])
    assert.deepEqual((await found).values, expected(0, 2));
});

test("columns of SDMX-CSV that repeat the key are no dimensions, and the sign between values of one cell is no part of a name (FIX-country-17) [formats.attributes]", async () => {
  const plain = await read({"a.csv": sdmxFiles.sdmxCsv(2)}, UNTOLD);
  const [, ...rows] = sdmxFiles.sdmxCsv(2).trim().split("\n");
  const header =
    "STRUCTURE[;],STRUCTURE_ID,ACTION,SERIES_KEY,OBS_KEY,FREQ,REF_AREA,TIME_PERIOD,OBS_VALUE,UNIT,UNIT_MULT,REMARK[]";
  const lines = rows.map((row, at) => {
    const [flow, freq, area, time, value, unit, power] = row.split(",");
    return [
      `dataflow,${flow},I,${freq}.${area},${freq}.${area}.${at}`,
      freq,
      area,
      time,
      value,
      unit,
      power,
      '"a;b"',
    ].join(",");
  });
  const {values, series, ignored} = await read({"a.csv": [header, ...lines, ""].join("\n")}, UNTOLD);
  assert.deepEqual([values, series], [plain.values, plain.series]);
  assert.equal(ignored.filter((one) => one === "REMARK a;b").length, 8);
  const labelled = sdmxFiles
    .sdmxCsv(2)
    .replaceAll(/,M,(\w\w),([\d-]+),/g, ",M: Monthly,$1: Area,$2: in words,")
    .replace("FREQ,", "FREQ: Frequency,");
  assert.equal((await read({"a.csv": labelled}, UNTOLD)).values.length, 8);
});

test("the power of ten of the International Monetary Fund is in SCALE, which elsewhere is counted (FIX-country-18) [formats.attributes]", async () => {
  const text = sdmxFiles.sdmxStructured(1).replaceAll("UNIT_MULT=", "SCALE=");
  const own = await read({"a.xml": text.replaceAll("ESTAT", "IMF.STA")}, UNTOLD);
  assert.deepEqual(own.values, expected(0, 1));
  assert.equal(own.metadata.units![0]!.mult, 1e6);
  const other = await read({"a.xml": text}, UNTOLD);
  assert.deepEqual([other.metadata.units![0]!.mult, other.ignored.includes("SCALE 6")], [1, true]);
  const word = await read({"a.xml": text.replaceAll("ESTAT", "IMF.STA").replaceAll('"6"', '"Millions"')}, UNTOLD);
  assert.equal(word.refused[0]!.reason, "has the unit multiplier Millions");
});

test("a multiplier of SDMX-ML 1.0 that may be a factor refuses its values, and a message of EMISS is none of another publisher [formats.attributes]", async () => {
  const text = sdmxFiles.sdmxFirstCompact(1);
  for (const multiplier of ["1", "10"]) {
    const {values, refused} = await read({"a.xml": text.replaceAll('"6"', `"${multiplier}"`)}, UNTOLD);
    assert.deepEqual([values.length, refused.length], [0, 4]);
    assert.match(refused[0]!.reason, /^has a unit multiplier that is a factor or a power of ten: 10?$/);
  }
  const factor = await read({"a.xml": text.replaceAll('"6"', '"1000"')}, UNTOLD);
  assert.equal(factor.refused[0]!.reason, "has the unit multiplier 1000");
  const second = await read({"a.xml": sdmxFiles.sdmxCompact(1).replaceAll('"6"', '"1"')}, UNTOLD);
  assert.equal(second.metadata.units![0]!.mult, 10);
  const lists = sdmxFiles.sdmxFirstGeneric(1).replace("</Header>", "$&<CodeLists></CodeLists>");
  assert.equal(await recognised(lists), "fedstat");
  await assert.rejects(
    read({"a.xml": text.replaceAll("CompactData", "CrossSectionalData")}, UNTOLD),
    /a\.xml is a message CrossSectionalData/,
  );
});

test("a second value for a key, attributes of a part of a key, and a key that lacks a name of the first one are not lost (FIX-country-23) [formats.damage]", async () => {
  const several = {name: "Refusal", message: /several values for each key/};
  const measures = '<s:Measure id="OBS_VALUE"/><s:Measure id="TURNOVER"/>';
  const structure = sdmxFiles
    .sdmxStructureMessage()
    .replaceAll("v2_1", "v3_0")
    .replace("<s:AttributeList>", `${measures}$&`);
  await assert.rejects(read({"a.xml": sdmxFiles.sdmxThird(1), "s.xml": structure}, UNTOLD), several);
  const one = structure.replace('<s:Measure id="TURNOVER"/>', "");
  assert.deepEqual((await read({"a.xml": sdmxFiles.sdmxThird(2), "s.xml": one}, UNTOLD)).values, expected(0, 2));
  const twice = sdmxFiles.sdmxCsv(1).replace("OBS_STATUS", "OBS_VALUE");
  await assert.rejects(read({"a.csv": twice}, UNTOLD), {message: "a.csv has two columns OBS_VALUE"});

  const inAtts = sdmxFiles
    .sdmxThird(2)
    .replaceAll(' UNIT="EUR" UNIT_MULT="6"', "")
    .replace(/<mes:DataSet[^>]*>/, '$&<Atts REF_AREA="DE" UNIT="EUR" UNIT_MULT="6"/>');
  assert.deepEqual((await read({"a.xml": inAtts}, UNTOLD)).series.slice(0, 2), ["DE M EUR_e6 ", "FR M  "]);

  const flat = (flag: string) =>
    sdmxFiles
      .sdmxThird(1)
      .replace('dimensionAtObservation="TIME_PERIOD"', 'dimensionAtObservation="AllDimensions"')
      .replace(/<Series[\s\S]*<\/Series>/, () =>
        files.COUNTRIES.map(
          ([code], at) =>
            `<Obs FREQ="M" REF_AREA="${code}" TIME_PERIOD="2025-01" OBS_VALUE="${at}" ${at === 0 ? flag : ""}/>`,
        ).join("\n"),
      );
  assert.equal((await read({"a.xml": flat("")}, UNTOLD)).values.length, 4);
  await assert.rejects(
    read({"a.xml": flat('OWN_FLAG="x"')}, UNTOLD),
    /the key lacks OWN_FLAG, which the first key has/,
  );
});

test("a status that says missing beats the number beside it, and NaN, an empty value and no value are missing without a status [formats.missing]", async () => {
  const structured = sdmxFiles.sdmxStructured(2);
  const csv = sdmxFiles.sdmxCsv(2);
  for (const status of ["M", "L", "O", "Q", "H"]) {
    const text = structured.replace(
      /OBS_VALUE="\d[^"]*" OBS_STATUS="P"/,
      `OBS_VALUE="-9999999" OBS_STATUS="${status}"`,
    );
    const inXml = await read({"a.xml": text}, UNTOLD);
    assert.ok(!inXml.values.some(([, value]) => value === -9999999), status);
    assert.equal(inXml.missing.length, 5, status);
  }
  const header = csv.split("\n")[0]!.split(",");
  const [valueAt, statusAt] = [header.indexOf("OBS_VALUE"), header.indexOf("OBS_STATUS")];
  const rows = csv
    .trim()
    .split("\n")
    .map((row, at) => {
      const cells = row.split(",");
      if (at === 1) [cells[valueAt], cells[statusAt]] = ["-1", "M"];
      return cells.join(",");
    });
  const inCsv = await read({"a.csv": `${rows.join("\n")}\n`}, UNTOLD);
  assert.ok(!inCsv.values.some(([, value]) => value === -1));
  // P, provisional, says nothing of the kind.
  assert.equal((await read({"a.xml": structured}, UNTOLD)).values.length, 8);
  const generic = sdmxFiles.sdmxGeneric(2);
  for (const own of ['<g:ObsValue value="NaN"/>', '<g:ObsValue value=""/>', "<g:ObsValue/>", ""]) {
    const text = generic.replace(/<(\w+):ObsValue value="[^"]*"\/>/, (_all, prefix: string) =>
      own.replaceAll("g:", `${prefix}:`),
    );
    const {refused, values, missing} = await read({"a.xml": text}, UNTOLD);
    assert.deepEqual([refused, values.length], [[], 7], own);
    assert.ok(missing.length > 0, own);
  }
});

test("a value under a damaged name is no missing value [formats.damage]", async () => {
  const structured = await read(
    {"a.xml": sdmxFiles.sdmxStructured(2).replace(/OBS_VALUE="(?=\d)/, 'OBS_VALXE="')},
    UNTOLD,
  );
  assert.equal(structured.refused.length, 1);
  const generic = sdmxFiles.sdmxGeneric(2);
  for (const damaged of [
    generic.replace("ObsValue value=", "ObsValue valxe="),
    generic.replace(/ObsValue (value="[^"]*"\/>)/, "ObsValxe $1"),
  ])
    assert.equal((await read({"a.xml": damaged}, UNTOLD)).refused.length, 1);
});
