// `ryad start` as `npm start` runs it, in a folder of its own and on a free port; over samples that are there already, or as a
// stranger runs it for the first time.
import {type ChildProcess, spawn} from "node:child_process";
import {once} from "node:events";
import {existsSync} from "node:fs";
import {join} from "node:path";
import {createInterface} from "node:readline";
import type {TestContext} from "node:test";
import {SAMPLE_FOLDER} from "../src/cli/commands/serve.ts";
import {OWN_CACHE} from "./command.ts";
import {copySampleTo} from "./sample-folder.ts";
import {PROJECT} from "./warehouse.ts";

export interface Sample {
  readonly origin: string;
  readonly token: string;
  /** The printed commands, unchanged. */
  readonly requests: readonly string[];
  readonly process: ChildProcess;
}

/** @param program another launcher than the project's own */
export async function startSample(
  t: TestContext,
  folder: string,
  isFirst = false,
  program: string | null = null,
): Promise<Sample> {
  const dataFolder = join(folder, SAMPLE_FOLDER);
  if (!isFirst && !existsSync(dataFolder)) await copySampleTo(dataFolder);
  const words = program === null ? [join(PROJECT, "bin/ryad.js")] : [program];
  const child = spawn(process.execPath, [...words, "start", "--port", "0"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    env: {...process.env, ...OWN_CACHE, RYAD_LOG: "error"},
  });
  t.after(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  });
  let notes = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    notes += text;
  });
  let origin = "";
  let token = "";
  const requests: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    origin ||= /listening on (http:\/\/\S+)$/.exec(line)?.[1] ?? "";
    token ||= /^token: (ryad_\w+)$/.exec(line)?.[1] ?? "";
    if (line.startsWith("curl ")) requests.push(line);
    if (requests.length === 3) return {origin, token, requests, process: child};
  }
  throw new Error(`start ended before it had printed three requests: ${notes}`);
}

/** The address and the token of a curl command of ours. */
export function readCurl(command: string): {readonly url: string; readonly token: string} {
  const parts = /^curl -H "Authorization: Bearer ([^"]+)" "([^"]+)"$/.exec(command);
  if (parts === null) throw new Error(`not a request of ours: ${command}`);
  return {token: parts[1] ?? "", url: parts[2] ?? ""};
}
