import assert from "node:assert/strict";
import {test} from "node:test";
import {countedUnit, countedUnitText} from "./counted-unit.ts";
import {numberText} from "./wording.ts";

test("a unit behind a number agrees with it, as its digits are shown, in both languages [site.counted-units]", () => {
  const told = (value: number, name: string, language: "ru" | "en" = "ru"): string =>
    countedUnitText(numberText(value, language), name, language);
  const table: readonly (readonly [string, number, string])[] = [
    ["рубль", 0, "рублей"],
    ["рубль", 1, "рубль"],
    ["рубль", -1, "рубль"],
    ["рубль", 2, "рубля"],
    ["рубль", 5, "рублей"],
    ["рубль", 11, "рублей"],
    ["рубль", 14, "рублей"],
    ["рубль", 21, "рубль"],
    ["рубль", 111, "рублей"],
    ["рубль", 1.5, "рубля"],
    ["рубль", 104_446, "рублей"],
    ["рубль", 1_000_001, "рубль"],
    ["рублей", 21, "рубль"],
    ["рубль за квадратный метр", 104_446, "рублей за квадратный метр"],
    ["тысяча рублей", 2, "тысячи рублей"],
    ["миллиард рублей", 1.5, "миллиарда рублей"],
    ["человек", 2, "человека"],
    ["человек", 21, "человек"],
    ["квадратный метр", 1.5, "квадратного метра"],
    ["квадратный метр", 2, "квадратных метра"],
    ["квадратный метр общей площади", 5, "квадратных метров общей площади"],
    ["год", 5, "лет"],
    ["год", 1.5, "года"],
    ["тонна, метрическая тонна (1000 кг)", 5, "тонн, метрическая тонна (1000 кг)"],
    ["млрд руб.", 5, "млрд руб."],
    ["попугай", 5, "попугай"],
  ];
  for (const [name, value, right] of table) assert.equal(told(value, name), right, `${value} ${name}`);
  for (const [name, value, right] of [
    ["рубль", 1, "ruble"],
    ["рубль", 1.5, "rubles"],
    ["рубль", 2, "rubles"],
    ["рубль", 104_446, "rubles"],
    ["рубль за квадратный метр", 21, "rubles per square metre"],
    ["тысяча рублей", 5, "thousand rubles"],
    ["процент", 5, "per cent"],
    ["человек", 21, "people"],
  ] as const)
    assert.equal(told(value, name, "en"), right, `${value} ${name}`);
  // a name without an English one keeps its language, and its grammar
  assert.equal(countedUnit("1.5", "тонна тяги", "en").text, '<span lang="ru">тонны тяги</span>');
  assert.equal(countedUnit("1,005", "тонна тяги", "en").text, '<span lang="ru">тонн тяги</span>');
});
