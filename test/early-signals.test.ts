// Signals to a server that starts, as Ctrl-C, `timeout` and a service manager send them: to the process, or to all processes of its group.
//
// The moments are told by what has happened, never by a clock: when the folder is locked, when all processes are there, when the server listens.
import assert from "node:assert/strict";
import {type ChildProcess, spawn} from "node:child_process";
import {once} from "node:events";
import {existsSync, globSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {until} from "../src/work/patience.fixture.ts";
import {tries} from "../src/work/tries.fixture.ts";
import {OWN_CACHE} from "./command.ts";
import {OLD_NODES} from "./old-nodes.ts";
import {PROJECT, temporaryFolder} from "./warehouse.ts";

const RYAD = join(PROJECT, "bin/ryad.js");
const SKIP = process.platform === "linux" ? false : "reads /proc";

/** Processes of the group of the server: the launcher, the program, its workers. */
function groupOf(child: ChildProcess): number[] {
  return globSync("/proc/[0-9]*/stat").flatMap((path) => {
    try {
      const [, after = ""] = /\) (.*)/.exec(readFileSync(path, "utf8")) ?? [];
      return after.split(" ")[2] === String(child.pid) ? [Number(path.split("/")[2])] : [];
    } catch {
      // it has ended meanwhile
      return [];
    }
  });
}

interface Started {
  readonly child: ChildProcess;
  readonly data: string;
  said(): string;
}

async function serveIn(t: TestContext, node: string, workers: number): Promise<Started> {
  const data = await temporaryFolder(t);
  const words = ["serve", "--workers", String(workers), "--port", "0", "--data", data];
  const child = spawn(node, [RYAD, ...words], {
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: {...process.env, ...OWN_CACHE, RYAD_LOG: "error"},
  });
  let said = "";
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  t.after(() => {
    try {
      process.kill(-child.pid!, "SIGKILL");
    } catch {
      // all have ended
    }
  });
  return {child, data, said: () => said};
}

const MOMENTS: readonly {readonly name: string; isThere(server: Started, processes: number): boolean}[] = [
  {name: "when it has the data folder", isThere: ({data}) => existsSync(join(data, "serve.lock"))},
  {
    name: "when its last process is there",
    isThere: ({child, data}, processes) => existsSync(join(data, "serve.lock")) && groupOf(child).length >= processes,
  },
  {name: "when it listens", isThere: ({said}) => said().includes("listening on")},
];

interface Case {
  readonly signal: NodeJS.Signals;
  readonly old: boolean;
  readonly workers: number;
  readonly moment: number;
  readonly to: "group" | "process";
}

/**
 * The first ones have each moment, each signal, both numbers of workers, both receivers and the launcher of an older Node, which takes
 * signals too. SIGINT and SIGHUP go the same way as SIGTERM, so one moment is enough for each.
 */
const CASES: readonly Case[] = [
  {signal: "SIGTERM", old: false, workers: 1, moment: 0, to: "group"},
  {signal: "SIGHUP", old: false, workers: 1, moment: 1, to: "process"},
  {signal: "SIGTERM", old: false, workers: 2, moment: 1, to: "group"},
  {signal: "SIGTERM", old: false, workers: 2, moment: 2, to: "group"},
  {signal: "SIGTERM", old: true, workers: 2, moment: 1, to: "process"},
  {signal: "SIGINT", old: true, workers: 2, moment: 1, to: "group"},
  {signal: "SIGHUP", old: false, workers: 1, moment: 1, to: "group"},
  {signal: "SIGTERM", old: false, workers: 1, moment: 1, to: "group"},
  {signal: "SIGTERM", old: false, workers: 1, moment: 1, to: "process"},
  {signal: "SIGTERM", old: false, workers: 1, moment: 2, to: "group"},
  {signal: "SIGTERM", old: false, workers: 2, moment: 0, to: "group"},
  {signal: "SIGTERM", old: false, workers: 2, moment: 1, to: "process"},
  {signal: "SIGTERM", old: true, workers: 2, moment: 1, to: "group"},
  {signal: "SIGINT", old: true, workers: 2, moment: 1, to: "process"},
];
const TRIED = CASES.slice(0, tries({few: 6, all: CASES.length}));

test("a signal to a server that starts, or to its group, ends it with 0 and without a word about it [serve.early-signals]", {
  skip: SKIP,
}, async (t) => {
  for (const {signal, old, workers, moment, to} of TRIED) {
    const node = old ? OLD_NODES[0] : process.execPath;
    if (node === undefined) continue;
    const {name, isThere} = MOMENTS[moment]!;
    const what = `${signal} ${name}, ${workers} workers, to the ${to}, ${node}`;
    const processes = 1 + (workers > 1 ? workers : 0) + (old ? 1 : 0);
    const server = await serveIn(t, node, workers);
    const {child, said} = server;
    await until(what, () => isThere(server, processes) || child.exitCode !== null);
    process.kill(to === "group" ? -child.pid! : child.pid!, signal);
    assert.deepEqual(await once(child, "close"), [0, null], `${what}: ${said()}`);
    assert.doesNotMatch(said(), /should not happen|failed|is not open/, what);
  }
});
