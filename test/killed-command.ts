// Commands that are killed during their work: between two steps, chosen by a count and never by the clock.
//
// The same command over a copy of the same folder takes the same steps.
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {join} from "node:path";
import type {TestContext} from "node:test";
import {type Ended, ryadProgram} from "./command.ts";
import {PROJECT, temporaryFolder} from "./warehouse.ts";

const PRELOAD = `--import=${new URL("counted-steps.ts", import.meta.url).href}`;

/** Runs the command to its end and gives the names of its steps, as "statistics.db: begin immediate" or "renameSync /path". */
export async function stepsOf(t: TestContext, args: readonly string[]): Promise<string[]> {
  const list = join(await temporaryFolder(t), "steps");
  const {code, stderr} = await run(args, {RYAD_TEST_STEPS: list});
  assert.equal(code, 0, stderr);
  return readFileSync(list, "utf8").split("\0");
}

/** Runs the command up to the step with this number, and kills it before the step. */
export async function killBefore(step: number, args: readonly string[]): Promise<void> {
  const {signal, stderr} = await run(args, {RYAD_TEST_END_BEFORE: String(step)});
  assert.equal(signal, "SIGKILL", `${args.join(" ")} has no step ${step}: ${stderr}`);
}

function run(args: readonly string[], environment: Readonly<Record<string, string>>): Promise<Ended> {
  const preload = `${process.env["NODE_OPTIONS"] ?? ""} ${PRELOAD}`;
  // the preloaded module is read before the program chooses its cache
  const cache = join(PROJECT, "node_modules/.cache", `counted-${args[0]}`);
  return ryadProgram(args, {
    NODE_OPTIONS: preload,
    NODE_COMPILE_CACHE: cache,
    RYAD_TEST_CACHE_PAGES: "20",
    ...environment,
  });
}
