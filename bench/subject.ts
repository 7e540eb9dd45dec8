// A subject of the bench: a part that can run alone, with its measurements and its requirements.
import {GOALS, type Goal, type GoalName, goalText, judge, shortfall} from "./goals.ts";
import type {Profiles} from "./profile.ts";
import type {Machine, Measurement, Tool} from "./results.ts";
import type {Warehouses} from "./warehouses.ts";
import type {Progress, WorkFolder} from "./work-folder.ts";

/** Duration and size of a run. */
export interface Scale {
  readonly mode: "quick" | "default" | "full";
  /** Duration of one side in one round under load. */
  readonly seconds: number;
  readonly rounds: number;
  /** Numbers of series over which latency should stay flat. */
  readonly growth: readonly number[];
  /** Series of the warehouse for all other measurements. */
  readonly series: number;
  /** Duration of the load during which memory is measured. */
  readonly memorySeconds: number;
  /** Number of compressed first answers in each coding. */
  readonly firstAnswers: number;
  /** Number of pages of series. */
  readonly pages: number;
  readonly sdmxMegabytes: number;
  readonly csvValues: number;
  /** Values of the dataset whose files are written. */
  readonly filesValues: number;
  /** Series of the store whose series share nothing, and those that load beside its searches. */
  readonly treasurySeries: number;
  readonly treasuryLoad: number;
  /** Searches, or slices, of one side in one round over it. */
  readonly treasuryAsks: number;
}

export interface Bench {
  readonly work: WorkFolder;
  readonly warehouses: Warehouses;
  readonly scale: Scale;
  readonly progress: Progress;
  readonly profiles: Profiles;
  /** Records one figure. A value of null is a line that could not be measured; `remarks` give the reason. */
  report(goal: GoalName, value: number | null, figures?: Figures, remarks?: readonly string[]): void;
}

export type Figures = Readonly<Record<string, number>>;

export interface Subject {
  readonly name: string;
  readonly needs: readonly Tool[];
  run(bench: Bench): Promise<void>;
}

// The results on a terminal: one line per figure, with its goal and whether it is reached.
export function printHead(machine: Machine, scale: Scale): void {
  const {processor, cores, memoryGigabytes, system, node, sqlite, nginx, wrk, loadBefore, storesIn} = machine;
  console.log(`${processor}, ${cores} cores, ${memoryGigabytes.toFixed(0)} GB; ${system}`);
  console.log(`Node ${node}, SQLite ${sqlite}, nginx ${nginx ?? "missing"}, wrk ${wrk ?? "missing"}`);
  if (loadBefore > cores / 4) console.log(`the machine is not quiet (load ${loadBefore.toFixed(1)}): mind no figure`);
  if (storesIn === "memory") console.log("stores are made in memory: TMPDIR=… names a folder on a disk");
  if (scale.mode === "quick") console.log("a quick run: it shows that the bench runs, and no speed");
  console.log();
}

export function printMeasurement({goal: name, state, value, figures, remarks}: Measurement): void {
  const goal: Goal = GOALS[name];
  const figure = value === null ? state : `${figureText(value)} ${goal.unit}`;
  const verdict = value === null ? "" : `${judge(goal, value)} ${shortfall(goal, value)}`;
  console.log(`${goal.what}\n  ${figure.padEnd(24)} ${goalText(goal).padEnd(22)} ${verdict}`.trimEnd());
  const details = Object.entries(figures).map(([what, number]) => `${what} ${figureText(number)}`);
  if (details.length > 0) console.log(`  ${details.join("  ")}`);
  for (const remark of remarks) console.log(`  ! ${remark}`);
}

/** Three digits; whole numbers are not rounded. */
export function figureText(value: number): string {
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString("en-US");
  return String(Number(value.toPrecision(3)));
}

// Duration and size of each kind of run.
//
// The large warehouse of an ordinary run holds 100 million values.
export const SCALES: Readonly<Record<Scale["mode"], Scale>> = {
  quick: {
    mode: "quick",
    seconds: 1,
    rounds: 3,
    growth: [2_000, 20_000],
    series: 20_000,
    memorySeconds: 6,
    firstAnswers: 12,
    pages: 300,
    sdmxMegabytes: 25,
    csvValues: 500_000,
    filesValues: 400_000,
    treasurySeries: 20_000,
    treasuryLoad: 5_000,
    treasuryAsks: 50,
  },
  default: {
    mode: "default",
    seconds: 4,
    rounds: 5,
    growth: [2_000, 20_000, 200_000],
    series: 334_000,
    memorySeconds: 48,
    firstAnswers: 50,
    pages: 3_000,
    sdmxMegabytes: 100,
    csvValues: 3_000_000,
    filesValues: 4_000_000,
    treasurySeries: 1_000_000,
    treasuryLoad: 500_000,
    treasuryAsks: 400,
  },
  full: {
    mode: "full",
    seconds: 4,
    rounds: 5,
    growth: [2_000, 20_000, 200_000, 2_000_000],
    series: 334_000,
    memorySeconds: 120,
    firstAnswers: 100,
    pages: 3_000,
    sdmxMegabytes: 200,
    csvValues: 6_000_000,
    filesValues: 4_000_000,
    treasurySeries: 5_000_000,
    treasuryLoad: 500_000,
    treasuryAsks: 400,
  },
};
