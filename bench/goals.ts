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
  /** A stricter bound that would be better still. */
  readonly wanted?: number;
}

const OF_NGINX = "× nginx";
const BARE = "bare answers";
const OF_ONE = "× one process";

export const GOALS = {
  "slice-60000": {
    subject: "slices",
    what: "60,000 values, JSON, uncached, 16 connections",
    unit: OF_NGINX,
    atLeast: 0.22,
    wanted: 0.35,
  },
  "slice-60000-tail": {
    subject: "slices",
    what: "p99 over p50 of the same requests, divided by that of nginx",
    unit: OF_NGINX,
    atMost: 1,
  },
  "slice-6000": {
    subject: "slices",
    what: "6,000 values, JSON, uncached, 16 connections",
    unit: OF_NGINX,
    atLeast: 0.15,
    wanted: 0.25,
  },
  "slice-50": {
    subject: "slices",
    what: "50 values, JSON, uncached, 16 connections",
    unit: OF_NGINX,
    atLeast: 0.22,
    wanted: 0.3,
  },
  "slice-50-business": {
    subject: "slices",
    what: "50 values for readers of the commercial plan (no quota of values; the charge is written nevertheless)",
    unit: OF_NGINX,
  },
  "gzip-60000": {
    subject: "gzip",
    what: "60,000 values, gzip, uncached, 16 connections",
    unit: "× nginx gzip 1",
    atLeast: 1,
  },
  "repeat-60000": {
    subject: "repeat",
    what: "the same 60,000 values in every request, JSON, 16 connections",
    unit: OF_NGINX,
    atLeast: 0.9,
  },
  "unchanged-50": {
    subject: "repeat",
    what: "304 for 50 values, compared with the whole file of nginx",
    unit: OF_NGINX,
    atLeast: 0.5,
  },
  "bare-50": {
    subject: "bare",
    what: "processor time of 50 values, in bare answers of `node:http` with the same bytes and headers",
    unit: BARE,
    atMost: 4,
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
  "workers-2": {subject: "workers", what: "the same with 2 workers and their parent", unit: OF_ONE, atMost: 1.3},
  "workers-4": {subject: "workers", what: "the same with 4 workers and their parent", unit: OF_ONE, atMost: 1.3},
  "workers-8": {subject: "workers", what: "the same with 8 workers and their parent", unit: OF_ONE, atMost: 1.3},
  "workers-memory": {
    subject: "workers",
    what: "memory of 4 workers and their parent after this load (what they share counts once)",
    unit: "MB",
    atMost: 1200,
  },
  "first-gzip": {subject: "first", what: "first answer of 60,000 values in gzip", unit: "× codec", atMost: 1.3},
  "first-zstd": {subject: "first", what: "first answer of 60,000 values in zstd", unit: "× codec", atMost: 1.3},
  "first-held": {subject: "first", what: "longest time that the event loop is blocked by it", unit: "ms", atMost: 10},
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
  disk: {subject: "disk", what: "statistics.db, including its indexes", unit: "bytes/value", atMost: 6},
  "load-sdmx": {
    subject: "load-sdmx",
    what: "`ryad load` of SDMX-ML, from its start to its end",
    unit: "× bare saxes",
    atLeast: 0.8,
  },
  "load-csv": {
    subject: "load-csv",
    what: "`ryad load` of a tidy package, from its start to its end",
    unit: "M values/s",
    atLeast: 1,
  },
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
} as const satisfies Record<string, Goal>;

export type GoalName = keyof typeof GOALS;

export type Verdict = "wanted" | "reached" | "missed" | "told";

/** Whether a figure reaches its goal. `told`: the goal has no bound. */
export function judge({atLeast, atMost, wanted}: Goal, value: number): Verdict {
  if (atLeast === undefined && atMost === undefined) return "told";
  if ((atLeast !== undefined && value < atLeast) || (atMost !== undefined && value > atMost)) return "missed";
  return wanted !== undefined && value >= wanted ? "wanted" : "reached";
}

/** The goal as text: "≥ 0.22 (0.35 wanted)". */
export function goalText({atLeast, atMost, wanted}: Goal): string {
  if (atLeast !== undefined) return `≥ ${atLeast}${wanted === undefined ? "" : ` (${wanted} wanted)`}`;
  return atMost === undefined ? "–" : `≤ ${atMost}`;
}

/** How far a missed goal is from its bound: "27 % short"; empty if it is reached. */
export function shortfall(goal: Goal, value: number): string {
  if (judge(goal, value) !== "missed") return "";
  const bound = (goal.atLeast ?? goal.atMost)!;
  const share = Math.round(100 * Math.abs(value / bound - 1));
  return `${share === 0 ? "less than 1" : share} % ${goal.atLeast === undefined ? "too much" : "short"}`;
}

// Explanations of missed goals: where the profile shows the time, and possible improvements. Written by hand.
//
// docs/performance.md shows a remark only while its goal is missed. Shares are of the processor time of the server, or of the load. The
// cost of a bare server was measured beside ours on a machine with other work, so it is given as a share too.
const TEXTS: Readonly<Partial<Record<GoalName, readonly string[]>>> = {
  "slice-60000-tail": [
    "Four large answers are written at a time and the rest wait in line. Two other runs gave 0.29 and 0.31: the tail depends on",
    "the other processes that wake on the two cores.",
  ],
  "slice-6000": [
    "Writing the rows takes 20 %, unpacking the hundred histories 14 % (their checksums 4 %, mostly reading their bytes),",
    "SQLite 15 %, the socket 13 %, describing the hundred series 7 %; every answer has the rest. The histories of a page",
    "are read as one joined row, because a row for each costs twice as much (0.14 ms for 100 neighbours, joined 0.07). In this run a series'",
    "description was joined from texts kept for its family and its territory. Since this run the usual row is written by WebAssembly, and full collections of",
    "garbage, which took another 16 %, are rare: a quarter less processor time in all (docs/decisions/0046).",
  ],
  "slice-50": [
    "A bare `node:http` server that sends the same number of bytes under the same headers takes a seventh of our time. Our additional time has many small",
    "parts: 16 % is the one write to the socket, 14 % the rest of Node's HTTP, events and ticks, 4 % Fastify, 6 % garbage collection, 8 %",
    "reading the history (4 µs for the statement alone), 9 % the charge (3.7 µs in a group of sixteen, where one alone costs 21). The other",
    "two fifths are about thirty modules, none above 3 %: parameters, description, tag, token, the rows themselves. Since this run a tenth",
    "was taken away (docs/decisions/0040). Two changes would still save much: charges written as a log that is later folded into rows, and an answer that bypasses Fastify and",
    "its hooks. Neither was made, because a confirmed charge must be stored and every answer must have the same headers.",
  ],
  "repeat-60000": [
    "Nearly all of such an answer is the socket: 5.7 MB are sent in pieces as the reader makes room. A bare `node:http` server with one",
    "buffer reaches 0.95. The token, the minute and the charge cost the same as in a small answer.",
  ],
  "unchanged-50": [
    "Writing the head to the socket takes 31 %, which alone is more than nginx takes for the whole file. A bare `node:http` server that sends",
    "the same head takes a third of our time, which would just reach the goal. The rest is 12 % for the store (a check for writes, the",
    "rest of the month's quota), 18 % Node's HTTP, streams and ticks, 4 % Fastify, and reading the request. In this run the tag was remembered",
    "by the text of the request; now it is made for each request. One process of Node that checks a token cannot reach half of nginx.",
  ],
  "first-zstd": [
    "A thread of the pool packs a large body while it is being written, 8,000 rows at a time. The codec takes longer than the writing,",
    "so the time of an answer is the first piece, the codec, and the usual work before and after. That needs a second, free core: with one,",
    "another run gave 1.6 × for both codings, least 1.4 (docs/decisions/0040).",
  ],
  "first-held": [
    "A full collection of garbage stops the loop for about 10 ms; every ten packed answers brought one on. The rest is the sending of 5.7 MB",
    "in one call, a commit to the disk and pauses of the system. Writing rests every 2 ms; in this run it was every 4, and those who",
    "had come meanwhile waited for the next stretch too (docs/decisions/0040). Full collections are half as many since (docs/decisions/0046).",
  ],
  "memory-peak": [
    "At its start the server holds the search index of all series. Under load it adds catalogues (up to 160 MB), reused memory of large",
    "answers (48 MB, and the answers that are being sent), and bodies that were requested twice (32 MB in this run, packed ones",
    "16 MB; 24 and 8 since: a run of the memory alone then gave 489 MB, and 1.10 for the second round).",
  ],
  "memory-flat": [
    "The reason for the additional memory in the second round is unknown: the caches of catalogues and the memory of answers fill in the first round, and",
    "a grown heap is released late.",
  ],
  "load-sdmx": [
    "The parser alone reads the file in well under half of saxes' time: it reads the bytes directly where they have the usual form of EMISS, and",
    "leaves the rest to saxes. The other parts of a load are the start of the process (half of it the 255 modules of Kysely), SHA-256",
    "over the file, sorting, packing and one commit. Other threads pack the source for the archive while it is parsed.",
  ],
  "load-csv": [
    "In the load's own thread 35 % is finding cells, series, periods and numbers in the bytes, 14 % merging and packing histories, 10 % SQLite,",
    "5 % garbage collection, the rest the start, the checksums over the file and the catalogue. A parser in a separate thread would overlap",
    "with the packing of histories; nothing else in a load could use another core.",
  ],
  beside: [
    "Reader, server and load are three busy processes on two cores. The load has a lower priority in all its threads, so the server does",
    "not wait for a core. By calculation, not by a profile, the load still takes memory bandwidth from the server, and with every commit",
    "the pages that SQLite had cached for it; its packing for the archive uses the second core while it parses.",
  ],
};

export const REMARKS: Readonly<Partial<Record<GoalName, string>>> = Object.fromEntries(
  Object.entries(TEXTS).map(([goal, lines]) => [goal, lines.join(" ")]),
);
