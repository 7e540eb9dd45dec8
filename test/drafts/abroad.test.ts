// Numbers of other countries beside ours, over the sample warehouse, which has series of Russia alone.
import assert from "node:assert/strict";
import {test} from "node:test";
import {verifyText} from "../../src/claims/text/verify-text.ts";
import {createSearch} from "../../src/store/search/search.ts";
import {createCatalogueCache} from "../../src/store/series/catalogue-cache.ts";
import {createBudget} from "../../src/work/budget.ts";
import {holdSampleApi} from "../sample-series.ts";

const held = holdSampleApi(false);

async function verdictsOf(text: string): Promise<readonly string[]> {
  const {statistics} = held().store;
  const parts = {statistics, search: createSearch(statistics), catalogues: createCatalogueCache(2 ** 25, () => {})};
  return (await verifyText(parts, text, null, createBudget())).claims.map(({found}) => found.verdict);
}

test("a number of another country or group of countries, by its name or its letters, is not here [verify.no-false-match]", async () => {
  for (const text of [
    "US inflation was 5.6% in December 2025.",
    "U.S. GDP fell 0.2% in 2016.",
    "US unemployment was 3.8% in the fourth quarter of 2022.",
    "In the US, inflation was 5.6% in December 2025.",
    "Inflation was 5.6% in December 2025 in the US.",
    "Inflation in December 2025 was 5.6% (US).",
    "US: inflation 5.6% in December 2025.",
    "China's GDP fell 0.2% in 2016.",
    "Inflation in the euro area was 5.6% in December 2025.",
    "EU unemployment was 3.8% in the fourth quarter of 2022.",
    "Инфляция в США в декабре 2025 года составила 5,6%.",
    "В США ВВП в 2016 году упал на 0,2%.",
    "Инфляция в декабре 2025 года — 5,6 % (США).",
    "Инфляция в еврозоне в декабре 2025 года — 5,6%.",
    "Инфляция на Кубе в декабре 2025 года составила 5,6%.",
    "Розничные продажи в Великобритании в марте 2018 года выросли на 2%.",
    "Безработица в странах ОЭСР в IV квартале 2022 года — 3,8%.",
  ])
    assert.deepEqual(await verdictsOf(text), ["not_published"], text);
});

test("the pronoun 'us' is no country, and another country beside ours leaves our number as it is or unclear [verify.no-false-match]", async () => {
  for (const [text, ...verdicts] of [
    ["They told us that inflation was 5.59% in December 2025.", "match"],
    ["Inflation in Russia in December 2025 was 5.59%, above that of the US.", "match"],
    ["Inflation in Russia was 5.59% in December 2025 and in the US 5.59%.", "match", "not_published"],
    ["After US sanctions, inflation in December 2025 was 5.59%.", "ambiguous"],
    ["Unlike the US, Russia had inflation of 5.59% in December 2025.", "ambiguous"],
    ["US unemployment fell. In the fourth quarter of 2022 it was 3.8%.", "ambiguous"],
  ] as const)
    assert.deepEqual(await verdictsOf(text), verdicts, text);
});
