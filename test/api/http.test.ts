// Tests that need real connections: unreadable requests, HEAD and OPTIONS, content codings, clients that disconnect.
import assert from "node:assert/strict";
import {once} from "node:events";
import {type IncomingHttpHeaders, request} from "node:http";
import {type AddressInfo, connect} from "node:net";
import {type TestContext, test} from "node:test";
import {tokenFingerprint} from "../../src/access/account.ts";
import {ENVELOPE_SCHEMA} from "../../src/api/errors.ts";
import {EXPOSED_HEADERS} from "../../src/api/http/headers.ts";
import {findTokenOwner} from "../../src/store/accounts/token.ts";
import {readUsage} from "../../src/store/accounts/usage.ts";
import {HANG_MS} from "../../src/work/patience.fixture.ts";
import {type Answer, type Api, holdToSchema, readAnswer} from "./client.ts";
import {daily, openWith, PRICES} from "./packages.ts";

const DATA = "/api/v1/data?dataset=prices&geo=all";

async function listen(api: Api): Promise<number> {
  await api.server.listen({port: 0, host: "127.0.0.1"});
  return (api.server.server.address() as AddressInfo).port;
}

/** One request over a connection of its own, with exactly these headers. */
async function ask(port: number, method: string, path: string, headers: Record<string, string>): Promise<Answer> {
  const query = request({port, host: "127.0.0.1", method, path, headers, agent: false});
  query.end();
  const [response] = await once(query, "response");
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return readAnswer(response.statusCode, flat(response.headers), Buffer.concat(chunks));
}

function flat(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

/** Writes bytes to a connection and gives all that comes back until it is closed. */
async function raw(port: number, text: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(text, "latin1");
  let answer = "";
  socket.on("data", (bytes) => (answer += bytes.toString("utf8")));
  await once(socket, "close");
  return answer;
}

test("a request with two Host fields is 400, of a slice and of every other route [errors.two-hosts]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const port = await listen(api);
  const token = `Authorization: Bearer ${api.token}\r\n`;
  for (const path of [DATA, "/health", "/api/v1/odata/", "/"]) {
    for (const [one, other] of [
      ["a.example", "b.example"],
      ["a.example", "a.example"],
    ]) {
      const answer = await raw(port, `GET ${path} HTTP/1.1\r\nHost: ${one}\r\n${token}hOST: ${other}\r\n\r\n`);
      assert.match(answer, /^HTTP\/1\.1 400 /, path);
      assert.match(answer, /"code":"BAD_REQUEST","message":"the request has more than one Host field"/);
    }
    const one = await raw(port, `GET ${path} HTTP/1.1\r\nHost: x\r\n${token}X-Host: y\r\nConnection: close\r\n\r\n`);
    assert.doesNotMatch(one, /^HTTP\/1\.1 400 /, path);
  }
});

test("an offer of another protocol is declined, and the requests around it on the connection are all answered in order [errors.upgrade]", {
  timeout: HANG_MS,
}, async (t) => {
  const api = await openWith(t, [PRICES]);
  const port = await listen(api);
  const offer = "Upgrade: h2c\r\nConnection: Upgrade\r\n";
  const get = (limit: number, more = ""): string =>
    `GET ${DATA}&limit=${limit} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${api.token}\r\n${more}\r\n`;
  const close = "Connection: close\r\n";
  for (const query of [
    get(1, offer) + get(2, close),
    get(1) + get(2, offer) + get(1) + get(2, offer) + get(1, close),
    get(1, offer) + get(2, offer) + get(1, "Upgrade: websocket\r\nConnection: upgrade, close\r\n"),
    get(
      1,
      "Upgrade: h2c\r\nConnection: keep-alive, Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n",
    ) + get(2, close),
  ]) {
    const answers = (await raw(port, query)).split("HTTP/1.1 ").slice(1);
    const limits = [...query.matchAll(/&limit=(\d)/g)].map(([, limit]) => Number(limit));
    assert.deepEqual(
      answers.map((answer) => [answer.slice(0, 3), JSON.parse(answer.slice(answer.indexOf("\r\n\r\n"))).series.length]),
      limits.map((limit) => ["200", limit]),
    );
  }
  const posted = await raw(
    port,
    `POST ${DATA} HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\nConnection: Upgrade, close\r\nContent-Length: 2\r\n\r\n{}`,
  );
  assert.match(posted, /^HTTP\/1\.1 404 /);
});

test("a head is limited by its length alone: 3,000 short fields are read [errors.head-length]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const port = await listen(api);
  const fields = Array.from({length: 3000}, () => "x:\r\n").join("");
  const answer = await raw(port, `GET /health HTTP/1.1\r\nHost: x\r\n${fields}Connection: close\r\n\r\n`);
  assert.match(answer, /^HTTP\/1\.1 200 /);
});

test("an unreadable request is 404 NOT_FOUND in the envelope, with an identifier [errors.unreadable-request errors.request-id errors.envelope]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const port = await listen(api);
  const head = `Host: x\r\nConnection: close\r\nAuthorization: Bearer ${api.token}\r\n\r\n`;
  const requests = {
    "a bad escape in the path": `GET /api/v1/%zz HTTP/1.1\r\n${head}`,
    "a cut letter in the path": `GET /api/v1/%D0 HTTP/1.1\r\n${head}`,
    "a bad escape in the query": `GET ${DATA}&class=%zz HTTP/1.1\r\n${head}`,
    "an address that is too long": `GET ${DATA}&class=${"x".repeat(20_000)} HTTP/1.1\r\n${head}`,
    "headers that are too long": `GET ${DATA} HTTP/1.1\r\nX-Long: ${"x".repeat(20_000)}\r\n${head}`,
    "an unknown method": `FETCH ${DATA} HTTP/1.1\r\n${head}`,
    "a known method that no route has": `PROPFIND ${DATA} HTTP/1.1\r\n${head}`,
    "no HTTP at all": "hello\r\n\r\n",
    "bytes in a header": `GET ${DATA} HTTP/1.1\r\nX-Odd: \u0001\r\n${head}`,
  };
  for (const [what, text] of Object.entries(requests)) {
    const [top, body] = (await raw(port, text)).split("\r\n\r\n") as [string, string];
    assert.match(top, /^HTTP\/1\.1 404 /, what);
    const json = JSON.parse(body);
    holdToSchema("GET", {status: 404, headers: {}, raw: Buffer.from(body), text: body, json}, {404: ENVELOPE_SCHEMA});
    assert.equal(json.error.code, "NOT_FOUND");
    if (what.endsWith("too long"))
      assert.match(json.error.hint, /address and headers are not longer than 16 kB together/);
    assert.match(top.toLowerCase(), new RegExp(`x-request-id: ${json.request_id}\r\n`), what);
    assert.match(top.toLowerCase(), /access-control-allow-origin: \*/, what);
    assert.match(top.toLowerCase(), /content-type: application\/json/, what);
  }
});

test("a request without Host is answered, and garbage after a request does not change its answer [errors.unreadable-request]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const port = await listen(api);
  const bare = await raw(port, `GET ${DATA}&limit=1 HTTP/1.1\r\nConnection: close\r\nX-API-Key: ${api.token}\r\n\r\n`);
  assert.match(bare, /^HTTP\/1\.1 200 /);
  assert.match(bare, /link: <\/api\/v1\/data\?/i);
  const followed = await raw(port, `GET /health HTTP/1.1\r\nHost: x\r\n\r\nrubbish\r\n\r\n`);
  const first = followed.indexOf("HTTP/1.1 200");
  if (first !== -1) assert.match(followed.slice(first), /\{"status":"ok"\}/);
});

test("HEAD gives the headers of GET without a body, and charges nothing [params.head cache.headers]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const port = await listen(api);
  const headers = {"x-api-key": await api.createToken("free"), host: "stat.example.org"};
  for (const [path, more] of [
    [DATA, {}],
    [`${DATA}&format=csv&limit=2`, {}],
    [DATA, {"accept-encoding": "gzip"}],
    [`${DATA}&limit=0`, {}],
    [`${DATA}&class=none`, {}],
    ["/api/limits", {}],
    ["/health", {}],
    ["/api/nothing", {}],
  ] as [string, Record<string, string>][]) {
    const head = await ask(port, "HEAD", path, {...headers, ...more});
    const get = await ask(port, "GET", path, {...headers, ...more});
    assert.equal(head.status, get.status, path);
    assert.equal(head.raw.length, 0);
    for (const name of Object.keys(get.headers)) {
      if (
        /^(date|x-request-id|x-ratelimit-remaining-minute|x-quota-values-remaining|x-ratelimit-reset-minute|content-(length|encoding))$/.test(
          name,
        )
      )
        continue;
      assert.equal(head.headers[name], get.headers[name], `${name} of ${path}`);
    }
    // A body that is charged is not written for HEAD, so its length and coding are not known.
    const isPriced = get.headers["x-values"] !== undefined;
    if (get.status === 200) assert.equal(head.headers["content-length"], isPriced ? undefined : String(get.raw.length));
  }
});

test("any origin may read: OPTIONS is 204 without a token, with or without preflight headers, and all headers are exposed [params.cors]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const port = await listen(api);
  const preflight = {
    origin: "https://notebook.example.org",
    "access-control-request-method": "GET",
    "access-control-request-headers": "authorization,x-api-key,if-none-match",
  };
  for (const [path, headers] of [
    ["/api/v1/data", {}],
    [DATA, preflight],
    ["/api/limits", {}],
    ["/api/v1/nothing", preflight],
  ] as [string, Record<string, string>][]) {
    const {status, headers: answered, raw: body} = await ask(port, "OPTIONS", path, headers);
    assert.equal(status, 204, path);
    assert.equal(body.length, 0);
    assert.equal(answered["allow"], "GET, HEAD, OPTIONS");
    assert.equal(answered["access-control-allow-origin"], "*");
    for (const name of ["Authorization", "X-API-Key", "If-None-Match"]) {
      assert.ok(answered["access-control-allow-headers"]!.includes(name));
    }
    for (const name of ["GET", "HEAD"]) assert.ok(answered["access-control-allow-methods"]!.includes(name));
  }
  assert.equal((await ask(port, "OPTIONS", "/api/v1/nothing", {})).status, 404);
  const {headers} = await api.get(`${DATA}&format=csv&limit=1&x=1`, {"x-api-key": await api.createToken("free")});
  const exposed = headers["access-control-expose-headers"]!.toLowerCase().split(", ");
  const simple = /^(access-control-|vary$|cache-control$|content-(type|length)$|date$|connection$|keep-alive$)/;
  for (const name of Object.keys(headers)) if (!simple.test(name)) assert.ok(exposed.includes(name), name);
  for (const name of ["retry-after", "etag", "x-request-id"]) assert.ok(exposed.includes(name));
  assert.equal(EXPOSED_HEADERS.toLowerCase().split(", ").length, exposed.length);
});

test("an answer is packed in a coding that the client accepts, and unpacked it has the same bytes [cache.compression cache.vary]", async (t) => {
  const api = await openWith(t, [PRICES, daily([7_000])]);
  const port = await listen(api);
  for (const path of [`${DATA}`, `${DATA}&format=csv`, "/api/v1/data?dataset=daily"]) {
    const plain = await ask(port, "GET", path, {"x-api-key": api.token});
    assert.equal(plain.headers["content-encoding"], undefined);
    for (const [accepted, coding] of [
      ["gzip", "gzip"],
      ["gzip, deflate", "gzip"],
      ["br", "br"],
      ["zstd", "zstd"],
      ["gzip, deflate, br, zstd", "zstd"],
      ["gzip;q=1, br;q=0.9, zstd;q=0", "gzip"],
      ["*", "gzip"],
      ["identity", undefined],
      ["", undefined],
      ["deflate, compress", undefined],
      ["gzip;q=0", undefined],
      ["identity;q=1, gzip;q=0.5", undefined],
      ["identity;q=0, gzip", "gzip"],
    ] as const) {
      const answer = await ask(port, "GET", path, {"x-api-key": api.token, "accept-encoding": accepted});
      assert.equal(answer.headers["content-encoding"], coding, accepted);
      assert.equal(answer.text, plain.text, accepted);
      assert.equal(answer.headers["etag"], plain.headers["etag"]);
      assert.equal(answer.headers["content-length"], String(answer.raw.length));
      assert.match(answer.headers["vary"]!, /Accept-Encoding/);
    }
  }
  const small = await ask(port, "GET", "/health", {"accept-encoding": "gzip"});
  assert.equal(small.headers["content-encoding"], undefined);
  const forced = await ask(port, "GET", "/health", {"accept-encoding": "gzip, identity;q=0"});
  assert.equal(forced.headers["content-encoding"], "gzip");
  assert.deepEqual(forced.json, {status: "ok"});
  const etag = (await ask(port, "GET", DATA, {"x-api-key": api.token, "accept-encoding": "br"})).headers["etag"]!;
  const held = await ask(port, "GET", DATA, {"x-api-key": api.token, "accept-encoding": "br", "if-none-match": etag});
  assert.deepEqual([held.status, held.raw.length, held.headers["content-encoding"]], [304, 0, undefined]);
});

test("a body on a GET or on an unknown route is ignored [errors.not-found-method]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const port = await listen(api);
  const answer = await ask(port, "GET", DATA, {"x-api-key": api.token, "content-type": "application/json"});
  assert.equal(answer.status, 200);
  const post = await raw(
    port,
    `POST ${DATA} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 3\r\n\r\n{x}`,
  );
  assert.match(post, /^HTTP\/1\.1 404 /);
});

test("a client that disconnects does not get its charge back, and the server continues [limits.hang-up]", {
  timeout: HANG_MS,
}, async (t) => {
  const api = await openWith(t, [daily([20_000, 20_000, 20_000])]);
  const port = await listen(api);
  const token = await api.createToken("free");
  const socket = connect(port, "127.0.0.1");
  socket.write(`GET /api/v1/data?dataset=daily HTTP/1.1\r\nHost: x\r\nX-API-Key: ${token}\r\n\r\n`);
  await once(socket, "data");
  socket.destroy();
  await finished(t, api);
  const used = await api.store.accounts.read(function* (q) {
    const owner = yield* findTokenOwner(q, tokenFingerprint(token));
    return yield* readUsage(q, owner!.accountId, "2026-07");
  });
  assert.equal(used, 60_000);
  assert.equal((await ask(port, "GET", "/api/v1/data?dataset=daily", {"x-api-key": token})).status, 200);
});

/** Waits for the event that ends a request. */
async function finished(_t: TestContext, api: Api): Promise<void> {
  while (!api.events.some((event) => event.type === "request-finished")) await new Promise(setImmediate);
}

test("every answer says Strict-Transport-Security where the public address is https, and none where it is not [serve.strict-transport]", async (t) => {
  for (const [publicUrl, expected] of [
    ["https://ryad.example", "max-age=31536000"],
    ["http://ryad.example", undefined],
    [null, undefined],
  ] as const) {
    const api = await openWith(t, [PRICES], {settings: {publicUrl}});
    for (const path of [DATA, "/api/v1/nothing", "/health", "/api/limits"])
      assert.equal((await api.get(path)).headers["strict-transport-security"], expected, path);
  }
});
