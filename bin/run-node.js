// Runs a program under the newer Node as if it were this process: same streams, signals passed on, same end.
//
// The child holds the other end of a pipe (descriptor 3, RYAD_LIFELINE): when this process is killed outright, the pipe
// closes and the child ends itself, so that no server outlives the process its keeper knows.
import {spawn} from "node:child_process";
import {delimiter, dirname} from "node:path";
import {findNode, noNodeMessage} from "./find-node.js";

const PASSED_ON = ["SIGTERM", "SIGINT", "SIGHUP"];

/** Never returns while the program runs; ends this process as the program ended. */
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
      // so that what the program starts finds the same Node
      PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ""}`,
      ...(lifeline ? {RYAD_LIFELINE: "3"} : {}),
    },
  });
  for (const signal of PASSED_ON) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => {
    process.stderr.write(`${node} can't be started: ${error.message}\nInstall Node 24 or newer.\n`);
    process.exitCode = 1;
  });
  child.on("exit", (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    for (const passed of PASSED_ON) process.removeAllListeners(passed);
    process.kill(process.pid, signal);
  });
}
