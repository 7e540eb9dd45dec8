// The part of docs/performance.md about other programs over the same rows, from the last run of `npm run bench:peers`.
import {PROGRAMS, type ProgramName} from "../bench/peers/programs.ts";
import {type PeerFigures, type PeerResults, SHAPES, type ShapeName} from "../bench/peers/results.ts";
import {figureText} from "../bench/subject.ts";
import {SLICES} from "../bench/warehouses.ts";

export function peersPart({day, machine, versions, series, rounds, ours, peers}: PeerResults): string {
  const {processor, cores, node, loadBefore} = machine;
  const isNoisy = loadBefore > cores / 4;
  const names = Object.keys(PROGRAMS) as ProgramName[];
  return `## Other programs over the same rows

\`npm run bench:peers\` on ${day}, from \`bench/peers/results.json\`: ${processor}, ${cores} cores, Node ${node}, ${series.toLocaleString("en-US")} series × 300 months; ${versions}. The
table has the processor time of an answer, that of the database included, divided by that of Ryad in the same round: the median of ${rounds} rounds.${isNoisy ? ` **The machine was not quiet** (load ${loadBefore.toFixed(1)} before the run): that lengthens the time of all of them.` : ""}

| program | ${SHAPES.map((shape) => `${SLICES[shape].values.toLocaleString("en-US")} values`).join(" | ")} |
|---|${SHAPES.map(() => "---|").join("")}
| Ryad | ${SHAPES.map((shape) => `${figureText(ours[shape].cpuMs)} ms`).join(" | ")} |
${names.map((name) => row(PROGRAMS[name].title, peers[name])).join("\n")}

- The first row is the processor time of Ryad itself. Every program gives the same series, periods, values and days of publication, which the run compares before it measures. Ryad also describes each series.
- Ryad looks up a token, counts its minute, writes a charge for each answer and keeps all vintages. The others have no readers, no quotas and only the latest values.
- Express and Datasette read one table of SQLite by its key with one query; PostGraphile calls a function of the database.
- Requests are for random pages of random datasets: 16 at a time for 50 values, 4 for 6,000, one for 60,000. All programs have one process.
`;
}

function row(title: string, figures: Readonly<Record<ShapeName, PeerFigures>> | undefined): string {
  const cell = (shape: ShapeName): string =>
    figures === undefined ? "not installed" : `${figureText(figures[shape].ratio)} ×`;
  return `| ${title} | ${SHAPES.map(cell).join(" | ")} |`;
}
