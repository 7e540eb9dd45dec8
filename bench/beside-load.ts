// Slices while `ryad load` loads one dataset after another into the same store, in turns with no load: the effect of loads on a reader.
//
// Reader, server and load are three busy processes: on two cores a part of the effect is the lack of a third core.
import {join} from "node:path";
import {fileURLToPath} from "node:url";
import {type LoadFigures, measureLoad} from "./load-generator.ts";
import {makeReaders} from "./readers.ts";
import {alternate, median} from "./rounds.ts";
import {withServer} from "./server.ts";
import {luaSlices, SLICES} from "./slices.ts";
import type {Bench, Subject} from "./subject.ts";
import {nameTidyPackage, writeTidyPackage} from "./tidy-package.ts";
import type {Warehouse} from "./warehouses.ts";
import {runToEnd} from "./work-folder.ts";

const COMMAND = fileURLToPath(new URL("../bin/ryad.js", import.meta.url));
const SHAPE = SLICES.middle;
const MOST_REQUESTS_A_SECOND = 4000;

export const beside: Subject = {
  name: "beside",
  needs: ["wrk"],
  async run(bench) {
    const {work, warehouses, scale, progress, report} = bench;
    const warehouse = await warehouses.at(scale.series);
    const source = join(work.path, "beside");
    const values = writeTidyPackage(source, scale.csvValues / 3);
    await withServer(bench, warehouse.folder, {}, async ({origin, pid}) => {
      const ask = async (seed: number): Promise<LoadFigures> => {
        const {seconds} = scale;
        const wanted = {requests: MOST_REQUESTS_A_SECOND * seconds, values: SHAPE.values};
        const readers = await makeReaders(warehouse.folder, wanted);
        const requests = {luaRequest: luaSlices(SHAPE, warehouse.datasets), ...readers, seed};
        return measureLoad(work, {origin, pid, requests, connections: 1, seconds});
      };
      await ask(1);
      const loads: number[] = [];
      const rounds = await alternate(scale.rounds, {
        quiet: (round) => {
          progress.show(`quiet: round ${round + 1} of ${scale.rounds}`);
          return ask(2 * round + 2);
        },
        loading: (round) => {
          progress.show(`beside a load: round ${round + 1} of ${scale.rounds}`);
          return whileLoading(bench, warehouse, source, loads, () => ask(2 * round + 3));
        },
      });
      const failed = [...rounds.quiet, ...rounds.loading].reduce((sum, one) => sum + one.failed, 0);
      const ratio = (pick: (figures: LoadFigures) => number): number =>
        median(rounds.loading.map((figures, round) => pick(figures) / pick(rounds.quiet[round]!)));
      report(
        "beside",
        failed === 0 ? ratio(({p99}) => p99) : null,
        {
          quietP50: median(rounds.quiet.map(({p50}) => p50)),
          quietP99: median(rounds.quiet.map(({p99}) => p99)),
          loadingP50: median(rounds.loading.map(({p50}) => p50)),
          loadingP99: median(rounds.loading.map(({p99}) => p99)),
          p50Ratio: ratio(({p50}) => p50),
          loads: loads.length,
          valuesPerSecond: values / median(loads),
        },
        failed === 0 ? [] : [`${failed} requests failed or were refused`],
      );
    });
  },
};

let datasets = 0;

/** The loads begin before the measurement and end after it. */
async function whileLoading<T>(
  {work}: Bench,
  {folder}: Warehouse,
  source: string,
  seconds: number[],
  measure: () => Promise<T>,
): Promise<T> {
  let over = false;
  const loading = (async () => {
    while (!over) {
      nameTidyPackage(source, `bench_beside_${datasets++}`);
      const load = await runToEnd(work, process.execPath, [COMMAND, "load", source, "--data", folder]);
      seconds.push(load.seconds);
    }
  })();
  try {
    return await measure();
  } finally {
    over = true;
    await loading;
  }
}
