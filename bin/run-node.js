// Runs a program under the newer Node as if it were this process: same streams, signals passed on, same exit.
//
// The child has the other end of a pipe (descriptor 3, RYAD_LIFELINE): when this process is killed, the pipe closes and the child ends too,
// so that no server survives the process that its operator started.
import {spawn} from "node:child_process";
import {delimiter, dirname} from "node:path";
import {findNode, isNewEnough, noNodeMessage} from "./find-node.js";
import {IS_SERVER} from "./first-signals.js";

const PASSED_ON = ["SIGTERM", "SIGINT", "SIGHUP"];

/** Runs the command of this process again, by the path that the user called. @param options of V8 that it needs */
export function runAgain(options) {
  // an older Node has options that a newer one may refuse
  const own = isNewEnough ? process.execArgv : [];
  runNode(["--disable-sigusr1", ...own, ...options, ...process.argv.slice(1)], {lifeline: true});
}

/** Does not return while the program runs; ends this process with the program's exit code or signal. */
export function runNode(args, {lifeline = false, environment = {}} = {}) {
  const node = findNode();
  if (node === null) {
    process.stderr.write(`${noNodeMessage()}\n`);
    process.exitCode = 1;
    return;
  }
  const child = spawn(node, args, {
    stdio: lifeline ? ["inherit", "inherit", "inherit", "pipe"] : "inherit",
    env: {
      ...process.env,
      ...environment,
      // so that child processes of the program find the same Node
      PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ""}`,
      ...(lifeline ? {RYAD_LIFELINE: "3"} : {}),
    },
  });
  let received = null;
  for (const signal of PASSED_ON) {
    const first = process.listeners(signal);
    process.on(signal, () => {
      received = signal;
      child.kill(signal);
    });
    // Only now: a signal that has no listener for a moment is lost.
    for (const listener of first) process.off(signal, listener);
  }
  child.on("error", (error) => {
    process.stderr.write(`${node} can't be started: ${error.message}\nInstall Node 24 or newer.\n`);
    process.exitCode = 1;
  });
  child.on("exit", (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    // The child could not handle it yet: a server had nothing to finish.
    if (signal === received && IS_SERVER) process.exit(0);
    for (const passed of PASSED_ON) process.removeAllListeners(passed);
    process.kill(process.pid, signal);
  });
}
