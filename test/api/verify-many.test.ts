// Many claims in one request, and the claims of a text, over the sample warehouse.
import assert from "node:assert/strict";
import {test} from "node:test";
import {holdSampleApi} from "../sample-series.ts";

const held = holdSampleApi(false);
const BATCH = "/api/v1/verify/batch";
const DRAFT = "/api/v1/verify/draft";
const GROWTH = {q: "gdp yearly growth", period: "2016-Q1", value: "98.8"};

async function freeHeaders() {
  return {authorization: `Bearer ${await held().createToken("free")}`};
}

test("a batch gives the verdict of a single claim for each, in order, and charges one value for each verdict [verify.batch]", async () => {
  const headers = await freeHeaders();
  const {
    status,
    json,
    headers: told,
  } = await held().ask("POST", BATCH, headers, {
    claims: [
      GROWTH,
      {series: "0000000000000000", value: "1"},
      {q: "ВВП", period: "I квартал 2018", value: "22 239 млрд руб."},
      {series: "ycowezi561r1ssck", period: "2016-Q1", value: 99.5},
    ],
  });
  assert.equal(status, 200);
  assert.deepEqual(
    json.results.map(({verdict, error}: {verdict?: string; error?: {code: string}}) => verdict ?? error?.code),
    ["was_true", "NOT_FOUND", "match", "match"],
  );
  assert.deepEqual([told["x-values"], told["x-quota-values-remaining"]], ["3", "999997"]);
  const single = (await held().get("/api/v1/verify?q=gdp%20yearly%20growth&period=2016-Q1&value=98.8")).json;
  const {evidence, ...rest} = json.results[0];
  const {evidence: cell, ...alone} = single;
  assert.deepEqual(rest, alone);
  for (const [name, value] of Object.entries(evidence)) assert.deepEqual(cell[name], value);
});

test("a claim of a batch may be a sentence, doubted by its own words as a single one is [verify.batch]", async () => {
  const sentences = [
    "The key rate rose to 16% in December 2025.",
    "Inflation in Russia was 5.59% in December 2025 on the year.",
    "GDP on 31 December 2017 was 92037 billion roubles.",
    "Nothing is counted here.",
    "The key rate was 21% in October 2024 and 19% in September 2024.",
  ];
  const {status, json} = await held().ask("POST", BATCH, {}, {claims: sentences.map((text) => ({text}))});
  assert.equal(status, 200);
  const said = ({verdict, error}: {verdict?: string; error?: {message: string}}) => verdict ?? error?.message;
  assert.deepEqual(json.results.map(said), [
    "ambiguous",
    "match",
    "not_published",
    "the text states no number about a series",
    "the text states 2 numbers about series",
  ]);
  const single = (await held().get(`/api/v1/verify?text=${encodeURIComponent(sentences[1]!)}`)).json;
  assert.deepEqual(json.results[1].claim, single.claim);
});

test("a batch of a hundred and one claims, a claim with a fault and a body that is none are refused, each by its place [verify.batch]", async () => {
  const refused = async (body: object) => {
    const {status, json} = await held().ask("POST", BATCH, {}, body);
    assert.equal(status, 422);
    return json.detail.map(({loc}: {loc: unknown[]}) => loc.join("."));
  };
  assert.deepEqual(await refused({}), ["body.claims"]);
  assert.deepEqual(await refused({claims: []}), ["body.claims"]);
  assert.deepEqual(await refused({claims: Array.from({length: 101}, () => GROWTH)}), ["body.claims"]);
  assert.deepEqual(await refused({claims: [GROWTH, {q: "gdp"}, 5, {...GROWTH, as_of: "2016-06-01", value: []}]}), [
    "body.claims.1.value",
    "body.claims.2",
    "body.claims.3.value",
    "body.claims.3.as_of",
  ]);
  const hundred = {claims: Array.from({length: 100}, () => ({series: "ycowezi561r1ssck", value: "1"}))};
  assert.equal((await held().ask("POST", BATCH, {}, hundred)).json.results.length, 100);
  assert.equal((await held().get(BATCH)).status, 404);
});

test("a draft gives each number of a series with its place, its verdict and the sentence that would be right [verify.draft]", async () => {
  const headers = await freeHeaders();
  const text =
    "On 5 April 40 people came. Nominal GDP in 2016 was 85,881 billion rubles. In 2017 it reached 92,037 billion rubles.";
  const {status, json, headers: told} = await held().ask("POST", DRAFT, headers, {text, lang: "en"});
  assert.equal(status, 200);
  assert.deepEqual(
    json.claims.map((claim: {start: number; end: number; text: string; verdict: string; right: string | null}) => [
      text.slice(claim.start, claim.end),
      claim.text,
      claim.verdict,
      claim.right,
    ]),
    [
      ["85,881 billion rubles", "85,881 billion rubles", "was_true", "Nominal GDP in 2016 was 86,149 billion rubles."],
      ["92,037 billion rubles", "92,037 billion rubles", "match", null],
    ],
  );
  assert.equal(json.next, null);
  assert.deepEqual([told["x-values"], told["x-quota-values-remaining"]], ["2", "999998"]);
  const none = await held().ask("POST", DRAFT, headers, {text: "Nothing is said here."});
  assert.deepEqual([none.json.claims, none.headers["x-values"]], [[], "0"]);
});

test("a draft of more than 20,000 letters is refused, and of more than a hundred claims the place of the next is named [verify.draft]", async () => {
  const refused = async (body: object) => {
    const {status, json} = await held().ask("POST", DRAFT, {}, body);
    assert.equal(status, 422);
    return json.detail.map(({loc}: {loc: unknown[]}) => loc.join("."));
  };
  assert.deepEqual(await refused({text: "a".repeat(20_001)}), ["body.text"]);
  assert.deepEqual(await refused({lang: "fr"}), ["body.text", "body.lang"]);
  const sentence = "GDP in 2017 was 92,037 billion rubles. ";
  const {json} = await held().ask("POST", DRAFT, {}, {text: sentence.repeat(101)});
  assert.equal(json.claims.length, 100);
  assert.equal(json.next, sentence.length * 100 + sentence.indexOf("92"));
});

test("a sentence takes the place of number, words and period; one without a claim is 404, one with two is 422 [verify.sentence]", async () => {
  const ask = (text: string, more = "") => held().get(`/api/v1/verify?text=${encodeURIComponent(text)}${more}`);
  const {json} = await ask("В марте 2025 года годовая инфляция составила 10,3 %.");
  assert.deepEqual([json.verdict, json.claim.value, json.claim.period], ["rounded", "10,3 %", "2025-03-01"]);
  assert.equal((await ask("Nothing is said here.")).status, 404);
  assert.equal((await ask("GDP in 2017 was 92,037 billion rubles and in 2016 86,149 billion rubles.")).status, 422);
  assert.equal((await ask("GDP in 2017 was 92,037 billion rubles.", "&value=5")).status, 422);
});

test("a preflight of a route that takes a body names its method [verify.batch]", async () => {
  const {status, headers} = await held().ask("OPTIONS", DRAFT, {"x-api-key": ""});
  assert.deepEqual([status, headers["allow"]], [204, "POST, OPTIONS"]);
  assert.equal((await held().ask("POST", DRAFT, {"x-api-key": ""}, {text: ""})).status, 401);
});
