// The results on a terminal: one line per figure, with its goal and whether it is reached.
import {GOALS, type Goal, goalText, judge, shortfall} from "./goals.ts";
import type {Machine} from "./machine.ts";
import type {Measurement} from "./results.ts";
import type {Scale} from "./subject.ts";

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
