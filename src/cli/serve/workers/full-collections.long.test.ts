import assert from "node:assert/strict";
import {spawnSync} from "node:child_process";
import {test} from "node:test";

/** Collects a heap of about 60 MB completely; V8 says what it has found, and the size at which it will do so again. */
const PROGRAM = `
const [, , module] = process.argv;
const living = Array.from({length: 700_000}, (_, place) => ({place, half: place / 2}));
if (module !== undefined) (await import(module)).collectSeldom();
globalThis.gc();
globalThis.gc();
process.exitCode = living.length === 700_000 ? 0 : 1;
`;

/** The size at which V8 will collect the whole heap again, without the youngest objects, divided by the present size. */
function allowedGrowth(...module: readonly string[]): number {
  const words = ["--expose-gc", "--trace-gc-nvp", "--input-type=module", "-", ...module];
  const {stdout} = spawnSync(process.execPath, words, {input: PROGRAM, encoding: "utf8"});
  const last = [...stdout.matchAll(/GC: (\{.*\})/g)]
    .map(([, told]) => JSON.parse(told!))
    .findLast(({gc}) => gc === "mc");
  return (last.old_gen_allocation_limit - last.new_space_capacity) / last.end_object_size;
}

test("the heap of a process that was told so while it runs may double before all of it is collected", () => {
  const [usual, told] = [allowedGrowth(), allowedGrowth(new URL("./resources.ts", import.meta.url).href)];
  assert.ok(told > 1.85 && told < 2.2, `it may grow to ${told} times its size`);
  assert.ok(Math.abs(usual - told) > 0.15, `${usual} without it`);
});
