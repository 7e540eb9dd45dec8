import assert from "node:assert/strict";
import {test} from "node:test";
import {knownUnit, matchUnit} from "./unit-matcher.ts";

test("a unit's code is its text in lower case with _ for blanks; OKEI code and multiplier are attributes [emiss.unit]", () => {
  for (const [text, code, okei, mult] of [
    ["тысяча рублей", "тысяча_рублей", "384", 1000],
    ["Миллион  рублей", "миллион_рублей", "385", 1e6],
    ["миллиард\u00a0рублей", "миллиард_рублей", "386", 1e9],
    ["рубль", "рубль", "383", 1],
    ["процент", "процент", "744", 1],
    ["килотонна", "килотонна", "170", 1000],
    ["тысяча тонн", "тысяча_тонн", "169", 1000],
    ["голова", "голова", "836", 1],
    ["человек", "человек", "792", 1],
    ["тысяча человек", "тысяча_человек", "793", 1000],
    ["единица", "единица", "642", 1],
    ["месяц", "месяц", "362", 1],
    ["гектар", "гектар", "059", 1],
    ["тыс.рублей", "тыс.рублей", "384", 1000],
    ["Млн. рублей", "млн._рублей", "385", 1e6],
    ["километр", "километр", "008", 1],
    ["тысяча метров", "тысяча_метров", "008", 1000],
    ["тысяча километров", "тысяча_километров", "965", 1000],
    ["промилле", "промилле", "746", 1],
    ["квадратный метр общей площади", "квадратный_метр_общей_площади", "081", 1],
  ] as const) {
    const unit = matchUnit(text);
    assert.deepEqual([unit?.code, unit?.okei, unit?.mult], [code, okei, mult], text);
  }
});

test("units with the same meaning but different texts are two units: identity is the text [emiss.unit]", () => {
  assert.notEqual(matchUnit("килотонна")?.code, matchUnit("тысяча тонн")?.code);
});

test("a unit that is not in OKEI keeps its words, and its multiplier comes from its number word", () => {
  assert.deepEqual(matchUnit("Тысяча условных эталонных гектаров"), {
    code: "тысяча_условных_эталонных_гектаров",
    name: "Тысяча условных эталонных гектаров",
    okei: null,
    mult: 1000,
  });
  assert.equal(matchUnit("млн кв. метров общей площади жилых домов")?.mult, 1e6);
  assert.equal(matchUnit("процентный пункт")?.mult, 1);
  assert.equal(matchUnit("тысячелистник")?.mult, 1);
});

test("an empty text is not a unit", () => {
  assert.equal(matchUnit(" \u00a0"), null);
});

test("kilowatts, gigacalories, dollars and euros are known in the abbreviations of tables, with any dot in watt-hours (FIX-rosstat-36)", () => {
  for (const [text, name, mult] of [
    ["тыс. кВт", "мегаватт, тысяча киловатт", 1],
    ["млн кВт", "миллион киловатт", 1e6],
    ["млн Гкал", "миллион гигакалорий", 1e6],
    ["тыс. кВт·ч", "мегаватт-час, 1000 киловатт-часов", 1],
    ["млн кВт∙ч", "гигаватт-час (миллион киловатт-часов)", 1],
    ["долл. США", "доллар США", 1],
    ["млн. евро", "миллион евро", 1e6],
    ...["кВт∙ч", "кВт·ч", "кВт⋅ч", "кВт.ч", "кВт-ч", "кВтч", "кВт час", "киловатт-часов"].map(
      (spelling) => [spelling, "киловатт-час", 1] as const,
    ),
  ] as const) {
    const unit = knownUnit(text);
    assert.deepEqual([unit?.name, unit?.mult], [name, mult], text);
  }
  // A speed and a temperature are no energy.
  for (const text of ["кВт/ч", "кВ ч", "Гкал/ч"]) assert.notEqual(knownUnit(text)?.name, "киловатт-час", text);
});
