// The goals of the bench as data, one row per figure. All are ratios, or figures that hardly depend on the machine.
//
// A goal without a bound is only reported for comparison.

export interface Goal {
  /** The subject that measures it: `--only SUBJECT`. */
  readonly subject: string;
  readonly what: string;
  readonly unit: string;
  readonly atLeast?: number;
  readonly atMost?: number;
}

const OF_NGINX = "× nginx";
const BARE = "bare answers";
const OF_ONE = "× one process";
const OF_ONE_BARE = "× one bare process";

export const GOALS = {
  "slice-60000": {
    subject: "slices",
    what: "60,000 values, JSON, uncached, 16 connections",
    unit: OF_NGINX,
    atLeast: 0.25,
  },
  "slice-60000-tail": {
    subject: "slices",
    what: "p99 over p50 of the same requests, divided by that of nginx",
    unit: OF_NGINX,
    atMost: 1,
  },
  "slice-6000": {subject: "slices", what: "6,000 values, JSON, uncached, 16 connections", unit: OF_NGINX},
  "slice-50": {subject: "slices", what: "50 values, JSON, uncached, 16 connections", unit: OF_NGINX},
  "slice-50-business": {
    subject: "slices",
    what: "50 values for readers of the commercial plan (no quota of values; the charge is written nevertheless)",
    unit: OF_NGINX,
  },
  "gzip-60000": {
    subject: "gzip",
    what: "60,000 values, gzip, uncached, 16 connections",
    unit: "× nginx gzip 1",
    atLeast: 1.5,
  },
  "repeat-60000": {
    subject: "repeat",
    what: "the same 60,000 values in every request, JSON, 16 connections",
    unit: OF_NGINX,
    atLeast: 0.95,
  },
  "unchanged-50": {
    subject: "repeat",
    what: "304 for 50 values, compared with the whole file of nginx",
    unit: OF_NGINX,
    atLeast: 0.25,
  },
  "bare-50": {
    subject: "bare",
    what: "processor time of 50 values, in bare answers of `node:http` with the same bytes and headers",
    unit: BARE,
    atMost: 5,
  },
  "bare-304": {subject: "bare", what: "processor time of a 304, in the same bare answers", unit: BARE, atMost: 2},
  "bare-6000": {
    subject: "bare",
    what: "processor time of 6,000 values, in the same bare answers",
    unit: BARE,
    atMost: 60,
  },
  "bare-60000": {
    subject: "bare",
    what: "processor time of 60,000 values, in the same bare answers",
    unit: BARE,
    atMost: 330,
  },
  "estimates-60000": {
    subject: "estimates",
    what: "processor time of 60,000 estimates",
    unit: "× slice of 60,000",
    atMost: 2,
  },
  "estimates-deep": {
    subject: "estimates",
    what: "the first 60,000 estimates of a series with 300,000 in 5,000 periods",
    unit: "× other estimates",
    atMost: 2,
  },
  "bare-nginx": {subject: "bare", what: "the bare answer, compared with nginx", unit: OF_NGINX},
  "workers-1": {subject: "workers", what: "processor time of 50 values with one process", unit: OF_ONE},
  "workers-2": {subject: "workers", what: "the same with 2 workers and their parent", unit: OF_ONE},
  "workers-4": {subject: "workers", what: "the same with 4 workers and their parent", unit: OF_ONE},
  "workers-8": {subject: "workers", what: "the same with 8 workers and their parent", unit: OF_ONE},
  "workers-2-shared": {subject: "workers", what: "2 workers that share 16 connections", unit: OF_ONE},
  "workers-4-shared": {subject: "workers", what: "4 workers that share 16 connections", unit: OF_ONE},
  "workers-8-shared": {subject: "workers", what: "8 workers that share 16 connections", unit: OF_ONE},
  "workers-2-bare": {subject: "workers", what: "the bare answer from 2 processes on one port", unit: OF_ONE_BARE},
  "workers-4-bare": {subject: "workers", what: "the bare answer from 4 processes on one port", unit: OF_ONE_BARE},
  "workers-8-bare": {subject: "workers", what: "the bare answer from 8 processes on one port", unit: OF_ONE_BARE},
  "workers-memory": {
    subject: "workers",
    what: "memory of 4 workers and their parent after this load (what they share counts once)",
    unit: "MB",
    atMost: 1200,
  },
  "first-gzip": {subject: "first", what: "first answer of 60,000 values in gzip", unit: "× codec", atMost: 1.5},
  "first-zstd": {subject: "first", what: "first answer of 60,000 values in zstd", unit: "× codec", atMost: 1.5},
  "first-beside": {
    subject: "first",
    what: "p99 of a 304 while one answer of 60,000 values at a time is made, the slowest of four codings",
    unit: "ms",
    atMost: 10,
  },
  "growth-60000": {
    subject: "growth",
    what: "p50 of 60,000 values, 1 connection, largest store divided by smallest",
    unit: "×",
    atMost: 1.3,
  },
  "growth-6000": {subject: "growth", what: "the same for 6,000 values", unit: "×", atMost: 1.3},
  "growth-50": {subject: "growth", what: "the same for 50 values", unit: "×", atMost: 1.3},
  "page-time": {
    subject: "pages",
    what: "HTML of a random series page in Russian or English, the slower p99 of the time to its last byte, 1 connection",
    unit: "ms",
    atMost: 15,
  },
  "page-weight": {
    subject: "pages",
    what: "bytes of a first visit to a series page, with all its assets",
    unit: "kB",
    atMost: 60,
  },
  start: {subject: "start", what: "start over a warm store until the first answer", unit: "s", atMost: 1},
  "memory-peak": {subject: "memory", what: "most memory of the server under load", unit: "MB", atMost: 500},
  "memory-flat": {
    subject: "memory",
    what: "most memory in the second round of the load, divided by that in the first",
    unit: "×",
    atMost: 1.1,
  },
  disk: {subject: "disk", what: "statistics.db, including its indexes", unit: "bytes/value", atMost: 5},
  "load-sdmx": {
    subject: "load-sdmx",
    what: "`ryad load` of SDMX-ML, from its start to its end",
    unit: "× bare saxes",
    atLeast: 1,
  },
  "load-csv": {
    subject: "load-csv",
    what: "`ryad load` of a tidy package, from its start to its end",
    unit: "M values/s",
    atLeast: 1,
  },
  workbooks: {
    subject: "workbooks",
    what: "`ryad load` of ten `.xlsx` of publishers, from its start to its end: processor time for a megabyte of all together",
    unit: "s",
    atMost: 1.3,
  },
  "workbooks-dearest": {subject: "workbooks", what: "the same of the dearest of them", unit: "s"},
  "workbooks-reading": {
    subject: "workbooks",
    what: "the same of all together, in the processor time in which SheetJS only reads them",
    unit: "× SheetJS",
  },
  "workbooks-values": {
    subject: "workbooks",
    what: "values a second of the slowest of them",
    unit: "values/s",
    atLeast: 10_000,
  },
  "workbooks-memory": {subject: "workbooks", what: "most memory of a load of them", unit: "MB", atMost: 300},
  beside: {
    subject: "beside",
    what: "p99 of 6,000 values while `ryad load` runs, 1 connection",
    unit: "× quiet",
    atMost: 2,
  },
  "treasury-disk": {
    subject: "treasury",
    what: "statistics.db where each series has a class, a name and a title of its own",
    unit: "bytes/series",
  },
  "treasury-start": {subject: "treasury", what: "start over such a store to the first search", unit: "s", atMost: 2},
  "treasury-memory": {
    subject: "treasury",
    what: "memory over that of a server with an empty store, after searches and slices",
    unit: "MB",
    atMost: 200,
  },
  "treasury-catalogue": {
    subject: "treasury",
    what: "memory of a catalogue of such series",
    unit: "bytes/series",
    atMost: 48,
  },
  "treasury-miss": {
    subject: "treasury",
    what: "processor time to read a catalogue of 100,000 such series that is not in memory",
    unit: "ms",
    atMost: 20,
  },
  "treasury-large": {
    subject: "treasury",
    what: "processor time of 50 values of a dataset that does not fit into the memory for catalogues",
    unit: "× small dataset",
    atMost: 5,
  },
  "treasury-cold": {
    subject: "treasury",
    what: "the first searches of a server over it, each asked once, p50",
    unit: "ms",
  },
  "treasury-cold-tail": {subject: "treasury", what: "the same, p99", unit: "ms"},
  "treasury-load": {
    subject: "treasury",
    what: "`ryad load` of one revised value in a dataset of 100,000 such series, from its start to its end",
    unit: "s",
    atMost: 0.5,
  },
  "treasury-server": {
    subject: "treasury",
    what: "processor time of a server for that load, with a search and a slice after it",
    unit: "ms",
    atMost: 50,
  },
  "treasury-beside": {
    subject: "treasury",
    what: "p99 of searches while a large dataset of such series loads",
    unit: "× quiet",
    atMost: 3,
  },
  "files-seconds": {
    subject: "files",
    what: "files of a dataset of 4 million values, from the end of its load until they are there",
    unit: "s",
    atMost: 60,
  },
  "files-memory": {subject: "files", what: "most memory of the process that writes them", unit: "MB", atMost: 500},
  "files-beside-50": {subject: "files", what: "p99 of 50 values while they are written", unit: "× quiet", atMost: 2},
  "files-beside-6000": {subject: "files", what: "the same of 6,000 values", unit: "× quiet", atMost: 2},
  "files-beside-60000": {subject: "files", what: "the same of 60,000 values", unit: "× quiet", atMost: 2},
} as const satisfies Record<string, Goal>;

export type GoalName = keyof typeof GOALS;

export type Verdict = "reached" | "missed" | "told";

/** Whether a figure reaches its goal. `told`: the goal has no bound. */
export function judge({atLeast, atMost}: Goal, value: number): Verdict {
  if (atLeast === undefined && atMost === undefined) return "told";
  return (atLeast !== undefined && value < atLeast) || (atMost !== undefined && value > atMost) ? "missed" : "reached";
}

/** The goal as text: "≥ 0.25". */
export function goalText({atLeast, atMost}: Goal): string {
  if (atLeast !== undefined) return `≥ ${atLeast}`;
  return atMost === undefined ? "–" : `≤ ${atMost}`;
}

/** How far a missed goal is from its bound: "27 % short"; empty if it is reached. */
export function shortfall(goal: Goal, value: number): string {
  if (judge(goal, value) !== "missed") return "";
  const bound = (goal.atLeast ?? goal.atMost)!;
  const share = Math.round(100 * Math.abs(value / bound - 1));
  return `${share === 0 ? "less than 1" : share} % ${goal.atLeast === undefined ? "too much" : "short"}`;
}
