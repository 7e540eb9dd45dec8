// The part of docs/performance.md about search, from the last run of `npm run bench:search`.
import type {Judged, SearchResults, Warehouse} from "../bench/search-results.ts";

/** The goals: for the reserved questions, and in milliseconds. */
const GOALS = {meanReciprocalRank: 0.85, p50: 0.5, p99: 5} as const;

export function searchSection({day, machine, warehouses, speed}: SearchResults): string {
  const busy = machine.loadBefore > machine.cores / 4;
  return `
## Search

Written from \`bench/search-results.json\`, a run of \`npm run bench:search\` on ${day}: ${machine.processor}, ${machine.cores} cores, Node ${machine.node}.${
    busy
      ? ` **The machine was not quiet** (load ${machine.loadBefore.toFixed(1)} before the run): the times are unreliable.`
      : ""
  }

The table shows the judged questions of \`bench/search-queries.tsv\`: how often the right series is among the first five, and the mean of 1 divided by its
place. The questions set aside were never looked at while the ranking was tuned. The questions of \`bench/search-queries-sources.tsv\` are about
publishers' own files. They were written before the first search with them, and no part of them was used for tuning.

| store | part | questions | recall@5 | MRR | goal |
|---|---|---|---|---|---|
${warehouses.flatMap((one) => one.judged.map((part) => judgedRow(one, part))).join("\n")}

${thousands(speed.series)} series in ${thousands(speed.families)} families of ${thousands(speed.datasets)} datasets, ${thousands(speed.questions)} questions of every kind, five times each, in one process without the store:

| subject | goal | measured | |
|---|---|---|---|
| a search, p50 | ≤ ${GOALS.p50} ms | ${speed.p50.toFixed(2)} ms | ${verdict(speed.p50 <= GOALS.p50)} |
| a search, p99 | ≤ ${GOALS.p99} ms | ${speed.p99.toFixed(2)} ms | ${verdict(speed.p99 <= GOALS.p99)} |
| memory of the index | – | ${speed.megabytes.toFixed(0)} MB |  |
| making the index | – | ${speed.buildSeconds.toFixed(1)} s |  |
| the longest time without a pause for other requests | ≤ 10 ms | ${speed.longestSlice.toFixed(1)} ms | ${verdict(speed.longestSlice <= 10)} |
`;
}

function judgedRow(
  {name, datasets, series}: Warehouse,
  {part, questions, recallAt5, meanReciprocalRank}: Judged,
): string {
  const where = `${name}: ${datasets} datasets, ${thousands(series)} series`;
  const goal =
    part === "aside"
      ? `≥ ${GOALS.meanReciprocalRank}, ${verdict(meanReciprocalRank >= GOALS.meanReciprocalRank)}`
      : "–";
  return `| ${where} | ${part === "aside" ? "set aside" : "tuned on"} | ${questions} | ${recallAt5.toFixed(3)} | ${meanReciprocalRank.toFixed(3)} | ${goal} |`;
}

function verdict(isReached: boolean): string {
  return isReached ? "reached" : "**missed**";
}

function thousands(count: number): string {
  return count.toLocaleString("en-US");
}
