// Codes, units and names in the words of a language.
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {PROJECT} from "../../../test/warehouse.ts";
import {withCode} from "../widgets/code-block.ts";
import {LANGUAGES} from "./language.ts";
import {kindWords, measureWords, transformationWords} from "./measures.ts";
import {nameOrder, territoryText, territoryWords, unitText, unitWords} from "./names.ts";
import {monthWords, shortDayWords, shortMonthWords, spanWords} from "./wording.ts";

test("units are named in English on English pages, whatever spelling a publisher chose; one without an English name stays Russian and says so [site.unit-words]", () => {
  for (const spelling of ["миллиард рублей", "млрд. руб.", "Млрд рублей", "bln RUB"])
    assert.equal(unitText(spelling, "en"), "billion rubles", spelling);
  assert.equal(unitText("процент", "en"), "per cent");
  assert.equal(unitText("рублей за 1 кв. м", "en"), "ruble per square metre");
  assert.equal(unitText("млрд. руб.", "ru"), "млрд. руб.");
  assert.equal(unitWords("попугай", "en").text, '<span lang="ru">попугай</span>');
  assert.equal(unitWords("<PCT>", "en").text, "&lt;PCT&gt;");
  assert.equal(unitWords("попугай", "ru").text, "попугай");
});

test("territories are named in English on English pages; a city, and a code that means something else in a package, stays Russian and says so [site.territory-words]", () => {
  assert.equal(territoryText({code: "92000000000", name: "Республика Татарстан"}, "en"), "Republic of Tatarstan");
  assert.equal(territoryText({code: "92000000000", name: "Республика Татарстан"}, "ru"), "Республика Татарстан");
  assert.equal(territoryText({code: "643", name: "Весь мир"}, "en"), "Весь мир");
  assert.equal(territoryWords({code: "643", name: "Российская Федерация"}, "en").text, "Russian Federation");
  assert.equal(territoryWords({code: "92401000000", name: "Казань"}, "en").text, '<span lang="ru">Казань</span>');
  assert.equal(territoryWords({code: "92401000000", name: "<Казань>"}, "ru").text, "&lt;Казань&gt;");
});

test("every base of comparison that the tables of publishers are read with has words [site.kind-words]", () => {
  const read = readFileSync(join(PROJECT, "src/country/ru/base-words.ts"), "utf8");
  const codes = new Set([...read.matchAll(/"((?:pct|growth)_[a-z_]+)"/g)].map(([, code]) => code!));
  assert.ok(codes.has("growth_ytd_xr") && codes.size >= 12, [...codes].join());
  for (const code of codes) for (const language of LANGUAGES) assert.ok(transformationWords(code, language), code);
});

test("measures and transformations have words, those of the Treasury only for the Treasury; an unknown code has none [site.kind-words]", () => {
  assert.equal(measureWords("rosstat_files", "prev_date", "ru"), "к предыдущей дате регистрации");
  assert.equal(measureWords("roskazna", "law", "en"), "approved by the budget law");
  assert.equal(measureWords("showdata", "law", "en"), null);
  assert.equal(transformationWords("growth_yoy", "en"), "growth against the same period a year earlier");
  assert.equal(transformationWords("nothing", "en"), null);
  const kinds = (measure: string | null, transformation: string | null) =>
    kindWords({provider: "x", measure, transformation}, "en");
  assert.deepEqual(kinds("prev_month", "pct_yoy"), [
    "against the previous month",
    "against the same period a year earlier",
  ]);
  assert.deepEqual(kinds("z", "level"), []);
  assert.deepEqual(kinds(null, null), []);
});

test("short months have three letters in English, September too [site.short-months]", () => {
  assert.equal(shortDayWords("2025-09-09", "en"), "9\u00a0Sep\u00a02025");
  assert.equal(shortMonthWords("2025-09-01", "en"), "Sep\u00a02025");
  assert.equal(monthWords("2025-09", "en"), "September\u00a02025");
  assert.equal(shortMonthWords("2025-09-01", "ru"), "сент.\u00a02025");
});

test("a span may break only after its dash, a span of years nowhere [site.line-breaks]", () => {
  assert.equal(spanWords(["1991-01-01", "2026-03-01"], "M", "en"), "January\u00a01991\u00a0– March\u00a02026");
  assert.equal(spanWords(["1991-01-01", "2025-01-01"], "A", "en"), "1991–2025");
});

test("text between backticks is code, and is escaped like all text [site.escaped]", () => {
  assert.equal(withCode("ask `a<b`, then <go>").text, 'ask <code class="whole">a&lt;b</code>, then &lt;go&gt;');
});

test("territories are in the order of the alphabet, a city under its name and not under the word before it [site.territory-words]", () => {
  const names = [
    "Чукотский автономный округ",
    "г. Москва",
    "Ярославская область",
    "Московская область",
    "Алтайский край",
  ];
  assert.deepEqual(names.toSorted(nameOrder("ru")), [
    ...["Алтайский край", "г. Москва", "Московская область"],
    ...["Чукотский автономный округ", "Ярославская область"],
  ]);
  assert.deepEqual(["г. Ёлкино", "Ежово", "Жуково"].toSorted(nameOrder("ru")), ["Ежово", "г. Ёлкино", "Жуково"]);
});
