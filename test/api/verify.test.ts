// Claims against the sample warehouse. The table of claims was computed from the files of samples/ by another program, before the judge.

import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import {parseQueryString} from "../../src/api/http/parameters.ts";
import {readClaimRequest} from "../../src/api/verify/claim-request.ts";
import {readClaimPeriod} from "../../src/claims/claim-period.ts";
import type {ClaimContext} from "../../src/claims/judge-series.ts";
import {type VerifiedClaim, verifyClaim} from "../../src/claims/verify-claim.ts";
import {periodWords, shortPeriodWords} from "../../src/site/words/wording.ts";
import {seriesKey} from "../../src/statistics/catalogue/catalogue.ts";
import {dayText, firstDay} from "../../src/statistics/time/day.ts";
import type {Frequency} from "../../src/statistics/time/frequency.ts";
import {createSearch} from "../../src/store/search/search.ts";
import {createCatalogueCache} from "../../src/store/series/catalogue-cache.ts";
import {createBudget} from "../../src/work/budget.ts";
import {holdSampleApi} from "../sample-series.ts";

const held = holdSampleApi(false);
const AGREEING = ["match", "rounded", "was_true"];

interface Labelled {
  readonly [column: string]: string;
}

function readClaims(name: string): Labelled[] {
  const [head = "", ...lines] = readFileSync(new URL(name, import.meta.url), "utf8")
    .trimEnd()
    .split("\n");
  const columns = head.split("\t");
  return lines.map((line) => {
    const cells = line.split("\t");
    return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ""]));
  });
}

/** The key of a readable address of a series (series_ref). */
function keyOf(ref: string): string {
  const [provider = "", dataset = "", codes = ""] = ref.split("/");
  const [indicator, ...rest] = codes.split(".").map((code) => (code === "-" ? null : decodeURIComponent(code)));
  const [classification = null, measure = null, transformation = null, unit = null, frequency, territory] = rest;
  const dimensions = {indicator: indicator!, classification, measure, transformation, unit};
  return seriesKey(provider, dataset, {...dimensions, frequency: frequency as Frequency, territory: territory!});
}

let context: ClaimContext | null = null;

/** One search for all claims: it reads the index when it is first used. */
function claimContext(): ClaimContext {
  const {statistics} = held().store;
  context ??= {statistics, search: createSearch(statistics), catalogues: createCatalogueCache(2 ** 25, () => {})};
  return context;
}

async function verdictOn(claim: Labelled): Promise<VerifiedClaim | null> {
  const queries = ["value", "q", "period", "geo", "on"].map((name) => `${name}=${encodeURIComponent(claim[name]!)}`);
  if (claim["series"] !== "") queries.push(`series=${keyOf(claim["series"]!)}`);
  const request = readClaimRequest(parseQueryString(queries.join("&")));
  return verifyClaim(claimContext(), request.query, createBudget());
}

// Each set was written before the words of the claims were read as well as for the next one (docs/decisions/0021-evidence-and-claims.md has the rates at first sight). The traps
// have the right number in words that mean something else.
for (const [name, count, right] of [
  ["verify-claims.tsv", 301, 98],
  ["verify-claims-fresh.tsv", 145, 98],
  ["verify-claims-news.tsv", 175, 95],
  ["verify-claims-reports.tsv", 147, 95],
  ["verify-claims-wire.tsv", 100, 95],
  ["verify-claims-traps.tsv", 26, 100],
] as const)
  test(`of ${count} labelled claims in Russian and English at least ${right} % get the right verdict, and none a false match [verify.labelled]`, async () => {
    const claims = readClaims(name);
    assert.equal(claims.length, count);
    const wrong: string[] = [];
    const falsely: string[] = [];
    for (const claim of claims) {
      const found = await verdictOn(claim);
      const key = found?.judged?.found.series.key ?? null;
      const judgement = found?.judged?.judgement;
      const deciding = judgement?.deciding == null ? null : judgement.estimates[judgement.deciding]!;
      const was =
        deciding === null || deciding.superseded === null
          ? ""
          : `${dayText(deciding.from)}..${dayText(deciding.superseded - 1)}`;
      const expected = claim["expected_series"] === "" ? null : keyOf(claim["expected_series"]!);
      const isRight =
        found?.verdict === claim["verdict"] &&
        (found?.verdict === "not_published" || key === expected) &&
        (claim["was_true"] === "" || was === claim["was_true"]);
      if (isRight) continue;
      const says = `${Object.values(claim).join(" | ")}: ${found?.verdict} ${key} ${was}`;
      wrong.push(says);
      if (AGREEING.includes(found?.verdict ?? "")) falsely.push(says);
    }
    assert.deepEqual(falsely, [], "false agreements");
    assert.ok(wrong.length * 100 <= claims.length * (100 - right), `${wrong.length} wrong:\n${wrong.join("\n")}`);
  });

test("98.8 for the growth of 2016-Q1 was true, with its days, the later estimates, the cell and a permalink; charged as one value [verify.was-true]", async () => {
  const headers = {authorization: `Bearer ${await held().createToken("free")}`};
  const path = "/api/v1/verify?q=gdp%20yearly%20growth&period=2016-Q1&value=98.8";
  const {status, json, headers: told} = await held().get(path, headers);
  assert.equal(status, 200);
  assert.equal(json.verdict, "was_true");
  assert.deepEqual(json.estimates, [
    {value: 98.8, from: "2016-05-31", until: "2017-04-29"},
    {value: 99.6, from: "2017-04-30", until: "2018-04-29"},
    {value: 99.5, from: "2018-04-30", until: null},
  ]);
  assert.deepEqual([json.evidence.raw, json.evidence.reproduced], ["98.8", true]);
  assert.match(json.permalink, /\/series\/ycowezi561r1ssck\?as_of=2016-05-31$/);
  assert.deepEqual([told["x-values"], told["x-quota-values-remaining"]], ["1", "999999"]);
  const again = await held().get(path, {...headers, "if-none-match": told["etag"]!});
  assert.equal(again.status, 304);
  const head = await held().ask("HEAD", path, headers);
  assert.deepEqual([head.headers["x-values"], head.headers["x-quota-values-remaining"]], ["1", "999999"]);
});

test("a wrong parameter of a claim is named, and an ambiguous claim lists candidates without values [verify.parameters]", async () => {
  const ask = (query: string) => held().get(`/api/v1/verify?${query}`);
  const refused = async (query: string) => {
    const {status, json} = await ask(query);
    assert.equal(status, 422, query);
    return json.detail.map(({loc}: {loc: string[]}) => loc[1]);
  };
  assert.deepEqual(await refused("q=gdp"), ["value"]);
  assert.deepEqual(await refused("value=1"), ["series"]);
  assert.deepEqual(await refused("value=1,2,3&q=gdp"), ["value"]);
  assert.deepEqual(await refused("value=1&q=gdp&period=2016-13"), ["period"]);
  assert.deepEqual(await refused("value=1&q=gdp&geo=region&on=2016-02-30"), ["geo", "on"]);
  assert.deepEqual(await refused("value=1&series=ycowezi561r1ssck&geo=RU-77"), ["geo"]);
  for (const name of ["as_of", "asof", "vintage_date"]) {
    const {status, json} = await ask(`value=98.8&q=gdp&period=2016-Q1&${name}=2016-06-01`);
    assert.equal(status, 422, name);
    assert.match(json.detail[0].msg, /; on was probably meant$/);
  }
  assert.equal((await ask(`value=1&q=${"q".repeat(400)}`)).status, 404);
  assert.deepEqual(await refused(`value=1&q=${"q".repeat(401)}`), ["q"], "words that are cut off might deny the claim");
  assert.equal((await ask("value=1&series=0000000000000000")).status, 404);
  assert.equal((await ask("value=1&q=qqqqqqqqqqqq")).status, 404);
  const {json} = await ask("value=15&q=inflation&period=2015-01");
  assert.equal(json.verdict, "ambiguous");
  assert.equal(json.series, null);
  assert.ok(json.candidates.length > 1);
  for (const one of json.candidates) assert.ok(!("value" in one));
});

/** As a journalist fills in the three fields of the page: the last has the verdict. */
const WORDINGS: readonly (readonly [value: string, about: string, period: string, verdict: string])[] = [
  ["10,3 %", "годовая инфляция", "март 2025 года", "rounded"],
  ["10.34%", "annual inflation", "March 2025", "match"],
  ["5,59 %", "инфляция за двенадцать месяцев", "декабрь 2025", "match"],
  ["22 239 млрд руб.", "ВВП", "I квартал 2018", "match"],
  ["22,2 трлн рублей", "ВВП", "1 квартал 2018 г.", "rounded"],
  ["92 037", "ВВП, млрд руб.", "2017", "match"],
  ["1,5 %", "рост ВВП", "2017 год", "other_form"],
  ["98.8", "gdp yearly growth", "Q1 2016", "was_true"],
  ["16 %", "ключевая ставка", "декабрь 2025", "match"],
  ["21 %", "key rate", "Mar 2025", "match"],
  ["4,8 %", "безработица", "2018", "match"],
  ["4,6 %", "уровень безработицы", "III квартал 2018", "match"],
  ["2461,1 млрд рублей", "оборот розничной торговли", "март 2018", "match"],
  ["105,59", "индекс потребительских цен", "2025 г.", "match"],
  ["78,2 млн человек", "численность женщин", "2024", "rounded"],
  ["443,6 тыс. человек", "население Сочи", "2020", "match"],
];

test("of sixteen wordings that a journalist would try each gets its verdict [verify.wordings]", async () => {
  const got: string[] = [];
  for (const [value, q, period] of WORDINGS)
    got.push((await verdictOn({value, q, period, series: "", geo: "", on: ""}))?.verdict ?? "none");
  assert.deepEqual(
    got,
    WORDINGS.map(([, , , verdict]) => verdict),
  );
});

test("a period is read as the site prints it, in both languages, and in the notation of packages [verify.wordings]", () => {
  for (const frequency of ["A", "Q", "M", "D"] as const)
    for (const ordinal of frequency === "D"
      ? [20_000, 20_039, 19_723]
      : [0, 1, 2, 3, 5, 7, 11].map((at) => at + first(frequency)))
      for (const language of ["ru", "en"] as const) {
        const day = firstDay(frequency, ordinal);
        for (const words of [periodWords, shortPeriodWords])
          assert.deepEqual(
            readClaimPeriod(words(day, frequency, language)),
            {frequency, ordinal},
            words(day, frequency, language),
          );
      }
  for (const text of ["March", "2025 or 2026", "some day", "2025-13", "I полугодие 2018"])
    assert.equal(readClaimPeriod(text), null, text);
});

/** The first period of 2018. */
function first(frequency: "A" | "Q" | "M"): number {
  return 2018 * {A: 1, Q: 4, M: 12}[frequency];
}

test("of an unclear number each candidate has its verdict, the agreeing one first; in another unit a number is never a match [verify.candidates]", async () => {
  const headers = {authorization: `Bearer ${await held().createToken("free")}`};
  const {json} = await held().get("/api/v1/verify?value=5.59&q=inflation&period=2025-12", headers);
  assert.equal(json.verdict, "ambiguous");
  const [best, ...others] = json.candidates.map(({verdict}: {verdict: string}) => verdict);
  assert.equal(best, "match");
  assert.ok(!others.includes("match"));
  const ask = (value: string) =>
    held().get(`/api/v1/verify?series=ycoweqk8ok1qgvhp&period=2017&value=${encodeURIComponent(value)}`, headers);
  assert.equal((await ask("92 037 млрд руб.")).json.verdict, "match");
  assert.equal((await ask("92 037 %")).json.verdict, "other_unit");
  assert.equal((await ask("92,037 трлн руб.")).json.verdict, "match");
});

test("a claim of words and a number apart does not agree against the direction that the words give [verify.no-false-match]", async () => {
  const headers = {authorization: `Bearer ${await held().createToken("free")}`};
  for (const [words, verdict] of [
    ["ключевая ставка выросла до", "match"],
    ["ключевая ставка снизилась до", "ambiguous"],
    ["key rate raised to", "match"],
    ["key rate cut to", "ambiguous"],
  ] as const) {
    const {json} = await held().get(`/api/v1/verify?value=21&period=2024-10&q=${encodeURIComponent(words)}`, headers);
    assert.equal(json.verdict, verdict, words);
  }
});

test("a rate of loans, deposits or mortgages is not the key rate, whose other words they share [verify.candidates]", async () => {
  const headers = {authorization: `Bearer ${await held().createToken("free")}`};
  for (const words of ["ставка по кредитам", "ставка по вкладам", "ставка по ипотеке", "loan rate", "mortgage rate"]) {
    const about = `value=16&period=2025-12&q=${encodeURIComponent(words)}`;
    const {json} = await held().get(`/api/v1/verify?${about}`, headers);
    assert.notEqual(json.verdict, "match", words);
  }
  const {json} = await held().get(
    `/api/v1/verify?value=16&period=2025-12&q=${encodeURIComponent("ключевая ставка")}`,
    headers,
  );
  assert.equal(json.verdict, "match");
});
