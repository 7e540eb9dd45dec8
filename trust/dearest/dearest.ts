// The dearest requests: the largest that every route takes, over 200,000 series, and whether others are answered meanwhile.
//
// Beside each request of the ten that keep the loop of the server longest, /health is asked again and again. Its slowest hundredth has to
// be within ten times that of a server without work, for both engines. It is a time by the clock: a machine that is busy with something else
// delays both, at different moments, so the server without work is asked before and after, and only delays that come back count. How long
// the loop is held is work alone (watch-thread.ts), and the same on a busy machine. And what gives nothing and charges nothing costs little:
// a client may repeat a request that was refused.
import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {startPostgres} from "../../src/store/engines/postgres/server.fixture.ts";
import {openStore, type StoreLocation} from "../../src/store/open.ts";
import type {Subject, TrustOptions, TrustReport} from "../subject.ts";
import {askBehindLoads, firstRequests} from "./behind-loads.ts";
import {type ApiDocument, type DearRequest, type Holdings, largestRequests} from "./requests.ts";
import {type PageQuery, type Server, startServer, type Work} from "./server.ts";
import {FULL_SIZES, fillStore, type Sizes, SMALL_SIZES} from "./store.ts";

const DEAREST = 10;
/** How much slower /health may be beside a request; a machine that is busy otherwise has a floor of noise. */
const MOST_TIMES = 10;
const LEAST_IDLE_MS = 1;
/** Processor time of a request that is not charged, and gives less than the bytes: a page of 60,000 series is a gift, not a refusal. */
const MOST_FREE_MS = 300;
const GIFT_BYTES = 1_000_000;
/** Time for which an idle server is asked for /health, before the request and after it. */
const IDLE_MS = 1000;
/** Requests that are measured again: the first answer of a route also compiles its code. */
const CANDIDATES = 40;
const AGAIN = 5;
/** The longest that the loop may be held, as the median of these times. */
const MOST_HELD_MS = 10;
/** Each of the dearest is asked as often while /health is. */
const TIMES = 20;
/** Tries for a delay to stay away. */
const TRIES = 5;

export const dearest: Subject = {
  name: "dearest",
  about:
    "the largest requests that every route takes, over 200,000 series; beside the ten that hold the thread longest (held: without letting a timer run, at most 10 ms), the slowest hundredth of /health is at most ten times that of an idle server; the first request of each kind behind a load holds it no longer; what is not charged and gives less than 1 MB takes at most 0.3 s of processor",
  async run(options) {
    const folder = mkdtempSync(join(tmpdir(), "ryad-dearest-"));
    const postgres = options.words.includes("sqlite") ? null : await startPostgres();
    try {
      const reports = [await onEngine(options, folder, "SQLite", "")];
      if (postgres !== null) reports.push(await onEngine(options, folder, "PostgreSQL", await postgres.newDatabase()));
      return {
        tried: reports.reduce((sum, {tried}) => sum + tried, 0),
        failures: reports.flatMap(({failures}) => failures),
        rows: reports.flatMap(({rows}) => rows),
      };
    } finally {
      await postgres?.stop();
      rmSync(folder, {recursive: true, force: true});
    }
  },
};

async function onEngine(
  {say, count, full}: TrustOptions,
  folder: string,
  engine: string,
  databaseUrl: string,
): Promise<TrustReport> {
  const dataFolder = join(folder, engine);
  const place = databaseUrl === "" ? {dataFolder} : {databaseUrl};
  const sizes = count === null ? (full ? FULL_SIZES : {...FULL_SIZES, smallDatasets: 50}) : SMALL_SIZES;
  const store = await openStore(place);
  await fillStore(store, join(folder, "packages"), sizes);
  await store.close();
  say(`${engine}: the store is filled`);
  const server = await startServer(dataFolder, databaseUrl);
  try {
    const holdings = await holdingsOf(server);
    const document = JSON.parse((await server.get("/api/openapi.json")).text) as ApiDocument;
    const requests = largestRequests(document, holdings).slice(0, count ?? undefined);
    const measured: Measured[] = [];
    for (const request of requests) {
      await server.work();
      const query = await server.ask(request.path, request.headers);
      measured.push({request, ...query, ...(await server.work())});
    }
    const faults = measured
      .filter(({status}) => status >= 500)
      .map(({request}) => `${engine}: 5xx from ${request.name}`);
    const rows = [];
    for (const {request, held, spent, status} of await dearestOf(server, measured)) {
      const {idle, beside} = await delaysBeside(server, request);
      rows.push({
        engine,
        request: request.name.slice(0, 70),
        status,
        "held ms": round(held),
        "processor ms": round(spent),
        "idle ms": round(idle),
        "beside ms": round(beside),
        times: round(beside / idle),
      });
    }
    const free = await dearestFree(server, measured);
    const slow = rows.filter(({times}) => times > MOST_TIMES);
    const first = await rowsBehindLoads(server, place, {folder, sizes}, holdings);
    const all = [...rows, ...first.map((row) => ({engine, ...row}))];
    const long = all.filter((row) => row["held ms"] > MOST_HELD_MS);
    return {
      tried: requests.length + first.length,
      failures: [
        ...faults,
        ...free.map(({request, spent}) => `${engine}: ${round(spent)} ms of processor, not charged: ${request.name}`),
        ...long.map((row) => `${engine}: the loop was held for ${row["held ms"]} ms by ${row.request}`),
        ...slow.map(({request, times}) => `${engine}: /health took ${times} times as long beside ${request}`),
      ],
      rows: all,
    };
  } finally {
    await server.stop();
  }
}

/** The first answers behind loads, the one that held the loop longest first; /health is not asked beside them. */
async function rowsBehindLoads(
  server: Server,
  place: StoreLocation,
  loads: {readonly folder: string; readonly sizes: Sizes},
  {keys}: Holdings,
) {
  const store = await openStore(place);
  try {
    const measured = await askBehindLoads(server, store, loads, firstRequests(keys));
    return measured
      .toSorted((one, other) => other.held - one.held)
      .map(({request, status, held, spent}) => ({
        request: request.name.slice(0, 90),
        status,
        "held ms": round(held),
        "processor ms": round(spent),
        ...{"idle ms": "", "beside ms": "", times: ""},
      }));
  } finally {
    await store.close();
  }
}

interface Measured extends PageQuery, Work {
  readonly request: DearRequest;
}

/** Those that hold the loop longest each time they are asked. */
async function dearestOf(server: Server, measured: readonly Measured[]): Promise<Measured[]> {
  const candidates = measured.toSorted((one, other) => other.held - one.held).slice(0, CANDIDATES);
  const again: Measured[] = [];
  for (const {request} of candidates) again.push(await measureAgain(server, request));
  return again.sort((one, other) => other.held - one.held).slice(0, DEAREST);
}

/** Those that take too much of the processor each time, and give and charge nothing. */
async function dearestFree(server: Server, measured: readonly Measured[]): Promise<Measured[]> {
  const isDear = ({spent, isCharged, bytes}: Measured): boolean =>
    !isCharged && bytes < GIFT_BYTES && spent > MOST_FREE_MS;
  const again: Measured[] = [];
  for (const {request} of measured.filter(isDear)) again.push(await measureAgain(server, request));
  return again.filter(isDear);
}

/** The median of some times. */
async function measureAgain(server: Server, request: DearRequest): Promise<Measured> {
  const all: Measured[] = [];
  for (let i = 0; i < AGAIN; i++) {
    await server.work();
    const query = await server.ask(neverAsked(request.path, i), request.headers);
    all.push({request, ...query, ...(await server.work())});
  }
  const median = (times: number[]): number => times.sort((one, other) => one - other)[AGAIN >> 1]!;
  return {...all[0]!, held: median(all.map(({held}) => held)), spent: median(all.map(({spent}) => spent))};
}

/** The slowest hundredth of /health alone and beside a request: of several tries the one with the smallest difference. */
async function delaysBeside(server: Server, request: DearRequest): Promise<{idle: number; beside: number}> {
  let least = {idle: 1, beside: Number.POSITIVE_INFINITY};
  for (let i = 0; i < TRIES && least.beside > MOST_TIMES * least.idle; i++) {
    const before = await probe(server, () => delay(IDLE_MS));
    const beside = p99(
      await probe(server, async () => {
        for (let time = 0; time < TIMES; time++)
          await server.ask(neverAsked(request.path, TIMES * i + time), request.headers);
      }),
    );
    const after = await probe(server, () => delay(IDLE_MS));
    const idle = Math.max(LEAST_IDLE_MS, p99(before), p99(after));
    if (beside / idle < least.beside / least.idle) least = {idle, beside};
  }
  return least;
}

/** Of a page another address each time: pages are kept. */
function neverAsked(path: string, time: number): string {
  return path.startsWith("/api/") ? path : `${path}${path.includes("?") ? "&" : "?"}time=${time}`;
}

const round = (ms: number): number => Math.round(ms * 10) / 10;
const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function p99(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.floor(0.99 * (sorted.length - 1))]!;
}

/** Times of /health in milliseconds, one question after another, while the work is done. */
async function probe(server: Server, work: () => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  let isOver = false;
  const done = work().finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const began = performance.now();
    await server.ask("/health");
    times.push(performance.now() - began);
    await delay(2);
  }
  await done;
  return times;
}

async function holdingsOf(server: Server): Promise<Holdings> {
  const keyOf = async (query: string): Promise<string> => {
    const {text} = await server.get(`/api/v1/series/search?limit=1&${query}`);
    return JSON.parse(text).items[0].series_key;
  };
  const named = async <T>(path: string): Promise<T[]> => JSON.parse((await server.get(path)).text).items;
  const many = await named<{series_key: string}>(
    `/api/v1/series/search?limit=100&dataset=tall&q=${encodeURIComponent("номер 0")}`,
  );
  const releases = await named<{dataset_code: string; release_id: number}>("/api/v1/releases?limit=500");
  const large = releases.filter((one) => !one.dataset_code.startsWith("small"));
  return {
    manyKeys: many.map(({series_key}) => series_key),
    releases: large.map(({release_id}) => String(release_id)),
    datasets: ["showdata/wide", "showdata/tall", "showdata/long"],
    keys: [
      await keyOf("dataset=long"),
      await keyOf(`dataset=tall&q=${encodeURIComponent("номер 0")}`),
      await keyOf("dataset=wide"),
    ],
    concepts: ["index-0", "showdata-wide-price"],
    words: ["цены", "товары", "номер", "хлеб", "район", "сорта", "индекс", "пшеничный", "средние", "услуги"],
  };
}
