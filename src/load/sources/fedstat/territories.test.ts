// The territory of an EMISS observation; the names in the file do not matter.
import assert from "node:assert/strict";
import {test} from "node:test";
import {parsed} from "./source.fixture.ts";

test("both country series are kept, each with its own geo (FIX-fedstat-22) [territory.second-country]", async () => {
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

test("territory codes that lost zeros, historical codes and codes of the Bank of Russia find their territory [emiss.territory-codes]", async () => {
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

test("names come from our own list, not from the file [emiss.territory-codes]", async () => {
  const {metadata, seriesSeen} = await parsed({
    codeLists: {s_OKATO: {"037": "Южный федеральный округ (до 29.07.2016)"}},
    series: [{key: {s_OKATO: "037"}}],
  });
  assert.equal(metadata.territories, null);
  assert.equal(seriesSeen[0]?.territory, "037");
});

test("a place inside a subject that is not in our list keeps the file's name, as a city of its subject [territory.parts]", async () => {
  const {metadata, seriesSeen} = await parsed({
    codeLists: {s_OKATO: {"14210000000": " Борисовский  район"}},
    series: [{key: {s_OKATO: "14210000000"}}],
  });
  assert.equal(seriesSeen[0]?.territory, "14210000000");
  assert.deepEqual(metadata.territories, [
    {code: "14210000000", name: "Борисовский район", level: "city", canonical: "RU-14210000000", parent: "14000000000"},
  ]);
});

test("observations with an unknown territory code are refused one by one, and no others", async () => {
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

test("observations are refused if the label contradicts the name of their code; an empty label contradicts nothing (FIX-fedstat-32) [territory.label emiss.territory-codes]", async () => {
  const {seriesSeen, refused} = await parsed({
    codeLists: {s_OKATO: {"643": "РФ", "040": "Австрия", "035": "Сибирский федеральный округ", "041": ""}},
    series: ["643", "040", "035", "041"].map((code) => ({key: {s_OKATO: code}})),
  });
  assert.deepEqual(
    seriesSeen.map(({territory}) => territory),
    ["643", "035", "041"],
  );
  assert.deepEqual(
    refused.map(({column, kind, reason, text}) => [column, kind, reason, text]),
    [
      [
        "s_OKATO",
        "territory",
        '"Австрия" contradicts the built-in name of 040, which is "Южный федеральный округ"',
        "040",
      ],
    ],
  );
});

test("countries of the world are a class, and a territory only if the list has Russia alone, FIX-fedstat-10 [emiss.class]", async () => {
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
