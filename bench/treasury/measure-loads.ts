// One revised value in a dataset of 100,000 series: the time of `ryad load`, and what it costs each server that is searched and read.
//
// A server does a little also without a load: its own work in an equal time, with the same questions, is taken off.
import {setTimeout as sleep} from "node:timers/promises";
import type {StoreLocation} from "../../src/store/open.ts";
import {median} from "../results.ts";
import {type MeasuredServer, withServer} from "../server.ts";
import type {Bench} from "../subject.ts";
import {processorSeconds} from "../work-folder.ts";
import {createRevisions, type Loaded} from "./revision.ts";
import type {TreasurySizes, TreasuryStore} from "./store.ts";
import {createVisitor, type Visitor} from "./visitor.ts";

export async function measureLoads(bench: Bench, {folder, sizes}: TreasuryStore): Promise<void> {
  const {scale, work, progress, report} = bench;
  const location = {dataFolder: folder};
  await withServer(bench, folder, {}, async (server) => {
    const series = sizes.all[sizes.middle]!;
    const {load} = createRevisions(work, location, sizes.middle, series);
    const show = (text: string): void => progress.show(text);
    const {first, loads, servers} = await reviseOften({location, server, sizes, load, rounds: scale.rounds, show});
    report("treasury-load", median(loads.map(({seconds}) => seconds)), {
      ...costs(loads),
      firstSeconds: first.seconds,
      series,
    });
    report("treasury-server", Math.round(median(servers)), {
      least: Math.min(...servers),
      most: Math.max(...servers),
      series,
    });
  });
}

export function costs(loads: readonly Loaded[]): {readonly processorSeconds: number; readonly slowest: number} {
  return {
    processorSeconds: median(loads.map((load) => load.processorSeconds)),
    slowest: Math.max(...loads.map(({seconds}) => seconds)),
  };
}

export interface RevisedOften {
  /** Finds everything for the first time, and does not count. */
  readonly first: Loaded;
  readonly loads: readonly Loaded[];
  /** Milliseconds of a processor for each load. */
  readonly servers: readonly number[];
}

/** A server looks every two seconds for loads that no search has met. */
const LOOKING_MS = 2500;

export interface Revising {
  readonly location: StoreLocation;
  readonly server: MeasuredServer;
  readonly sizes: TreasurySizes;
  readonly rounds: number;
  /** Loads one revised value of the middle dataset. */
  load(): Promise<Loaded>;
  show(text: string): void;
}

/** Loads one value after another while a server runs. */
export async function reviseOften({location, server, sizes, rounds, load, show}: Revising): Promise<RevisedOften> {
  const visitor = await createVisitor(location, server.origin, sizes.all, 3);
  const {middle} = sizes;
  const first = await load();
  for (let nth = 0; nth < WARM_UP; nth++) await askBoth(visitor, middle);
  const loads: Loaded[] = [];
  const servers: number[] = [];
  for (let round = 0; round < rounds; round++) {
    show(`one revised value, round ${round + 1} of ${rounds}`);
    const idle = await busyMs(server, visitor, middle, () =>
      sleep(1000 * Math.min(MOST_IDLE_SECONDS, (loads.at(-1) ?? first).seconds)),
    );
    const busy = await busyMs(server, visitor, middle, async () => void loads.push(await load()));
    servers.push(busy - idle);
  }
  visitor.leave();
  return {first, loads, servers};
}

/** A server that nobody asks does nearly nothing, so a longer wait would tell no more. */
const MOST_IDLE_SECONDS = 5;
/** Questions until the code of the server is compiled. */
const WARM_UP = 100;

async function askBoth(visitor: Visitor, dataset: number): Promise<void> {
  await visitor.search();
  await visitor.page(dataset);
}

async function busyMs(
  server: MeasuredServer,
  visitor: Visitor,
  dataset: number,
  meanwhile: () => Promise<unknown>,
): Promise<number> {
  const before = processorSeconds(server.pid)!;
  await meanwhile();
  await sleep(LOOKING_MS);
  await askBoth(visitor, dataset);
  return 1000 * (processorSeconds(server.pid)! - before);
}
