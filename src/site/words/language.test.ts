// The language chosen by a browser's header.
import assert from "node:assert/strict";
import {test} from "node:test";
import {preferredLanguage} from "./language.ts";

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
