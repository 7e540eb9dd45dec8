// Metrics of a real server: only on their own port, with counts of real requests and of loads by other processes.
import assert from "node:assert/strict";
import {once} from "node:events";
import {createServer} from "node:http";
import type {AddressInfo} from "node:net";
import {join} from "node:path";
import {createInterface} from "node:readline";
import {type TestContext, test} from "node:test";
import {createToken, ryad, spawnRyad} from "./command.ts";
import {Exposition} from "./prometheus-text.ts";
import {temporaryFolder, writePackage} from "./warehouse.ts";

const HEADER = "indicator,geo,period,value";
const MOSCOW = "45000000000";

interface WatchedServer {
  readonly origin: string;
  /** Address of the metrics. */
  readonly metrics: string;
  readonly process: ReturnType<typeof spawnRyad>;
}

/** A server that has told where it listens and where its metrics are. */
async function serveWatched(t: TestContext, dataFolder: string, environment = {}): Promise<WatchedServer> {
  const child = spawnRyad(["serve", "--data", dataFolder, "--port", "0"], {RYAD_METRICS_PORT: "0", ...environment});
  t.after(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  });
  let metrics = "";
  for await (const line of createInterface(child.stdout!)) {
    metrics ||= /^metrics at (http:\/\/\S+)$/.exec(line)?.[1] ?? "";
    const origin = /^listening on (http:\/\/\S+)$/.exec(line)?.[1];
    if (origin !== undefined) return {origin, metrics, process: child};
  }
  throw new Error("the server ended before it listened");
}

async function scrape(address: string): Promise<{read: Exposition; text: string}> {
  const answer = await fetch(address);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get("content-type"), "text/plain; version=0.0.4; charset=utf-8");
  const text = await answer.text();
  return {read: new Exposition(text), text};
}

async function writeRelease(t: TestContext, publishedAt: string, rows: readonly string[]): Promise<string> {
  const metadata = {provider: "showdata", dataset: "demo", name: "Demo (not official)", published_at: publishedAt};
  return writePackage(join(await temporaryFolder(t), "package"), metadata, HEADER, rows);
}

test("a server counts requests and the loads of other processes, and names no account", async (t) => {
  const data = await temporaryFolder(t);
  const first = await writeRelease(t, "2026-05-10", [`x,${MOSCOW},2026-03,1`, `x,${MOSCOW},2026-04,2`]);
  assert.equal((await ryad(["load", first, "--data", data])).code, 0);
  const [owner, free] = [await createToken(data, "owner"), await createToken(data, "free")];
  const {origin, metrics} = await serveWatched(t, data, {RYAD_TODAY: "2026-05-30"});
  const get = async (path: string, token: string, headers = {}): Promise<Response> => {
    const answer = await fetch(origin + path, {headers: {"x-api-key": token, ...headers}});
    await answer.arrayBuffer();
    return answer;
  };

  const slice = await get("/api/v1/data?dataset=demo", free);
  await get("/api/v1/data?dataset=demo", owner, {"if-none-match": slice.headers.get("etag")!});
  await get("/api/v1/data?dataset=demo&start=2026-04", owner);
  await get("/api/v1/data?dataset=none", owner);
  await get(`/api/v1/${owner}`, free);
  for (let times = 0; times < 3; times++) await get("/health", "");
  const revision = await writeRelease(t, "2026-05-20", [`x,${MOSCOW},2026-04,2.5`, `x,${MOSCOW},2026-05,3`]);
  assert.equal((await ryad(["load", revision, "--data", data])).code, 0);

  const {read, text} = await scrape(metrics);
  const data200 = {route: "/api/v1/data", status: 200};
  assert.equal(read.value("ryad_http_requests_total", data200), 2);
  assert.equal(read.value("ryad_http_requests_total", {...data200, status: 304}), 1);
  assert.equal(read.value("ryad_http_requests_total", {...data200, status: 404}), 1);
  assert.equal(read.value("ryad_http_requests_total", {route: "unknown", status: 404}), 1);
  assert.equal(read.value("ryad_http_requests_total", {route: "/health", status: 200}), 3);
  assert.equal(read.sum("ryad_http_requests_total"), 8);
  assert.equal(read.value("ryad_http_refusals_total", {code: "NOT_FOUND"}), 2);
  assert.equal(read.value("ryad_values_charged_total"), 3);
  assert.equal(read.value("ryad_values_returned_total", {route: "/api/v1/data"}), 3);

  assert.equal(read.value("ryad_load_runs_total", {kind: "load"}), 1, "the load before the start is not this server's");
  assert.equal(read.value("ryad_loaded_values_total", {change: "new"}), 1);
  assert.equal(read.value("ryad_loaded_values_total", {change: "revised"}), 1);
  const demo = {provider: "showdata", dataset: "demo"};
  assert.equal(read.value("ryad_dataset_publication_age_days", demo), 10);
  assert.equal(read.value("ryad_dataset_lag_months", demo), 0);
  assert.equal(read.value("ryad_store_up"), 1);
  assert.equal(
    (await scrape(metrics)).read.sum("ryad_http_requests_total"),
    8,
    "a scrape is no request of the service",
  );

  for (const token of [owner, free]) assert.ok(!text.includes(token.slice(5, 20)));
  assert.doesNotMatch(text, /@|example\.org/);
});

test("metrics are served only on their own port and path, and end with the service", async (t) => {
  const {origin, metrics, process} = await serveWatched(t, await temporaryFolder(t));
  assert.match(metrics, /^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
  const {origin: watched} = new URL(metrics);
  assert.notEqual(watched, origin);
  for (const path of ["/metrics", "/metrics/", "/api/metrics", "/api/v1/metrics"]) {
    assert.equal((await fetch(origin + path)).status, 404, path);
  }
  for (const path of ["/", "/metrics/", "/Metrics", "/health", "/api/limits", "/api/v1/data"]) {
    assert.equal((await fetch(watched + path)).status, 404, path);
  }
  assert.equal((await fetch(`${metrics}?collect=all`)).status, 200);
  const head = await fetch(metrics, {method: "HEAD"});
  assert.ok(head.status === 200 && Number(head.headers.get("content-length")) > 1000);
  const post = await fetch(metrics, {method: "POST", body: "x"});
  assert.deepEqual([post.status, post.headers.get("allow")], [405, "GET, HEAD"]);

  const ended = once(process, "exit");
  process.kill("SIGTERM");
  assert.deepEqual(await ended, [0, null]);
  await assert.rejects(fetch(metrics));
});

test("without RYAD_METRICS_PORT there are no metrics; a port in use is refused with the name of the setting", async (t) => {
  const data = await temporaryFolder(t);
  const {metrics, process} = await serveWatched(t, data, {RYAD_METRICS_PORT: ""});
  assert.equal(metrics, "");
  process.kill("SIGTERM");
  await once(process, "exit");

  const other = createServer().listen(0, "127.0.0.1");
  t.after(() => other.close());
  await once(other, "listening");
  const {port} = other.address() as AddressInfo;
  const refused = await ryad(["serve", "--data", data, "--port", "0"], {RYAD_METRICS_PORT: String(port)});
  assert.equal(refused.code, 1);
  assert.equal(refused.stdout, "");
  assert.match(refused.stderr, new RegExp(`port ${port} of 127\\.0\\.0\\.1 is taken[^]*RYAD_METRICS_PORT`));
});
