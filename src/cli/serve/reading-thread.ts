// Commands that only read, in a thread of the server: a look at the desk costs no start of a program, and does not hold the event loop.
//
// The thread starts with the first look and ends after some idle time. Commands that change something have processes of their own
// (child-command.ts), whose crash changes nothing in the server.
import {Worker} from "node:worker_threads";
import type {EndedCommand} from "./child-command.ts";

export interface ReadingCall {
  readonly words: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
}

const IDLE_MS = 5 * 60_000;
const HEAP_MB = 512;
const MOST_MS = 60_000;

/** @returns a function that runs a command; only after the call before has ended */
export function createReadingThread(
  environment: NodeJS.ProcessEnv,
): (words: readonly string[]) => Promise<EndedCommand> {
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;

  function begin(): Worker {
    if (worker !== null) return worker;
    const begun = new Worker(new URL("./reading-worker.ts", import.meta.url), {
      resourceLimits: {maxOldGenerationSizeMb: HEAP_MB},
    });
    // It may die between two looks.
    begun
      .on("error", () => {})
      .on("exit", () => {
        if (worker === begun) worker = null;
      });
    worker = begun;
    return begun;
  }

  function end(): void {
    void worker?.terminate();
    worker = null;
  }

  return async (words) => {
    clearTimeout(idle);
    const reader = begin();
    const {promise, resolve} = Promise.withResolvers<EndedCommand>();
    const fail = (error: Error): void => resolve({code: null, stdout: "", stderr: error.message});
    const limit = setTimeout(() => fail(new Error(`it took more than ${MOST_MS / 1000} seconds`)), MOST_MS);
    reader.ref();
    reader.once("message", resolve).once("error", fail);
    const call: ReadingCall = {words, environment: {...environment, RYAD_LOG: "error"}};
    reader.postMessage(call);
    const ended = await promise;
    clearTimeout(limit);
    reader.off("message", resolve).off("error", fail);
    if (ended.code === null) end();
    else {
      reader.unref();
      idle = setTimeout(end, IDLE_MS).unref();
    }
    return ended;
  };
}
