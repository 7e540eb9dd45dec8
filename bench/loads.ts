// Loads of source files: the whole command from its start to its end, and its parser alone, with the same generated file.
//
// Each load goes into an empty store. SDMX-ML is compared with a bare pass of saxes, the parser for all XML here.
import {rmSync, statSync} from "node:fs";
import {join} from "node:path";
import {fileURLToPath} from "node:url";
import type {Pass} from "./load-pass.ts";
import {type LoadFigures, makeReaders, measureLoad} from "./readers.ts";
import {alternate, median} from "./results.ts";
import {withServer} from "./server.ts";
import {nameTidyPackage, writeSdmxFile, writeTidyPackage} from "./source-files.ts";
import type {Bench, Figures, Subject} from "./subject.ts";
import {luaSlices, SLICES, type Warehouse} from "./warehouses.ts";
import {runToEnd} from "./work-folder.ts";

const COMMAND = fileURLToPath(new URL("../bin/ryad.js", import.meta.url));
const PASS = fileURLToPath(new URL("load-pass.ts", import.meta.url));

export const loadSdmx: Subject = {
  name: "load-sdmx",
  needs: [],
  async run(bench) {
    const path = join(bench.work.path, "emiss.xml");
    bench.progress.show("writing an EMISS export");
    const values = writeSdmxFile(path, bench.scale.sdmxMegabytes * 1e6);
    const megabytes = statSync(path).size / 1e6;
    const rounds = await alternate(bench.scale.rounds, {
      saxes: () => pass(bench, "saxes", path, values),
      parse: () => pass(bench, "source", path, values),
      load: () => loadWhole(bench, path, values),
    });
    rmSync(path);
    const ratios = (side: "parse" | "load"): number =>
      median(rounds.saxes.map((saxes, round) => saxes["seconds"]! / rounds[side][round]!["seconds"]!));
    const perSecond = (side: keyof typeof rounds): number =>
      megabytes / median(rounds[side].map((figures) => figures["seconds"]!));
    bench.report("load-sdmx", ratios("load"), {
      parserAlone: ratios("parse"),
      saxesMegabytesPerSecond: perSecond("saxes"),
      parserMegabytesPerSecond: perSecond("parse"),
      loadMegabytesPerSecond: perSecond("load"),
      megabytes,
      values,
      ...besides(rounds.load),
    });
  },
};

export const loadCsv: Subject = {
  name: "load-csv",
  needs: [],
  async run(bench) {
    const path = join(bench.work.path, "tidy");
    bench.progress.show("writing a tidy package");
    const values = writeTidyPackage(path, bench.scale.csvValues);
    const megabytes = statSync(join(path, "observations.csv")).size / 1e6;
    const rounds = await alternate(bench.scale.rounds, {
      parse: () => pass(bench, "source", path, values),
      load: () => loadWhole(bench, path, values),
    });
    rmSync(path, {recursive: true});
    const million = (side: keyof typeof rounds): number =>
      values / 1e6 / median(rounds[side].map((figures) => figures["seconds"]!));
    bench.report("load-csv", million("load"), {
      parserAlone: million("parse"),
      megabytes,
      values,
      ...besides(rounds.load),
    });
  },
};

/** The costs of a load besides its time. */
function besides(loads: readonly Figures[]): Figures {
  const bytesPerValue = median(loads.map((load) => load["bytesPerValue"]!));
  const peaks = loads.flatMap((load) => load["peakMegabytes"] ?? []);
  return {bytesPerValue, ...(peaks.length > 0 && {peakMegabytes: Math.max(...peaks)})};
}

async function pass({work, progress}: Bench, name: "saxes" | "source", path: string, values: number): Promise<Figures> {
  progress.show(`a pass of ${name}`);
  const {output} = await runToEnd(work, process.execPath, [PASS, name, path]);
  const found: Pass = JSON.parse(output);
  if (found.values !== values) throw new Error(`${name} found ${found.values} of ${values} values`);
  return {seconds: found.seconds, sum: found.sum};
}

let stores = 0;

async function loadWhole({work, progress, profiles}: Bench, path: string, values: number): Promise<Figures> {
  progress.show(`loading ${path}`);
  const folder = join(work.path, `loaded-${stores++}`);
  const {output, seconds, peakMegabytes} = await runToEnd(work, process.execPath, [
    ...profiles.next("load").words,
    ...[COMMAND, "load", path, "--data", folder, "--json"],
  ]);
  const loaded = JSON.parse(output.trim().split("\n").at(-1)!).releases[0].new_values;
  if (loaded !== values) throw new Error(`the load took ${loaded} of ${values} values`);
  const bytesPerValue = statSync(join(folder, "statistics.db")).size / values;
  rmSync(folder, {recursive: true});
  return {seconds, bytesPerValue, ...(peakMegabytes !== null && {peakMegabytes})};
}

const SHAPE = SLICES.middle;
const MOST_REQUESTS_A_SECOND = 4000;

/**
 * Slices while `ryad load` loads one dataset after another into the same store, in turns with no load: the effect of loads on a reader.
 * Reader, server and load are three busy processes: on two cores a part of the effect is the lack of a third core.
 */
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
