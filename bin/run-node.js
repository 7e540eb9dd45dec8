// Runs a program under the newer Node as if it were this process: same streams, signals passed on, same exit.
//
// The child has the other end of a pipe (descriptor 3, RYAD_LIFELINE): when this process is killed, the pipe closes and the child ends too,
// so that no server survives the process that its operator started.
import {spawn} from "node:child_process";
import {delimiter, dirname} from "node:path";
import {fileURLToPath} from "node:url";
import {findNode, noNodeMessage} from "./find-node.js";

const PASSED_ON = ["SIGTERM", "SIGINT", "SIGHUP"];

/** Runs the command of this process again. */
export function runAgain() {
  const args = ["--disable-sigusr1", fileURLToPath(new URL("ryad.js", import.meta.url)), ...process.argv.slice(2)];
  runNode(args, {lifeline: true});
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
