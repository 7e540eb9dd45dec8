// A release that revises one value of a dataset, or adds series, as a tidy package, and its load by the command.
//
// Each release has a later day than the one before, and says that it is a part of its dataset.
import {mkdirSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {fileURLToPath} from "node:url";
import type {StoreLocation} from "../../src/store/open.ts";
import {randomNumbers} from "../source-files.ts";
import {runToEnd, type WorkFolder} from "../work-folder.ts";
import {classCode, className} from "./names.ts";
import {LAST_PERIOD, PERIODS, PROVIDER, TERRITORY, treasuryCode} from "./store.ts";

const COMMAND = fileURLToPath(new URL("../../bin/ryad.js", import.meta.url));
const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2025, 11, 16);

export interface Loaded {
  /** From the start of the command to its end. */
  readonly seconds: number;
  /** Of a processor, by the command and its children. */
  readonly processorSeconds: number;
}

export interface Revisions {
  /** Loads a release that revises one value, or this many at random places. */
  load(values?: number): Promise<Loaded>;
  /** Loads a release with new series, each with a new class, a name and one value; their classes are between those of the dataset. */
  add(series: number): Promise<Loaded>;
}

let packages = 0;

/** @param size series of the dataset @param after days that earlier releases have used */
export function createRevisions(
  work: WorkFolder,
  store: StoreLocation,
  dataset: number,
  size: number,
  after = 0,
): Revisions {
  const random = randomNumbers(size + after);
  const rowOf = (number: number) => `spent;${classCode(number)};${TERRITORY};${LAST_PERIOD};${random().toFixed(6)}\n`;
  let day = after;
  let index = size;
  return {
    async add(series) {
      const folder = join(work.path, `addition-${packages++}`);
      const indexes = Array.from({length: series}, () => index++);
      const classes = indexes.map((own) => ({code: classCode(own), name: className(dataset, own)}));
      writePackage(folder, dataset, new Date(FIRST_DAY + DAY_MS * day++), {classes}, indexes.map(rowOf));
      const {loaded, report} = await runLoad(work, store, folder);
      if (report.new_values !== series)
        throw new Error(`the load of ${series} new series added ${report.new_values} values`);
      return loaded;
    },
    async load(values = 1) {
      const folder = join(work.path, `revision-${packages++}`);
      writePackage(
        folder,
        dataset,
        new Date(FIRST_DAY + DAY_MS * day++),
        {},
        [...randomIndexes(random, size, values)].map(rowOf),
      );
      const {loaded, report} = await runLoad(work, store, folder);
      const {revised_values: revised} = report;
      if (revised !== values) throw new Error(`the load of ${values} revised values revised ${revised}`);
      return loaded;
    },
  };
}

/** A package of a new dataset with this many series, each with a class and a name of its own. @returns the number of values */
export function writeNewDataset(folder: string, dataset: number, size: number): number {
  const classes = Array.from({length: size}, (_, index) => ({code: classCode(index), name: className(dataset, index)}));
  const rows = classes.flatMap(({code}, index) =>
    PERIODS.map((period, nth) => `spent;${code};${TERRITORY};${period};${(index * 37 + nth * 11) % 9973}.5\n`),
  );
  writePackage(folder, dataset, new Date(FIRST_DAY), {classes}, rows);
  return rows.length;
}

function writePackage(folder: string, dataset: number, day: Date, more: object, rows: readonly string[]): void {
  mkdirSync(folder);
  const description = {
    ...{provider: PROVIDER, dataset: treasuryCode(dataset), name: `Исполнение сметы, лист ${dataset + 1}`},
    ...{published_at: day.toISOString().slice(0, 10), freq: "Q", partial: true},
    units: [{code: "рубль", name: "рубль", okei: "383"}],
    indicators: [{code: "spent", label: "Исполнено с начала года"}],
    ...more,
  };
  writeFileSync(join(folder, "dataset.json"), JSON.stringify(description));
  writeFileSync(join(folder, "observations.csv"), `indicator;class;geo;period;value\n${rows.join("")}`);
}

function randomIndexes(random: () => number, size: number, count: number): Set<number> {
  const indexes = new Set<number>();
  while (indexes.size < count) indexes.add(Math.floor(random() * size));
  return indexes;
}

interface Report {
  readonly new_values: number;
  readonly revised_values: number;
}

/** Runs `ryad load` of a package. */
export async function runLoad(
  work: WorkFolder,
  location: StoreLocation,
  folder: string,
): Promise<{readonly loaded: Loaded; readonly report: Report}> {
  const store =
    "databaseUrl" in location ? `RYAD_DATABASE_URL=${location.databaseUrl}` : `RYAD_DATA=${location.dataFolder}`;
  // the shell tells the processor time of what it has run
  const {output, seconds} = await runToEnd(work, "env", [
    ...[store, "RYAD_LOG=none", "sh", "-c", '"$@" && times', "sh"],
    ...[process.execPath, COMMAND, "load", folder, "--json"],
  ]);
  const lines = output.trim().split("\n");
  const json = lines.find((line) => line.startsWith("{"));
  if (json === undefined) throw new Error(`the load of ${folder} reported nothing: ${output}`);
  const report: Report = JSON.parse(json).releases[0];
  const times = [...lines.at(-1)!.matchAll(/(\d+)m([\d.]+)s/g)];
  const processorSeconds = times.reduce((sum, [, minutes, rest]) => sum + 60 * Number(minutes) + Number(rest), 0);
  return {loaded: {seconds, processorSeconds}, report};
}
