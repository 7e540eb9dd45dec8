// The benchmark: every goal of speed in one run on one machine, most of them compared with nginx, which sends the same bytes.
//
// Server, load and nginx share the machine's cores, and its speed changes over time: only the ratios are meaningful. A complete run writes
// results.json, from which `npm run docs` makes docs/performance.md; a quick or partial run does not write it. Only `--only files` has a page part of
// its own, results-files.json.
import {mkdirSync} from "node:fs";
import {join} from "node:path";
import {fileURLToPath} from "node:url";
import {parseArgs} from "node:util";
import {ALL_DATASETS, benchBillion} from "./billion/billion.ts";
import {estimates} from "./estimates.ts";
import {files} from "./files/files.ts";
import {first, start} from "./first-answer.ts";
import {GOALS, type GoalName} from "./goals.ts";
import {disk, growth, memory} from "./growth.ts";
import {beside, loadCsv, loadSdmx} from "./loads.ts";
import {pages} from "./pages.ts";
import {benchPostgres} from "./postgres.ts";
import {bare} from "./processor-time.ts";
import {createProfiles} from "./profile.ts";
import {describeMachine, type Measurement, missingTools, writeResults} from "./results.ts";
import {gzip, repeat, slices} from "./slice-speed.ts";
import {type Bench, printHead, printMeasurement, SCALES, type Subject} from "./subject.ts";
import {treasury} from "./treasury/treasury.ts";
import {createWarehouses} from "./warehouses.ts";
import {createProgress, createWorkFolder} from "./work-folder.ts";
import {workbooks} from "./workbooks.ts";
import {workers} from "./workers.ts";

/** All subjects in the order of a run. */
const SUBJECTS: readonly Subject[] = [
  disk,
  start,
  slices,
  gzip,
  repeat,
  bare,
  estimates,
  workers,
  first,
  pages,
  growth,
  memory,
  beside,
  loadSdmx,
  loadCsv,
  files,
  workbooks,
  treasury,
];

const USAGE = `npm run bench -- [--quick | --full] [--only SUBJECT[,SUBJECT…]] [--series N] [--cpu-prof]
npm run bench -- --store postgres [--quick]
npm run bench -- --billion [--datasets N] [--keep FOLDER]

  --quick      small and short: a test that the bench works, without useful figures (about 4 minutes)
  --full       also with 2 million series, and 5 million with a title each (about an hour instead of 30 minutes)
  --only       ${SUBJECTS.map(({name}) => name).join(", ")}
  --series N   series of the large warehouse, a multiple of 1,000
  --cpu-prof   profiles servers and loads, and prints their processor time by function
  --store postgres   PostgreSQL compared with the embedded store (about 6 minutes)
  --billion    a billion values in 200 datasets, or N of them (about an hour, 10 GB of the disk)
  --keep FOLDER      leaves their stores in the folder, and measures those that are there already`;

const {values: options} = parseArgs({
  options: {
    quick: {type: "boolean", default: false},
    full: {type: "boolean", default: false},
    only: {type: "string"},
    series: {type: "string"},
    "cpu-prof": {type: "boolean", default: false},
    store: {type: "string", default: "embedded"},
    billion: {type: "boolean", default: false},
    datasets: {type: "string"},
    keep: {type: "string"},
    help: {type: "boolean", default: false},
  },
});
const chosen = options.only?.split(",") ?? SUBJECTS.map(({name}) => name);
const unknown = chosen.filter((name) => !SUBJECTS.some((subject) => subject.name === name));
const series = Number(options.series ?? 1000);
if (options.billion) process.exit(await benchBillion(Number(options.datasets ?? ALL_DATASETS), options.keep ?? null));
if (options.store === "postgres") process.exit(await benchPostgres(options.quick));
if (options.store !== "embedded" || options.help || unknown.length > 0 || !(series > 0 && series % 1000 === 0)) {
  console.log(unknown.length > 0 ? `there is no subject ${unknown.join(", ")}\n\n${USAGE}` : USAGE);
  process.exit(options.help ? 0 : 2);
}

const began = performance.now();
const machine = describeMachine();
const mode = options.quick ? "quick" : options.full ? "full" : "default";
const scale = {...SCALES[mode], ...(options.series === undefined ? {} : {series})};
const work = createWorkFolder();
const progress = createProgress(process.stderr);
const profiles = createProfiles(options["cpu-prof"] ? join(work.path, "profiles") : null);
const measurements: Measurement[] = [];
const take = (measurement: Measurement): void => {
  measurements.push(measurement);
  progress.clear();
  printMeasurement(measurement);
};
const bench: Bench = {
  work,
  warehouses: createWarehouses(work, progress),
  scale,
  progress,
  profiles,
  report(goal, value, figures = {}, remarks = []) {
    // NaN: the system does not give this figure.
    const told = Object.fromEntries(Object.entries(figures).filter(([, figure]) => Number.isFinite(figure)));
    take({goal, state: value === null ? "failed" : "measured", value, figures: told, remarks});
  },
};
try {
  printHead(machine, scale);
  for (const subject of SUBJECTS.filter(({name}) => chosen.includes(name))) await runSubject(subject);
  profiles.print();
} finally {
  work.remove();
}

const isLasting = options.series === undefined && mode !== "quick" && !options["cpu-prof"];
const isOfFiles = isLasting && options.only === files.name;
const whole = isOfFiles || (isLasting && options.only === undefined);
const folder = fileURLToPath(new URL(whole ? "." : ".work/", import.meta.url));
const resultsPath = join(folder, isOfFiles ? "results-files.json" : "results.json");
mkdirSync(folder, {recursive: true});
const seconds = Math.round((performance.now() - began) / 1000);
const day = new Date().toISOString().slice(0, 10);
writeResults(resultsPath, {day, mode, seconds, machine, measurements});
console.log(`\n${seconds} s; written to ${resultsPath}${whole ? "; now: npm run docs" : ""}`);
process.exitCode = measurements.some(({state}) => state === "failed") ? 1 : 0;

/** Reports each line that cannot be measured; the other subjects are still measured. */
async function runSubject({name, needs, run}: Subject): Promise<void> {
  const missing = missingTools(machine, needs);
  const untold = (): GoalName[] =>
    (Object.keys(GOALS) as GoalName[]).filter(
      (goal) => GOALS[goal].subject === name && !measurements.some((measurement) => measurement.goal === goal),
    );
  const nothing = (state: "skipped" | "failed", why: string): void => {
    for (const goal of untold()) take({goal, state, value: null, figures: {}, remarks: [why]});
  };
  if (missing !== null) return nothing("skipped", missing);
  try {
    await run(bench);
  } catch (error) {
    nothing("failed", (error as Error).message);
  }
}
