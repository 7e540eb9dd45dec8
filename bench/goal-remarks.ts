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
  "slice-6000": [
    "Writing the rows takes 20 %, unpacking the hundred histories 14 % (their checksums 4 %, mostly reading their bytes),",
    "SQLite 15 %, the socket 13 %, describing the hundred series 7 %; every answer has the rest. The histories of a page",
    "are read as one joined row, because a row for each costs twice as much (0.14 ms for 100 neighbours, joined 0.07). The shares are those before the usual row was",
    "written by WebAssembly and full collections of garbage, another 16 %, became rare (docs/decisions/0046).",
  ],
  "slice-50": [
    "A bare `node:http` server that sends the same number of bytes under the same headers takes a seventh of our time. Our additional time has many small",
    "parts: by themselves the read of the store takes 17 µs, writing the body 14, Fastify and its hooks 5, the charge 5, parameters 4, and no other more than 2.",
    "These are half of the answer; the rest does not show in stages that are called alone, because in a server the code and data of all stages",
    "alternate in the caches of the processor (docs/decisions/0049, 0050). Two changes would still save much: charges written as a log that is later folded into rows, and an answer that bypasses",
    "Fastify and its hooks. Neither was made, because a confirmed charge must be stored and every answer must have the same headers.",
  ],
  "repeat-60000": [
    "Nearly all of such an answer is the socket: 5.7 MB are sent in pieces as the reader makes room. A bare `node:http` server with one",
    "buffer reaches 0.95. The token, the minute and the charge cost the same as in a small answer. Two short runs after this one gave 0.99 and 1.1, two of the program before it 0.88 and 1.0.",
  ],
  "unchanged-50": [
    "Writing the head to the socket is the largest part, and alone more than nginx takes for the whole file. A bare `node:http` server that sends",
    "the same head takes nearly half of our time, which would just reach the goal. The rest is Node's HTTP, streams and ticks, Fastify (5 µs), the check for",
    "writes of other processes, and reading the request. One process of Node that checks a token cannot reach half of nginx.",
  ],
  "workers-4": [
    "The processes of the service and the load take turns on two cores, and whichever runs finds the caches of its core full of the code of others. A bare answer has little code and",
    "costs up to 1.4 times as much in as many processes, single processes of ours without common accounts 1.2 times. The calls themselves take about 13 µs of an answer, of both",
    "processes together, with 16 connections for each worker: two in a line of about ten (docs/decisions/0065).",
  ],
  "first-gzip": ["See zstd below."],
  "workers-8": ["As for 4 workers; single processes of ours without common accounts cost 1.7 times one."],
  "first-zstd": [
    "A thread of the pool packs a large body while it is being written, 8,000 rows at a time, in about the time of the codec alone (zstd 0.9 to 1.03 ×, gzip 1.1).",
    "Before it come token, parameters, histories and charge, together 1.5 ms, and the first rows, 0.3 ms; behind it the socket. That is a fifth of gzip and more than",
    "a third of zstd, whose codec takes 7 ms. Both need a second, free core (docs/decisions/0064).",
  ],
  "first-beside": [
    "A bare `node:http` server that has the large body already, and packs it in the same way, has a p99 of 4 to 6 ms beside the same clients: four threads share two",
    "cores, and a thread that waits gets its turn at a tick of 4 ms. `OfBare` gives it for the run. The processor time of the loop is right to 4 ms (docs/decisions/0064).",
  ],
  "memory-peak": [
    "At its start the server holds the search index of all series. Under load it adds catalogues (up to 160 MB), reused memory of large",
    "answers (48 MB, and the answers that are being sent), and bodies that were requested twice (32 MB in this run, packed ones",
    "16 MB; 24 and 8 since: a run of the memory alone then gave 489 MB, and 1.10 for the second round).",
  ],
  "memory-flat": [
    "This is no leak of objects: over six rounds the objects on the heap do not grow. Buffers take 112 to 200 MB, more while slow clients hold more large answers. Other memory of the",
    "process grows by 40 to 70 MB in the first four rounds, and then no more. Its cause is not known (docs/decisions/0064).",
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
    "Half of the time is in the format: SheetJS needs 1.0 to 1.6 s for a megabyte of the small workbooks only to read their cells. A small one also pays 0.15 s for the start of Node, twice,",
    "and 500 modules. A survey has 27,000 series in a megabyte: a load that stores no classes, series and histories still needs 0.79 of its time (docs/decisions/0081 to 0083).",
  ],
  "workbooks-dearest": ["See all together: a small workbook or a survey of many series."],
  beside: [
    "Reader, server and load are three busy processes on two cores. The load has a lower priority in all its threads, so the server does",
    "not wait for a core. By calculation, not by a profile, the load still takes memory bandwidth from the server, and with every commit",
    "the pages that SQLite had cached for it; its packing for the archive uses the second core while it parses.",
  ],
};

export const REMARKS: Readonly<Partial<Record<GoalName, string>>> = Object.fromEntries(
  Object.entries(TEXTS).map(([goal, lines]) => [goal, lines.join(" ")]),
);
