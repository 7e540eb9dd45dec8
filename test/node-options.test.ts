// The options of V8 that bin/ryad.js gives to a command.
import assert from "node:assert/strict";
import {spawn} from "node:child_process";
import {once} from "node:events";
import {join} from "node:path";
import {test} from "node:test";
import {PROJECT, temporaryFolder} from "./warehouse.ts";

const loadOptions = (youngMegabytes: number): string[] => [
  "--no-parallel-scavenge",
  `--min-semi-space-size=${youngMegabytes}`,
  `--max-semi-space-size=${youngMegabytes}`,
  "--heap-growing-percent=50",
  "--initial-old-space-size=128",
];
const TELL = "process.on('exit', () => console.log(JSON.stringify([process.pid, ...process.execArgv])))";

/** Runs the command. @returns the options that its process has in the end, behind those that it was started with */
async function optionsOf(args: readonly string[], given: readonly string[] = []): Promise<string[]> {
  const started = [...given, `--import=data:text/javascript,${TELL}`];
  const child = spawn(process.execPath, [...started, join(PROJECT, "bin/ryad.js"), ...args], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (piece: string) => {
    said += piece;
  });
  await once(child, "close");
  const [pid, ...options] = JSON.parse(said.trim().split("\n").at(-1)!) as [number, ...string[]];
  assert.equal(pid, child.pid);
  assert.deepEqual(options.slice(0, started.length), started);
  return options.slice(started.length);
}

test("a load has the options that it needs in the process that was started, and other commands have none", {
  skip: typeof process.execve === "function" ? false : "the system can't replace a process",
}, async (t) => {
  const data = await temporaryFolder(t);
  assert.deepEqual(await optionsOf(["load", "none.csv", "--data", data], ["--no-warnings"]), loadOptions(16));
  assert.deepEqual(await optionsOf(["load", "none.XLSX", "--data", data]), [...loadOptions(8), "--no-turbofan"]);
  assert.deepEqual(await optionsOf(["runs", "--data", data]), []);
});

test("a load that was given one of its options keeps those that it has", async () => {
  assert.deepEqual(await optionsOf(["load", "--help"], ["--max-semi-space-size=16"]), []);
});
