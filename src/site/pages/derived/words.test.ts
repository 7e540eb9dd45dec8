import assert from "node:assert/strict";
import {test} from "node:test";
import {formulaText, stepsWords} from "./words.ts";

test("each step has its words, also beside another series and in a row [site.derived]", () => {
  const key = "klksj89fnvm82kx1";
  for (const [derive, words] of [
    ["yoy", "change on the year"],
    ["yoy_pct", "change on the year, %"],
    ["chain:2020-01|yoy_pct", "change on the year, %"],
    ["index:2019", "2019 = 100"],
    [`real:${key}`, "in real terms"],
    [`real:${key}|yoy_pct`, "in real terms; change on the year, %"],
    [`minus:${key}|yoy_pct`, "difference to another series; change on the year, %"],
    [`over:${key}|index:2024`, "ratio to another series; 2024 = 100"],
    ["rolling:3:mean", "rolling:3:mean"],
  ] as const)
    assert.equal(stepsWords(derive, "en"), words);
});

test("a difference of two growths is named as a change of the growth rate [site.derived]", () => {
  assert.equal(stepsWords("yoy", "en", true), "change of the growth rate on the year");
  assert.equal(stepsWords("yoy", "ru", true), "изменение темпа прироста за год");
  assert.equal(stepsWords("yoy_pct", "en", true), "change on the year, %");
});

test("a formula has no English words in Russian [site.derived]", () => {
  const formula = "real:klksj89fnvm82kx1: x[t] × p[last] / p[t], p is the price index klksj89fnvm82kx1";
  assert.equal(formulaText(formula, "en"), formula);
  assert.equal(
    formulaText(formula, "ru"),
    "real:klksj89fnvm82kx1: x[t] × p[последний] / p[t], p — индекс цен klksj89fnvm82kx1",
  );
  assert.equal(formulaText("to:A:sum: sum of the year", "ru"), "to:A:sum: сумма за год");
});
