// The command: in this process, which is quick, or as a user runs it, bin/ryad.js in a process of its own.
//
// A process of its own is for tests of the process: its outputs, its signals, its end, its locks beside other processes. One test for each
// command is enough to know that the program runs it (users-shell.test.ts).
import "./keep-priority.js";
import {type ChildProcess, spawn} from "node:child_process";
import {once} from "node:events";
import {join} from "node:path";
import {createInterface} from "node:readline";
import {createToken as createTokenIn} from "../src/cli/new-token.ts";
import {withStore} from "../src/cli/open-store.ts";
import {runCall} from "../src/cli/program.ts";
import {readSettings, type Settings} from "../src/settings/settings.ts";
import {heldFetch} from "./held-fetch.ts";
import type {Ending} from "./sample-folder.ts";
import {PROJECT} from "./warehouse.ts";

const RYAD = join(PROJECT, "bin/ryad.js");
/** Of each server that names no number of its own (worker-stores.ts). */
const TEST_WORKERS = process.env["RYAD_TEST_WORKERS"] ?? "1";
const PRELOAD = preload("keep-priority.js");
/** The heap of a load (bin/ryad.js): a process that has it runs the program itself, so a signal from a test reaches the program. */
const LOAD_HEAP = "--max-semi-space-size=16";

/** For the environment of a program: it has the cache of compiled sources that users have, not that of the tests. */
export const OWN_CACHE = {NODE_COMPILE_CACHE: undefined};

export interface Ended {
  /** null when a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function spawnRyad(args: readonly string[], environment: Readonly<Record<string, string>> = {}): ChildProcess {
  const options = args[0] === "load" || args[0] === "fetch" ? [PRELOAD, LOAD_HEAP] : [PRELOAD];
  return spawn(process.execPath, [...options, RYAD, ...args], {
    env: {...process.env, ...OWN_CACHE, RYAD_LOG: "error", RYAD_WORKERS: TEST_WORKERS, ...environment},
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Runs the command to its end in this process: the same words, lines and exit code. */
export async function ryad(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  // a server ends its process
  if (isServer(args)) return ryadProgram(args, environment);
  let [stdout, stderr] = ["", ""];
  const code = await runCall(args, {
    environment: {...process.env, RYAD_LOG: "error", ...environment},
    say: (line) => {
      stdout += `${line}\n`;
    },
    note: (line) => {
      stderr += `${line}\n`;
    },
  });
  return {code, signal: null, stdout, stderr};
}

/** Runs the command to its end in a process of its own; its messages have the bare name, as those of this process (called-name.ts). */
export async function ryadProgram(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const child = spawnRyad(args, environment);
  const [stdout, stderr] = [collect(child.stdout!), collect(child.stderr!)];
  const [code, signal] = await once(child, "close");
  return {code, signal, stdout: stdout(), stderr: stderr().replaceAll(/node \S*bin\/ryad\.js /g, "ryad ")};
}

function isServer([command]: readonly string[]): boolean {
  return command === "serve" || command === "start";
}

function preload(name: string): string {
  return `--import=${new URL(name, import.meta.url).href}`;
}

function collect(stream: NodeJS.ReadableStream): () => string {
  let text = "";
  stream.setEncoding("utf8").on("data", (fragment: string) => {
    text += fragment;
  });
  return () => text;
}

export interface Served {
  readonly origin: string;
  /** Address of the metrics; null when they are off. */
  readonly metrics: string | null;
  readonly process: ChildProcess;
  get(path: string, token: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
}

/** A server over the folder on a free port; stopped when the test is over. */
export async function serve(
  t: Ending,
  dataFolder: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Served> {
  const child = spawnRyad(["serve", "--data", dataFolder, "--port", "0"], environment);
  t.after(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  });
  const errors = collect(child.stderr!);
  let metrics: string | null = null;
  for await (const line of createInterface(child.stdout!)) {
    metrics ??= /^metrics at (http:\/\/\S+)$/.exec(line)?.[1] ?? null;
    const origin = /listening on (http:\/\/\S+)/.exec(line)?.[1];
    if (origin)
      return {
        origin,
        metrics,
        process: child,
        get: (path, token, headers) => heldFetch(origin + path, {headers: {"X-API-Key": token, ...headers}}),
      };
  }
  throw new Error(`the server ended before it listened: ${errors()}`);
}

/** A token, made in this process; tests of the command itself run the command. */
export function createToken(dataFolder: string, plan: string, email?: string): Promise<string> {
  return createTokenAt({dataFolder}, plan, email);
}

/** The same for a store that may be on a PostgreSQL. */
export async function createTokenAt(
  position: Partial<Settings>,
  plan: string,
  email = `${plan}@example.org`,
): Promise<string> {
  return withStore({...readSettings({}), ...position}, "make", (store) =>
    createTokenIn(store, {email, plan, name: ""}, new Date()),
  );
}
