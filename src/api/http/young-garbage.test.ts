import assert from "node:assert/strict";
import {spawnSync} from "node:child_process";
import {test} from "node:test";

/** 600 answers of 1.2 MB outside of the heap, beside 20 MB that stay. */
const PROGRAM = `
const [, , module] = process.argv;
const living = Array.from({length: 200_000}, (_, place) => ({place, half: place / 2}));
const isOver = module === undefined ? () => {} : (await import(module)).createYoungCollections();
for (let answer = 0; answer < 600; answer++) {
  for (let piece = 0; piece < 6; piece++) Buffer.allocUnsafeSlow(200_000).fill(piece);
  isOver();
  await new Promise(setImmediate);
}
process.exitCode = living.length === 200_000 && globalThis.gc === undefined ? 0 : 1;
`;

/** How often V8 looks through the whole heap. */
function fullCollections(...module: readonly string[]): number {
  const words = ["--trace-gc-nvp", "--input-type=module", "-", ...module];
  const {stdout, status} = spawnSync(process.execPath, words, {input: PROGRAM, encoding: "utf8"});
  assert.equal(status, 0);
  return [...stdout.matchAll(/"gc": ?"mc"/g)].length;
}

test("the garbage of large answers is collected before the whole heap is looked through for it", () => {
  const [usual, young] = [fullCollections(), fullCollections(new URL("./young-garbage.ts", import.meta.url).href)];
  assert.ok(usual >= 4 && young <= usual / 2, `${young} instead of ${usual} times`);
});
