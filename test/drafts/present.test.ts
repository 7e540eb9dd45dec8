// Claims in the present tense, without a time, and "as known in", over the sample warehouse: what a stranger tried first on /verify.
import assert from "node:assert/strict";
import {test} from "node:test";
import {correctedSentence} from "../../src/claims/draft/correction.ts";
import {verifyText} from "../../src/claims/text/verify-text.ts";
import {dayText} from "../../src/statistics/time/day.ts";
import {createSearch} from "../../src/store/search/search.ts";
import {createCatalogueCache} from "../../src/store/series/catalogue-cache.ts";
import {createBudget} from "../../src/work/budget.ts";
import {holdSampleApi} from "../sample-series.ts";

const held = holdSampleApi(false);

async function claimsIn(text: string) {
  const {statistics} = held().store;
  const parts = {statistics, search: createSearch(statistics), catalogues: createCatalogueCache(2 ** 25, () => {})};
  const {claims} = await verifyText(parts, text, null, createBudget());
  return claims.map((claim) => ({
    verdict: claim.found.verdict,
    dataset: claim.found.judged?.found.dataset.code ?? null,
    right: correctedSentence(text, claim, claims),
    candidates: claim.found.candidates,
  }));
}

test("a rate without a time is that of the freshest series, and one that held before is told with its days [verify.candidates]", async () => {
  const [claim] = await claimsIn("The key rate is 21%.");
  assert.deepEqual(
    [claim!.verdict, claim!.dataset, claim!.right],
    ["other_period", "key_rate", "The key rate is 15.5%."],
  );
  const [{period, until}] = claim!.candidates as [(typeof claim & object)["candidates"][number]];
  assert.deepEqual([dayText(period!), dayText(until!)], ["2024-10-28", "2025-06-06"]);
});

test("the present tense is judged by the last value and not by the month of the sentence before, or an old month [verify.no-false-match]", async () => {
  for (const [text, verdict] of [
    ["Инфляция в декабре 2025 года составила 5,59%. Ключевая ставка равна 15,5%.", "match"],
    ["Инфляция в декабре 2025 года составила 5,59%. Ключевая ставка равна 16,0%.", "other_period"],
    ["The Bank of Russia keeps its key rate at 16.5%", "other_period"],
    ["The key rate is 16% since December 2025", "other_period"],
    ["The key rate is 16%", "other_period"],
    ["Unemployment is 3.8%", "match"],
  ] as const)
    assert.equal((await claimsIn(text)).at(-1)!.verdict, verdict, text);
});

test("a rate that was decided on a day and is in force later is not called wrong by the value of the day [verify.candidates]", async () => {
  const [claim] = await claimsIn("The key rate was cut to 15.5% on 13 February 2026");
  assert.deepEqual([claim!.verdict, claim!.right], ["other_period", null]);
  assert.equal(dayText(claim!.candidates[0]!.period!), "2026-02-16");
});

test("'as known in' is the day of the claim: nothing was published then [verify.wordings]", async () => {
  const [claim] = await claimsIn("GDP growth in 2016 was −0.6% as known in 2016");
  assert.deepEqual([claim!.verdict, claim!.right], ["not_published", null]);
});

test("a corrected sentence mends every number that has a correction [verify.draft-labelled]", async () => {
  const claims = await claimsIn("GDP fell by 0.6% in 2016, after a drop of 3.7% in 2015");
  assert.equal(claims[0]!.right, "GDP fell by 0.2% in 2016, after a drop of 2.5% in 2015");
});

test("a class that the words do not name is never a candidate that would be true [verify.candidates]", async () => {
  const [claim] = await claimsIn("Inflation is 5.9%");
  assert.equal(claim!.verdict, "ambiguous");
  for (const {found, verdict} of claim!.candidates) assert.equal(verdict, "no_match", found.series.className ?? "");
});

test("a month or a quarter without a year stays unclear, and its newest period is a candidate with its verdict [verify.candidates]", async () => {
  for (const [text, dataset, day, verdict] of [
    ["За февраль потребительские цены выросли на 1,2 %", "cpi_monthly", "2026-02-01", "no_match"],
    ["Consumer prices rose by 0.7 % in February", "cpi_monthly", "2026-02-01", "other_form"],
    ["ВВП во II квартале вырос на 1,8 %", "gdp", "2018-04-01", "other_form"],
  ] as const) {
    const [claim] = await claimsIn(text);
    const named = claim!.candidates.map(({found, period, verdict: own}) => [found.dataset.code, dayText(period!), own]);
    assert.deepEqual([claim!.verdict, claim!.right, named], ["ambiguous", null, [[dataset, day, verdict]]], text);
  }
  const [range] = await claimsIn("Consumer prices rose by 0.7–0.9 % in February");
  assert.deepEqual(range!.candidates, [], "a range has no verdict");
});
