// Ends this process when the launcher that started it was killed outright (see bin/run-node.js).
//
// A thread of its own watches the pipe, so that a load in one long synchronous stretch ends at once too; it never keeps the
// process alive.
import {Worker} from "node:worker_threads";

const WATCH = `
const {Socket} = require("node:net");
const {workerData} = require("node:worker_threads");
const pipe = new Socket({fd: workerData, readable: true, writable: false});
pipe.on("error", () => {});
pipe.on("close", () => process.kill(process.pid, "SIGKILL"));
pipe.resume();
`;

/** Takes the lifeline named in the environment, if there is one, and hides it from programs that this one starts. */
export function holdLifeline(environment: Record<string, string | undefined>): void {
  const descriptor = Number(environment["RYAD_LIFELINE"] ?? Number.NaN);
  delete environment["RYAD_LIFELINE"];
  if (Number.isInteger(descriptor)) new Worker(WATCH, {eval: true, workerData: descriptor}).unref();
}
