#!/usr/bin/env node
// The command `ryad`: runs the main module in this process, or under the Node and with the heap that the command needs.
//
// Plain JavaScript that runs on Node 20, like everything in bin/. Signals are handled before anything else is imported.
import "./first-signals.js";
import {existsSync} from "node:fs";
import * as module from "node:module";
import {fileURLToPath} from "node:url";
import {endWithNpm} from "./end-with-npm.js";
import {isNewEnough} from "./find-node.js";
import {runAgain} from "./run-node.js";

/**
 * V8 takes the size of its young space only at the start of a process. A load makes much garbage that is garbage soon: with V8's own size it
 * takes 410 MB for a workbook instead of 260, and a third more of a processor.
 */
const HEAPS = {load: ["--max-semi-space-size=16"], fetch: ["--max-semi-space-size=16"]};

endWithNpm();
const heap = HEAPS[process.argv[2]] ?? [];
if (isNewEnough && heap.every((option) => process.execArgv.includes(option))) await runHere();
else runAgain(heap);

async function runHere() {
  // Compiled functions are cached, which takes a third off a second start. The workers of a server find the folder in the environment.
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL("../node_modules/.cache/ryad", import.meta.url));
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
  const source = new URL("../src/cli/main.ts", import.meta.url);
  // A package contains the sources as plain JavaScript: Node strips no types under node_modules.
  await import(existsSync(source) ? source.href : new URL("../dist/cli/main.js", import.meta.url).href);
}
