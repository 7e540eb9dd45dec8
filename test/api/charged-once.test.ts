// Every route that charges, against one rule: a GET that is answered charges the values that X-Values names, and nothing else charges. A route
// that is new belongs into the list, with a request that has values.
import assert from "node:assert/strict";
import {test} from "node:test";
import {tokenFingerprint} from "../../src/access/account.ts";
import {findTokenOwner} from "../../src/store/accounts/token.ts";
import {openSampleStore} from "../site/site.ts";
import {type Answer, type Api, createApi, spend} from "./client.ts";

const KEY = "ycowe7zbqp9rhk93";
const QUOTA = 1_000_000;

const GETS = [
  "/data?dataset=gdp&geo=country",
  "/data?dataset=gdp&geo=country&format=csv&limit=2&offset=1",
  `/observations?series=${KEY}`,
  `/series/${KEY}/observations?limit=3`,
  `/series/${KEY}/evidence?period=2016-01-01`,
  `/series/${KEY}/revisions`,
  `/series/${KEY}/estimates`,
  "/estimates?dataset=gdp&geo=country&which=first",
  "/derived?dataset=gdp&geo=country&transformation=level&derive=yoy_pct",
  `/panel?series=${KEY}&days=2016-12-31,2017-12-31&start=2015`,
  "/releases/1",
  "/jsonstat?dataset=gdp&geo=country&freq=A",
  "/verify?q=gdp%20yearly%20growth&period=2016-Q1&value=98.8",
  "/changes?cursor=start&dataset=gdp",
  `/odata/observations?$filter=series_key%20eq%20'${KEY}'`,
  "/odata/observations?$top=7",
  `/odata/observations(series_key='${KEY}',period=2016-01-01)`,
].map((path) => `/api/v1${path}`);
/** Its tag and its ways of writing are those of SDMX. */
const SDMX = "/sdmx/2.1/data/rosstat_files--cpi_monthly";
const POSTS = [
  {path: "/api/v1/verify/batch", body: {claims: [{value: "98.8", q: "gdp yearly growth", period: "2016-Q1"}]}},
  {path: "/api/v1/verify/draft", body: {text: "Annual inflation in March 2025 was 10.3 %."}},
];

test("every route charges an answer once by its X-Values; HEAD, 304 and what the month has no room for charge nothing [price.values limits.rejected-free limits.quota-exceeded cache.not-modified params.head]", async (t) => {
  const store = await openSampleStore(t);
  const api = await createApi(t, store);
  for (const path of [...GETS, SDMX]) {
    const account = await openAccount(api);
    const first = await account.ask("GET", path);
    assert.equal(first.status, 200, `${path} ${first.text}`);
    const values = Number(first.headers["x-values"]);
    assert.ok(values > 0, path);
    assert.equal(await account.used(), values, path);
    assert.equal(first.headers["x-quota-values-remaining"], String(QUOTA - values), path);

    const {etag} = first.headers;
    const unchanged = etag === undefined ? null : await account.ask("GET", path, {"if-none-match": etag});
    assert.equal(unchanged?.status ?? 304, 304, path);
    assert.equal((await account.ask("GET", path, {"if-none-match": "*"})).status, 304, path);
    const head = await account.ask("HEAD", path);
    assert.deepEqual([head.status, head.headers["x-values"], head.raw.length], [200, String(values), 0], path);
    assert.equal(await account.used(), values, path);

    // a range is no part of these routes: it is answered whole and charged so
    const ranged = await account.ask("GET", path, {range: "bytes=0-0"});
    assert.deepEqual([ranged.status, ranged.headers["x-values"]], [200, String(values)], path);
    assert.equal(await account.used(), 2 * values, path);

    await holdAtTheEnd(api, values, path, (one) => one.ask("GET", path));
  }
});

test("routes that take a body charge an answer once, and of several at once as many as the month has room for [limits.rejected-free limits.quota-exceeded]", async (t) => {
  const api = await createApi(t, await openSampleStore(t));
  for (const {path, body} of POSTS) {
    const account = await openAccount(api);
    const first = await account.ask("POST", path, {}, body);
    const values = Number(first.headers["x-values"]);
    assert.deepEqual([first.status, await account.used()], [200, values], `${path} ${first.text}`);
    assert.equal((await account.ask("POST", path, {}, {})).status, 422, path);
    assert.equal(await account.used(), values, path);
    await holdAtTheEnd(api, values, path, (one) => one.ask("POST", path, {}, body));
  }
});

type Send = (account: Account) => Promise<Answer>;

/** With room for less than two answers one is given; of several at once with room for two, two are. */
async function holdAtTheEnd(api: Api, values: number, path: string, send: Send): Promise<void> {
  const account = await openAccount(api, QUOTA - 2 * values + 1);
  const [one, other] = [await send(account), await send(account)];
  assert.deepEqual([one.status, other.status, other.headers["x-values"]], [200, 429, String(values)], path);
  assert.equal(await account.used(), QUOTA - values + 1, path);

  const together = await openAccount(api, QUOTA - 2 * values);
  const answers = await Promise.all(Array.from({length: 4}, () => send(together)));
  assert.deepEqual(answers.map(({status}) => status).sort(), [200, 200, 429, 429], path);
  assert.equal(await together.used(), QUOTA, path);
}

interface Account {
  ask(method: string, path: string, headers?: Readonly<Record<string, string>>, body?: object): Promise<Answer>;
  used(): Promise<number>;
}

/** On a plan with a quota. @param used values of this month */
async function openAccount(api: Api, used = 0): Promise<Account> {
  const token = await api.createToken("free");
  const authorization = `Bearer ${token}`;
  await spend(api, token, used);
  return {
    ask: (method, path, headers = {}, body = undefined) => api.ask(method, path, {authorization, ...headers}, body),
    async used() {
      const owner = await api.store.accounts.readOne((q) => findTokenOwner(q, tokenFingerprint(token)));
      return api.store.charges.used(owner!.accountId, api.clock.now.toISOString().slice(0, 7));
    },
  };
}
