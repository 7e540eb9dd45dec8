// One test for every code of the table of errors, and for what may never get out.
import assert from "node:assert/strict";
import {test} from "node:test";
import {ERRORS, type ErrorCode} from "../../src/api/errors.ts";
import {findDatasets} from "../../src/store/datasets/dataset.ts";
import {deleteHistories, readHistories, writeHistories} from "../../src/store/series/history.ts";
import {readSeries} from "../../src/store/series/series.ts";
import {type Answer, spend} from "./client.ts";
import {daily, openWith, PRICES} from "./packages.ts";

const DATA = "/api/v1/data?dataset=prices&class=03";

test("every error is an envelope with a code and status of the table [errors.envelope errors.codes-closed errors.request-id]", async (t) => {
  const api = await openWith(t, [PRICES, daily([60_001])]);
  const poor = await api.createToken("free");
  await spend(api, poor, 1_000_000);
  const provoked: Partial<Record<ErrorCode, Answer>> = {
    UNAUTHENTICATED: await api.get(DATA, {authorization: ""}),
    INVALID_TOKEN: await api.get(DATA, {authorization: "Bearer x"}),
    RATE_LIMITED: await api.get(DATA, {authorization: `Bearer ${poor}`}),
    SLICE_TOO_BIG: await api.get("/api/v1/data?dataset=daily"),
    NOT_FOUND: await api.get(`${DATA}&measure=none`),
    CURSOR_GONE: await api.get("/api/v1/changes?cursor=WzAsOTk5OTk5LCIwMDAwMDAwMDAwMDAiXQ"),
  };
  for (const [code, answer] of Object.entries(provoked)) {
    assert.equal(answer.status, ERRORS[code as ErrorCode].status, code);
    assert.equal(answer.json.error.code, code);
    assert.equal(answer.headers["content-type"], "application/json; charset=utf-8");
    assert.equal(answer.headers["cache-control"], "no-store");
    assert.equal(answer.headers["etag"], undefined);
    assert.ok(answer.json.error.message.length > 0);
  }
  assert.deepEqual(Object.keys(ERRORS), [
    "UNAUTHENTICATED",
    "INVALID_TOKEN",
    "RATE_LIMITED",
    "SLICE_TOO_BIG",
    "NOT_FOUND",
    "RANGE_NOT_SATISFIABLE",
    "DATASET_REQUIRED",
    "BAD_REQUEST",
    "CURSOR_GONE",
    "NOT_ACCEPTABLE",
    "NOT_IMPLEMENTED",
    "INTERNAL",
  ]);
});

test("an unknown route under /api/, and a method that a route does not have, are 404 NOT_FOUND [errors.not-found-route errors.not-found-method]", async (t) => {
  const api = await openWith(t, [PRICES]);
  for (const path of [
    "/api",
    "/api/",
    "/api/v1",
    "/api/v1/",
    "/api/v1/Data",
    "/api/v1/data/",
    "/api/v1/data/x",
    "/api/v2/data",
    "/api//v1/data",
  ]) {
    const answer = await api.get(path);
    assert.equal(answer.status, 404, path);
    assert.equal(answer.json.error.code, "NOT_FOUND");
  }
  for (const method of ["POST", "PUT", "PATCH", "DELETE", "TRACE"]) {
    for (const path of [DATA, "/api/limits"]) {
      const answer = await api.ask(method, path, {"content-type": "application/json"});
      assert.equal(answer.status, 404, `${method} ${path}`);
      assert.equal(answer.json.error.code, "NOT_FOUND");
    }
  }
});

test("an unreadable path counts in the minute like any other; a long key is checked after the token [errors.unreadable-request limits.window-every-request limits.minute-headers limits.quota-headers auth.first]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const authorization = `Bearer ${await api.createToken("free")}`;
  const long = `/api/v1/series/${"k".repeat(5000)}/observations`;
  for (const [path, left] of [
    ["/api/v1/%zz", "19"],
    ["/api/v1/series/%D0/evidence", "18"],
    ["/api/v1/odata/%zz", "17"],
    [long, "16"],
  ] as const) {
    const answer = await api.get(path, {authorization});
    assert.equal(answer.status, 404, path);
    assert.equal(answer.json.error.code, "NOT_FOUND");
    assert.equal(answer.headers["x-ratelimit-remaining-minute"], left, path);
    assert.equal(answer.headers["x-quota-values-remaining"], "1000000", path);
    assert.equal(answer.headers["vary"]!.includes("Prefer"), path.includes("/odata/"), path);
    assert.ok(answer.text.length < 600, "it does not repeat a long key");
  }
  assert.equal((await api.get(long, {authorization: ""})).status, 401);
  assert.equal((await api.get("/api/v1/%zz", {authorization: ""})).headers["x-ratelimit-remaining-minute"], undefined);
});

test("a query that cannot be read is 404 NOT_FOUND [errors.unreadable-request]", async (t) => {
  const api = await openWith(t, [PRICES]);
  for (const query of ["%", "class=%zz", "class=%D0", "class=%ff", "%C0%80=1", "class=%00", "class=01&x=%u0410"]) {
    const answer = await api.get(`/api/v1/data?dataset=prices&${query}`);
    assert.equal(answer.status, 404, query);
    assert.equal(answer.json.error.code, "NOT_FOUND");
  }
  const twice = await api.get("/api/v1/data?dataset=prices&class=%2525");
  assert.match(twice.json.error.hint, /class/, "a percent sign that is escaped is a code like any other");
});

test("the server makes the identifier of a request, whatever the client sends [errors.request-id-own]", async (t) => {
  const api = await openWith(t, []);
  const {headers} = await api.get(DATA, {"x-request-id": "mine", "request-id": "mine"});
  assert.notEqual(headers["x-request-id"], "mine");
});

test("an unreachable store is INTERNAL 500 with Retry-After, without internal details, and the server continues [errors.internal errors.store-out]", async (t) => {
  const api = await openWith(t, [PRICES], {failing: true});
  await api.store.statistics.close();
  const answer = await api.get(DATA);
  assert.equal(answer.status, 500);
  assert.equal(answer.json.error.code, "INTERNAL");
  assert.match(answer.headers["retry-after"]!, /^[1-9]\d*$/);
  assert.doesNotMatch(answer.text, /sqlite|database|\.ts|at /i);
  assert.equal((await api.get("/ready")).status, 503);
  assert.equal((await api.get("/health")).status, 200);
  assert.equal((await api.get("/api/limits")).status, 200);
  await api.store.accounts.close();
  assert.equal((await api.get(DATA)).json.error.code, "INTERNAL");
  assert.equal((await api.get("/api/v1/nothing")).status, 404);
  const failed = api.events.find((event) => event.type === "request-failed");
  assert.match(failed!.error.message, /not open/);
});

test("an answer that ends in a 5xx gives its charge back, and a damaged history is never served [limits.charge-returned errors.internal errors.internal-retry]", async (t) => {
  const api = await openWith(t, [PRICES], {failing: true});
  await api.store.statistics.write(function* (q) {
    const [dataset] = yield* findDatasets(q, {provider: "showdata", dataset: "prices"});
    const series = (yield* readSeries(q, dataset!.id)).find(({classification}) => classification === "03")!;
    const [history] = yield* readHistories(q, dataset!.id, [series.number]);
    const damaged = Uint8Array.from(history!);
    damaged[damaged.length - 1]! ^= 1;
    yield* writeHistories(q, dataset!.id, [{number: series.number, estimates: damaged}]);
  });
  const token = await api.createToken("free");
  await spend(api, token, 10);
  for (const query of ["", "&format=csv", "&as_of=2026-06-09"]) {
    const answer = await api.get(DATA + query, {authorization: `Bearer ${token}`});
    assert.equal(answer.status, 500, query);
    assert.equal(answer.json.error.code, "INTERNAL");
    assert.equal(answer.headers["etag"], undefined);
    assert.match(answer.headers["retry-after"]!, /^[1-9]\d*$/);
    assert.equal(answer.headers["x-quota-values-remaining"], "999990");
  }
  const sound = await api.get("/api/v1/data?dataset=prices&class=01", {authorization: `Bearer ${token}`});
  assert.equal(sound.status, 200);
  assert.equal(sound.headers["x-quota-values-remaining"], String(999_990 - sound.json.observation_count));
});

test("a series without a history is a failure, never an empty series [errors.internal]", async (t) => {
  const api = await openWith(t, [PRICES], {failing: true});
  await api.store.statistics.write(function* (q) {
    const [dataset] = yield* findDatasets(q, {provider: "showdata", dataset: "prices"});
    const series = (yield* readSeries(q, dataset!.id)).find(({classification}) => classification === "03")!;
    yield* deleteHistories(q, dataset!.id, [series.number]);
  });
  assert.equal((await api.get(DATA)).json.error.code, "INTERNAL");
  assert.equal((await api.get("/api/v1/data?dataset=prices&class=01")).status, 200);
});
