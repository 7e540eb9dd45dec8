// Access and limits: tokens, the minute, the month.
import assert from "node:assert/strict";
import {test} from "node:test";
import {tokenFingerprint} from "../../src/access/account.ts";
import {setPlan} from "../../src/store/accounts/account.ts";
import {findTokenOwner, listTokens, revokeToken} from "../../src/store/accounts/token.ts";
import {readUsage} from "../../src/store/accounts/usage.ts";
import {createRowWindows} from "../../src/store/accounts/windows.ts";
import {within} from "../../src/work/patience.fixture.ts";
import {type Api, createApi, spend} from "./client.ts";
import {daily, MOSCOW, openWith, PRICES} from "./packages.ts";

const DATA = "/api/v1/data?dataset=prices&class=03";

function bearer(token: string) {
  return {authorization: `Bearer ${token}`};
}

/** Values of the month that the token's account is charged with. */
async function used(api: Api, token: string, month = api.clock.now.toISOString().slice(0, 7)): Promise<number> {
  return api.store.accounts.read(function* (q) {
    const owner = yield* findTokenOwner(q, tokenFingerprint(token));
    return yield* readUsage(q, owner!.accountId, month);
  });
}

test("a token is read from Authorization: Bearer, its scheme in any case, or from X-API-Key [auth.bearer auth.api-key]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const {token} = api;
  for (const headers of [
    bearer(token),
    {authorization: `bearer ${token}`},
    {authorization: `BEARER   ${token}  `},
    {"x-api-key": token},
    {"X-API-Key": ` ${token} `},
  ]) {
    assert.equal((await api.get(DATA, headers)).status, 200, JSON.stringify(headers));
  }
});

test("of two different tokens the Authorization one counts [auth.both-headers]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const [free, academic] = [await api.createToken("free"), await api.createToken("academic")];
  const limit = async (headers: Record<string, string>) =>
    (await api.get(DATA, headers)).headers["x-ratelimit-limit-minute"];
  assert.equal(await limit({...bearer(free), "x-api-key": academic}), "20");
  assert.equal(await limit({...bearer(academic), "x-api-key": free}), "60");
  assert.equal((await api.get(DATA, {...bearer("ryad_wrong"), "x-api-key": free})).json.error.code, "INVALID_TOKEN");
  assert.equal(await limit({authorization: "Bearer ", "x-api-key": free}), "20");
  assert.equal(await limit({authorization: "Basic eDp5", "x-api-key": free}), "20");
});

test("no token header is UNAUTHENTICATED, a token that is unknown, misspelt or revoked INVALID_TOKEN, both 401 [auth.missing auth.invalid errors.envelope errors.request-id]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const code = async (headers: Record<string, string>) => {
    const answer = await api.get(DATA, headers);
    assert.equal(answer.status, 401);
    assert.equal(answer.headers["www-authenticate"], "Bearer");
    assert.equal(answer.headers["x-ratelimit-limit-minute"], undefined);
    assert.equal(answer.json.request_id, answer.headers["x-request-id"]);
    return answer.json.error.code;
  };
  for (const headers of [
    {authorization: ""},
    {"x-api-key": ""},
    {authorization: "Bearer"},
    {authorization: "Bearer   "},
    {authorization: "Basic dG9rZW46"},
    {authorization: "Bearer", "x-api-key": " "},
  ]) {
    assert.equal(await code(headers), "UNAUTHENTICATED", JSON.stringify(headers));
  }
  const other = await openWith(t, []);
  for (const token of [
    "x",
    other.token,
    `${api.token}x`,
    api.token.slice(0, -1),
    api.token.toUpperCase(),
    `${api.token} ${api.token}`,
  ]) {
    assert.equal(await code(bearer(token)), "INVALID_TOKEN", token);
    assert.equal(await code({"x-api-key": token}), "INVALID_TOKEN", token);
  }
  const revoked = await api.createToken("free");
  assert.equal((await api.get(DATA, bearer(revoked))).status, 200);
  await api.store.accounts.write(function* (q) {
    const owner = yield* findTokenOwner(q, tokenFingerprint(revoked));
    return yield* revokeToken(q, owner!.tokenId, api.clock.now.toISOString());
  });
  assert.equal(await code(bearer(revoked)), "INVALID_TOKEN");
});

test("a bad token is 401 before any other check of a known route; an unknown route is 404 before that [auth.first data.judgement-order errors.not-found-route]", async (t) => {
  const api = await openWith(t, [PRICES]);
  for (const query of ["", "?limit=0", "?dataset=none", "?dataset=prices"]) {
    assert.equal((await api.get(`/api/v1/data${query}`, bearer("x"))).status, 401);
    assert.equal((await api.get(`/api/v1/data${query}`, {authorization: "", "if-none-match": "*"})).status, 401);
  }
  assert.equal((await api.get("/api/v1/nothing", bearer("x"))).status, 404);
});

test("/health, /ready and /api/limits need no token and check none [auth.no-token-needed limits.table limits.plans limits.owner cache.asked-again]", async (t) => {
  const api = await openWith(t, []);
  for (const path of ["/health", "/ready"]) {
    const {status, json} = await api.get(path, {authorization: "Bearer x"});
    assert.deepEqual([status, json], [200, {status: "ok"}]);
  }
  const {status, json, headers} = await api.get("/api/limits", {authorization: ""});
  assert.equal(status, 200);
  assert.equal(headers["cache-control"], "no-cache");
  const again = await api.get("/api/limits", {authorization: "", "if-none-match": headers["etag"]!});
  assert.deepEqual([again.status, again.text], [304, ""]);
  assert.deepEqual(
    json.plans.map((plan: {code: string; values_per_month: number | null; requests_per_minute: number}) => [
      plan.code,
      plan.values_per_month,
      plan.requests_per_minute,
    ]),
    [
      ["free", 1_000_000, 20],
      ["academic", null, 60],
      ["business", null, 120],
      ["owner", null, 600],
    ],
  );
});

test("every request with a valid token counts in its minute; the first beyond the plan is RATE_LIMITED [limits.window-every-request limits.window-exceeded limits.minute-headers limits.retry-after limits.window-60s]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const headers = bearer(await api.createToken("free"));
  const etag = (await api.get(DATA, headers)).headers["etag"]!;
  const queries: [method: string, path: string, more: Record<string, string>, status: number][] = [
    ["GET", DATA, {"if-none-match": etag}, 304],
    ["GET", `${DATA}&limit=0`, {}, 422],
    ["GET", `${DATA}&measure=none`, {}, 404],
    ["HEAD", DATA, {}, 200],
    ["GET", "/api/v1/nothing", {}, 404],
    ["POST", DATA, {}, 404],
  ];
  let left = 19;
  for (const [method, path, more, status] of queries) {
    const answer = await api.ask(method, path, {...headers, ...more});
    assert.equal(answer.status, status, path);
    assert.equal(answer.headers["x-ratelimit-limit-minute"], "20");
    assert.equal(answer.headers["x-ratelimit-remaining-minute"], String(--left), `${method} ${path}`);
  }
  for (; left > 0; left--) assert.equal((await api.get(DATA, headers)).status, 200);
  api.clock.now = new Date(api.clock.now.getTime() + 14_500);
  for (const query of ["", "&limit=0", "&measure=none"]) {
    const refused = await api.get(DATA + query, headers);
    assert.equal(refused.status, 429);
    assert.equal(refused.json.error.code, "RATE_LIMITED");
    assert.equal(refused.headers["retry-after"], "46", "whole seconds to the end of the window, rounded up");
    assert.equal(refused.headers["x-ratelimit-remaining-minute"], "0");
    assert.equal(refused.headers["x-quota-values-limit"], "1000000");
  }
  api.clock.now = new Date(api.clock.now.getTime() + 45_499);
  assert.equal((await api.get(DATA, headers)).status, 429);
  api.clock.now = new Date(api.clock.now.getTime() + 1);
  const again = await api.get(DATA, headers);
  assert.equal(again.status, 200);
  assert.equal(again.headers["x-ratelimit-remaining-minute"], "19");
});

test("OPTIONS and /api/limits are not limited [params.cors limits.window-every-request]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const headers = bearer(await api.createToken("free"));
  for (let i = 0; i < 30; i++) {
    assert.equal((await api.ask("OPTIONS", DATA, headers)).status, 204);
    assert.equal((await api.get("/api/limits", headers)).status, 200);
  }
  assert.equal((await api.get(DATA, headers)).headers["x-ratelimit-remaining-minute"], "19");
});

test("each plan has its own requests a minute [limits.plans limits.owner]", async (t) => {
  const api = await openWith(t, [PRICES]);
  for (const [plan, limit] of [
    ["free", 20],
    ["academic", 60],
    ["business", 120],
    ["owner", 600],
  ] as const) {
    const headers = bearer(await api.createToken(plan));
    const answer = await api.get(DATA, headers);
    assert.equal(answer.headers["x-ratelimit-limit-minute"], String(limit));
    assert.equal(answer.headers["x-quota-values-limit"], plan === "free" ? "1000000" : undefined);
    for (let i = 1; i < limit; i++) assert.equal((await api.get(`${DATA}&limit=0`, headers)).status, 422);
    assert.equal((await api.get(DATA, headers)).status, 429);
  }
});

test("all tokens of one account share its minute and its month [limits.shared-by-account]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const one = bearer(await api.createToken("free", "Same@example.org"));
  const two = bearer(await api.createToken("free", "same@example.org"));
  assert.equal((await api.get(DATA, one)).headers["x-quota-values-remaining"], "999999");
  const answer = await api.get(DATA, two);
  assert.equal(answer.headers["x-quota-values-remaining"], "999998");
  assert.equal(answer.headers["x-ratelimit-remaining-minute"], "18");
});

test("a slice is charged the values that it returns, and the headers have the values left after this answer [data.charged limits.quota-headers]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const token = await api.createToken("free");
  const ask = async (query: string) =>
    (await api.get(`/api/v1/data?dataset=prices&${query}`, bearer(token))).headers["x-quota-values-remaining"];
  assert.equal(await ask("class=01&measure=pop"), "999996");
  assert.equal(await ask("class=01&measure=pop&format=csv"), "999992");
  assert.equal(await ask("class=01&measure=pop&start=2026-04"), "999991");
  assert.equal(await ask("class=01&measure=pop&end=2025"), "999991", "an empty page is free");
  assert.equal(await ask("class=01&measure=pop&as_of=2026-06-09"), "999991");
  assert.equal(await ask("offset=1000"), "999991");
  assert.equal(await used(api, token), 9);
});

test("plans without a quota have no quota headers, and usage is counted too [limits.quota-headers limits.plans]", async (t) => {
  const api = await openWith(t, [PRICES]);
  for (const plan of ["academic", "business", "owner"]) {
    const token = await api.createToken(plan);
    const {headers} = await api.get(DATA, bearer(token));
    assert.equal(headers["x-quota-values-limit"], undefined);
    assert.equal(headers["x-quota-values-remaining"], undefined);
    assert.equal(await used(api, token), 1);
  }
});

test("a request that exceeds the values left of the month is refused whole; one that uses exactly the rest is served [limits.quota-exceeded limits.rejected-free limits.retry-after]", async (t) => {
  const api = await openWith(t, [PRICES], {now: new Date("2026-07-30T23:59:00.500Z")});
  const token = await api.createToken("free");
  await spend(api, token, 999_996);
  const four = "/api/v1/data?dataset=prices&class=01&measure=pop";
  const served = await api.get(four, bearer(token));
  assert.equal(served.status, 200);
  assert.equal(served.headers["x-quota-values-remaining"], "0");
  const refused = await api.get(DATA, bearer(token));
  assert.equal(refused.status, 429);
  assert.equal(refused.json.error.code, "RATE_LIMITED");
  assert.match(refused.json.error.message, /month/);
  assert.equal(refused.headers["x-quota-values-remaining"], "0");
  assert.equal(refused.headers["etag"], undefined);
  // to the first of August, midnight in UTC
  assert.equal(refused.headers["retry-after"], String(24 * 3600 + 60));
  assert.equal((await api.ask("HEAD", DATA, bearer(token))).status, 429);
  assert.equal(await used(api, token), 1_000_000);

  const other = await api.createToken("free");
  await spend(api, other, 999_997);
  const beyond = await api.get(four, bearer(other));
  assert.equal(beyond.status, 429, "three are left and four were requested");
  assert.equal(beyond.headers["x-quota-values-remaining"], "3");
  assert.equal(await used(api, other), 999_997);
  assert.equal((await api.get(`${four}&start=2026-02`, bearer(other))).status, 200);
});

test("the quota month is the calendar month in UTC [limits.month-utc]", async (t) => {
  const api = await openWith(t, [PRICES], {now: new Date("2026-07-31T23:59:59.999Z")});
  const token = await api.createToken("free");
  await spend(api, token, 1_000_000);
  assert.equal((await api.get(DATA, bearer(token))).status, 429);
  api.clock.now = new Date("2026-08-01T00:00:00Z");
  const answer = await api.get(DATA, bearer(token));
  assert.equal(answer.status, 200);
  assert.equal(answer.headers["x-quota-values-remaining"], "999999");
  assert.equal(await used(api, token, "2026-07"), 1_000_000);
});

test("servers with a shared clock take minute and month from it, whatever their own clocks say [limits.month-utc scale.many-servers]", async (t) => {
  const {store} = await openWith(t, [PRICES]);
  const shared = {...store, windows: createRowWindows(store.accounts)};
  const api = await createApi(t, shared, {now: new Date("2001-01-01T00:00:00Z")});
  const token = await api.createToken("free");
  const monthNow = (): string => new Date().toISOString().slice(0, 7);
  const before = monthNow();
  assert.equal((await api.get(DATA, bearer(token))).status, 200);
  const months = new Set([before, monthNow()]);
  assert.ok((await Promise.all([...months].map((month) => used(api, token, month)))).includes(1));
  assert.equal(await used(api, token, "2001-01"), 0);
});

test("refused requests, 304 and HEAD charge nothing [limits.rejected-free params.head cache.not-modified]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const token = await api.createToken("free");
  const etag = (await api.get(DATA)).headers["etag"]!;
  await api.get(DATA, {...bearer(token), "if-none-match": etag});
  await api.get(DATA, {...bearer(token), "if-none-match": "*"});
  await api.get(`${DATA}&limit=0`, bearer(token));
  await api.get(`${DATA}&measure=x`, bearer(token));
  await api.get("/api/v1/nothing", bearer(token));
  const head = await api.ask("HEAD", DATA, bearer(token));
  assert.equal(head.status, 200);
  assert.equal(head.headers["x-quota-values-remaining"], "1000000");
  assert.equal(await used(api, token), 0);
});

test("parallel answers never overspend: of twenty 60,000-value slices on the free plan exactly sixteen are served [limits.charge-reserved limits.quota-exceeded]", async (t) => {
  const api = await openWith(t, [daily([20_000, 20_000, 20_000])]);
  const token = await api.createToken("free");
  const answers = await Promise.all(
    Array.from({length: 20}, () => api.get("/api/v1/data?dataset=daily&format=csv", bearer(token))),
  );
  const statuses = answers.map(({status}) => status).sort();
  assert.deepEqual(statuses, [...Array(16).fill(200), ...Array(4).fill(429)]);
  assert.equal(await used(api, token), 960_000);
});

test("a change of plan and a revocation apply from the next request on [auth.invalid limits.plans]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const token = await api.createToken("free", "rising@example.org");
  assert.equal((await api.get(DATA, bearer(token))).headers["x-ratelimit-limit-minute"], "20");
  await api.store.accounts.write((q) => setPlan(q, "rising@example.org", "business"));
  const risen = await api.get(DATA, bearer(token));
  assert.equal(risen.headers["x-ratelimit-limit-minute"], "120");
  assert.equal(risen.headers["x-quota-values-limit"], undefined);
});

test("the last use of a token is written after the answers, at the latest when the server stops [auth.token-hashed]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const lastUse = async () => (await api.store.accounts.read((q) => listTokens(q)))[0]!.lastUsedAt;
  assert.equal(await lastUse(), null);
  await api.get(DATA);
  await within(10, "not noted", async () => (await lastUse()) !== null);
  assert.equal(await lastUse(), "2026-07-15T12:00:00.000Z");
  api.clock.now = new Date("2026-07-15T12:00:59Z");
  await api.get(DATA);
  api.clock.now = new Date("2026-07-15T12:01:00Z");
  await api.get(DATA);
  await api.server.close();
  assert.equal(await lastUse(), "2026-07-15T12:01:00.000Z");
});

test("no token ever appears in an event, a log or an answer [auth.token-masked]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const other = await openWith(t, []);
  const answers = [
    await api.get(DATA),
    await api.get(`${DATA}&api_key=${api.token}`),
    await api.get(DATA, {"x-api-key": other.token}),
    await api.get(`/api/v1/${api.token}`),
  ];
  const told = JSON.stringify(api.events);
  for (const token of [api.token, other.token]) {
    assert.equal(told.includes(token), false);
    assert.equal(told.includes(token.slice(5, 20)), false);
    for (const {text, headers} of answers) {
      assert.equal(text.includes(token), false);
      assert.equal(JSON.stringify(headers).includes(token), false);
    }
  }
  const finished = api.events.filter((event) => event.type === "request-finished");
  assert.deepEqual(
    finished.map(({route, status, values}) => [route, status, values]),
    [
      ["/api/v1/data", 200, 1],
      ["/api/v1/data", 200, 1],
      ["/api/v1/data", 401, 0],
      ["unknown", 404, 0],
    ],
  );
  assert.ok(MOSCOW.length > 0 && finished[0]!.accountId !== null);
});
