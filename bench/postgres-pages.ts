// A page of 100 series × 300 values as a server reads it: the dataset's version and its histories in one snapshot, then their values.

import {readdirSync, readFileSync} from "node:fs";
import {createObservations, openWindow, readWindow} from "../src/statistics/history/window.ts";
import {periodTable} from "../src/statistics/time/day.ts";
import {findDatasets} from "../src/store/datasets/dataset.ts";
import type {Queries} from "../src/store/engines/differences.ts";
import type {Store, StoreLocation} from "../src/store/open.ts";
import type {Script} from "../src/store/script.ts";
import {readHistories} from "../src/store/series/history.ts";
import {type PostgresBench, SIDES, type Side} from "./postgres-sides.ts";
import {alternate, median, quantile} from "./results.ts";
import {FIRST_MONTH, PERIODS, randomNumbers} from "./source-files.ts";
import {datasetCode, SERIES_A_DATASET} from "./warehouse.ts";
import {processorSeconds} from "./work-folder.ts";

const SERIES = 100;
const PAGES = 200;

/** Milliseconds of the pages of a round: the median, and the 10th percentile, which other work hardly changes. */
interface PageTimes {
  readonly fetch: number;
  readonly quickFetch: number;
  readonly page: number;
  readonly quickPage: number;
  /** Processor time per page; NaN if the system does not give it. */
  readonly cpu: number;
}

export async function comparePages({
  stores,
  locations,
  datasets,
  rounds,
  progress,
  report,
}: PostgresBench): Promise<void> {
  const random = randomNumbers(7);
  const read = (side: Side) => readRound(stores[side], locations[side], datasets, random);
  for (const side of SIDES) await read(side);
  const found = await alternate(rounds, {
    embedded: (round) => {
      progress.show(`pages, round ${round + 1} of ${rounds}`);
      return read("embedded");
    },
    postgres: () => read("postgres"),
  });
  const of = (side: Side, name: keyof PageTimes) => found[side].map((times) => times[name]);
  const ratiosOf = (name: keyof PageTimes) =>
    of("postgres", name).map((ours, round) => ours / of("embedded", name)[round]!);
  for (const [goal, name, quick] of [
    ["page", "page", "quickPage"],
    ["page-fetch", "fetch", "quickFetch"],
  ] as const) {
    report(goal, median(ratiosOf(name)), {
      embeddedMs: median(of("embedded", name)),
      postgresMs: median(of("postgres", name)),
      leastRatio: Math.min(...ratiosOf(name)),
      mostRatio: Math.max(...ratiosOf(name)),
      ratioOfQuickestTenth: median(ratiosOf(quick)),
      ...(name === "page" && cpuFigures(of("embedded", "cpu"), of("postgres", "cpu"))),
    });
  }
}

/** Ticks of the system are coarse, so the figure is for all rounds together. */
function cpuFigures(embedded: readonly number[], postgres: readonly number[]): Record<string, number> {
  const mean = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  const [embeddedCpuMs, postgresCpuMs] = [mean(embedded), mean(postgres)];
  if (!Number.isFinite(postgresCpuMs)) return {};
  return {embeddedCpuMs, postgresCpuMs, ratioOfCpu: postgresCpuMs / embeddedCpuMs};
}

const into = createObservations();
const WINDOW = {from: FIRST_MONTH, to: FIRST_MONTH + PERIODS - 1, asOf: null};

async function readRound(
  store: Store,
  location: StoreLocation,
  datasets: number,
  random: () => number,
): Promise<PageTimes> {
  const databaseUrl = "databaseUrl" in location ? location.databaseUrl : null;
  const usedBefore = secondsUsed(databaseUrl);
  const fetches: number[] = [];
  const pages: number[] = [];
  for (let turn = 0; turn < PAGES; turn++) {
    const dataset = Math.floor(random() * datasets);
    const first = 1 + Math.floor(random() * (SERIES_A_DATASET - SERIES + 1));
    const began = performance.now();
    const histories = await store.statistics.read((q) => readPage(q, dataset, first));
    fetches.push(performance.now() - began);
    let values = 0;
    for (const history of histories) {
      readWindow(openWindow(history!, WINDOW), periodTable("M"), into);
      values += into.count;
    }
    pages.push(performance.now() - began);
    if (values !== SERIES * PERIODS) throw new Error(`a page held ${values} values`);
  }
  return {
    fetch: median(fetches),
    quickFetch: quantile(fetches, 0.1),
    page: median(pages),
    quickPage: quantile(pages, 0.1),
    cpu: usedBefore === null ? Number.NaN : (1000 * (secondsUsed(databaseUrl)! - usedBefore)) / PAGES,
  };
}

function* readPage(q: Queries, dataset: number, first: number): Script<(Uint8Array | undefined)[]> {
  const [found] = yield* findDatasets(q, {provider: null, dataset: datasetCode(dataset)});
  const numbers = Array.from({length: SERIES}, (_, index) => first + index);
  return yield* readHistories(q, found!.id, numbers);
}

// Processor time of a database, as its processes have used it; other work on the machine hardly changes it.
//
// The title of a PostgreSQL process contains its database: "postgres: user database [local] idle".

/** Seconds used by this process and the processes of the database; null if the system does not give them. */
export function secondsUsed(databaseUrl: string | null): number | null {
  const {user, system} = process.cpuUsage();
  const own = (user + system) / 1e6;
  if (databaseUrl === null) return own;
  const name = new URL(databaseUrl).pathname.slice(1);
  try {
    const numbers = readdirSync("/proc").map(Number).filter(Number.isInteger);
    const servers = numbers.filter((pid) => titleOf(pid).startsWith("postgres:") && titleOf(pid).includes(` ${name} `));
    return servers.reduce((sum, pid) => sum + (processorSeconds(pid) ?? 0), own);
  } catch {
    return null;
  }
}

function titleOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}
