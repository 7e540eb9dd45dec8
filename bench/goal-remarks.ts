// What docs/performance.md says of a goal that is missed: why, and what was tried.
import type {GoalName} from "./goals.ts";

// Explanations of missed goals: where the profile shows the time, and possible improvements. Written by hand.
//
// docs/performance.md shows a remark only while its goal is missed. Shares are of the processor time of the server, or of the load. The
// cost of a bare server was measured beside ours on a machine with other work, so it is given as a share too.
const TEXTS: Readonly<Partial<Record<GoalName, readonly string[]>>> = {
  "slice-60000-tail": [
    "Four large answers are written at a time and the rest wait in line. Two other runs gave 0.29 and 0.31: the tail depends on",
    "the other processes that wake on the two cores.",
  ],
  "repeat-60000": [
    "Nearly all of such an answer is the socket: 5.7 MB are sent in pieces as the reader makes room. A bare `node:http` server with one",
    "buffer reaches 0.95. The token, the minute and the charge cost the same as in a small answer. Two short runs after this one gave 0.99 and 1.1, two of the program before it 0.88 and 1.0.",
  ],
  "unchanged-50": [
    "Writing the head to the socket is the largest part, and alone more than nginx takes for the whole file. A bare `node:http` server that sends",
    "the same head takes nearly half of our time. The rest is Node's HTTP, streams and ticks, the check for writes of other processes, and reading the request.",
  ],
  "bare-50": [
    "The answer has many small parts: writing to the socket 13 %, SQLite 12, the charge 10, parameters 6, token and minute 6, describing the series 5.5, and",
    "no other more than 4 ([slices](measurements/slices.md)). Each request passes the stages alone, through Fastify.",
  ],
  "first-gzip": ["See zstd below."],
  "first-zstd": [
    "A thread of the pool packs a large body while it is being written, 8,000 rows at a time, in about the time of the codec alone (zstd 0.9 to 1.03 ×, gzip 1.1).",
    "Before it come token, parameters, histories and charge, together 1.5 ms, and the first rows, 0.3 ms; behind it the socket. That is a fifth of gzip and more than",
    "a third of zstd, whose codec takes 7 ms. Both need a second, free core ([slices](measurements/slices.md)).",
  ],
  "first-beside": [
    "A bare `node:http` server that has the large body already, and packs it in the same way, has a p99 of 4 to 6 ms beside the same clients: four threads share two",
    "cores, and a thread that waits gets its turn at a tick of 4 ms. `OfBare` gives it for the run. The processor time of the loop is right to 4 ms ([slices](measurements/slices.md)).",
  ],
  "memory-peak": [
    "At its start the server holds the search index of all series. Under load it adds catalogues (up to 160 MB), reused memory of large",
    "answers (48 MB, and the answers that are being sent), and bodies that were requested twice (32 MB in this run, packed ones",
    "16 MB; 24 and 8 since: a run of the memory alone then gave 489 MB, and 1.10 for the second round).",
  ],
  "memory-flat": [
    "This is no leak of objects: over six rounds the objects on the heap do not grow. Buffers take 112 to 200 MB, more while slow clients hold more large answers. Other memory of the",
    "process grows by 40 to 70 MB in the first four rounds, and then no more. Its cause is not known ([slices](measurements/slices.md)).",
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
  workbooks: [
    "Half of the time is in the format: SheetJS needs 1.0 to 1.6 s for a megabyte of the small workbooks only to read their cells. A small one also pays 0.15 to 0.2 s for the start of Node",
    "and 500 modules. A survey has 27,000 series in a megabyte: a load that stores no classes, series and histories still needs 0.79 of its time ([loads](measurements/loads.md)).",
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

/** What has changed since the run of that day; left out when the whole bench has run again. */
export const SINCE_RUN = {
  day: "2026-11-26",
  text: `Since that run every request goes through Fastify, one by one, and a goal is missed: short runs of the newer program gave 5.8 to 6.7 bare answers for 50 values (≤ 5) and
2.0 to 2.5 for a 304 (≤ 2). A second path past Fastify was 1.45 times as fast for 50 values, which is not worth a second program to read.`,
};
