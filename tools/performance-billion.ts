// The part of docs/performance.md about a billion values, from the last run of `npm run bench -- --billion`.
import type {BillionLine, BillionResults} from "../bench/billion/billion.ts";
import {figureText} from "../bench/subject.ts";

export function billionPart({
  day,
  machine: {processor, cores, memoryGigabytes, loadBefore},
  lines,
}: BillionResults): string {
  const isNoisy = loadBefore > cores / 4;
  return `## A billion values

\`npm run bench -- --billion\` on ${day}, from \`bench/results-billion.json\`: five million series of 200 datasets by the program's own loads, beside one
of these datasets alone, served and asked in turns. ${processor}, ${cores} cores, ${memoryGigabytes.toFixed(0)} GB.${
    isNoisy ? ` **The machine was not quiet** (load ${loadBefore.toFixed(1)} before the run).` : ""
  }

| subject | goal | measured | |
|---|---|---|---|
${lines.map(row).join("\n")}
`;
}

function row({what, value, unit, goal}: BillionLine): string {
  const verdict = goal === null ? "" : value <= goal ? "reached" : "**missed**";
  return `| ${what} | ${goal === null ? "–" : `≤ ${goal}`} | ${`${figureText(value)} ${unit}`.trim()} | ${verdict} |`;
}
