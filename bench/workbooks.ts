// Loads of publishers' workbooks (`.xlsx`): processor time for each megabyte of the file, values a second, memory.
//
// A load is the whole command from its start to its end, in all its threads, into an empty store. The files are those of `../shared/data` that
// have 0.3 MB or more and are published without a person's word; of a smaller one the start of Node is most of the time. SheetJS, which only
// reads the same file in a process that has already begun, shows how much of the time is in the format.
import {rmSync, statSync} from "node:fs";
import {basename, join} from "node:path";
import {fileURLToPath} from "node:url";
import type {Pass} from "./load-pass.ts";
import {alternate, median, PUBLISHERS_FILES} from "./results.ts";
import type {Bench, Figures, Subject} from "./subject.ts";
import {childrenSeconds, runToEnd} from "./work-folder.ts";

const COMMAND = fileURLToPath(new URL("../bin/ryad.js", import.meta.url));
const PASS = fileURLToPath(new URL("load-pass.ts", import.meta.url));

/** Their day of publication, for those that do not name it. */
const WORKBOOKS: Readonly<Record<string, string | null>> = {
  "roskazna/federal/2020_0507011.xlsx": "2021-03-01",
  "cbr/inflation_expectations_vintages/Infl_exp_26-01.xlsx": null,
  "cbr/inflation_expectations_vintages/Infl_exp_26-02.xlsx": null,
  "cbr/inflation_expectations_vintages/stat_Infl_exp_22-09.xlsx": null,
  "cbr/inflation_expectations_vintages/stat_Infl_exp_23-06.xlsx": null,
  "rosstat_files/misc/socpod_2021.xlsx": "2022-03-15",
  "cbr/site_xlsx/monetary_agg_SA.xlsx": "2024-06-01",
  "rosstat_files/misc/remaining_balance_data.xlsx": "2025-11-26",
  "rosstat_files/regions_of_russia/razdel05_zdravoohranenie.xlsx": "2021-12-15",
  "rosstat_files/regions_of_russia/razdel21_ceny_i_tarify.xlsx": "2021-12-15",
};

export const workbooks: Subject = {
  name: "workbooks",
  needs: ["proc", "publishers' files"],
  async run(bench) {
    const loads = new Map<string, WorkbookLoad>();
    for (const path of Object.keys(WORKBOOKS)) loads.set(basename(path, ".xlsx"), await measure(bench, path));
    tell(bench, loads);
  },
};

/** Of one process. */
interface Run {
  readonly processor: number;
  readonly seconds: number;
  readonly values: number;
  readonly peakMegabytes: number;
}

/** Of one workbook, medians of the rounds. */
interface WorkbookLoad {
  readonly megabytes: number;
  /** Processor seconds of the load, and of the bare reading. */
  readonly load: number;
  readonly reading: number;
  readonly valuesPerSecond: number;
  readonly peakMegabytes: number;
}

async function measure(bench: Bench, path: string): Promise<WorkbookLoad> {
  const file = join(PUBLISHERS_FILES, path);
  await load(bench, file, WORKBOOKS[path]!);
  const rounds = await alternate(bench.scale.rounds, {
    reading: () => read(bench, file),
    load: () => load(bench, file, WORKBOOKS[path]!),
  });
  return {
    megabytes: statSync(file).size / 1e6,
    load: median(rounds.load.map(({processor}) => processor)),
    reading: median(rounds.reading.map(({processor}) => processor)),
    valuesPerSecond: median(rounds.load.map(({values, seconds}) => values / seconds)),
    peakMegabytes: Math.max(...rounds.load.map(({peakMegabytes}) => peakMegabytes)),
  };
}

function tell({report}: Bench, loads: ReadonlyMap<string, WorkbookLoad>): void {
  const all = [...loads.values()];
  const sum = (pick: (load: WorkbookLoad) => number): number => all.reduce((total, one) => total + pick(one), 0);
  const each = (pick: (load: WorkbookLoad) => number): Figures =>
    Object.fromEntries(Array.from(loads, ([name, one]) => [name, pick(one)]));
  const perMegabyte = each(({load, megabytes}) => load / megabytes);
  const memory = each(({peakMegabytes}) => peakMegabytes);
  const speeds = each(({valuesPerSecond}) => valuesPerSecond);
  report("workbooks", sum(({load}) => load) / sum(({megabytes}) => megabytes), perMegabyte);
  report("workbooks-dearest", Math.max(...Object.values(perMegabyte)));
  report(
    "workbooks-reading",
    sum(({load}) => load) / sum(({reading}) => reading),
    each(({load, reading}) => load / reading),
  );
  report("workbooks-values", Math.min(...Object.values(speeds)), speeds);
  report("workbooks-memory", Math.max(...Object.values(memory)), memory);
}

let stores = 0;

async function load({work, progress, profiles}: Bench, file: string, day: string | null): Promise<Run> {
  progress.show(`loading ${basename(file)}`);
  const folder = join(work.path, `workbook-${stores++}`);
  const before = childrenSeconds();
  const {output, seconds, peakMegabytes} = await runToEnd(work, process.execPath, [
    ...profiles.next("load").words,
    ...[COMMAND, "load", file, "--data", folder, "--json", ...(day === null ? [] : ["--published", day])],
  ]);
  const processor = childrenSeconds() - before;
  const values: number = JSON.parse(output.trim().split("\n").at(-1)!).releases[0].new_values;
  rmSync(folder, {recursive: true});
  return {processor, seconds, values, peakMegabytes: peakMegabytes ?? Number.NaN};
}

/** By SheetJS, without the start of its process. */
async function read({work, progress}: Bench, file: string): Promise<Run> {
  progress.show(`SheetJS reads ${basename(file)}`);
  const {output, peakMegabytes} = await runToEnd(work, process.execPath, [PASS, "sheetjs", file]);
  const {processorSeconds: processor, seconds, values}: Pass = JSON.parse(output);
  return {processor, seconds, values, peakMegabytes: peakMegabytes ?? Number.NaN};
}
