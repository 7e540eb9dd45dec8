// `npm run bench -- --billion`: a billion values in five million series of 200 datasets, made by the product's own loads, beside one of these
// datasets alone. What does not depend on the size of the store is nearly equal in both.
//
// It takes an hour and 10 GB of a disk on two cores; `--datasets N` makes N of them, to see that it runs. Stores that are kept are measured
// again in two minutes.
import {mkdirSync, readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {fileURLToPath} from "node:url";
import {createProfiles} from "../profile.ts";
import {describeMachine, type Machine} from "../results.ts";
import {figureText} from "../subject.ts";
import {createProgress, createWorkFolder} from "../work-folder.ts";
import {type BillionStore, makeStore} from "./make-store.ts";
import {type BothFigures, measureBoth} from "./measure.ts";
import {type FilesFigures, measureFiles, RANGE_BYTES} from "./measure-files.ts";
import {REQUEST_KINDS, type RequestKind} from "./requests.ts";

export const ALL_DATASETS = 200;

export interface BillionResults {
  readonly day: string;
  readonly machine: Machine;
  readonly datasets: number;
  readonly lines: readonly BillionLine[];
}

export interface BillionLine {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  /** At most; null: told without a goal. */
  readonly goal: number | null;
}

export function readBillionResults(path: string): BillionResults {
  return JSON.parse(readFileSync(path, "utf8"));
}

/** Measures, prints and writes the results. @param kept a folder for the stores, which stay there; null: none. @returns the exit code */
export async function benchBillion(datasets: number, kept: string | null): Promise<number> {
  const machine = describeMachine();
  const work = createWorkFolder();
  const progress = createProgress(process.stderr);
  const parts = {work, progress, profiles: createProfiles(null), stores: kept ?? work.path};
  try {
    const small = await makeStore(parts, "alone", 1);
    const large = await makeStore(parts, "billion", datasets);
    const figures = await measureBoth(parts, {alone: small, all: large});
    const files = await measureFiles(parts, large);
    progress.clear();
    const lines = [...linesOf(large, figures), ...fileLines(files)];
    for (const {what, value, unit, goal} of lines) {
      const verdict = goal === null ? "" : `at most ${goal} ${value <= goal ? "reached" : "missed"}`;
      console.log(`${what.padEnd(44)} ${figureText(value).padStart(8)} ${unit.padEnd(8)} ${verdict}`.trimEnd());
    }
    const folder = fileURLToPath(new URL(datasets === ALL_DATASETS ? ".." : "../.work/", import.meta.url));
    mkdirSync(folder, {recursive: true});
    const results: BillionResults = {day: new Date().toISOString().slice(0, 10), machine, datasets, lines};
    writeFileSync(join(folder, "results-billion.json"), `${JSON.stringify(results, null, 1)}\n`);
    return lines.every(({goal, value}) => goal === null || value <= goal) ? 0 : 1;
  } finally {
    work.remove();
  }
}

/** How much slower than over one dataset a slice may be. */
const TIMES: Readonly<Partial<Record<RequestKind, number>>> = {
  "50 values": 2,
  "6,000 values": 1.2,
  "60,000 values": 1.2,
};

function line(what: string, value: number, unit: string, goal: number | null = null): BillionLine {
  return {what, value, unit, goal};
}

function linesOf(store: BillionStore, {sides: {all, alone}, times}: BothFigures): BillionLine[] {
  const search = "search, all titles";
  return [
    line("values", store.values, ""),
    line("loads, one after the other", store.seconds / 60, "min", 30),
    line("processor time of the loads", store.processorSeconds / 60, "min"),
    line("statistics.db for each value", store.bytesPerValue, "bytes", 3),
    line("start to the first answer", all.firstAnswer, "s", 1),
    line("start to the first search", all.firstSearch, "s", 1),
    line("memory of the server", all.memory, "MB", 500),
    ...REQUEST_KINDS.flatMap((kind) => {
      const [own, small] = [all.kinds[kind], alone.kinds[kind]];
      const goals = kind === search ? [25, 100] : [null, null];
      const told = [
        line(`${kind}, p50`, own.p50, "ms", goals[0]),
        line(`${kind}, p99`, own.p99, "ms", goals[1]),
        line(`${kind}, p50 over one dataset`, small.p50, "ms"),
      ];
      return [...told, line(`${kind}, times that`, times[kind], "×", TIMES[kind] ?? null)];
    }),
    line("one revised value", all.revision, "s", 0.5),
    line("one revised value over one dataset", alone.revision, "s"),
    line("a page of 1,000 changes, p50", all.changes.p50, "ms"),
    line("a page of 1,000 changes, p99", all.changes.p99, "ms"),
  ];
}

function fileLines({seconds, memory, bytes, readBytes, first, whole}: FilesFigures): BillionLine[] {
  const read = `${RANGE_BYTES / 1e6} MB of its latest.parquet`;
  return [
    line("files of one dataset", seconds, "s", 60),
    line("memory of their writer", memory, "MB", 500),
    line("bytes of these files", bytes / 1e6, "MB"),
    line("bytes of latest.parquet", readBytes / 1e6, "MB"),
    line(`${read}: first byte, p50`, first.p50, "ms"),
    line(`${read}: first byte, p99`, first.p99, "ms"),
    line(`${read}: last byte, p50`, whole.p50, "ms"),
    line(`${read}: last byte, p99`, whole.p99, "ms"),
  ];
}
