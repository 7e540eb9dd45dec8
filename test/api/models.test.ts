// The door of language models: its tools give what the API gives, in its limits, with a claim for each value.
import assert from "node:assert/strict";
import {test} from "node:test";
import {countTokens, MOST_TOKENS} from "../../src/api/mcp/answer-budget.ts";
import {MODEL_TOOLS} from "../../src/api/mcp/model-server.ts";
import {callTool, messageOf, openSample, POST_HEADERS, post, withToken} from "./model-calls.ts";

test("the tools search and data give in two calls what the API gives, each value as text with its claim [models.tools models.claims]", async (t) => {
  const api = await openSample(t);
  const found = await callTool(api, "search", {query: "инфляция за двенадцать месяцев"}, withToken(api));
  const [first] = found.structuredContent.results;
  assert.deepEqual(
    [first.dataset, first.unit, first.freq, first.first_period, first.last_period],
    [...["cbr/key_rate_inflation", "percent", "M", "2013-09-01", "2025-12-01"]],
  );
  const given = await callTool(api, "data", {series: [first.id], last: 3}, withToken(api));
  const {json} = await api.get(`/api/v1/series/${first.id}/observations?limit=3`);
  const rows = given.structuredContent.series[0].observations;
  assert.deepEqual(
    rows.map((one: {period: string; value: string; published_at: string}) => [one.period, one.value, one.published_at]),
    json.items.map((one: {period: string; value: number; as_of: string}) => [one.period, String(one.value), one.as_of]),
  );
  for (const {period, published_at, claim} of rows) {
    assert.ok(claim.endsWith(`/c/${first.id}/${period}/${published_at}`), claim);
    assert.ok(given.content[0].text.includes(claim), "the text has what the data have");
  }
});

test("verify judges figures as the API does, and evidence and vintages show where a value stands and what stood before [models.tools]", async (t) => {
  const api = await openSample(t);
  const judged = await callTool(
    api,
    "verify",
    {
      claims: [
        {value: "5,59", query: "инфляция за двенадцать месяцев", period: "2025-12"},
        {value: "x", query: "y"},
      ],
    },
    withToken(api),
  );
  const [match, refused] = judged.structuredContent.results;
  assert.deepEqual([match.verdict, match.published[0].value, refused.verdict], ["match", "5.59", null]);
  const id = match.series.id;
  const proof = await callTool(api, "evidence", {series: id, period: "2025-12-01"}, withToken(api));
  assert.match(proof.content[0].text, /sha256:[0-9a-f]{64}/);
  const history = await callTool(api, "vintages", {series: id, start: 2025}, withToken(api));
  assert.equal(history.structuredContent.estimates.at(-1).value, "5.59", "a year may be a number");
  const document = await callTool(api, "fetch", {id}, withToken(api));
  assert.deepEqual(Object.keys(document.structuredContent).sort(), ["id", "text", "title", "url"]);
});

test("an answer has at most 4,000 tokens, totals first, and the address of what it leaves out [models.budget]", async (t) => {
  const api = await openSample(t);
  const slice = {dataset: "cpi_monthly", geo: "country", freq: "M", last: 60};
  const {content, structuredContent} = await callTool(api, "data", slice, withToken(api));
  assert.ok(countTokens(content[0].text) <= MOST_TOKENS && countTokens(content[0].text) > MOST_TOKENS / 2);
  assert.ok(countTokens(JSON.stringify(structuredContent)) <= MOST_TOKENS);
  const {values, shown, rest_url} = structuredContent;
  assert.deepEqual([values, shown < values], [240, true], "four series of 60 months");
  assert.ok(content[0].text.startsWith("240 values"));
  const rest = await api.get(rest_url.slice(rest_url.indexOf("/api/")));
  assert.equal(rest.status, 200);
  assert.ok(rest.json.observation_count >= values);
});

test("a model's account is charged for the values that the model is given, and for no others [models.charged]", async (t) => {
  const api = await openSample(t);
  const headers = {authorization: `Bearer ${await api.createToken("free")}`};
  const left = async (): Promise<number> =>
    Number((await api.get("/api/v1/reference/datasets", headers)).headers["x-quota-values-remaining"]);
  const found = await callTool(api, "search", {query: "индекс цен", limit: 20}, headers);
  const keys: string[] = found.structuredContent.results.map(({id}: {id: string}) => id).slice(0, 10);
  const questions: readonly object[] = [
    {series: keys.slice(0, 1), last: 60},
    {series: keys, last: 60},
    {series: keys.slice(0, 3), start: "2015"},
    {dataset: "cpi_weekly", geo: "all", last: 60},
    {dataset: "city_population", geo: "all"},
    {dataset: "gdp", geo: "country", as_of: "2016-12-31", last: 30},
  ];
  for (const question of questions) {
    api.clock.now = new Date(api.clock.now.getTime() + 60_000);
    const before = await left();
    const {isError = false, content, structuredContent: given} = await callTool(api, "data", question, headers);
    assert.equal(isError, false, content[0].text);
    const shown = given.series.flatMap(({observations}: {observations: unknown[]}) => observations).length;
    assert.ok(shown > 0 && shown === given.shown, JSON.stringify(question));
    assert.equal(before - (await left()), shown, JSON.stringify(question));
  }
  const before = await left();
  const refused = await callTool(api, "vintages", {series: "ycowe7zbqp9rhk93"}, headers);
  const all = await api.get("/api/v1/series/ycowe7zbqp9rhk93/estimates");
  if (refused.isError) assert.match(refused.content[0].text, new RegExp(`^${all.json.estimate_count} estimates`));
  const given = refused.isError ? 0 : refused.structuredContent.estimates.length;
  assert.equal(before - (await left()), given);
});

test("data computes values where it is asked to: named as computed here with formula and inputs, without a claim [models.derived]", async (t) => {
  const api = await openSample(t);
  const {json} = await api.get("/api/v1/data?dataset=cpi_monthly&geo=country&class=food&measure=prev_month&last=1");
  const id = json.series[0].series_key;
  const year = await callTool(api, "data", {series: [id], derive: "to:A:chain", last: 2}, withToken(api));
  const [series] = year.structuredContent.series;
  const expected = await api.get(`/api/v1/derived?series=${id}&derive=to:A:chain&last=2`);
  assert.deepEqual(
    series.observations,
    expected.json.observations.map(({period, value, as_of}: {period: string; value: number; as_of: string}) => ({
      ...{period, value: String(value), inputs_published_by: as_of},
    })),
  );
  assert.equal(series.freq, "A");
  assert.deepEqual(series.computed_here.inputs, [id]);
  assert.match(year.content[0].text, /Computed here from published values, not published: to:A:chain: /);
  const slice = {dataset: "gdp", geo: "country", freq: "Q", transformation: "level", derive: "yoy_pct"};
  const growth = await callTool(api, "data", slice, withToken(api));
  assert.equal(growth.structuredContent.series_total, 1);
  assert.ok(countTokens(JSON.stringify(growth.structuredContent)) <= MOST_TOKENS);
  const refused = await callTool(api, "data", {series: [id], derive: "yoy_pct"}, withToken(api));
  assert.match(refused.content[0].text, /changes already/);
});

test("the texts of all tools have fewer than 2,000 tokens and give no orders [models.texts]", () => {
  const texts = MODEL_TOOLS.map(({name, title, description, input}) =>
    JSON.stringify([name, title, description, input]),
  );
  assert.ok(countTokens(texts.join()) < 2000, String(countTokens(texts.join())));
  assert.doesNotMatch(texts.join(), /\b(?:NEVER|MUST|ALWAYS|IMPORTANT)\b/);
});

test("without a token an address has 20 calls a minute and 500 values an hour, and a call beyond is told how long to wait [models.open]", async (t) => {
  const api = await openSample(t);
  const one = {series: ["z7w59v18z36wzfeo"], last: 25};
  for (let call = 1; call <= 20; call++) {
    const {isError = false, structuredContent} = await callTool(api, "data", one);
    assert.deepEqual([isError, structuredContent.shown], [false, 25], `call ${call}`);
  }
  const late = await callTool(api, "search", {query: "курс"});
  assert.match(late.content[0].text, /^20 calls a minute are open; wait \d+ seconds/);
  assert.equal((await callTool(api, "search", {query: "курс"}, withToken(api))).isError ?? false, false);
  api.clock.now = new Date(api.clock.now.getTime() + 60_000);
  const more = await callTool(api, "data", {...one, last: 1});
  assert.match(more.content[0].text, /^500 values an hour are open, .* wait \d+ seconds/);
  assert.equal((await callTool(api, "search", {query: "курс", limit: 1})).isError ?? false, false);
  api.clock.now = new Date(api.clock.now.getTime() + 3_600_000);
  assert.equal((await callTool(api, "data", one)).isError ?? false, false);
});

test("RYAD_MCP_OPEN=off leaves tools to tokens, and what a token reads is charged to its account [models.open models.charged]", async (t) => {
  const api = await openSample(t, {settings: {modelCalls: 0}});
  const refused = await callTool(api, "search", {query: "курс"});
  assert.deepEqual([refused.isError, /token of an account/.test(refused.content[0].text)], [true, true]);
  const token = await api.createToken("free");
  const headers = {authorization: `Bearer ${token}`};
  await callTool(api, "data", {series: ["z7w59v18z36wzfeo"], last: 7}, headers);
  const after = await api.get("/api/v1/reference/datasets", headers);
  assert.equal(after.headers["x-quota-values-remaining"], String(1_000_000 - 7));
  const wrong = await callTool(api, "search", {query: "курс"}, {authorization: "Bearer ryad_wrong"});
  assert.match(wrong.content[0].text, /unknown or revoked/);
});

test("a page of another site is refused, one of this service or this machine is answered [models.origin]", async (t) => {
  const api = await openSample(t, {settings: {publicUrl: "https://stat.example.org"}});
  const list = {jsonrpc: "2.0", id: 1, method: "tools/list"};
  const host = "stat.example.org";
  assert.equal((await post(api, list, {host, origin: "https://evil.example"})).status, 403);
  assert.equal((await post(api, list, {host, origin: "http://stat.example.org"})).status, 403);
  assert.equal((await post(api, list, {host, origin: "https://stat.example.org"})).status, 200);
  assert.equal((await post(api, list, {host, origin: "http://localhost:6274"})).status, 200);
  assert.equal((await post(api, list, {host})).status, 200);
  assert.equal((await post(api, list, {host: "evil.example"})).status, 403);
});

test("there are no sessions: GET and DELETE are 405, a body that is no message is 400, an unknown tool and a wrong argument are told [models.stateless]", async (t) => {
  const api = await openSample(t);
  for (const method of ["GET", "DELETE"] as const)
    assert.equal((await api.server.inject({method, url: "/mcp"})).statusCode, 405, method);
  const broken = await api.server.inject({method: "POST", url: "/mcp", payload: "{", headers: POST_HEADERS});
  assert.equal(broken.statusCode, 400);
  const unknown = await post(api, {jsonrpc: "2.0", id: 1, method: "tools/call", params: {name: "drop", arguments: {}}});
  assert.match(unknown.text, /drop/);
  const wrong = await post(api, {
    ...{jsonrpc: "2.0", id: 1, method: "tools/call"},
    params: {name: "data", arguments: {last: "many"}},
  });
  assert.match(wrong.text, /last/);
});

test("a client that asks for news is told that there are none, and no connection stays open [models.stateless]", async (t) => {
  const api = await openSample(t);
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": {name: "test", version: "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const asked = {
    jsonrpc: "2.0",
    id: 1,
    method: "subscriptions/listen",
    params: {notifications: {toolsListChanged: true}, _meta: meta},
  };
  const headers = {"mcp-protocol-version": "2026-07-28", "mcp-method": "subscriptions/listen"};
  const {text} = await post(api, asked, headers);
  assert.match(text, /Subscription limit reached/);
  const list = {jsonrpc: "2.0", id: 2, method: "tools/list", params: {_meta: meta}};
  const {status, text: tools} = await post(api, list, {...headers, "mcp-method": "tools/list"});
  assert.equal(status, 200, tools);
  assert.equal(messageOf(tools).result.tools?.length, MODEL_TOOLS.length, "the newer protocol is served too");
});
