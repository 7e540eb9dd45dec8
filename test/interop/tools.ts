// Runs the tools of others that are installed beside this file, without access to other hosts.
import {type ChildProcess, spawn} from "node:child_process";
import {once} from "node:events";
import {readFileSync} from "node:fs";
import {join} from "node:path";

const PACKAGES = join(import.meta.dirname, "node_modules");

const PROGRAMS = {
  redocly: "@redocly/cli",
  spectral: "@stoplight/spectral-cli",
  prism: "@stoplight/prism-cli",
  "openapi-typescript": "openapi-typescript",
  tsc: "typescript",
  odata2ts: "@odata2ts/odata2ts",
  "generate-odata-client": "@sap-cloud-sdk/generator",
  conformance: "@modelcontextprotocol/conformance",
} as const;
export type Program = keyof typeof PROGRAMS;

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end. */
export async function run(program: Program, args: readonly string[], cwd = import.meta.dirname): Promise<Outcome> {
  const child = start(program, args, cwd);
  let [stdout, stderr] = ["", ""];
  child.stdout!.setEncoding("utf8").on("data", (piece: string) => {
    stdout += piece;
  });
  child.stderr!.setEncoding("utf8").on("data", (piece: string) => {
    stderr += piece;
  });
  const [code] = (await once(child, "close")) as [number | null];
  return {code, stdout, stderr};
}

/** Starts a program that keeps running. */
export function start(program: Program, args: readonly string[], cwd = import.meta.dirname): ChildProcess {
  const home = join(PACKAGES, PROGRAMS[program]);
  const {bin} = JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as {bin: string | Record<string, string>};
  const file = typeof bin === "string" ? bin : bin[program]!;
  return spawn(process.execPath, [join(home, file), ...args], {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
    env: {...process.env, ...QUIET},
  });
}

const QUIET = {
  REDOCLY_TELEMETRY: "off",
  REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
  NO_UPDATE_NOTIFIER: "1",
  DO_NOT_TRACK: "1",
  NO_COLOR: "1",
  FORCE_COLOR: "0",
};
