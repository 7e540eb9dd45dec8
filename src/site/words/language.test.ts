// The language chosen by a browser's header, and words beside their translations.
import assert from "node:assert/strict";
import {test} from "node:test";
import {inBoth, inPairs, inPairsWith, preferredLanguage} from "./language.ts";

test("the language with the highest weight in the browser's list wins, with equal weights the first; else English [site.language]", () => {
  const cases = [
    ["ru-RU,ru;q=0.9,en-US;q=0.8,en;q=0.7", "ru"],
    ["en-GB,en;q=0.9,ru;q=0.8", "en"],
    ["de, ru;q=0.4, en;q=0.5", "en"],
    ["ru;q=0, en;q=0.1", "en"],
    ["RU", "ru"],
    ["ru;q=0.5,en;q=0.5", "ru"],
    ["de-DE,de;q=0.9", "en"],
    ["ru;q=7", "en"],
    ["*", "en"],
    ["", "en"],
  ] as const;
  for (const [header, language] of cases) assert.equal(preferredLanguage(header), language, header);
});

test("words beside their translations are the words of both languages, with lists and groups of words, and go before those of another page [site.language]", () => {
  const base = inBoth({ru: {all: "все", more: "ещё"}, en: {all: "all", more: "more"}});
  const words = inPairsWith(base, {
    more: ["больше", "further"],
    years: [["1 год"], ["1 year"]],
    sort: {low: ["малые", "low"]},
  });
  assert.deepEqual(words.ru, {all: "все", more: "больше", years: ["1 год"], sort: {low: "малые"}});
  assert.deepEqual(words.en, {all: "all", more: "further", years: ["1 year"], sort: {low: "low"}});
  assert.deepEqual(inPairs({find: ["Найти", "Find"]}), {ru: {find: "Найти"}, en: {find: "Find"}});
});
