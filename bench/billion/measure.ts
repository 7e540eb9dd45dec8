// What is measured over one store: start, requests of each kind by one client, one revised value, a page of changes, memory.
import {get} from "node:http";
import {join} from "node:path";
import {type Client, startClient} from "../client.ts";
import {makeReaders} from "../readers.ts";
import {median} from "../results.ts";
import {type MeasuredServer, startServer} from "../server.ts";
import {randomNumbers} from "../source-files.ts";
import type {Bench} from "../subject.ts";
import {runLoad} from "../treasury/revision.ts";
import type {BillionStore} from "./make-store.ts";
import {writeRevision} from "./packages.ts";
import {REQUEST_KINDS, type RequestKind, requestOf, valuesOf} from "./requests.ts";

export interface Spread {
  /** ms */
  readonly p50: number;
  readonly p99: number;
}

export interface BillionFigures {
  /** Seconds from the start of the process. */
  readonly firstAnswer: number;
  readonly firstSearch: number;
  readonly kinds: Readonly<Record<RequestKind, Spread>>;
  /** Seconds of `ryad load`, the median of some. */
  readonly revision: number;
  /** ms: of 1,000 items. */
  readonly changes: Spread;
  /** Resident, MB, the largest at any time. */
  readonly memory: number;
}

/** Requests of each kind; the first tenth warms up. */
const ASKS = {"50 values": 600, "6,000 values": 400, "60,000 values": 100, search: 400, changes: 60} as const;
const REVISIONS = 5;
/** Files of a billion values take long, and are measured apart. */
const NO_FILES = {RYAD_FILES: "off"};

type MeasuringParts = Pick<Bench, "work" | "profiles" | "progress">;

export async function measureStore(parts: MeasuringParts, store: BillionStore, seed: number): Promise<BillionFigures> {
  const {work, progress} = parts;
  const {firstAnswer, firstSearch} = await measureStart(parts, store);
  const server = await startServer(parts, store.folder, {environment: NO_FILES});
  const client = await startClient(work);
  try {
    const random = randomNumbers(seed);
    const kinds = {} as Record<RequestKind, Spread>;
    for (const kind of REQUEST_KINDS) {
      progress.show(`${kind}, ${store.datasets} datasets`);
      const count = ASKS[kind as keyof typeof ASKS] ?? ASKS.search;
      const paths = Array.from({length: count}, () => requestOf(kind, store.datasets, random));
      kinds[kind] = await spreadOf(store, client, server, paths, valuesOf(kind));
    }
    const cursor = await cursorOfNow(store, server);
    const revision = median(await reviseOften(parts, store));
    const page = `/api/v1/changes?limit=1000&cursor=`;
    const pages = Array.from({length: ASKS.changes}, (_, nth) => page + (nth % 2 === 0 ? "start" : cursor));
    const changes = await spreadOf(store, client, server, pages, 1000);
    return {firstAnswer, firstSearch, kinds, revision, changes, memory: server.memory()?.peak ?? Number.NaN};
  } finally {
    client.end();
    await server.stop();
  }
}

async function measureStart(
  parts: MeasuringParts,
  store: BillionStore,
): Promise<{readonly firstAnswer: number; readonly firstSearch: number}> {
  const random = randomNumbers(1);
  const since: Record<"firstAnswer" | "firstSearch", number> = {firstAnswer: 0, firstSearch: 0};
  const kinds = {firstAnswer: "50 values", firstSearch: "search, all titles"} as const;
  for (const [name, kind] of Object.entries(kinds) as [keyof typeof since, RequestKind][]) {
    const {tokens} = await makeReaders(store.folder, {requests: 1, values: 50});
    const server = await startServer(parts, store.folder, {environment: NO_FILES});
    await answerTo(server.origin + requestOf(kind, store.datasets, random), tokens[0]!);
    since[name] = (performance.now() - server.startedAt) / 1000;
    await server.stop();
  }
  return since;
}

function answerTo(url: string, token: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, {headers: {"x-api-key": token}}, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (some: string) => {
        text += some;
      });
      response.on("end", () =>
        response.statusCode === 200
          ? resolve(text)
          : reject(new Error(`${url} was answered with ${text.slice(0, 300)}`)),
      );
    }).on("error", reject);
  });
}

async function spreadOf(
  store: BillionStore,
  client: Client,
  server: MeasuredServer,
  paths: readonly string[],
  values: number,
): Promise<Spread> {
  const {tokens, asksEach} = await makeReaders(store.folder, {requests: paths.length, values});
  const asks = {origin: server.origin, paths, tokens, usesEach: asksEach, coding: "identity"};
  const times = (await client.ask(asks)).slice(Math.floor(paths.length / 10)).sort((one, other) => one - other);
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(share * times.length))]!;
  return {p50: at(0.5), p99: at(0.99)};
}

async function cursorOfNow(store: BillionStore, server: MeasuredServer): Promise<string> {
  const {tokens} = await makeReaders(store.folder, {requests: 1, values: 1});
  return JSON.parse(await answerTo(`${server.origin}/api/v1/changes`, tokens[0]!)).cursor;
}

async function reviseOften({work, progress}: MeasuringParts, store: BillionStore): Promise<number[]> {
  const seconds: number[] = [];
  for (let nth = 0; nth < REVISIONS; nth++) {
    progress.show(`one revised value, ${nth + 1} of ${REVISIONS}`);
    const path = join(work.path, `billion-revision-${store.datasets}-${nth}`);
    writeRevision(path, 0, nth);
    const {loaded, report} = await runLoad(work, {dataFolder: store.folder}, path);
    if (report.revised_values !== 1) throw new Error(`the load of one revised value revised ${report.revised_values}`);
    seconds.push(loaded.seconds);
  }
  return seconds;
}
