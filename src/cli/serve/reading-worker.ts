// The thread of reading-thread.ts: runs one command after the other, as main.ts does in a process.
import {parentPort} from "node:worker_threads";
import {runCall} from "../program.ts";
import type {ReadingCall} from "./reading-thread.ts";

parentPort!.on("message", async ({words, environment}: ReadingCall) => {
  const [out, notes]: [string[], string[]] = [[], []];
  const code = await runCall(words, {
    environment,
    say: (line) => void out.push(line),
    note: (line) => void notes.push(line),
    isOutputClosed: false,
  });
  parentPort!.postMessage({code, stdout: out.join("\n"), stderr: notes.join("\n")});
});
