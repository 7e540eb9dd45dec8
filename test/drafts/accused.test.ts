// Right sentences that a difference from another series must not accuse, over the sample warehouse: it has the monthly index of prices until
// March 2026, the yearly inflation until December 2025 and the daily key rate until March 2026.
import assert from "node:assert/strict";
import {test} from "node:test";
import {correctedSentence} from "../../src/claims/draft/correction.ts";
import {verifyText} from "../../src/claims/text/verify-text.ts";
import {createSearch} from "../../src/store/search/search.ts";
import {createCatalogueCache} from "../../src/store/series/catalogue-cache.ts";
import {createBudget} from "../../src/work/budget.ts";
import {holdSampleApi} from "../sample-series.ts";

const held = holdSampleApi(false);

/** Of the last claim of a text. */
async function told(text: string): Promise<{verdict: string; right: string | null; agreeing: readonly string[]}> {
  const {statistics} = held().store;
  const parts = {statistics, search: createSearch(statistics), catalogues: createCatalogueCache(2 ** 25, () => {})};
  const claim = (await verifyText(parts, text, null, createBudget())).claims.at(-1)!;
  const {verdict, candidates} = claim.found;
  const agreeing = candidates.filter((one) => one.verdict === "match").map(({found}) => found.dataset.code);
  return {verdict, right: correctedSentence(text, claim), agreeing};
}

test("an inflation without a span is not accused by the monthly index, in both languages [verify.draft-labelled]", async () => {
  for (const text of [
    "По итогам марта 2026 года инфляция была равна 5,9 %.",
    "В марте 2026 года инфляция составила 6,3 %. Инфляция замедлилась до 5,9 %.",
    "In March 2026 inflation stood at 5.9%.",
    "In March 2026 inflation stood at 6.3%. Inflation slowed to 5.9%.",
  ])
    assert.deepEqual(await told(text), {verdict: "ambiguous", right: null, agreeing: []}, text);
});

test("a corrected sentence has the growth and not the index, and a growth that is right has none [verify.draft-labelled]", async () => {
  for (const [text, verdict, right] of [
    [
      "За месяц, в марте 2026 года, инфляция составила 5,9 %.",
      "no_match",
      "За месяц, в марте 2026 года, инфляция составила 0,6 %.",
    ],
    ["Monthly inflation was 5.9% in March 2026.", "no_match", "Monthly inflation was 0.6% in March 2026."],
    ["Рост ВВП в 2017 году составил 1,7 %.", "no_match", "Рост ВВП в 2017 году составил 1,5 %."],
    ["Темп роста ВВП в 2017 году составил 101,7 %.", "no_match", "Темп роста ВВП в 2017 году составил 101,5 %."],
    ["В марте 2026 года инфляция была равна 0,6 %.", "other_form", null],
    ["In March 2026 inflation stood at 0.6%.", "other_form", null],
    ["In December 2025 inflation stood at 0.3%.", "other_form", null],
    ["Рост ВВП в 2017 году составил 1,5 %.", "other_form", null],
  ] as const) {
    const found = await told(text);
    assert.deepEqual([found.verdict, found.right], [verdict, right], text);
  }
});

test("without a time the newest value of the freshest of like series agrees, and behind a month it is a candidate [verify.draft-labelled]", async () => {
  for (const text of ["Банк России снизил ключевую ставку до 15,5 %.", "The key rate was cut to 15.5%."])
    assert.equal((await told(text)).verdict, "match", text);
  assert.equal((await told("Ключевая ставка равна 16 %.")).verdict, "other_period", "the monthly one ends before");
  const behind = await told("Inflation was 5.9% in March 2026. The key rate was cut to 15.5%.");
  assert.deepEqual([behind.verdict, behind.agreeing], ["ambiguous", ["key_rate"]]);
});

test("prices behind a sentence about the people of a city are those of the country [verify.draft-labelled]", async () => {
  for (const text of [
    "Москва насчитала 12,7 млн жителей. В 2025 году цены выросли на 5,6 %.",
    "12.7 million people lived in Moscow. In 2025 prices grew by 5.6%.",
  ])
    assert.equal((await told(text)).verdict, "other_form", text);
});

test("prices that rose without a base are not accused by the month, nor a price of which only the city is left by another series of it [verify.draft-labelled]", async () => {
  for (const text of [
    "Prices grew by 5.9 % in March 2026.",
    "Цены выросли в марте 2026 года на 5,9 %.",
    "The price of a square metre in Moscow was 289,127 roubles in 2023.",
    "Цена квадратного метра в Москве в 2023 году — 289 127 рублей.",
  ]) {
    const {verdict, right} = await told(text);
    assert.deepEqual([verdict, right], ["ambiguous", null], text);
  }
  assert.equal((await told("Prices grew by 9.9 % in May 2025.")).verdict, "rounded");
  assert.equal((await told("Moscow had 12,655,100 people in 2020.")).verdict, "match");
});

test("dates, publication days and the times behind after and from are read as those of the numbers [verify.draft-labelled]", async () => {
  for (const [text, verdict] of [
    ["Cucumbers became dearer by 8.8% in the week to November 11, 2024.", "other_form"],
    ["In the week to 11 November 2024 cucumbers rose by 8.8%, after 8.6% a week earlier.", "other_form"],
    ["Безработица снизилась до 3,8 % в четвёртом квартале 2022 года с 3,9 %.", "match"],
    ["Безработица снизилась до 3,8 % в четвёртом квартале 2022 года с 3,3 %.", "ambiguous"],
    [
      "Инфляция в феврале 2026 года, по сообщению от 13 марта, замедлилась. За месяц потребительские цены выросли на 0,73 %.",
      "other_form",
    ],
  ] as const)
    assert.equal((await told(text)).verdict, verdict, text);
});
