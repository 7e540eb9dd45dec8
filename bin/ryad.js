#!/usr/bin/env node
// The command `ryad`: runs src/cli/main.ts in this process when its Node is new enough, else under the Node brought along.
import module from "node:module";
import {fileURLToPath} from "node:url";
import {endWithNpm} from "./end-with-npm.js";
import {isNewEnough} from "./find-node.js";
import {runNode} from "./run-node.js";

const main = new URL("../src/cli/main.ts", import.meta.url);
/** Stripped and compiled sources, so that a second start takes half the time; where it can't be written, nothing is lost. */
const cache = process.env.NODE_COMPILE_CACHE ?? fileURLToPath(new URL("../node_modules/.cache/ryad", import.meta.url));

endWithNpm();
if (isNewEnough) {
  module.enableCompileCache(cache);
  await import(main.href);
} else {
  runNode([fileURLToPath(main), ...process.argv.slice(2)], {lifeline: true, environment: {NODE_COMPILE_CACHE: cache}});
}
