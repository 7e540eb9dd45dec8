// Searches: those that find nothing in a cache, and those of a reader while a load of a large dataset runs.
//
// Times are the reader's, from the request to the last byte, over one connection.
import {rmSync} from "node:fs";
import {join} from "node:path";
import {median, quantile} from "../results.ts";
import {withServer} from "../server.ts";
import type {Bench} from "../subject.ts";
import {type Loaded, runLoad, writeNewDataset} from "./revision.ts";
import type {TreasuryStore} from "./store.ts";
import {createVisitor, type Visitor} from "./visitor.ts";

/** Each server answers this many; then its cache is no longer cold. */
const COLD_SEARCHES = 50;

export async function measureCold(bench: Bench, {folder, sizes}: TreasuryStore): Promise<void> {
  const {scale, progress, report} = bench;
  const [cold, warm]: [number[], number[]] = [[], []];
  for (let round = 0; round < scale.rounds; round++) {
    progress.show(`cold searches, round ${round + 1} of ${scale.rounds}`);
    await withServer(bench, folder, {}, async (server) => {
      const first = await createVisitor(folder, server.origin, sizes.all, 1000 + round);
      // makes the server ready, with words that no name has
      await first.searchFor("мировая торговля");
      for (let nth = 0; nth < COLD_SEARCHES; nth++) cold.push(await first.search());
      const again = await createVisitor(folder, server.origin, sizes.all, 1000 + round);
      for (let nth = 0; nth < COLD_SEARCHES; nth++) warm.push(await again.search());
      for (const visitor of [first, again]) visitor.leave();
    });
  }
  const figures = {warmP50: median(warm), warmP99: quantile(warm, 0.99), searches: cold.length};
  report("treasury-cold", median(cold), figures);
  report("treasury-cold-tail", quantile(cold, 0.99), {...figures, slowest: Math.max(...cold)});
}

/** Searches after the load, until the server must have seen it. */
const AFTER_MS = 4000;
/** Series of one package: the description of a larger one would be longer than a load accepts. */
const PACKAGE_SERIES = 100_000;

/** Loads this many new series, a dataset for each package. */
function loadNew({work}: Bench, folder: string, datasets: number, series: number) {
  const sources: string[] = [];
  for (let left = series; left > 0; left -= PACKAGE_SERIES) {
    const source = join(work.path, `treasury-new-${sources.length}`);
    writeNewDataset(source, datasets + sources.push(source), Math.min(left, PACKAGE_SERIES));
  }
  return {
    async run(): Promise<Loaded> {
      let [seconds, processorSeconds] = [0, 0];
      for (const source of sources) {
        const {loaded} = await runLoad(work, {dataFolder: folder}, source);
        seconds += loaded.seconds;
        processorSeconds += loaded.processorSeconds;
      }
      return {seconds, processorSeconds};
    },
    remove(): void {
      for (const source of sources) rmSync(source, {recursive: true});
    },
  };
}

export async function measureBeside(bench: Bench, {folder, sizes}: TreasuryStore): Promise<void> {
  const {scale, progress, report} = bench;
  const loads = loadNew(bench, folder, sizes.all.length, scale.treasuryLoad);
  await withServer(bench, folder, {}, async (server) => {
    const visitor = await createVisitor(folder, server.origin, sizes.all, 5);
    const quiet = async (): Promise<number[]> => {
      const until = performance.now() + 1000 * scale.seconds;
      return searchWhile(visitor, () => performance.now() < until);
    };
    await quiet();
    progress.show(`searches while ${scale.treasuryLoad} series load`);
    const before = await quiet();
    let until = Number.POSITIVE_INFINITY;
    const load = loads.run().finally(() => {
      until = performance.now() + AFTER_MS;
    });
    const [loaded, during] = await Promise.all([load, searchWhile(visitor, () => performance.now() < until)]);
    const after = await quiet();
    visitor.leave();
    const p99 = (times: readonly number[]): number => quantile(times, 0.99);
    report("treasury-beside", p99(during) / p99([...before, ...after]), {
      quietP50: median([...before, ...after]),
      quietP99: p99([...before, ...after]),
      loadingP50: median(during),
      loadingP99: p99(during),
      slowest: Math.max(...during),
      searches: during.length,
      series: scale.treasuryLoad,
      loadSeconds: loaded.seconds,
      loadProcessorSeconds: loaded.processorSeconds,
    });
  });
  loads.remove();
}

/** Readers pause: the server has other work too. */
const PAUSE_MS = 5;

async function searchWhile(visitor: Visitor, goesOn: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (goesOn()) {
    times.push(await visitor.search());
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return times;
}
