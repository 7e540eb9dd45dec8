#!/usr/bin/env node
// The command `ryad`: runs the main module in this process if its Node is new enough, else under the Node that npm installed.
//
// No file here imports a module of Node before V8 has its options: node-options.js says why.
import {endWithNpm} from "./end-with-npm.js";
import {useNodeOptions} from "./node-options.js";
import {isNewEnough} from "./node-version.js";

// By default Node opens a debugger at SIGUSR1, and SIGUSR2 ends the process: a server must continue to serve.
for (const signal of ["SIGUSR1", "SIGUSR2"]) process.on(signal, () => {});

endWithNpm();
if (isNewEnough) {
  useNodeOptions(process.argv[2]);
  await import("./run-here.js");
} else {
  // a process that runs the program itself need not load the modules for child processes
  const {runAgain} = await import("./run-node.js");
  runAgain();
}
