// What is known about goals that are missed: where the profile shows the time, and what would help. Written by hand.
//
// docs/performance.md shows a remark for as long as its goal is missed, and no longer. Shares are of the processor time
// of the server, or of the load; what a bare server takes was measured beside ours on a machine that others used as well, so it is told as a share too.
import type {GoalName} from "./goals.ts";

const TEXTS: Readonly<Partial<Record<GoalName, readonly string[]>>> = {
  "slice-60000-tail": [
    "Four large answers are written at a time and the rest wait in line. Two other runs gave 0.29 and 0.31: the tail moves with",
    "whatever else wakes on the two cores.",
  ],
  "slice-6000": [
    "20 % goes into writing the rows, 14 % into unpacking the hundred histories (their checksums 4 %, mostly the reading of their bytes),",
    "15 % into SQLite, 13 % into the socket, 7 % into describing the hundred series; the rest is that of any answer. Histories of a page",
    "come joined in one row, since a row for each costs twice as much (0.14 ms for 100 neighbours, joined 0.07), and a series'",
    "description is put together from texts that its family and its territory have already. The writer of rows is plain TypeScript;",
    "one in WebAssembly wrote a value in a quarter of the time in a prototype. By reckoning it would save an eighth of this answer,",
    "which is not enough for the goal; it is the largest saving that is known.",
  ],
  "slice-50": [
    "A bare `node:http` server that sends as many bytes under the same headers takes a seventh of what ours does. What we add is spread",
    "thin: 16 % is the one write to the socket, 14 % the rest of Node's HTTP, events and ticks, 4 % Fastify, 6 % garbage collection, 8 %",
    "reading the history (4 µs for the statement alone), 9 % the charge (3.7 µs in a group of sixteen, where one alone costs 21); the other",
    "two fifths are some thirty modules, none above 3 %: parameters, description, tag, token, the rows themselves. The goal asks for 44 µs",
    "in all. Two things would still save much, charges written as a log that is folded into rows later, and an answer past Fastify and",
    "its hooks; both were left alone, because a charge that is told must be there and each answer must bear the same headers.",
  ],
  "repeat-60000": [
    "Nearly all of such an answer is the socket: 5.7 MB go out in pieces as the reader makes room. A bare `node:http` server with one",
    "buffer reaches 0.95. The token, the minute and the charge are what a small answer costs besides.",
  ],
  "unchanged-50": [
    "31 % is the write of the head to the socket, by itself more than nginx takes for the whole file. A bare `node:http` server that sends",
    "the same head takes a third of what ours does, which would be just the goal. The rest is 12 % for the store (whether anybody has",
    "written, what is left of the month), 18 % Node's HTTP, streams and ticks, 4 % Fastify, and reading the request; the tag is remembered",
    "by the text of the request and not made anew. Half of nginx is out of reach of one process of Node that judges a token.",
  ],
  "first-zstd": [
    "A large body is packed on a thread of the pool while it is being written, 8,000 rows at a time. The codec takes longer than the writing,",
    "so an answer takes the first piece, the codec, and what any answer takes before and behind it. That needs a second core that is free.",
  ],
  "first-held": [
    "Bodies are written with a pause every 8,000 rows, about a millisecond. What is beyond is the sending of 5.7 MB in one call, garbage",
    "collection, a commit to the disk and the system's own pauses.",
  ],
  "memory-peak": [
    "At its start the server holds the index of the search over all series. Under load come catalogues (up to 160 MB), memory of large",
    "answers that goes round (48 MB, and what is on its way to readers), and bodies that were asked for twice (32 MB in this run, packed ones",
    "16 MB; 24 and 8 since: a run of the memory alone then gave 489 MB, and 1.10 for the second round).",
  ],
  "memory-flat": [
    "What the second round holds more was not found out: the caches of catalogues and the memory of answers fill in the first round, and",
    "a heap that has grown is given back late.",
  ],
  "load-sdmx": [
    "The parser alone passes the file in well under half of saxes' time: it reads the bytes of what is written as EMISS writes it, and",
    "leaves the rest to saxes. What a load takes besides is the start of the process (half of it the 255 modules of Kysely), SHA-256",
    "over the file, sorting, packing and one commit. The source is packed for the archive by other threads while it is parsed.",
  ],
  "load-csv": [
    "Of the load's own thread 35 % finds cells, series, periods and numbers in the bytes, 14 % merges and packs histories, 10 % is SQLite,",
    "5 % garbage collection, the rest the start, the sums over the file and the catalogue. A parser in a thread of its own would overlap",
    "with the packing of histories; a load waits for nothing else that another core could do.",
  ],
  beside: [
    "Reader, server and load are three busy processes on two cores. The load has a lower priority in all its threads, so the server does",
    "not wait for its turn. By reckoning, not by a profile: what the load still takes from it is the memory's width, and with every commit",
    "the pages that SQLite held for the server; its packing for the archive works on the second core while it parses.",
  ],
};

export const REMARKS: Readonly<Partial<Record<GoalName, string>>> = Object.fromEntries(
  Object.entries(TEXTS).map(([goal, lines]) => [goal, lines.join(" ")]),
);
