// The process of `ryad`: its words, its outputs, and its end with the launcher. The call itself is in program.ts.
import {fstatSync, statSync} from "node:fs";
import {devNull} from "node:os";
import {Worker} from "node:worker_threads";
import {DONE, REFUSED} from "./command.ts";
import {runCall} from "./program.ts";
import {calledName, withCalledName} from "./terminal/called-name.ts";

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const name = calledName({script: process.argv[1]!, folder: process.cwd(), environment: process.env});
const note = (line: string): void => void process.stderr.write(`${withCalledName(line, name)}\n`);

/** The program of a thread that watches the launcher's pipe: even a load that blocks the main thread ends at once. */
const WATCH = `
const {Socket} = require("node:net");
const {workerData} = require("node:worker_threads");
const pipe = new Socket({fd: workerData, readable: true, writable: false});
pipe.on("error", () => {});
pipe.on("close", () => process.kill(process.pid, "SIGKILL"));
pipe.resume();
`;

holdLifeline(process.env);
endWhenUnread(process.stdout, "standard output");
endWhenUnread(process.stderr, "standard error");
const surroundings = {environment: process.env, say, note, isOutputClosed: isOutputClosed()};
process.exitCode = await runCall(process.argv.slice(2), surroundings);

/** A closed output (`>&-`) can't be told from the null device: Node opens that in its place. */
function isOutputClosed(): boolean {
  try {
    const [output, none] = [fstatSync(process.stdout.fd), statSync(devNull)];
    return output.isCharacterDevice() && output.rdev === none.rdev;
  } catch {
    return false;
  }
}

/**
 * The reader of the output has stopped (`ryad token list | head -1`): that is no error. A full disk behind the output is one, except for a
 * server: its answers need no output, and a disk that is full of logs must not stop it.
 */
function endWhenUnread(stream: NodeJS.WriteStream, name: string): void {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (process.argv[2] === "serve") {
      if (stream !== process.stderr) note(`ryad: ${name} can't be written: ${error.message}; the server runs on`);
      return;
    }
    if (error.code === "EPIPE") process.exit(process.exitCode ?? DONE);
    if (stream !== process.stderr) {
      note(`ryad: ${name} can't be written: ${error.message}`);
      note("the changes of the command remain; revoke a token that nobody saw by its number from ryad token list");
    }
    process.exit(REFUSED);
  });
}

/**
 * Ends this process when its launcher is killed (bin/run-node.js): reads the pipe named in the environment, if there is one, and removes
 * the variable, so that child processes do not see it. The thread does not keep the process alive.
 */
function holdLifeline(environment: Record<string, string | undefined>): void {
  const descriptor = Number(environment["RYAD_LIFELINE"] ?? Number.NaN);
  delete environment["RYAD_LIFELINE"];
  if (Number.isInteger(descriptor)) new Worker(WATCH, {eval: true, workerData: descriptor}).unref();
}
