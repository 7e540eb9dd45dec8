// The series of an EMISS observation: dataset, measure, class, unit, and which observations are one series.
import assert from "node:assert/strict";
import {test} from "node:test";
import {OKATO, parsed} from "./source.fixture.ts";

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

test("the other dimensions, sorted by id, form the class; their order in the key does not matter [emiss.class]", async () => {
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

test("an indicator without other dimensions has no class; the name of a code without a label is the code [emiss.class]", async () => {
  const without = await parsed({codeLists: OKATO, series: [{key: {s_OKATO: "643"}}]});
  assert.equal(without.seriesSeen[0]?.classification, null);
  assert.deepEqual(without.metadata.classes, []);
  const unlabelled = await parsed({series: [{key: {s_vozr: "7"}}]});
  assert.deepEqual(unlabelled.metadata.classes, [{code: "7", name: "7", note: null}]);
});

test("codes that contain the separator stay distinct [emiss.class]", async () => {
  const {seriesSeen} = await parsed({series: [{key: {a: "1~2", b: "3"}}, {key: {a: "1", b: "2~3"}}]});
  assert.equal(new Set(seriesSeen.map(({classification}) => classification)).size, 2);
});

test("the normalised unit is a part of the identity; OKEI code and multiplier are its attributes, FIX-fedstat-14 [emiss.unit]", async () => {
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

test("Series elements with one observation each are joined into one series for each frequency and kind of value, FIX-fedstat-13 [emiss.grouping emiss.mixed-frequency emiss.transformation]", async () => {
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

test("all observations of one Series are read, each with its line [emiss.grouping]", async () => {
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

test("a dimension that is declared but in no key is ignored, FIX-fedstat-08 [emiss.class]", async () => {
  const description = '<Dimensions><Dimension value="OKSM"><Name xml:lang="ru">ОКСМ</Name></Dimension></Dimensions>';
  const {seriesSeen} = await parsed({description, series: [{key: {vid: "01"}}]});
  assert.deepEqual(
    seriesSeen.map(({territory, classification}) => [territory, classification]),
    [["643", "01"]],
  );
});

test("a dimension that only some keys have is refused, because the classes of the others would lack it", async () => {
  const {seriesSeen, refused} = await parsed({series: [{key: {a: "1"}}, {key: {a: "1", b: "2"}}]});
  assert.equal(seriesSeen.length, 1);
  assert.deepEqual(
    refused.map(({column, text}) => [column, text]),
    [["b", "2"]],
  );
});
