#!/usr/bin/env node
// The command `ryad`: runs src/cli/main.ts in this process when its Node is new enough, else under the Node brought along.
import {fileURLToPath} from "node:url";
import {isNewEnough} from "./find-node.js";
import {runNode} from "./run-node.js";

const main = new URL("../src/cli/main.ts", import.meta.url);

if (isNewEnough) {
  await import(main.href);
} else {
  runNode([fileURLToPath(main), ...process.argv.slice(2)], {lifeline: true});
}
