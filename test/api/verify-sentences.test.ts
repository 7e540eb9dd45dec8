// Sentences whose words deny what their number alone would prove: each with its verdict, over the sample warehouse.
//
// Those of a rightful `match` stand beside them, so that a rule that doubts everything fails too.
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import {correctedSentence} from "../../src/claims/draft/correction.ts";
import {verifyText} from "../../src/claims/text/verify-text.ts";
import {createSearch} from "../../src/store/search/search.ts";
import {createCatalogueCache} from "../../src/store/series/catalogue-cache.ts";
import {createBudget} from "../../src/work/budget.ts";
import {holdSampleApi} from "../sample-series.ts";

const held = holdSampleApi(false);

function claimContext() {
  const {statistics} = held().store;
  return {statistics, search: createSearch(statistics), catalogues: createCatalogueCache(2 ** 25, () => {})};
}

test("no sentence agrees against its own words: prices, a part, a territory, times, the end of a year, a direction [verify.no-false-match]", async () => {
  const context = claimContext();
  const [, ...lines] = readFileSync(new URL("verify-sentences.tsv", import.meta.url), "utf8")
    .trimEnd()
    .split("\n");
  for (const line of lines) {
    const [verdict, text = ""] = line.split("\t");
    const {claims} = await verifyText(context, text, null, createBudget());
    assert.deepEqual(
      claims.map(({found}) => found.verdict),
      [verdict],
      text,
    );
  }
});

test("what flows through a year has no value on its last day, and a stock has [verify.no-false-match]", async () => {
  const context = claimContext();
  for (const [text, verdict] of [
    ["GDP on 31 December 2017 was 92037 billion roubles.", "not_published"],
    ["ВВП на 31 декабря 2017 года составил 92037 млрд рублей.", "not_published"],
    ["GDP in 2017 was 92037 billion roubles.", "match"],
    ["Fixed assets on 31 December 2024 were 286.7 trillion roubles.", "rounded"],
  ] as const) {
    const {claims} = await verifyText(context, text, null, createBudget());
    assert.deepEqual(
      claims.map(({found}) => found.verdict),
      [verdict],
      text,
    );
  }
});

test("a stock at the end of a year has the value of the next 1 January as a candidate, and no correction [verify.candidates]", async () => {
  const text = "Численность женщин в Москве на 31 декабря 2024 года составила 7102128 человек";
  const [claim] = (await verifyText(claimContext(), text, null, createBudget())).claims;
  assert.deepEqual(
    claim!.found.candidates.map(({verdict}) => verdict),
    ["match"],
  );
  assert.equal(correctedSentence(text, claim!), null);
});

test("a number whose subject no title has is a claim, and a plain count is none [verify.wordings]", async () => {
  const context = claimContext();
  const text = "Экспорт России в 2017 году составил 92037 млрд рублей";
  assert.equal((await verifyText(context, text, null, createBudget())).claims.length, 1);
  for (const none of ["В комнате было 25 человек", "There were 25 chairs"])
    assert.equal((await verifyText(context, none, null, createBudget())).claims.length, 0, none);
});
