// One revised value in a dataset of 100,000 series: the time of `ryad load`, and what it costs each server that is searched and read.
//
// A server does a little also without a load: its own work in an equal time, with the same questions, is taken off.
import {setTimeout as sleep} from "node:timers/promises";
import type {StorePlace} from "../../src/store/open.ts";
import {median} from "../results.ts";
import {type MeasuredServer, withServer} from "../server.ts";
import type {Bench} from "../subject.ts";
import {processorSeconds, type WorkFolder} from "../work-folder.ts";
import {createRevisions, type Loaded} from "./revision.ts";
import type {TreasuryStore} from "./treasury.ts";
import {createVisitor, type Visitor} from "./visitor.ts";

export async function measureLoads(bench: Bench, {folder, sizes}: TreasuryStore): Promise<void> {
  const {scale, work, progress, report} = bench;
  const place = {dataFolder: folder};
  await withServer(bench, folder, {}, async (server) => {
    const series = sizes.all[sizes.middle]!;
    const show = (text: string): void => progress.show(text);
    const {first, loads, servers} = await reviseOften(work, place, server, sizes, {rounds: scale.rounds, show});
    report("treasury-load", median(loads.map(({seconds}) => seconds)), {
      ...costs(loads),
      firstSeconds: first.seconds,
      series,
    });
    report("treasury-server", median(servers), {least: Math.min(...servers), most: Math.max(...servers), series});
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

/** Loads one value after another while a server runs. */
export async function reviseOften(
  work: WorkFolder,
  place: StorePlace,
  server: MeasuredServer,
  {all, middle}: TreasuryStore["sizes"],
  {rounds, show}: {readonly rounds: number; show(text: string): void},
): Promise<RevisedOften> {
  const revisions = createRevisions(work, place, middle, all[middle]!);
  const visitor = await createVisitor(place, server.origin, all, 3);
  const first = await revisions.load();
  const loads: Loaded[] = [];
  const servers: number[] = [];
  for (let round = 0; round < rounds; round++) {
    show(`one revised value, round ${round + 1} of ${rounds}`);
    const idle = await busyMs(server, visitor, middle, () => sleep(1000 * (loads.at(-1) ?? first).seconds));
    const busy = await busyMs(server, visitor, middle, async () => void loads.push(await revisions.load()));
    servers.push(busy - idle);
  }
  visitor.leave();
  return {first, loads, servers};
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
  await visitor.search();
  await visitor.page(dataset);
  return 1000 * (processorSeconds(server.pid)! - before);
}
