// Common behaviour of every route under /api/v1/: tokens, tags, content codings, HEAD, OPTIONS, unknown parameters.
import assert from "node:assert/strict";
import {test} from "node:test";
import {type Api, spend} from "./client.ts";
import {openWith, PRICES} from "./packages.ts";

/** An address of every route; the first two give values, and may be used again for an hour. */
async function everyRoute(api: Api): Promise<string[]> {
  const [{series_key}] = (await api.get("/api/v1/data?dataset=prices&geo=all")).json.series;
  return [
    "/api/v1/data?dataset=prices&geo=all",
    `/api/v1/series/${series_key}/observations`,
    `/api/v1/series/${series_key}/evidence`,
    ...["datasets", "geo", "codes?dataset=prices", "methodology", "related", "units", "continuity"].map(
      (list) => `/api/v1/reference/${list}`,
    ),
    "/api/v1/reference/geo?format=csv",
    "/api/v1/updates",
    "/api/v1/calendar",
    "/api/v1/series/search?dataset=prices",
    "/api/v1/concepts/search",
    "/api/v1/concepts/showdata-prices-cpi",
  ];
}

function withQuery(path: string, query: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}${query}`;
}

test("every route needs a token, and any answer to a valid one counts against the minute [auth.missing auth.invalid limits.window-every-request limits.minute-headers]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const routes = await everyRoute(api);
  const authorization = `Bearer ${await api.createToken("academic")}`;
  for (const [query, path] of routes.entries()) {
    assert.equal((await api.get(path, {authorization: ""})).json.error.code, "UNAUTHENTICATED", path);
    assert.equal((await api.get(path, {authorization: "Bearer x"})).json.error.code, "INVALID_TOKEN", path);
    const {headers} = await api.get(path, {authorization});
    assert.equal(headers["x-ratelimit-remaining-minute"], String(59 - query), path);
  }
  for (let left = 60 - routes.length; left > 0; left--) await api.get("/api/v1/updates", {authorization});
  for (const path of routes) {
    const {json, headers} = await api.get(path, {authorization});
    assert.equal(json.error.code, "RATE_LIMITED", path);
    assert.equal(headers["retry-after"], "60");
  }
});

test("every route has a weak ETag; a client that sends it gets 304 without a body, and so does `*` [cache.headers cache.etag-weak cache.not-modified cache.if-none-match-list cache.if-none-match-star cache.asked-again]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const tags = new Set<string>();
  const routes = await everyRoute(api);
  for (const [index, path] of routes.entries()) {
    const cacheControl = index < 2 ? "max-age=3600" : "no-cache";
    const {headers} = await api.get(path);
    const etag = headers["etag"]!;
    assert.match(etag, /^W\/"[\w-]{20,}"$/, path);
    assert.equal(headers["cache-control"], cacheControl, path);
    tags.add(etag);
    for (const held of [etag, `"x", ${etag.slice(2)}`, "*"]) {
      const again = await api.get(path, {"if-none-match": held});
      assert.equal(again.status, 304, `${path} ${held}`);
      assert.equal(again.raw.length, 0);
      assert.equal(again.headers["etag"], etag);
      assert.equal(again.headers["cache-control"], cacheControl);
      assert.equal(again.headers["content-type"], undefined);
      assert.match(again.headers["vary"]!, /Authorization, X-API-Key, Accept-Encoding/);
    }
    assert.equal((await api.get(path, {"if-none-match": '"other"'})).status, 200, path);
    assert.equal((await api.get(path)).headers["etag"], etag, path);
  }
  // related is the only list that is empty here, and so may be like another empty one.
  assert.equal(tags.size, routes.length);
});

test("every route is packed in a coding that the client accepts, and unpacked it is the same [cache.compression cache.vary]", async (t) => {
  const api = await openWith(t, [PRICES]);
  for (const path of await everyRoute(api)) {
    const plain = await api.get(path);
    for (const coding of ["gzip", "br", "zstd"]) {
      const packed = await api.get(path, {"accept-encoding": `${coding}, identity;q=0`});
      assert.equal(packed.headers["content-encoding"], coding, path);
      assert.equal(packed.text, plain.text, path);
      assert.equal(packed.headers["etag"], plain.headers["etag"]);
    }
  }
});

test("every route answers HEAD like GET, without a body and free, and OPTIONS with 204 without a token [params.head params.cors]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const authorization = `Bearer ${await api.createToken("free")}`;
  for (const path of await everyRoute(api)) {
    api.clock.now = new Date(api.clock.now.getTime() + 60_000);
    const head = await api.ask("HEAD", path, {authorization});
    assert.equal(head.headers["x-quota-values-remaining"], "1000000", path);
    const get = await api.get(path);
    // The length is known only once the body is written, which HEAD does not do where values are charged.
    const length = head.headers["x-values"] === undefined ? ["content-length"] : [];
    for (const name of ["etag", "cache-control", "content-type", ...length, "vary", "link", "x-values"]) {
      assert.equal(head.headers[name], get.headers[name], `${name} of ${path}`);
    }
    const options = await api.ask("OPTIONS", path, {authorization: ""});
    assert.equal(options.status, 204, path);
    assert.equal(options.headers["allow"], "GET, HEAD, OPTIONS");
    assert.equal(options.headers["access-control-allow-origin"], "*");
  }
});

test("every route ignores a parameter that it does not know, names it, and refuses one given twice [params.unknown-ignored params.repeated-single params.empty]", async (t) => {
  const api = await openWith(t, [PRICES]);
  for (const path of await everyRoute(api)) {
    const plain = await api.get(path);
    assert.equal(plain.headers["x-ignored-parameters"], undefined);
    const odd = await api.get(withQuery(path, "Kind=1&%D1%84=2"));
    assert.equal(odd.headers["x-ignored-parameters"], "Kind, %D1%84", path);
    assert.equal(odd.text, plain.text);
    assert.equal(odd.headers["etag"], plain.headers["etag"]);
    const broken = await api.get(withQuery(path, "x=%zz"));
    assert.equal(broken.json.error.code, "NOT_FOUND", path);
    if (path.includes("reference")) {
      assert.equal((await api.get(withQuery(path, "bom=&format="))).status, 200);
      const twice = await api.get(withQuery(path, "bom=0&bom=0"));
      assert.deepEqual([twice.status, twice.json.detail[0].loc], [422, ["query", "bom"]], path);
    }
  }
});

test("with the month's quota used up, only values are refused [limits.quota-exceeded reference.free evidence.free]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const routes = await everyRoute(api);
  const token = await api.createToken("free");
  await spend(api, token, 1_000_000);
  const charged = [];
  for (const path of routes) {
    const {status} = await api.get(path, {authorization: `Bearer ${token}`});
    if (status === 429) charged.push(path);
    else assert.equal(status, 200, path);
  }
  assert.deepEqual(charged, routes.slice(0, 2));
});
