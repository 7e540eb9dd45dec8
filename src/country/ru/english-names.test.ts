import assert from "node:assert/strict";
import {test} from "node:test";
import {readNameEnglish} from "../../reference.ts";
import {englishName} from "./english-names.ts";

test("names of datasets, indicators and classes have English names, however they are written; a class of parts only if each has one [site.english-names]", () => {
  assert.equal(englishName("Валовой внутренний продукт"), "Gross domestic product");
  assert.equal(englishName("ЧИСЛО БОЛЬНИЧНЫХ КОЕК"), "Hospital beds");
  assert.equal(englishName("все население / Всего"), "whole population / Total");
  assert.equal(englishName("все население / попугаи"), null);
  assert.equal(englishName("Экспорт по субъектам Российской Федерации"), "Exports, by region");
  assert.equal(
    englishName("Обеспечение электрической энергией, газом и паром; кондиционирование воздуха"),
    "Electricity, gas, steam and air conditioning supply",
  );
  assert.equal(englishName("Численность попугаев"), null);
});

test("no English name is empty or has a Russian letter, and no published name is in the list twice [site.english-names]", () => {
  for (const [name, english] of readNameEnglish()) assert.match(english, /^[^а-яё]+$/i, name);
  const folded = [...readNameEnglish().keys()].map((name) => name.toLowerCase());
  assert.equal(new Set(folded).size, folded.length);
});
