import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {readTerritories, readTerritorySpellings} from "../../reference/reference.ts";
import {fold, foldTerritoryName} from "./territory-name.ts";

const names = [...readTerritories().map(({name}) => name), ...readTerritorySpellings().map(({spelling}) => spelling)];

test("a name of one word, and one that was read before, is folded as any other text", () => {
  for (const name of names)
    for (let times = 0; times < 2; times++) assert.equal(foldTerritoryName(name), fold(name), name);
  const parts = [
    "республика",
    "респ",
    "обл",
    "аобл",
    "авт",
    "фо",
    "ао",
    "г",
    "город",
    "из",
    "столица",
    "ё",
    "Ёлка",
    "ЯКУТИЯ",
    "И",
    "a",
    "1",
  ];
  const part = fc.oneof(fc.constantFrom(...parts), fc.constantFrom(...names));
  const joined = fc.array(fc.tuple(part, fc.constantFrom("-", "", "", " ", ".", "–", " (", "ё")), {maxLength: 4});
  fc.assert(
    fc.property(joined, (texts) => {
      const text = texts.map(([word, mark], index) => (index === texts.length - 1 ? word : word + mark)).join("");
      for (let times = 0; times < 2; times++) assert.equal(foldTerritoryName(text), fold(text), text);
    }),
    {numRuns: 3000},
  );
});
