#!/usr/bin/env node
// The command `ryad`: runs the main module in this process if its Node is new enough, else under the Node that npm installed.
import {existsSync} from "node:fs";
import module from "node:module";
import {fileURLToPath} from "node:url";
import {endWithNpm} from "./end-with-npm.js";
import {isNewEnough} from "./find-node.js";
import {useNodeOptions} from "./node-options.js";

// By default Node opens a debugger at SIGUSR1, and SIGUSR2 ends the process: a server must continue to serve.
for (const signal of ["SIGUSR1", "SIGUSR2"]) process.on(signal, () => {});

const source = new URL("../src/cli/main.ts", import.meta.url);
/** A package contains the sources as plain JavaScript: Node strips no types under node_modules. */
const main = existsSync(source) ? source : new URL("../dist/cli/main.js", import.meta.url);
/**
 * Cache of stripped and compiled sources, which halves the time of a second start; if it cannot be written, nothing is lost. In the
 * environment, because the workers of a server read the same sources.
 */
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL("../node_modules/.cache/ryad", import.meta.url));

endWithNpm();
if (isNewEnough) {
  useNodeOptions(process.argv[2]);
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
  await import(main.href);
} else {
  // a process that runs the program itself need not load the modules for child processes
  const {runNode} = await import("./run-node.js");
  const args = ["--disable-sigusr1", fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  runNode(args, {lifeline: true});
}
