// The part of docs/performance.md about files, from the last run of `npm run bench -- --only files`.
import {GOALS} from "../bench/goals.ts";
import type {Results} from "../bench/results.ts";
import {goalDetails, goalRow} from "./performance-page.ts";

export function filesPart({day, machine: {processor, cores, loadBefore}, measurements}: Results): string {
  const noise =
    loadBefore > cores / 4 ? ` **The machine was not quiet** (load ${loadBefore.toFixed(1)} before the run).` : "";
  return `## Files behind a load

\`npm run bench -- --only files\` on ${day}, from \`bench/results-files.json\`: ${processor}, ${cores} cores.${noise} The server writes files of a whole dataset by a child with the lowest
priority. While one reader asks for slices of that dataset, the child is held still and let go in turns, 40 times in a round: **quiet** is the time while it is held. A ratio is the median of rounds.

| subject | goal | measured | |
|---|---|---|---|
${measurements.map(({goal, state, value, remarks}) => goalRow(GOALS[goal], value, [state, ...remarks].join(": "))).join("\n")}

${measurements
  .filter(({figures}) => Object.keys(figures).length > 0)
  .map(({goal, figures}) => goalDetails(GOALS[goal], figures))
  .join("\n")}

\`cpu\` is the processor time of the server's event loop for an answer, \`wait\` the time in which it was ready and had no processor, \`writer share\` the part of a processor that the child had. A child
of the lowest priority has little of a busy machine: then the seconds tell the machine, and the processor seconds tell the work.
`;
}
