import assert from "node:assert/strict";
import {test} from "node:test";
import {ru} from "../../country/ru/ru.ts";
import {us} from "../../country/us/us.ts";
import {factsOfText} from "./text-facts.ts";

const READING = {country: ru, publishedAt: 0, date1904: false, table: {columns: [], rows: []}};

test("a text with a year means the part of the year named before the year, and is refused if the part is named in another way (FIX-rosstat-34) [described.period]", () => {
  for (const [text, frequency, offset] of [
    ["I кв.2015", "Q", 0],
    ["IV кв. 2015 г.", "Q", 3],
    ["(январь-декабрь 2021)", "M", 11],
    ["март 2021 года", "M", 2],
    ["2021 Q2", "Q", 1],
    ["за январь-сентябрь 2015 года", "M", 8],
    ["2021Q4", "Q", 3],
    ["2021-Q1", "Q", 0],
  ] as const) {
    const found = factsOfText(text, "year inside", READING);
    assert.ok("words" in found && found.words?.kind === "part", text);
    assert.deepEqual([found.words.frequency, found.words.offset], [frequency, offset], text);
  }
  for (const text of ["Расходы бюджета в 2021 году", "2015", "Добыча марганца и октановое число, 2015 (оценка)"])
    assert.deepEqual(Object.keys(factsOfText(text, "year inside", READING)), ["year"], text);
  for (const text of [
    "1-й кв.2015",
    "2015, I квартал",
    "2015 г. (9 месяцев)",
    "9 мес. 2015",
    "2015, 9 мес",
    "5 нед. 2015",
    "II полугодие 2015",
    "дек. 2015 (9 мес.)",
    "янв-фев 2024",
    "2015, мар",
    "на конец мая 2015",
    "Цены с 2015 года",
  ]) {
    const found = factsOfText(text, "year inside", READING);
    assert.equal("reason" in found && found.reason, "names a part of its year in unknown words", text);
  }
});

test("a short month before a year or its last two digits is that month, and nothing else with two digits is (FIX-rosstat-45) [described.period]", () => {
  for (const [text, year, offset] of [
    ["фев.25", 2025, 1],
    ["Сент. 99", 1999, 8],
    ["май-24", 2024, 4],
    ["июл 09", 2009, 6],
    ["янв.2024", 2024, 0],
    ["дек. 2015", 2015, 11],
    ["март 1999", 1999, 2],
  ] as const) {
    const found = factsOfText(text, "year inside", READING);
    assert.ok("words" in found && found.words?.kind === "part", text);
    assert.deepEqual([found.year, found.words.frequency, found.words.offset], [year, "M", offset], text);
  }
  for (const text of ["абв.25", "фев25", "фев.2", "25.фев", "I кв.25"])
    assert.ok("reason" in factsOfText(text, "year inside", READING), text);
});

test("a month in English words beside a year is read or refused, and never read as the whole year (FIX-country-06) [described.period]", () => {
  const read = (text: string) => factsOfText(text, "year inside", {...READING, country: us});
  const march = read("March 2015");
  assert.ok("words" in march && march.words?.kind === "part");
  assert.deepEqual([march.year, march.words.frequency, march.words.offset], [2015, "M", 2]);
  for (const text of [
    "through January 2015",
    "since Jan 2015",
    "2015, Sept. only",
    "end of may 2015",
    "3 months ended June 2015",
  ]) {
    const found = read(text);
    assert.equal("reason" in found && found.reason, "names a part of its year in unknown words", text);
  }
  for (const text of ["Outlays in fiscal 2015", "Maybe 2015"])
    assert.deepEqual(Object.keys(read(text)), ["year"], text);
});

test("a year joined to a number, a code of a part, or months in another language is refused and never read as the whole year: a fiscal year was the calendar year (FIX-country-10) [described.period]", () => {
  for (const country of [ru, us]) {
    const read = (text: string) => factsOfText(text, "year inside", {...READING, country});
    for (const text of [
      "2014/15",
      "2014-15",
      "2010–11",
      "2014 / 15",
      "2019-01",
      "2015.03",
      "01.2015",
      "1/2015",
      "2020H1",
      "2020 I",
      "2020-IV",
      "2020 H2",
      "1H 2020",
      "2019T3",
      "2014-W05",
      "9M 2015",
      "janvier 2019",
      "Ende März 2019",
      "diciembre de 2019",
      "2019, trimestre 2",
      "1. Halbjahr 2020",
      "House prices since 1952",
    ]) {
      const found = read(text);
      assert.equal("reason" in found && found.reason, "names a part of its year in unknown words", text);
    }
    for (const text of [
      "2015 1)",
      "2015*",
      "(2015)",
      "2015-1)",
      "31.12.2015",
      "Form 1, 2015",
      "2015 m2",
      "2015 Indices",
      "Marsh, 2015",
    ])
      assert.deepEqual(Object.keys(read(text)), ["year"], text);
  }
});

test("a day inside a year is not the year; its first and its last day are (FIX-rosstat-60) [described.period]", () => {
  const read = (text: string) => factsOfText(text, "year inside", READING);
  for (const text of ["на 01.07.2024", "30.06.2024", "по состоянию на 1.10.2024 г."]) {
    const found = read(text);
    assert.equal("reason" in found && found.reason, "is a day inside its year", text);
  }
  for (const text of ["на 01.01.2024", "на 1.1.2024 г.", "31.12.2024"])
    assert.deepEqual(read(text), {year: 2024}, text);
});
