import assert from "node:assert/strict";
import {existsSync, readFileSync} from "node:fs";
import {test} from "../../load/input/publisher-test.fixture.ts";
import {readTerritories} from "../../reference/reference.ts";
import {dayOf} from "../../statistics/time/day.ts";
import {matchTerritoryCode, matchTerritoryName, subjectOfCode} from "./territory-matcher.ts";

const shared = new URL("../../../../shared/data/", import.meta.url);
const skip = existsSync(shared) ? false : "needs ../shared/data";
const lines = (path: string) =>
  readFileSync(new URL(path, shared), "utf8")
    .replace(/^\ufeff/, "")
    .split(/\r?\n/)
    .slice(1)
    .filter((line) => line !== "");

const code = (text: string) => matchTerritoryCode(text)?.code ?? null;
const name = (text: string, day: number | null = null) => matchTerritoryName(text, day)?.code ?? null;

test("codes that lost zeros at the start or the end find their territory, and a zero is never removed (FIX-fedstat-20) [emiss.territory-codes]", () => {
  for (const [text, expected] of [
    ["643", "643"],
    ["643004.АГ", "643004.АГ"],
    ["643004.AГ", "643004.АГ"],
    ["030", "030"],
    ["30", "030"],
    ["36", "036"],
    ["035", "035"],
    ["35", "035"],
    ["35000000", "35000000000"],
    ["35000000000", "35000000000"],
    ["1000000", "01000000000"],
    ["4100000", "04100000000"],
    ["1000000000", "01000000000"],
    ["1403000000", "01403000000"],
    ["01403000000", "01403000000"],
    ["79401000", "79401000000"],
    ["11001000000", "11001000000"],
    [" 14000000000 ", "14000000000"],
  ] as const) {
    assert.equal(code(text), expected, text);
  }
});

test("an unknown code finds nothing [emiss.territory-codes]", () => {
  for (const text of [
    "",
    "0",
    "99",
    "070",
    "140000000",
    "13000000000",
    "143000000000",
    "14000000000x",
    "RU-77",
    "w2:p_mest:11",
  ])
    assert.equal(code(text), null, text);
});

test("every built-in code finds its own territory [emiss.territory-codes]", () => {
  for (const territory of readTerritories()) assert.equal(matchTerritoryCode(territory.code), territory);
});

test("the Bank of Russia's list has its own coding: two digits are subjects, three digits districts, and some codes exist only there (FIX-fedstat-23) [emiss.territory-codes]", () => {
  const bank = (text: string) => matchTerritoryCode(text, "00_003")?.code ?? null;
  for (const [text, expected] of [
    ["00", "643"],
    ["030", "030"],
    ["035", "035"],
    ["35", "35000000000"],
    ["14", "14000000000"],
    ["45", "45000000000"],
    ["11", "11000000000"],
    ["11100", "11100000000"],
    ["11999", "11001000000"],
    ["71140", "71140000000"],
    ["71999", "71001000000"],
    ["101", "81000000000"],
    ["102", "76000000000"],
    ["103", null],
    ["13", null],
    ["643", null],
  ] as const) {
    assert.equal(bank(text), expected, text);
  }
});

test("a name is found with any case, blanks, dashes, letter ё, abbreviations, footnote marks or foreign letters", () => {
  for (const [text, expected] of [
    ["Российская Федерация 1", "643"],
    ["Российская Федерация1,2", "643"],
    ["РОССИЙСКАЯ\u00a0ФЕДЕРАЦИЯ", "643"],
    ["Российская Федерация без учета новых субъектов (с 01.01.2023)", "643004.АГ"],
    ["Российская Федерация без учёта новых субъектов (с 01.01.2023)²", "643004.АГ"],
    ["г.Москва 3", "45000000000"],
    ["г.Москва4", "45000000000"],
    ["г. Москва", "45000000000"],
    ["Москва", "45000000000"],
    ["Город Москва столица Российской Федерации город федерального значения", "45000000000"],
    ["Город федерального значения Севастополь", "67000000000"],
    ["Московская область ²", "46000000000"],
    ["Московская область  2", "46000000000"],
    ["Калинингpадская область", "27000000000"],
    ["в том числе: Ненецкий авт. округ", "11100000000"],
    ["в том числе               Ненецкий авт.округ", "11100000000"],
    ["Ненецкий АО", "11100000000"],
    ["Ненецкий автономный округ (Архангельская область)", "11100000000"],
    ["в том числе:                     Ханты-Мансийский       авт. округ - Югра", "71100000000"],
    ["Ханты-Мансийский авт. округ-Югра", "71100000000"],
    ["Ханты-Мансийский автономный    округ – Югра", "71100000000"],
    ["Архангельская область", "11000000000"],
    ["Архангельская область без авт. округа 4", "11001000000"],
    ["Архангельская область (кроме Ненецкого автономного округа)", "11001000000"],
    ["Архангельская область без АО", "11001000000"],
    ["Архангельская область без данных по Ненецкому автономному округу", "11001000000"],
    ["Тюменская область", "71000000000"],
    ["Тюменская обл.(без авт.округов)", "71001000000"],
    ["Тюменская область без авт. округов 2", "71001000000"],
    [
      "Тюменская область (кроме Ханты-Мансийского автономного округа – Югры и Ямало-Ненецкого автономного округа)",
      "71001000000",
    ],
    ["Республика Адыгея (Адыгея)", "79000000000"],
    ["республика татарстан (татарстан)", "92000000000"],
    ["Чувашская Республика - Чувашия", "97000000000"],
    ["Чувашская Республика", "97000000000"],
    ["Респ. Северная Осетия-Алания", "90000000000"],
    ["Республика Северная  Осетия — Алания", "90000000000"],
    ["Саха /Якутия/ Респ", "98000000000"],
    ["Республика Саха (Якутия)", "98000000000"],
    ["Кемеровская область", "32000000000"],
    ["Кемеровская область - Кузбасс", "32000000000"],
    ["Еврейская авт.область", "99000000000"],
    ["Еврейская Аобл", "99000000000"],
    ["Чукотский авт.округ", "77000000000"],
    ["Северо-Западный федер. округ", "031"],
    ["Северо-Кавказский   федеральный округ", "038"],
    ["Северо-Кавказский район", "056"],
    ["Дальневосточный экономический район", "060"],
    ["Таймырский  (Долгано-Ненецкий) автономный округ", "04100000000"],
    ["Агинский-Бурятский автономный округ", "76100000000"],
    ["Коми-Пермяцкий округ, входящий в состав Пермского края", "57100000000"],
    ["Республика Коми", "87000000000"],
    ["Республика Алтай", "84000000000"],
    ["Алтайский край", "01000000000"],
    ["г. Барнаул", "01401000000"],
    ["Киров (Калужская область)", "29214501000"],
  ] as const) {
    assert.equal(name(text), expected, text);
  }
});

test("short spellings of autonomous areas and republics find their territory (FIX-rosstat-37)", () => {
  for (const [name, code] of [
    ["Тюменская область (без АО)", "71001000000"],
    ["Тюменская обл. без авт. округов", "71001000000"],
    ["Архангельская область (без АО)", "11001000000"],
    ["Архангельская область без АО", "11001000000"],
    ["Республика Марий-Эл", "88000000000"],
    ["Северная Осетия (Алания)", "90000000000"],
    ["Еврейская АО", "99000000000"],
  ] as const)
    assert.equal(matchTerritoryName(name)?.code, code, name);
  // Another remark in brackets means another territory.
  assert.equal(matchTerritoryName("Северная Осетия (без Алании)"), null);
});

test("a name that matches two territories, or none, or has further words, finds nothing", () => {
  for (const text of [
    "",
    "в том числе:",
    "Киров",
    "Читинская область",
    "Северо-Кавказского федерального округа.",
    "Российская Федерация млрд. рублей ¹",
    "Российская Федерация, млн. кв. метров 1",
    "Российская Федерация, млн. долларов США",
    "Архангельская",
    "область",
    "Донецкая Народная Республика",
  ]) {
    assert.equal(name(text), null, text);
  }
});

test("a reformed district is found by its qualifier or by the day of the name, and never by its plain name alone (FIX-fedstat-21) [emiss.territory-codes]", () => {
  for (const [text, expected] of [
    ["Южный федеральный округ (по 2009 год)", "032"],
    ["Южный федеральный округ (с 2010 года)", "037"],
    ["Южный федеральный округ (до 29.07.2016)", "037"],
    [
      "Южный федеральный округ (до июля 2016г. Республика Крым и г.Севастополь входили в состав Крымского Федерального округа)",
      "037",
    ],
    ["Южный федеральный округ (с 29.07.2016)", "040"],
    ["Сибирский федеральный округ (до 03.11.2018)", "035"],
    ["Сибирский федеральный округ (с 03.11.2018)", "041"],
    ["Дальневосточный федеральный округ (с 03.11.2018)", "042"],
    ["Крымский федеральный округ", "039"],
    ["Южный федеральный округ", null],
    ["Сибирский федеральный округ", null],
    ["Дальневосточный федеральный округ", null],
    ["Уральский федеральный округ", "034"],
  ] as const) {
    assert.equal(name(text), expected, text);
  }
  const south = (year: number, month: number, day: number) =>
    name("Южный   федеральный округ 4", dayOf(year, month, day));
  assert.deepEqual(
    [south(2010, 1, 18), south(2010, 1, 19), south(2016, 7, 28), south(2016, 7, 29)],
    ["032", "037", "037", "040"],
  );
  const siberia = (year: number, month: number, day: number) =>
    name("Сибирский федеральный округ", dayOf(year, month, day));
  assert.deepEqual([siberia(2018, 11, 2), siberia(2018, 11, 3)], ["035", "041"]);
});

test("a name cut at 31 characters, as names of sheets are, finds its territory if only one name begins with it (FIX-rosstat-26)", () => {
  assert.equal(name("Ханты-Мансийский автономный окр"), "71100000000");
  assert.equal(name("Ямало-Ненецкий автономный округ"), "71140000000");
  assert.equal(name("Архангельская область (кроме Не"), "11001000000");
  assert.equal(name("Дальневосточный федеральный окр"), null);
  assert.equal(name("Дальневосточный федеральный окр", dayOf(2021, 12, 31)), "042");
  assert.equal(name("Дальневосточный федеральный окр", dayOf(2016, 1, 1)), "036");
  assert.equal(name("Ханты-Мансийский автономный ок"), null, "a name of 30 characters is not cut");
});

test("the subject of a place follows from its digits, also in the three autonomous districts inside an oblast", () => {
  for (const {code: at, level, parent} of readTerritories()) {
    if (level === "city" && parent !== "643") assert.equal(subjectOfCode(at)?.code, parent, at);
  }
  assert.equal(subjectOfCode("21000000000"), null);
});

test("every code and every name of the EMISS territory list finds the territory of that code", {skip}, () => {
  const rows = lines("ref/okato/emiss_s_OKATO_from_33459.csv").map((line) => /^([^,]+),"?(.*?)"?,\w+,\d$/.exec(line)!);
  assert.equal(rows.length, 117);
  for (const [, listed, label] of rows) {
    assert.equal(code(listed ?? ""), listed);
    // The oldest label of Siberia and the Far East is the bare name.
    const day = listed === "035" || listed === "036" ? dayOf(2017, 1, 1) : null;
    assert.equal(name(label ?? "", day), listed);
  }
});

test("every town whose code lost its leading zero in a list is found by it", {skip}, () => {
  const codes = lines("ref/okato/rucities_towns.csv").map(
    (line) => /,(\d{10,11}),\d*,\d{12,13},/.exec(line)?.[1] ?? line,
  );
  const short = codes.filter((okato) => okato.length === 10);
  assert.equal(short.length, 99);
  for (const okato of short) assert.equal(code(okato), `0${okato}`);
});

test("every name of subjects and districts in the other lists finds a territory", {skip}, () => {
  const day = dayOf(2021, 6, 1);
  const first = (line: string) => (line.startsWith('"') ? line.slice(1, line.indexOf('"', 1)) : line.split(/[,;]/)[0]!);
  const names = new Set([
    ...lines("ref/ibr_2005_2025.csv").map(first),
    ...lines("ref/showdata_like/reg_normalizers_2000-2026.csv").map(first),
    ...lines("ref/okato/fulyankin_subj_id.csv").map((line) => line.split(",")[1]!),
    ...lines("ref/okato/hflabs_region.csv").map((line) => line.split(",")[2]!),
    ...lines("fedstat/derived/devproglab_quarterly_housing_prices.csv").slice(2).map(first),
    ...lines("fedstat/derived/devproglab_monthly_housing_construction.csv").slice(2).map(first),
  ]);
  assert.ok(names.size > 150);
  // A region that no longer exists; its number and borders were given to another.
  names.delete("Читинская область");
  for (const text of names) assert.notEqual(name(text, day), null, text);
});
