// docs/performance.md, from the last complete run of the bench: each goal, its measured figure, and the distance of a missed goal.

import {SINCE_RUN} from "../bench/goal-remarks.ts";
import {GOALS, type Goal, type GoalName, goalText, judge, shortfall} from "../bench/goals.ts";
import type {Machine, Measurement, Results} from "../bench/results.ts";
import {figureText, SCALES} from "../bench/subject.ts";

/**
 * @param remarks explanations of lines, shown while their goals are missed
 * @param others parts about other runs, added unchanged
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

Server, load and nginx share the cores, and the machine's speed changes over time, so the goals are ratios. The compared programs run in turn, ${roundSeconds} seconds each,
and the figure is the median of ${rounds} rounds.

${day === SINCE_RUN.day ? `${SINCE_RUN.text}\n\n` : ""}| subject | goal | measured | |
|---|---|---|---|
${measurements.map(row).join("\n")}

${tally(measurements)}
${missed(measurements, remarks)}
## What the lines mean

- **Uncached**: each request asks for a random page of a random dataset. Every reader has a token and the free plan. For each answer the server looks up
  the token, counts the minute, checks the quota, and writes the charge to the accounts before the first
  byte leaves. A reader sends up to 18 requests a minute, 64 readers take turns, and no request is refused. After each line the bench
  reads the accounts; a line without all its charges does not count.
- **× nginx**: answers per second, divided by those of one nginx worker. The worker sends the bytes of one such answer as a file, for the same
  request each time, with \`sendfile\` or with large buffers, whichever is faster in the round. Both run under wrk with one thread.
- **Bare answers**: the processor time of our answer, divided by that of a \`node:http\` server that sends the 50 values as bytes under the same headers, in the same round.
- **× one process**, without a goal: the processor time of an answer, the parent's share included, divided by that of one process in the same round. \`accounts ms\` is the time in which an answer
  waits for the accounts, the median of one reader's answers beside the load: \`who\` and \`charge\` of Server-Timing.
  Each worker has 16 connections, as the one process has; workers that share 16 have fewer each.
- **× one bare process**: the bare answer from as many processes, which share a port as the workers do and have 16 connections each, divided by that of one bare process: the part of the price of several processes that the machine takes.
- **× codec**: the time of the whole first answer, from the request to its last byte, divided by the time in which gzip or zstd alone packs that body
  at its fastest level. A 304 beside large answers is timed by its client, in each coding, with garbage collection and
  pauses of the system in it; \`idle\` is the same for a server that does nothing else, so it has the pauses alone. \`loop cpu most\` is the most processor time
  that the event loop took at once.
- **× quiet**: the time while a third process loads one dataset after another, divided by the time without loads; one server, one reader.
- **Pages** show random series of random datasets to one reader without a token. The weight is that of a first visit, compressed, without
  the data of the chart.
${treasuryText(measurements)}- **Disk**: bytes per value of a slice; superseded estimates are in the file, but do not count as values.
- **Loads** are whole commands, from the start of the process to its end, into an empty store. The file is generated in the format
  of real files. \`parser alone\` is the parser without the store; the bare saxes pass does not include the start of its process.
- **Workbooks** are publishers' files of 0.35 to 3.4 MB (a megabyte has a million bytes). Processor time is that of all threads of the command, from its start to its end;
  that of SheetJS is the reading alone, in a process that has begun. A load also finds what the cells mean, archives the file, stores the series and makes them searchable.

## What each line is made of

${measurements
  .filter(({figures}) => Object.keys(figures).length > 0)
  .map(({goal, figures}) => goalDetails(GOALS[goal], figures))
  .join("\n")}

Times are in milliseconds and memory in megabytes, unless a unit is given.

${
  others === ""
    ? ""
    : `${others}
`
}## How to run it

\`\`\`
apt-get install nginx wrk       # Debian; without them their lines are skipped, by name
npm run bench                   # about 30 minutes and 3 GB in the folder for temporary files; writes bench/results.json
npm run docs                    # writes this page
npm run bench -- --quick        # 4 minutes: a test that the bench works
npm run bench -- --full         # also with 2 million series, and 5 million with a title each
npm run bench -- --store postgres   # PostgreSQL compared with the embedded store; writes bench/results-postgres.json
python3 -m venv bench/peers/.venv && bench/peers/.venv/bin/pip install -r bench/peers/requirements.txt   # for Datasette
npm run bench -- --only files   # 10 minutes; its results are a file of their own
npm run bench:peers             # other programs over the same rows; their packages are fetched; writes bench/peers/results.json
npm run bench -- --only slices,gzip --cpu-prof   # some subjects, with a profile of processor time
\`\`\`

Nothing else should run on the machine meanwhile.
`;
}

/** Explains the lines of the store whose series share nothing; empty where they were not measured. */
function treasuryText(measurements: readonly Measurement[]): string {
  if (!measurements.some(({goal, value}) => GOALS[goal].subject === "treasury" && value !== null)) return "";
  return `- **A class, a name and a title of its own**: one store of a million series in twelve datasets, one of 100,000 and one of 650,000, as the forms of a treasury are: names of 60 to 190 letters, five
  quarters of values each. Questions are some words of a random name, so hardly any is asked twice; a cold one goes to a server that has just started. A revised value is loaded
  beside a running server; the server's own work in an equal time is taken off its processor time. The slice that does not fit goes to a server with 16 MB for catalogues.
`;
}

function machineText({processor, cores, memoryGigabytes, system, node, sqlite, nginx, wrk, storesIn}: Machine): string {
  const programs = `Node ${node}, SQLite ${sqlite}, nginx ${nginx ?? "missing"}, wrk ${wrk ?? "missing"}`;
  return `${processor}, ${cores} cores, ${memoryGigabytes.toFixed(0)} GB; ${system}; ${programs}; stores ${storesIn === "disk" ? "on disk" : "in memory"}`;
}

function noise({loadBefore, cores}: Machine): string {
  if (loadBefore <= cores / 4) return "";
  return ` **The machine was not quiet** (load ${loadBefore.toFixed(1)} before the run): the figures are unreliable.`;
}

function row({goal, state, value, remarks}: Measurement): string {
  return goalRow(GOALS[goal], value, [state, ...remarks].join(": "));
}

/** @param absent the words instead of a value that was not measured */
export function goalRow(goal: Goal, value: number | null, absent: string): string {
  const measured = value === null ? absent : `${figureText(value)} ${goal.unit}`;
  return `| ${goal.what} | ${goalText(goal)} | ${measured} | ${value === null ? "" : verdictText(goal, value)} |`;
}

function verdictText(goal: Goal, value: number): string {
  const verdict = judge(goal, value);
  if (verdict === "missed") return `**missed**, ${shortfall(goal, value)}`;
  return verdict === "told" ? "" : verdict;
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

/** The figures behind the value of a goal. */
export function goalDetails({what}: Goal, figures: Readonly<Record<string, number>>): string {
  const made = Object.entries(figures).map(([name, figure]) => `${inWords(name)} ${figureText(figure)}`);
  return `- ${what}: ${made.join("; ")}`;
}

/** answersPerSecond → answers per second */
function inWords(name: string): string {
  return name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
