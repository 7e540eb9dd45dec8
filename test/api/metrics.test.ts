// Metrics in process: they count the service's events, and compute the status of datasets at the scrape.
import assert from "node:assert/strict";
import {once} from "node:events";
import {type AddressInfo, connect, type Socket} from "node:net";
import {test} from "node:test";
import {ERRORS} from "../../src/api/errors.ts";
import {createMetrics, type Metrics} from "../../src/api/metrics/metrics.ts";
import {dropDataset} from "../../src/load/withdrawal.ts";
import type {Emit, Event} from "../../src/service/events.ts";
import {todayOf} from "../../src/statistics/time/day.ts";
import {findDatasets} from "../../src/store/datasets/dataset.ts";
import type {Store} from "../../src/store/open.ts";
import {readHistories, writeHistories} from "../../src/store/series/history.ts";
import {readSeries} from "../../src/store/series/series.ts";
import {HANG_MS, until} from "../../src/work/patience.fixture.ts";
import {Exposition} from "../prometheus-text.ts";
import {temporaryFolder, temporaryStore} from "../warehouse.ts";
import {ONE_WORKER} from "../worker-stores.ts";
import {type Api, createApi} from "./client.ts";
import {daily, loadTidy, MOSCOW, openWith, PRICES} from "./packages.ts";

const DATA = "/api/v1/data?dataset=prices";
const DATA_ROUTE = {route: "/api/v1/data"};

function createMetricsOf({store, clock}: {store: Store; clock: {now: Date}}, emit: Emit = () => {}): Metrics {
  return createMetrics({store, today: () => todayOf(null, clock.now), startedAt: new Date("2026-01-01"), emit});
}

/** What metrics that saw every event of the api would answer. */
async function scrapeAll(api: Api): Promise<Exposition> {
  const metrics = createMetricsOf(api);
  for (const event of api.events) metrics.count(event);
  return new Exposition(await metrics.scrape());
}

test("every metric is present from the first scrape on, follows Prometheus' rules for names, and has a help text", async (t) => {
  const api = await openWith(t, [PRICES]);
  const {families} = await scrapeAll(api);
  for (const {name, kind, help} of families.values()) {
    assert.match(name, /^(ryad|process|nodejs)_[a-z0-9_]+$/);
    assert.ok(help.length > 10);
    if (!name.startsWith("ryad_")) continue;
    assert.equal(name.endsWith("_total"), kind === "counter", name);
    assert.ok(help.endsWith("."), name);
  }
  for (const name of ["process_resident_memory_bytes", "nodejs_eventloop_lag_seconds"]) assert.ok(families.has(name));
  const codes = families.get("ryad_http_refusals_total")!.samples.map(({labels}) => labels["code"]);
  assert.deepEqual(codes, [...Object.keys(ERRORS), "INVALID_PARAMETERS"]);
});

test("requests, refusals, durations and values are counted by the pattern of their route", async (t) => {
  const api = await openWith(t, [PRICES]);
  const first = await api.get(`${DATA}&class=01`);
  const values = first.json.observation_count as number;
  const key = first.json.series[0].series_key as string;
  await api.get(`${DATA}&class=01`, {"if-none-match": first.headers["etag"]!, "x-api-key": api.token});
  await api.ask("HEAD", `${DATA}&class=01`);
  const observations = await api.get(`/api/v1/series/${key}/observations`);
  await api.get(`${DATA}&limit=x`);
  await api.get(DATA, {authorization: ""});
  await api.get(DATA, {authorization: "Bearer x"});
  await api.get("/api/v1/series/0000000000000000/observations");
  for (const path of ["/api/v1/none", "/none", `/none/${api.token}`, "/%", "/metrics"]) await api.get(path);
  await api.get("/health", {authorization: ""});

  const read = await scrapeAll(api);
  const requests: readonly [route: string, status: number, count: number][] = [
    ["/api/v1/data", 200, 2],
    ["/api/v1/data", 304, 1],
    ["/api/v1/data", 401, 2],
    ["/api/v1/data", 422, 1],
    ["/api/v1/series/:series_key/observations", 200, 1],
    ["/api/v1/series/:series_key/observations", 404, 1],
    ["unknown", 404, 5],
    ["/health", 200, 1],
  ];
  for (const [route, status, count] of requests) {
    assert.equal(read.value("ryad_http_requests_total", {route, status}), count, `${route} ${status}`);
  }
  assert.equal(
    read.sum("ryad_http_requests_total"),
    requests.reduce((sum, [, , count]) => sum + count, 0),
  );
  assert.equal(read.value("ryad_http_request_duration_seconds_count", DATA_ROUTE), 6);
  assert.ok(read.value("ryad_http_request_duration_seconds_sum", DATA_ROUTE)! > 0);

  const refusals = {INVALID_PARAMETERS: 1, UNAUTHENTICATED: 1, INVALID_TOKEN: 1, NOT_FOUND: 6};
  for (const [code, count] of Object.entries(refusals)) {
    assert.equal(read.value("ryad_http_refusals_total", {code}), count, code);
  }
  assert.equal(read.sum("ryad_http_refusals_total"), 9);

  assert.equal(read.value("ryad_values_returned_total", DATA_ROUTE), values);
  const ofSeries = observations.json.count as number;
  assert.equal(read.value("ryad_values_returned_total", {route: "/api/v1/series/:series_key/observations"}), ofSeries);
  assert.equal(read.value("ryad_values_charged_total"), values + ofSeries);
  assert.equal(read.value("ryad_values_given_back_total"), 0);
});

test("values of a failed answer are counted as charged and given back, not as returned", async (t) => {
  const api = await openWith(t, [PRICES], {failing: true});
  await api.store.statistics.write(function* (q) {
    const [dataset] = yield* findDatasets(q, {provider: "showdata", dataset: "prices"});
    const series = (yield* readSeries(q, dataset!.id)).find(({classification}) => classification === "03")!;
    const [history] = yield* readHistories(q, dataset!.id, [series.number]);
    const damaged = Uint8Array.from(history!);
    damaged[damaged.length - 1]! ^= 1;
    yield* writeHistories(q, dataset!.id, [{number: series.number, estimates: damaged}]);
  });
  const answer = await api.get(`${DATA}&class=03`);
  assert.equal(answer.status, 500);
  const read = await scrapeAll(api);
  assert.equal(read.value("ryad_values_charged_total"), 1);
  assert.equal(read.value("ryad_values_given_back_total"), 1);
  assert.equal(read.sum("ryad_values_returned_total"), 0);
  assert.equal(read.value("ryad_http_refusals_total", {code: "INTERNAL"}), 1);
  assert.equal(read.value("ryad_http_requests_total", {...DATA_ROUTE, status: 500}), 1);
});

test("a cut answer counts as charged and not as returned; an answer that the client got nothing of is 499", {
  timeout: HANG_MS,
}, async (t) => {
  const [query, admission] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const {store} = await temporaryStore(t);
  // three series whose CSV is larger than all buffers between a server and a client that does not read
  const long = daily([20_000, 20_000, 20_000]);
  const rows = long.rows.map((row) => row.replace(",c", `,${"c".repeat(240)}`));
  await loadTidy(store, await temporaryFolder(t), {...long, rows});
  let held = false;
  const {statistics} = store;
  const heldStatistics: Store["statistics"] = {
    ...statistics,
    read: async (script) => {
      if (held) {
        query.resolve();
        await admission.promise;
      }
      return statistics.read(script);
    },
  };
  const api = await createApi(t, {...store, statistics: heldStatistics});
  await api.server.listen({port: 0, host: "127.0.0.1"});
  const {port} = api.server.server.address() as AddressInfo;
  const finished = async (times: number) => {
    const ended = () => api.events.filter((event) => event.type === "request-finished");
    await until("the request has ended", () => ended().length >= times);
    return ended().at(-1)!;
  };
  const send = (path: string): Socket => {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => {});
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${api.token}\r\n\r\n`);
    return socket;
  };

  const reader = send("/api/v1/data?dataset=daily&format=csv");
  await once(reader, "readable");
  reader.destroy();
  const cut = await finished(1);
  assert.deepEqual([cut.status, cut.whole, cut.values], [200, false, 60_000]);

  held = true;
  const gone = send("/api/v1/data?dataset=daily&limit=1");
  await query.promise;
  // a client that only closes its side may still read
  gone.resetAndDestroy();
  const nothing = await finished(2);
  assert.deepEqual([nothing.status, nothing.whole, nothing.values], [499, false, 0]);
  admission.resolve();
  while (api.events.filter(({type}) => type === "values-charged").length < 2) await new Promise(setImmediate);

  const read = await scrapeAll(api);
  assert.equal(read.value("ryad_http_requests_total", {...DATA_ROUTE, status: 200}), 1);
  assert.equal(read.value("ryad_http_requests_total", {...DATA_ROUTE, status: 499}), 1);
  assert.equal(read.value("ryad_values_charged_total"), 80_000, "also what was charged after the client had gone");
  assert.equal(read.sum("ryad_values_returned_total"), 0);
});

test(
  "the caches count hits and misses: a body is kept from the second request in its coding on, and after a load every cache misses",
  ONE_WORKER,
  async (t) => {
    const api = await openWith(t, [daily([100])]);
    const counts = async (): Promise<Record<string, number[]>> => {
      const read = await scrapeAll(api);
      const of = (cache: string) =>
        ["hit", "miss"].map((result) => read.value("ryad_cache_requests_total", {cache, result})!);
      return {catalogue: of("catalogue"), body: of("body")};
    };
    const ask = (coding: string) =>
      api.get("/api/v1/data?dataset=daily", {"x-api-key": api.token, "accept-encoding": coding});
    await ask("identity");
    assert.deepEqual(await counts(), {catalogue: [0, 1], body: [0, 1]});
    await ask("zstd");
    await ask("zstd");
    await ask("zstd");
    assert.deepEqual(await counts(), {catalogue: [3, 1], body: [1, 3]});
    await api.load({...daily([101]), published_at: "2026-06-11"});
    await ask("zstd");
    assert.deepEqual(await counts(), {catalogue: [3, 2], body: [1, 4]});
    await ask("gzip");
    assert.deepEqual(await counts(), {catalogue: [4, 2], body: [1, 5]});
  },
);

test("a reference list is made once for each state of the store and each day", ONE_WORKER, async (t) => {
  const api = await openWith(t, [PRICES]);
  const ask = () => api.get("/api/v1/reference/units?dataset=prices");
  for (const step of [ask, ask, () => api.load(daily([1])), ask, ask, ask]) await step();
  const read = await scrapeAll(api);
  assert.equal(read.value("ryad_cache_requests_total", {cache: "list", result: "miss"}), 2);
  assert.equal(read.value("ryad_cache_requests_total", {cache: "list", result: "hit"}), 3);
});

test("the queue of large answers is counted while answers wait, and is 0 afterwards", ONE_WORKER, async (t) => {
  const api = await openWith(t, [daily([30_000])]);
  await Promise.all(Array.from({length: 6}, () => api.get("/api/v1/data?dataset=daily")));
  const seen = api.events.filter((event) => event.type === "slots-changed");
  assert.equal(Math.max(...seen.map(({writing}) => writing)), 4);
  assert.equal(Math.max(...seen.map(({waiting}) => waiting)), 2);
  const read = await scrapeAll(api);
  assert.equal(read.value("ryad_large_answers_writing"), 0);
  assert.equal(read.value("ryad_large_answers_waiting"), 0);
});

test("the status of datasets is computed at the scrape: their age, their lag, and the months by which they are overdue", async (t) => {
  const monthly = {dataset: "monthly", rows: [`x,${MOSCOW},2026-01,1`], published_at: "2026-02-10"};
  const old = {dataset: "old", rows: [`x,${MOSCOW},2001,1`], published_at: "2002-03-01", more: {archival: true}};
  const api = await openWith(t, [monthly, old]);
  const metrics = createMetricsOf(api);
  const of = (dataset: string) => ({provider: "showdata", dataset});
  const scrape = async (now: string): Promise<Exposition> => {
    api.clock.now = new Date(now);
    return new Exposition(await metrics.scrape());
  };

  const may = await scrape("2026-04-30T23:59:59Z");
  assert.equal(may.value("ryad_store_up"), 1);
  assert.equal(may.value("ryad_dataset_publication_age_days", of("monthly")), 79);
  assert.equal(may.value("ryad_dataset_lag_months", of("monthly")), 3);
  assert.equal(may.value("ryad_dataset_overdue_months", of("monthly")), 0);
  assert.equal(may.value("ryad_datasets", {status: "fresh"}), 1);
  assert.equal(may.value("ryad_datasets", {status: "archival"}), 1);
  assert.equal(may.value("ryad_dataset_overdue_months", of("old")), 0, "an archival dataset is never overdue");

  const later = await scrape("2026-05-01T00:00:00Z");
  assert.equal(later.value("ryad_dataset_publication_age_days", of("monthly")), 80);
  assert.equal(later.value("ryad_dataset_lag_months", of("monthly")), 4);
  assert.equal(later.value("ryad_dataset_overdue_months", of("monthly")), 1);
  assert.equal(later.value("ryad_datasets", {status: "overdue"}), 1);

  await api.load({...monthly, rows: [`x,${MOSCOW},2026-03,1`], published_at: "2026-04-10"});
  const loaded = await scrape("2026-05-01T00:00:00Z");
  assert.equal(loaded.value("ryad_dataset_publication_age_days", of("monthly")), 21);
  assert.equal(loaded.value("ryad_dataset_lag_months", of("monthly")), 2);

  await dropDataset(api.store, "old", new Date());
  const dropped = await scrape("2026-05-01T00:00:00Z");
  assert.equal(dropped.value("ryad_dataset_publication_age_days", of("old")), undefined);
  assert.equal(dropped.value("ryad_datasets", {status: "archival"}), 0);
  assert.equal(dropped.value("ryad_load_runs_total", {kind: "load"}), 3);
  assert.equal(dropped.value("ryad_load_runs_total", {kind: "drop"}), 1);
  assert.equal(dropped.value("ryad_loaded_values_total", {change: "new"}), 3);
});

test("loads from before the service started are not counted, those of its first instant are", async (t) => {
  const api = await openWith(t, [
    {dataset: "before", rows: [`x,${MOSCOW},2026-01,1`], loaded_at: "2026-05-01T11:59:59.999Z"},
    {dataset: "after", rows: [`x,${MOSCOW},2026-01,1`, `x,${MOSCOW},2026-02,1`], loaded_at: "2026-05-01T12:00:00.000Z"},
  ]);
  const startedAt = new Date("2026-05-01T12:00:00Z");
  const metrics = createMetrics({store: api.store, today: () => 20_600, startedAt, emit: () => {}});
  const read = new Exposition(await metrics.scrape());
  assert.equal(read.value("ryad_load_runs_total", {kind: "load"}), 1);
  assert.equal(read.value("ryad_loaded_values_total", {change: "new"}), 2);
});

test("if the store fails, only its metrics are absent: ryad_store_up is 0, and no old age is shown", async (t) => {
  const api = await openWith(t, [PRICES]);
  const told: Event[] = [];
  const metrics = createMetricsOf(api, (event) => told.push(event));
  metrics.count({type: "values-charged", requestId: "x", accountId: 1, values: 7});
  assert.equal(new Exposition(await metrics.scrape()).value("ryad_store_up"), 1);
  await api.store.statistics.close();
  const read = new Exposition(await metrics.scrape());
  assert.equal(read.value("ryad_store_up"), 0);
  assert.equal(read.value("ryad_values_charged_total"), 7);
  assert.equal(read.families.has("ryad_dataset_publication_age_days"), false);
  assert.equal(read.families.has("ryad_load_runs_total"), false);
  assert.deepEqual(
    told.map(({type}) => type),
    ["scrape-failed"],
  );
});

test("a store that does not answer is given up after a time, and asked only once for all waiting scrapes", async () => {
  let query = 0;
  const statistics = {
    read: () => {
      query++;
      return new Promise<never>(() => {});
    },
  } as unknown as Store["statistics"];
  const parts = {store: {statistics}, today: () => 20_600, startedAt: new Date(), emit: () => {}};
  const metrics = createMetrics(parts, 1);
  for (const text of await Promise.all([metrics.scrape(), metrics.scrape()])) {
    assert.equal(new Exposition(text).value("ryad_store_up"), 0);
  }
  assert.equal(new Exposition(await metrics.scrape()).value("ryad_store_up"), 0);
  assert.equal(query, 1);
});
