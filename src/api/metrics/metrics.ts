// All metrics of one service: counts of its events, numbers read from its store at a scrape, and prom-client's metrics of the process; and
// the server that Prometheus scrapes.
//
// That server has GET /metrics and nothing else, on its own address, never on that of the service. It needs no token, so its address must
// not be public: 127.0.0.1 unless the settings say otherwise.
import type {IncomingMessage, Server, ServerResponse} from "node:http";
import {AggregatorRegistry, collectDefaultMetrics, Registry} from "prom-client";
import type {Emit} from "../../service/events.ts";
import type {Day} from "../../statistics/time/day.ts";
import type {Store} from "../../store/open.ts";
import {createServer} from "../http/node-http.ts";
import {countEvents} from "./event-counters.ts";
import {readOperation, type StoreState, storeText} from "./store-metrics.ts";

export interface MetricsContext {
  readonly store: Pick<Store, "statistics">;
  /** The day against which datasets are judged. */
  readonly today: () => Day;
  /** When the service started. */
  readonly startedAt: Date;
  /** Gets an event when the store could not be read. */
  readonly emit: Emit;
  /** The metrics of each worker, as WorkerMetrics.read gives them; none if absent. */
  readonly readWorkers?: () => Promise<readonly (readonly object[])[]>;
}

/** The metrics of a worker: its parent adds those of all workers to its own. */
export interface WorkerMetrics {
  readonly count: Emit;
  /** Plain values, as prom-client aggregates them. */
  read(): Promise<readonly object[]>;
}

export function createWorkerMetrics(): WorkerMetrics {
  const register = new Registry();
  collectDefaultMetrics({register});
  return {count: countEvents(register), read: () => register.getMetricsAsJSON()};
}

export interface Metrics {
  /** Takes every event of the service. */
  readonly count: Emit;
  /** Text format 0.0.4. If the store fails or is late, only its metrics are absent. */
  scrape(): Promise<string>;
}

/** Prometheus gives up a scrape after ten seconds. */
const READING_MS = 2000;

export function createMetrics(
  {store, today, startedAt, emit, readWorkers}: MetricsContext,
  readingMs = READING_MS,
): Metrics {
  const register = new Registry();
  const count = countEvents(register);
  collectDefaultMetrics({register});
  const since = startedAt.toISOString();
  let reading: Promise<StoreState> | null = null;
  let kept: {readonly reading: StoreState; readonly today: Day; readonly text: string} | null = null;

  /** Kept while the day and the data are the same: with thousands of datasets the text takes long to write. */
  async function storeMetrics(): Promise<string> {
    const [reading, day] = [await readStore(), today()];
    if (reading === null) return storeText(null, day);
    if (kept?.reading !== reading || kept.today !== day) kept = {reading, today: day, text: storeText(reading, day)};
    return kept.text;
  }

  /** Concurrent scrapes share one read, so that a store that hangs is asked only once. */
  async function readStore(): Promise<StoreState | null> {
    reading ??= readOperation(store.statistics, since, kept?.reading ?? null).finally(() => {
      reading = null;
    });
    try {
      return await withinTime(reading, readingMs);
    } catch (error) {
      emit({type: "scrape-failed", error: error as Error});
      return null;
    }
  }

  async function serviceMetrics(): Promise<string> {
    if (readWorkers === undefined) return register.metrics();
    const workers = await readWorkers();
    const own = await register.getMetricsAsJSON();
    // It would be left out: of several processes none has the time of all. That of the parent is the service's.
    const start = await register.getSingleMetricAsString("process_start_time_seconds");
    return `${start}\n\n${await AggregatorRegistry.aggregate([own, ...workers] as never).metrics()}`;
  }

  return {
    count,
    async scrape() {
      return (await storeMetrics()) + (await serviceMetrics());
    },
  };
}

async function withinTime<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error(`the store did not answer within ${milliseconds} ms`)),
    milliseconds,
  );
  return Promise.race([promise, late.promise]).finally(() => clearTimeout(timer));
}

export const METRICS_PATH = "/metrics";
const TEXT_FORM = "text/plain; version=0.0.4; charset=utf-8";
const PLAIN = "text/plain; charset=utf-8";

/** `scrape` gives the text; `emit` gets an event when it fails. The server does not listen yet. */
export function buildMetricsServer(scrape: () => Promise<string>, emit: Emit): Server {
  return createServer((request, response) => {
    answer(request, response, scrape).catch((error: Error) => {
      emit({type: "scrape-failed", error});
      send(response, 500, PLAIN, "the metrics could not be read\n");
    });
  });
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  scrape: () => Promise<string>,
): Promise<void> {
  const [path] = (request.url ?? "").split("?");
  if (path !== METRICS_PATH) return send(response, 404, PLAIN, `there is only ${METRICS_PATH} here\n`);
  if (request.method !== "GET" && request.method !== "HEAD") {
    response.setHeader("allow", "GET, HEAD");
    return send(response, 405, PLAIN, "metrics are read with GET\n");
  }
  send(response, 200, TEXT_FORM, await scrape());
}

/** Node leaves the body out of the answer to a HEAD. */
function send(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, {
    "content-type": type,
    "content-length": Buffer.byteLength(text),
    "cache-control": "no-store",
  });
  response.end(text);
}
