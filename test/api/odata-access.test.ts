// Access to the OData channel, the charges of its answers, and that credentials never leak.
import assert from "node:assert/strict";
import {test} from "node:test";
import {eventLine} from "../../src/cli/serve/log.ts";
import {type Api, type Headers, spend} from "./client.ts";
import {address, allRows, DATASETS, ODATA, PACKAGES} from "./odata-rows.ts";
import {daily, openWith} from "./packages.ts";

const basic = (user: string, password: string): Headers => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`,
});

test("on OData a token may be the Basic password, the user without a password, api_key, or in the usual headers; other routes ignore Basic and api_key [odata.auth]", async (t) => {
  const api = await openWith(t, PACKAGES);
  const {token} = api;
  const none = {"x-api-key": ""};
  const good: [Headers, string][] = [
    [basic("", token), ""],
    [basic("someone@example.org", token), ""],
    [basic(token, ""), ""],
    [basic(token, "  "), ""],
    [{authorization: `basic ${Buffer.from(`x:${token}`).toString("base64")}`}, ""],
    [{authorization: `Bearer ${token}`}, ""],
    [{"x-api-key": token}, ""],
    [none, `api_key=${token}`],
    [none, `api_key=${token}&api_key=${token}`],
    [{authorization: "Bearer ", "x-api-key": token}, ""],
    [{authorization: "Basic Og==", "x-api-key": token}, ""],
    [{authorization: `Bearer ${token}`, "x-api-key": "wrong"}, "api_key=wrong"],
  ];
  for (const [headers, query] of good) {
    for (const path of [`${ODATA}`, `${ODATA}/series`, `${ODATA}/$metadata`]) {
      assert.equal((await api.get(`${path}?${query}`, headers)).status, 200, JSON.stringify([headers, query]));
    }
  }
  const bad: [Headers, string, string][] = [
    [none, "", "UNAUTHENTICATED"],
    [{authorization: "Bearer"}, "", "UNAUTHENTICATED"],
    [{authorization: "Bearer "}, "", "UNAUTHENTICATED"],
    [{authorization: "Basic Og=="}, "", "UNAUTHENTICATED"],
    [{authorization: "Basic"}, "", "UNAUTHENTICATED"],
    [{authorization: "Basic %%%"}, "", "UNAUTHENTICATED"],
    [none, "api_key=", "UNAUTHENTICATED"],
    [basic("x", "wrong"), "", "INVALID_TOKEN"],
    [basic(token, "wrong"), "", "INVALID_TOKEN"],
    [none, "api_key=wrong", "INVALID_TOKEN"],
    [none, `api_key=${token}&api_key=other`, "INVALID_TOKEN"],
  ];
  for (const [headers, query, code] of bad) {
    const answer = await api.get(`${ODATA}/series?${query}`, headers);
    assert.deepEqual([answer.status, answer.json.error.code], [401, code], JSON.stringify([headers, query]));
    assert.equal(answer.headers["www-authenticate"], 'Basic realm="Ryad", charset="UTF-8"');
  }
  for (const path of ["/api/v1/reference/units", "/api/v1/odatafeed", "/api/v1/updates"]) {
    for (const [headers, query] of [
      [basic("x", token), ""],
      [none, `?api_key=${token}`],
    ] as const) {
      const answer = await api.get(path + query, headers);
      if (path === "/api/v1/odatafeed") assert.equal(answer.headers["x-ratelimit-limit-minute"], undefined);
      else assert.equal(answer.headers["www-authenticate"], "Bearer");
    }
  }
});

test("neither Basic nor api_key reaches a log, an error or a header, and a next link has only the key from the client's own URL [odata.auth odata.api-key-link]", async (t) => {
  const api = await openWith(t, PACKAGES, {failing: true});
  const {token} = api;
  const encoded = Buffer.from(`x:${token}`).toString("base64");
  const secrets = [token, encoded, encodeURIComponent(token)];
  const held = (text: string): boolean => secrets.some((secret) => text.includes(secret));
  const paged = {prefer: "odata.maxpagesize=2"};
  for (const headers of [basic("x", token), {authorization: `Bearer ${token}`}, {"x-api-key": token}]) {
    const {text, json, headers: sent} = await api.get(address("series"), {...headers, ...paged});
    assert.ok(json["@odata.nextLink"].length > 0);
    assert.ok(!held(text) && !held(JSON.stringify(sent)));
  }
  const own = await api.get(`${address("series")}?api_key=${token}`, {"x-api-key": "", ...paged});
  assert.ok(own.json["@odata.nextLink"].includes(`api_key=${token}&$skiptoken=`));
  assert.ok(!held(JSON.stringify(own.headers)));
  const next = own.json["@odata.nextLink"].replace(/^http:\/\/[^/]+/, "");
  assert.equal((await api.get(next, {"x-api-key": "", ...paged})).status, 200);
  for (const query of ["$filter=x", "$top=x", "$expand=x", "x=%zz"]) {
    const {text, headers: sent} = await api.get(`${ODATA}/series?api_key=${token}&${query}`, {"x-api-key": ""});
    assert.ok(!held(text) && !held(JSON.stringify(sent)), query);
  }
  await api.store.statistics.close();
  await api.get(`${ODATA}/series?api_key=${token}`, {"x-api-key": ""});
  await api.get(`${ODATA}/series`, basic("x", token));
  assert.ok(api.events.some(({type}) => type === "request-failed"));
  for (const event of api.events) assert.ok(!held(eventLine(event, new Date())), event.type);
});

test("two keys never share an answer whose links have a key, packed or not [odata.api-key-link odata.caching]", async (t) => {
  const api = await openWith(t, PACKAGES);
  const [one, other] = [await api.createToken("business"), await api.createToken("business")];
  const ask = (key: string) =>
    api.get(`${ODATA}/series?api_key=${key}`, {"x-api-key": "", prefer: "maxpagesize=3", "accept-encoding": "gzip"});
  for (let round = 0; round < 4; round++) {
    const [first, second] = [await ask(one), await ask(other)];
    assert.notEqual(first.headers["etag"], second.headers["etag"]);
    assert.ok(first.text.includes(one) && !first.text.includes(other));
    assert.ok(second.text.includes(other) && !second.text.includes(one));
  }
});

interface Spent {
  readonly left: number;
  readonly minute: number;
}

async function left(api: Api, token: string, path: string, headers: Headers = {}, method = "GET"): Promise<Spent> {
  const {headers: sent} = await api.ask(method, path, {...headers, authorization: `Bearer ${token}`});
  return {left: Number(sent["x-quota-values-remaining"]), minute: Number(sent["x-ratelimit-remaining-minute"])};
}

test("each row of observations charges one value, all else on the channel is free, and every request counts against the minute [odata.charges]", async (t) => {
  const api = await openWith(t, PACKAGES);
  const token = await api.createToken("free");
  const [row] = await allRows(api, address("observations", {$filter: "dataset_code eq 'plain'"}));
  const entity = `${ODATA}/observations(series_key='${row.series_key}',period=${row.period})`;
  const path = address("observations", {$filter: DATASETS, $top: 7});
  const {headers} = await api.get(path, {authorization: `Bearer ${token}`});
  assert.equal(headers["x-quota-values-remaining"], "999993");
  const free: [string, Headers?, string?][] = [
    [path, {"if-none-match": headers["etag"]!}],
    [path, {"if-none-match": "*"}],
    [path, {}, "HEAD"],
    [address("observations", {$filter: DATASETS, $top: 0, $count: "true"})],
    [address("observations/$count", {$filter: DATASETS})],
    [ODATA],
    [`${ODATA}/$metadata`],
    [address("series")],
    [`${ODATA}/series('${row.series_key}')`],
    [`${entity}/title`],
    [`${entity}/period/$value`],
    [address("observations")],
    [address("observations", {$filter: "x"})],
    [`${ODATA}/nothing`],
  ];
  for (const [index, [own, sent = {}, method = "GET"]] of free.entries()) {
    assert.deepEqual(await left(api, token, own, sent, method), {left: 999_993, minute: 18 - index}, own);
  }
  api.clock.now = new Date(api.clock.now.getTime() + 60_000);
  assert.equal((await left(api, token, entity)).left, 999_992);
  assert.equal((await left(api, token, `${entity}/value`)).left, 999_991);
  assert.equal((await left(api, token, `${entity}/value/$value`)).left, 999_990);
  const rows = await allRows(api, address("observations", {$filter: DATASETS}), {
    headers: {authorization: `Bearer ${token}`, prefer: "maxpagesize=10"},
  });
  assert.equal((await left(api, token, ODATA)).left, 999_990 - rows.length);
  for (let query = 0; query < 20; query++) await api.get(ODATA, {authorization: `Bearer ${token}`});
  const refused = await api.get(ODATA, {authorization: `Bearer ${token}`});
  assert.equal(refused.status, 429);
  assert.match(refused.headers["retry-after"]!, /^([1-9]|[1-5]\d|60)$/);
});

test("a page that exceeds the values left of the month is refused with a message, and charges nothing [odata.charges]", async (t) => {
  const api = await openWith(t, PACKAGES);
  const token = await api.createToken("free");
  await spend(api, token, 999_995);
  const headers = {authorization: `Bearer ${token}`};
  const refused = await api.get(address("observations", {$filter: DATASETS}), headers);
  assert.deepEqual([refused.status, refused.json.error.code], [429, "RATE_LIMITED"]);
  assert.match(refused.json.error.message, /of this month/);
  assert.ok(Number(refused.headers["retry-after"]) > 60);
  assert.equal(refused.headers["x-quota-values-remaining"], "5");
  const fits = await api.get(address("observations", {$filter: DATASETS, $top: 5}), headers);
  assert.deepEqual([fits.status, fits.headers["x-quota-values-remaining"]], [200, "0"]);
  assert.equal((await api.get(address("observations/$count", {$filter: DATASETS}), headers)).status, 200);
});

test("a page has 10,000 rows, or the number in Prefer up to 60,000, of series 5,000, or up to 10,000, or all rows of a $top up to that number [odata.page-size odata.top]", async (t) => {
  const api = await openWith(t, [daily([40_000, 30_000])]);
  const page = async (options: object, prefer = "") => {
    const {json, headers} = await api.get(address("observations", {$filter: "dataset_code eq 'daily'", ...options}), {
      prefer,
    });
    return [json.value.length, "@odata.nextLink" in json, headers["preference-applied"]];
  };
  assert.deepEqual(await page({}), [10_000, true, undefined]);
  assert.deepEqual(await page({}, "odata.maxpagesize=60000"), [60_000, true, "odata.maxpagesize=60000"]);
  assert.deepEqual(await page({}, "odata.maxpagesize=60001"), [60_000, true, "odata.maxpagesize=60000"]);
  assert.deepEqual(await page({}, "maxpagesize=7"), [7, true, "odata.maxpagesize=7"]);
  assert.deepEqual(await page({$top: 50_000}), [50_000, false, undefined]);
  assert.deepEqual(await page({$top: 60_001}), [10_000, true, undefined]);
  assert.deepEqual(await page({$top: 500}, "maxpagesize=200"), [200, true, "odata.maxpagesize=200"]);
  const rows = await allRows(
    api,
    address("observations", {$filter: "dataset_code eq 'daily'", $top: 25, $select: "value"}),
    {
      headers: {prefer: "maxpagesize=10"},
      most: 10,
    },
  );
  const ofSeries = async (prefer: string) => (await api.get(`${ODATA}/series`, {prefer})).headers["preference-applied"];
  assert.equal(await ofSeries("odata.maxpagesize=10000"), "odata.maxpagesize=10000");
  assert.equal(await ofSeries("odata.maxpagesize=10001"), "odata.maxpagesize=10000");
  assert.equal(rows.length, 25, "$top holds over all pages");
});
