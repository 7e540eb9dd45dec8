// The options of V8 that bin/ryad.js gives to a command.
import assert from "node:assert/strict";
import {execFileSync, spawn} from "node:child_process";
import {once} from "node:events";
import {join} from "node:path";
import {test} from "node:test";
import {OWN_CACHE} from "./command.ts";
import {PROJECT, temporaryFolder} from "./warehouse.ts";

const loadOptions = (youngMegabytes: number): string[] => [
  "--no-parallel-scavenge",
  `--min-semi-space-size=${youngMegabytes}`,
  `--max-semi-space-size=${youngMegabytes}`,
  "--initial-old-space-size=128",
];
/** A number that V8 makes of those of its options that matter for compiled code. */
const TAG = "process.getBuiltinModule('v8').cachedDataVersionTag()";
const TELL = `process.on('exit', () => console.log(JSON.stringify([process.pid, ${TAG}, ...process.execArgv])))`;

interface Options {
  /** Behind those that the process was started with. */
  readonly options: readonly string[];
  readonly tag: number;
}

/** Runs the command. @returns what its process has in the end */
async function optionsOf(args: readonly string[], given: readonly string[] = []): Promise<Options> {
  const started = [...given, `--import=data:text/javascript,${TELL}`];
  const child = spawn(process.execPath, [...started, join(PROJECT, "bin/ryad.js"), ...args], {
    stdio: ["ignore", "pipe", "ignore"],
    env: {...process.env, ...OWN_CACHE},
  });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (piece: string) => {
    said += piece;
  });
  await once(child, "close");
  const [pid, tag, ...options] = JSON.parse(said.trim().split("\n").at(-1)!) as [number, number, ...string[]];
  assert.equal(pid, child.pid);
  assert.deepEqual(options.slice(0, started.length), started);
  return {options: options.slice(started.length), tag};
}

/** Of a process that was started with some options and got others later. */
function tagWith(later: readonly string[] = [], started: readonly string[] = []): number {
  const program = `const v8 = require("v8"); for (const one of ${JSON.stringify(later)}) v8.setFlagsFromString(one); ${TAG}`;
  return Number(execFileSync(process.execPath, [...started, "-p", program], {encoding: "utf8"}));
}

const CANNOT_REPLACE = typeof process.execve === "function" ? false : "the system can't replace a process";

test("a load has the options that it needs in the process that was started, and other commands have none", {
  skip: CANNOT_REPLACE,
}, async (t) => {
  const data = await temporaryFolder(t);
  assert.deepEqual((await optionsOf(["load", "none.csv", "--data", data], ["--no-warnings"])).options, loadOptions(16));
  assert.deepEqual((await optionsOf(["load", "none.XLSX", "--data", data])).options, loadOptions(8));
  assert.deepEqual(await optionsOf(["runs", "--data", data]), {options: [], tag: tagWith()});
});

test("a load gets the options that matter for compiled code later, and no other of them is left", {
  skip: CANNOT_REPLACE,
}, async (t) => {
  const data = await temporaryFolder(t);
  const later = ["--heap-growing-percent=50", "--no-lazy"];
  const text = tagWith(later);
  const compilers = ["--no-turbofan", "--invocation-count-for-maglev=1500", "--no-maglev-inlining"];
  const workbook = tagWith([...later, ...compilers]);
  assert.equal(new Set([text, workbook, tagWith()]).size, 3);
  assert.equal((await optionsOf(["load", "none.csv", "--data", data])).tag, text);
  assert.equal((await optionsOf(["load", "none.xlsx", "--data", data])).tag, workbook);
});

test("a load that was given one of its options keeps those that it has", async () => {
  const given = ["--max-semi-space-size=16"];
  assert.deepEqual(await optionsOf(["load", "--help"], given), {options: [], tag: tagWith([], given)});
});
