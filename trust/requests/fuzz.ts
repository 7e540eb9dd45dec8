// Random requests to every route of the api, on both engines: no failure of the server, no answer without end, errors in the right form, and
// an account is charged exactly the values that the answer names and has.
import assert from "node:assert/strict";
import {setTimeout as wait} from "node:timers/promises";
import {tokenFingerprint} from "../../src/access/account.ts";
import {findTokenOwner} from "../../src/store/accounts/token.ts";
import {readUsage} from "../../src/store/accounts/usage.ts";
import {type Answer, type Api, spend} from "../../test/api/client.ts";
import {indexIn} from "../loads/damager.ts";
import {numbersFrom, type Subject, seedOf, type TrustOptions} from "../subject.ts";
import {type ApiDocument, type Held, type Question, questionsOf} from "./grammar.ts";
import {onEngines} from "./sample-api.ts";

const COUNT = {own: 2000, full: 10_000};
/** Of processor time for one request, and on the clock, where it waits for something that does not come. */
const MOST_SECONDS = {processor: 10, clock: 120};
/** An account asks as many requests as its plan allows in a minute, and is then left. */
const REQUESTS_OF_ACCOUNT = 15;
/** HEAD is asked by accounts with a larger minute and without a quota: it is judged by it like the GET, which has used some of it up. */
const HEADS_OF_ACCOUNT = 100;
/** With more of them in a minute the address is refused, also with tokens that were not seen before. */
const WRONG_IN_A_MINUTE = 100;

export const fuzz: Subject = {
  name: "fuzz",
  about:
    "random requests to every route, made from the OpenAPI document: no failure, no answer without end, errors in the right form, and charges that equal the values of the answer",
  run: (options) => onEngines(options, ask),
};

async function ask(api: Api, engine: string, {seed, count, full, say}: TrustOptions, failures: string[]) {
  const document = (await api.get("/api/openapi.json")).json as ApiDocument;
  const questionAt = questionsOf(document, await wordsOf(api));
  const tried = count ?? (full ? COUNT.full : COUNT.own);
  const seen = new Map<number, number>();
  const [clock, account, heads] = [api.clock, {token: "", left: 0}, {token: "", left: 0}];
  let wrong = {since: 0, left: 0};
  const mayBeWrong = (): boolean => {
    if (Date.now() - wrong.since > 120_000) wrong = {since: Date.now(), left: WRONG_IN_A_MINUTE};
    return wrong.left-- > 0;
  };
  const headToken = async (): Promise<string> => {
    if (heads.left-- <= 0) Object.assign(heads, {token: await api.createToken("business"), left: HEADS_OF_ACCOUNT - 1});
    return heads.token;
  };
  for (let number = 0; number < tried; number++) {
    const random = numbersFrom(seedOf(seed, engine, number));
    const question = questionAt(random);
    if (account.left-- <= 0) {
      Object.assign(account, {token: await api.createToken("free"), left: REQUESTS_OF_ACCOUNT});
      if (random() < 0.3) await spend(api, account.token, 1_000_000 - indexIn(3000, random));
    }
    clock.now = new Date();
    const began = process.cpuUsage();
    try {
      const status = await tryOne(api, question, {token: account.token, headToken, mayBeWrong}, random);
      seen.set(status, (seen.get(status) ?? 0) + 1);
      const {user, system} = process.cpuUsage(began);
      assert.ok(user + system < MOST_SECONDS.processor * 1e6, `${(user + system) / 1e6} s of the processor`);
    } catch (error) {
      const address = `${question.method} ${question.path.slice(0, 600)} ${JSON.stringify(question.headers)}`;
      failures.push(`${engine}, number ${number} of seed ${seed}: ${address}: ${String(error).slice(0, 600)}`);
      say(failures.at(-1)!);
    }
  }
  const statuses = [...seen].sort(([one], [other]) => one - other).map(([status, times]) => `${status}: ${times}`);
  return {tried, row: {engine, tried, statuses: statuses.join(", ")}};
}

interface Callers {
  readonly token: string;
  readonly headToken: () => Promise<string>;
  readonly mayBeWrong: () => boolean;
}

/** Asks, and compares the charge with the answer. Gives the status. */
async function tryOne(
  api: Api,
  {method, path, headers}: Question,
  {token, headToken, mayBeWrong}: Callers,
  random: () => number,
) {
  const isWrong = random() > 0.96 && mayBeWrong();
  const credentials = isWrong ? {authorization: random() < 0.5 ? "Bearer x" : ""} : {"x-api-key": token};
  const before = await used(api, token);
  const answer = await inTime(api.ask(method, path, {...headers, ...credentials}));
  const {status, headers: said} = answer;
  assert.ok(status < 500 || (status === 501 && path.includes("/odata")), `status ${status}`);
  const values = Number(said["x-values"] ?? 0);
  const charged = (await used(api, token)) - before;
  assert.equal(charged, method === "GET" && status === 200 ? values : 0, `charged with X-Values ${said["x-values"]}`);
  const given = status === 200 && method === "GET" ? valuesIn(path, answer) : null;
  if (given !== null) assert.equal(given, values, "values in the body");
  if (method !== "GET" || status !== 200 || random() > 0.2 || credentials.authorization !== undefined) return status;
  const head = await inTime(api.ask("HEAD", path, {...headers, "x-api-key": await headToken()}));
  assert.equal(head.status, 200, "HEAD");
  assert.equal(head.headers["x-values"], said["x-values"], "X-Values of HEAD");
  return status;
}

async function inTime(answer: Promise<Answer>): Promise<Answer> {
  const over = new AbortController();
  const late = wait(MOST_SECONDS.clock * 1000, null, {signal: over.signal}).catch(() => null);
  try {
    const first = await Promise.race([answer, late]);
    assert.ok(first !== null, "no answer");
    return first;
  } finally {
    over.abort();
  }
}

/** The values that a body gives; null: the route gives none, or not as JSON. */
function valuesIn(path: string, {json}: Answer): number | null {
  if (json === undefined) return null;
  if (/\/v1\/data(\?|$)/.test(path)) return json.observations.length;
  if (/\/observations(\?|$)/.test(path) && !path.includes("/odata")) return json.items.length;
  if (/\/estimates(\?|$)/.test(path)) return json.estimates?.length ?? null;
  return null;
}

async function used(api: Api, token: string): Promise<number> {
  const month = new Date().toISOString().slice(0, 7);
  return await api.store.accounts.read(function* (q) {
    const owner = yield* findTokenOwner(q, tokenFingerprint(token));
    return yield* readUsage(q, owner!.accountId, month);
  });
}

/** Words of the store, from its own answers. */
async function wordsOf(api: Api): Promise<Held> {
  const lists = await Promise.all(
    [
      "/api/v1/reference/datasets",
      "/api/v1/reference/geo",
      "/api/v1/reference/units",
      "/api/v1/concepts/search?limit=50",
    ].map(async (path) => (await api.get(path)).json.items),
  );
  const [datasets, geo, units, concepts] = lists as Record<string, string>[][];
  const found = (await api.get("/api/v1/series/search?q=цены&limit=200".replace("цены", encodeURIComponent("цены"))))
    .json.items;
  const rows = (await api.get("/api/v1/odata/series?$top=1")).json.value;
  const of = (name: string): string[] => [
    ...new Set<string>(found.map((item: Record<string, string>) => item[name] ?? "-")),
  ];
  return {
    dataset: datasets!.flatMap(({code, provider_code}) => [code!, `${provider_code}/${code}`]),
    provider: [...new Set(datasets!.map(({provider_code}) => provider_code!))],
    geo: [...geo!.slice(0, 60).flatMap(({code, geo_canonical}) => [code!, geo_canonical!]), "all", "country", "region"],
    unit: units!.map(({code}) => code!),
    concept_id: concepts!.map(({concept_id}) => concept_id!),
    series_key: of("series_key"),
    class: [...of("classification"), "all"],
    measure: of("measure"),
    transformation: of("transformation"),
    q: ["цены", "хлеб", "ввп", "price", "gdp 2016", "индекс потребительских цен", ...of("title").slice(0, 20)],
    property: Object.keys(rows[0]).filter((name) => !name.startsWith("@")),
    period: ["2016-01-01", "2017-01-01", "2025-01-01"],
  };
}
