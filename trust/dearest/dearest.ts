// The dearest requests: the largest that every route takes, over 200,000 series, and whether others are answered meanwhile.
//
// Beside each request of the ten that keep the loop of the server longest, /health is asked again and again. Its slowest hundredth has to
// be within ten times that of a server without work, for both engines.
import {spawn} from "node:child_process";
import {once} from "node:events";
import {mkdtempSync, rmSync} from "node:fs";
import {get, type IncomingMessage} from "node:http";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {createInterface} from "node:readline";
import {fileURLToPath} from "node:url";
import {startPostgres} from "../../src/store/engines/postgres/server.fixture.ts";
import {openStore} from "../../src/store/open.ts";
import type {Subject, TrustOptions, TrustReport} from "../subject.ts";
import {type ApiDocument, type DearRequest, type Holdings, largestRequests} from "./requests.ts";
import {FULL_SIZES, fillStore, SMALL_SIZES} from "./store.ts";

const DEAREST = 10;
/** How much slower /health may be beside a request; a machine that is busy otherwise has a floor of noise. */
const MOST_TIMES = 10;
const LEAST_IDLE_MS = 1;
const PROBES = 300;
const TIMES = 5;

export const dearest: Subject = {
  name: "dearest",
  about:
    "The largest requests that every route takes, over 200,000 series; beside the ten dearest, the slowest hundredth of /health is at most ten times that of an idle server.",
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
  const store = await openStore(databaseUrl === "" ? {dataFolder} : {databaseUrl});
  await fillStore(
    store,
    join(folder, "packages"),
    count === null ? (full ? FULL_SIZES : {...FULL_SIZES, smallDatasets: 50}) : SMALL_SIZES,
  );
  await store.close();
  say(`${engine}: the store is filled`);
  const server = await startServer(dataFolder, databaseUrl);
  try {
    const holdings = await holdingsOf(server);
    const document = JSON.parse((await server.get("/api/openapi.json")).text) as ApiDocument;
    const requests = largestRequests(document, holdings).slice(0, count ?? undefined);
    const measured: {readonly request: DearRequest; readonly ms: number; readonly status: number}[] = [];
    for (const request of requests) {
      await server.held();
      const status = await server.ask(request.path, request.headers);
      measured.push({request, ms: await server.held(), status});
    }
    const faults = measured
      .filter(({status}) => status >= 500)
      .map(({request}) => `${engine}: 5xx from ${request.name}`);
    const idle = Math.max(LEAST_IDLE_MS, p99(await probe(server, async () => await delay(PROBES * 5))));
    const dear = measured.toSorted((one, other) => other.ms - one.ms).slice(0, DEAREST);
    const rows = [];
    for (const {request, ms, status} of dear) {
      const beside = p99(
        await probe(server, async () => {
          for (let i = 0; i < TIMES; i++) await server.ask(anew(request.path, i), request.headers);
        }),
      );
      rows.push({
        engine,
        request: request.name.slice(0, 70),
        status,
        held: round(ms),
        idle: round(idle),
        beside: round(beside),
      });
    }
    const slow = rows.filter(({beside}) => beside > MOST_TIMES * idle);
    return {
      tried: requests.length,
      failures: [
        ...faults,
        ...slow.map(
          ({request, beside}) => `${engine}: /health took ${beside} ms beside ${request}, ${round(idle)} ms alone`,
        ),
      ],
      rows,
    };
  } finally {
    await server.stop();
  }
}

/** Of a page another address each time: pages are kept. */
function anew(path: string, time: number): string {
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
  return {
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

interface Server {
  get(path: string): Promise<{readonly text: string}>;
  /** Leaves the body unread by this process: its own work would delay the probes. Gives the status. */
  ask(path: string, headers?: Readonly<Record<string, string>>): Promise<number>;
  /** The longest stretch of work of the server's thread since the last call, in milliseconds of the processor. */
  held(): Promise<number>;
  stop(): Promise<void>;
}

const COMMAND = fileURLToPath(new URL("../../bin/ryad.js", import.meta.url));
const WATCH = new URL("watch-thread.ts", import.meta.url).href;

async function startServer(dataFolder: string, databaseUrl: string): Promise<Server> {
  const env = {
    ...process.env,
    RYAD_DATABASE_URL: databaseUrl,
    RYAD_LOG: "none",
    RYAD_WORKERS: "1",
    RYAD_TODAY: "2026-07-01",
  };
  const making = spawn(
    process.execPath,
    [COMMAND, "token", "create", "--email", "o@example.org", "--plan", "owner", "--data", dataFolder],
    {
      env,
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  let token = "";
  for await (const line of createInterface(making.stdout)) token = line.trim();
  const server = spawn(process.execPath, ["--import", WATCH, COMMAND, "serve", "--data", dataFolder, "--port", "0"], {
    env,
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  let origin = "";
  for await (const line of createInterface(server.stdout!)) {
    origin = /listening on (http:\/\/\S+)/.exec(line)?.[1] ?? "";
    if (origin !== "") break;
  }
  const authorization = `Bearer ${token}`;
  return {
    get: async (path) => ({text: await (await fetch(origin + path, {headers: {authorization}})).text()}),
    async ask(path, headers = {}) {
      for (;;) {
        const sent = {authorization, "accept-encoding": "identity", ...headers};
        const {promise, resolve, reject} = Promise.withResolvers<IncomingMessage>();
        get(origin + path, {headers: sent}, resolve).on("error", reject);
        const answer = await promise;
        answer.resume();
        await once(answer, "close");
        if (answer.statusCode !== 429) return answer.statusCode!;
        await delay(1000 * Number(answer.headers["retry-after"] ?? 1));
      }
    },
    async held() {
      server.send("held");
      const [{ms}] = await once(server, "message");
      return ms;
    },
    async stop() {
      const ended = once(server, "exit");
      server.kill("SIGTERM");
      await ended;
    },
  };
}
