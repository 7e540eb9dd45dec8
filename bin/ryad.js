#!/usr/bin/env node
// The command `ryad`: runs the main module in this process if its Node is new enough, else under the Node that npm installed.
import {existsSync} from "node:fs";
import module from "node:module";
import {join} from "node:path";
import {fileURLToPath} from "node:url";
import {endWithNpm} from "./end-with-npm.js";
import {isNewEnough} from "./find-node.js";
import {useNodeOptions} from "./node-options.js";

// By default Node opens a debugger at SIGUSR1, and SIGUSR2 ends the process: a server must continue to serve.
for (const signal of ["SIGUSR1", "SIGUSR2"]) process.on(signal, () => {});

const source = new URL("../src/cli/main.ts", import.meta.url);
/** A package contains the sources as plain JavaScript: Node strips no types under node_modules. */
const main = existsSync(source) ? source : new URL("../dist/cli/main.js", import.meta.url);
endWithNpm();
if (isNewEnough) {
  useNodeOptions(process.argv[2]);
  if (process.env.NODE_COMPILE_CACHE === undefined) await useOwnCache(process.argv[2]);
  else module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
  await import(main.href);
} else {
  // a process that runs the program itself need not load the modules for child processes
  const {runNode} = await import("./run-node.js");
  const args = ["--disable-sigusr1", fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  runNode(args, {lifeline: true});
}

/**
 * Caches of compiled functions and of sources, which take half of the time off a second start; if they cannot be written, nothing is lost.
 * The first is in the environment, because the workers of a server read the same sources. A server keeps no sources in its memory.
 */
async function useOwnCache(command) {
  const folder = fileURLToPath(new URL("../node_modules/.cache/ryad", import.meta.url));
  process.env.NODE_COMPILE_CACHE = folder;
  module.enableCompileCache(folder);
  if (command === "serve" || command === "start") return;
  const {useKeptModules} = await import("./kept-modules.js");
  useKeptModules(join(folder, command === "load" ? "modules-of-load" : "modules-of-others"));
}
