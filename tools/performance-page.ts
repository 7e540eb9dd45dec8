// docs/performance.md, from the last whole run of the bench: each goal, what was measured, and by how much a missed one is missed.
import {GOALS, type Goal, type GoalName, goalText, judge, shortfall} from "../bench/goals.ts";
import type {Machine} from "../bench/machine.ts";
import type {Measurement, Results} from "../bench/results.ts";
import {SCALES} from "../bench/scales.ts";
import {figureText} from "../bench/table.ts";

/**
 * @param remarks what is known about a line, shown while its goal is missed
 * @param others parts about other runs, as they stand
 */
export function performancePage(
  results: Results,
  remarks: Readonly<Partial<Record<GoalName, string>>>,
  others = "",
): string {
  const {day, mode, seconds, machine, measurements} = results;
  const {rounds, seconds: roundSeconds} = SCALES[mode];
  return `# Performance

Written by \`npm run docs\` from \`bench/results.json\`; do not edit by hand.

One run of \`npm run bench\`${mode === "default" ? "" : ` (${mode})`} on ${day}, ${Math.round(seconds / 60)} minutes: ${machineText(machine)}.${noise(machine)}

Server, load and nginx share the cores, and the machine's speed drifts, so the goals are ratios: sides take turns, ${roundSeconds} seconds each,
and the figure is the median of ${rounds} rounds.

| what | goal | measured | |
|---|---|---|---|
${measurements.map(row).join("\n")}

${tally(measurements)}
${missed(measurements, remarks)}
## What the lines mean

- **Uncached**: each request asks for a random page of a random dataset. Every answer is for a reader of the free plan with a
  token: the token is looked up, the minute counted, the quota judged, and the values written to the accounts before the first
  byte leaves. A reader asks up to 18 times a minute, 64 readers at a time take turns; nobody is refused. After each line the
  accounts are read, and a line that was not charged whole does not count.
- **× nginx**: answers a second by those of one nginx worker that sends the very bytes of one such answer as a file, the same
  request each time, with \`sendfile\` or with large buffers, whichever is faster in the round; both under wrk with one thread.
- **× codec**: the whole first answer, from the request to its last byte, by the time in which gzip or zstd alone packs that body
  at its fastest level. The event loop is watched from inside the server, a collection of garbage and the system's own
  pauses included; \`idle most\` is what a server that does nothing seems to be held.
- **× quiet**: beside one server and one reader a third process loads one dataset after another.
- **Pages** are of random series of random datasets, to one reader without a token; the weight is that of a first visit, packed, without
  the data of the chart.
- **Disk**: by values that a slice gives; superseded estimates are in the file and are not counted.
- **Loads** are whole commands, from the start of the process to its end, into an empty store; the file is made up in the form
  of the real ones. \`parser alone\` is the parser without the store; the bare saxes pass leaves the start of its process out.

## What each line is made of

${measurements
  .filter(({figures}) => Object.keys(figures).length > 0)
  .map(details)
  .join("\n")}

Times in milliseconds, memory in megabytes, unless it says otherwise.

${
  others === ""
    ? ""
    : `${others}
`
}## How to run it

\`\`\`
apt-get install nginx wrk       # Debian; what is missing is skipped, by name
npm run bench                   # about 15 minutes and 1 GB in the folder for temporary files; writes bench/results.json
npm run docs                    # writes this page
npm run bench -- --quick        # 3 minutes: whether it runs
npm run bench -- --full         # 2 million series as well
npm run bench -- --store postgres   # what PostgreSQL costs beside the embedded store; writes bench/results-postgres.json
npm run bench -- --only slices,gzip --cpu-prof   # one subject, and where the time went
\`\`\`

Nothing else should work on the machine meanwhile.
`;
}

function machineText({processor, cores, memoryGigabytes, system, node, sqlite, nginx, wrk, storesIn}: Machine): string {
  const programs = `Node ${node}, SQLite ${sqlite}, nginx ${nginx ?? "missing"}, wrk ${wrk ?? "missing"}`;
  return `${processor}, ${cores} cores, ${memoryGigabytes.toFixed(0)} GB; ${system}; ${programs}; stores ${storesIn === "disk" ? "on disk" : "in memory"}`;
}

function noise({loadBefore, cores}: Machine): string {
  if (loadBefore <= cores / 4) return "";
  return ` **The machine was not quiet** (load ${loadBefore.toFixed(1)} before the run): the figures are worth little.`;
}

function row({goal: name, state, value, remarks}: Measurement): string {
  const goal: Goal = GOALS[name];
  const measured = value === null ? [state, ...remarks].join(": ") : `${figureText(value)} ${goal.unit}`;
  return `| ${goal.what} | ${goalText(goal)} | ${measured} | ${value === null ? "" : verdictText(goal, value)} |`;
}

function verdictText(goal: Goal, value: number): string {
  const verdict = judge(goal, value);
  if (verdict === "told") return "";
  if (verdict === "missed") return `**missed**, ${shortfall(goal, value)}`;
  return verdict === "wanted" ? "reached, also what is wanted" : "reached";
}

function tally(measurements: readonly Measurement[]): string {
  const verdicts = measurements.flatMap(({goal, value}) => (value === null ? [] : judge(GOALS[goal], value)));
  const judged = verdicts.filter((verdict) => verdict !== "told");
  const reached = judged.filter((verdict) => verdict !== "missed").length;
  const untold = measurements.filter(({value}) => value === null).length;
  return `${reached} of ${judged.length} goals are reached${untold === 0 ? "" : `; ${untold} could not be measured`}.`;
}

function missed(measurements: readonly Measurement[], remarks: Readonly<Partial<Record<GoalName, string>>>): string {
  const lines = measurements.flatMap(({goal, value}) => {
    const remark = remarks[goal];
    if (value === null || remark === undefined || judge(GOALS[goal], value) !== "missed") return [];
    return [`- **${GOALS[goal].what}**: ${shortfall(GOALS[goal], value)}. ${remark}`];
  });
  return lines.length === 0 ? "" : `\n## What is missed, and why\n\n${lines.join("\n")}\n`;
}

function details({goal, figures}: Measurement): string {
  const made = Object.entries(figures).map(([name, figure]) => `${inWords(name)} ${figureText(figure)}`);
  return `- ${GOALS[goal].what}: ${made.join("; ")}`;
}

/** answersPerSecond → answers per second */
function inWords(name: string): string {
  return name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
