// What is measured over both stores: start, requests of each kind by one client, one revised value, a page of changes, memory.
import {existsSync, readFileSync, writeFileSync} from "node:fs";
import {get} from "node:http";
import {join} from "node:path";
import {type Client, startClient} from "../client.ts";
import {makeReaders} from "../readers.ts";
import {alternate, median} from "../results.ts";
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

/** The figures of one store. */
export interface BillionFigures {
  /** Seconds from the start of the process. */
  readonly firstAnswer: number;
  readonly firstSearch: number;
  readonly kinds: Readonly<Record<RequestKind, Spread>>;
  /** Seconds of `ryad load`, the median of some. */
  readonly revision: number;
  /** Of 1,000 items. */
  readonly changes: Spread;
  /** Resident, MB, the largest at any time. */
  readonly memory: number;
}

export type BillionSide = "alone" | "all";
const SIDES: readonly BillionSide[] = ["alone", "all"];

export interface BothFigures {
  readonly sides: Readonly<Record<BillionSide, BillionFigures>>;
  /** p50 over all datasets divided by that over one: the median of rounds in turns. */
  readonly times: Readonly<Record<RequestKind, number>>;
}

/** Requests of each kind in each round; the first round warms up. */
const ASKS = {"50 values": 120, "6,000 values": 80, "60,000 values": 20, search: 80, changes: 60} as const;
const ROUNDS = 6;
const REVISIONS = 5;
/** Files of a billion values take long: those of one dataset are measured apart (measure-files.ts). */
const NO_FILES = {RYAD_FILES: "off"};

type MeasuringParts = Pick<Bench, "work" | "profiles" | "progress">;

interface MeasuredSide {
  readonly store: BillionStore;
  readonly server: MeasuredServer;
  readonly client: Client;
  readonly random: () => number;
}

/** Both stores are served at once, and asked in turns: the speed of a machine changes over time. */
export async function measureBoth(
  parts: MeasuringParts,
  stores: Readonly<Record<BillionSide, BillionStore>>,
): Promise<BothFigures> {
  const starts = {} as Record<BillionSide, Pick<BillionFigures, "firstAnswer" | "firstSearch">>;
  for (const side of SIDES) starts[side] = await measureStart(parts, stores[side]);
  const open = {} as Record<BillionSide, MeasuredSide>;
  try {
    for (const side of SIDES) open[side] = await openSide(parts, stores[side]);
    const kinds = {alone: {}, all: {}} as Record<BillionSide, Record<RequestKind, Spread>>;
    const times = {} as Record<RequestKind, number>;
    for (const kind of REQUEST_KINDS) {
      parts.progress.show(kind);
      const rounds = await alternate(ROUNDS, {
        alone: () => roundOf(open.alone, kind),
        all: () => roundOf(open.all, kind),
      });
      for (const side of SIDES) kinds[side][kind] = spreadOf(rounds[side].slice(1).flat());
      const p50s = (side: BillionSide): number[] => rounds[side].slice(1).map((one) => spreadOf(one).p50);
      times[kind] = median(p50s("all").map((p50, round) => p50 / p50s("alone")[round]!));
    }
    const sides = {} as Record<BillionSide, BillionFigures>;
    for (const side of SIDES)
      sides[side] = {...starts[side], kinds: kinds[side], ...(await measureRest(parts, open[side]))};
    return {sides, times};
  } finally {
    for (const {client, server} of Object.values(open)) {
      client.end();
      await server.stop();
    }
  }
}

async function openSide(parts: MeasuringParts, store: BillionStore): Promise<MeasuredSide> {
  const server = await startServer(parts, store.folder, {environment: NO_FILES});
  return {store, server, client: await startClient(parts.work), random: randomNumbers(store.datasets)};
}

function roundOf({store, client, server, random}: MeasuredSide, kind: RequestKind): Promise<number[]> {
  const count = ASKS[kind as keyof typeof ASKS] ?? ASKS.search;
  const paths = Array.from({length: count}, () => requestOf(kind, store.datasets, random));
  return timesOf(store, client, server, paths, valuesOf(kind));
}

async function measureRest(
  parts: MeasuringParts,
  {store, client, server}: MeasuredSide,
): Promise<Pick<BillionFigures, "revision" | "changes" | "memory">> {
  const cursor = await cursorOfNow(store, server);
  const revision = median(await reviseOften(parts, store));
  const page = "/api/v1/changes?limit=1000&cursor=";
  const pages = Array.from({length: ASKS.changes}, (_, nth) => page + (nth % 2 === 0 ? "start" : cursor));
  const changes = spreadOf(await timesOf(store, client, server, pages, 1000));
  return {revision, changes, memory: server.memory()?.peak ?? Number.NaN};
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

async function timesOf(
  store: BillionStore,
  client: Client,
  server: MeasuredServer,
  paths: readonly string[],
  values: number,
): Promise<number[]> {
  const {tokens, asksEach} = await makeReaders(store.folder, {requests: paths.length, values});
  return client.ask({origin: server.origin, paths, tokens, usesEach: asksEach, coding: "identity"});
}

export function spreadOf(unsorted: readonly number[]): Spread {
  const times = unsorted.toSorted((one, other) => one - other);
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(share * times.length))]!;
  return {p50: at(0.5), p99: at(0.99)};
}

async function cursorOfNow(store: BillionStore, server: MeasuredServer): Promise<string> {
  const {tokens} = await makeReaders(store.folder, {requests: 1, values: 1});
  return JSON.parse(await answerTo(`${server.origin}/api/v1/changes`, tokens[0]!)).cursor;
}

async function reviseOften({work, progress}: MeasuringParts, store: BillionStore): Promise<number[]> {
  const seconds: number[] = [];
  // a store that was kept has those of earlier measurements
  const count = `${store.folder}.revisions`;
  const before = existsSync(count) ? Number(readFileSync(count, "utf8")) : 0;
  writeFileSync(count, String(before + REVISIONS));
  for (let nth = 0; nth < REVISIONS; nth++) {
    progress.show(`one revised value, ${nth + 1} of ${REVISIONS}`);
    const path = join(work.path, `billion-revision-${store.datasets}-${nth}`);
    writeRevision(path, 0, before + nth);
    const {loaded, report} = await runLoad(work, {dataFolder: store.folder}, path);
    if (report.revised_values !== 1) throw new Error(`the load of one revised value revised ${report.revised_values}`);
    seconds.push(loaded.seconds);
  }
  return seconds;
}
