// The caller of reread-worker.ts: the thread starts with the first question and ends after some idle time.
//
// One question at a time. An aborted question ends the thread, because a parser in the middle of a sheet receives no message.
import {Worker} from "node:worker_threads";
import type {Rereading} from "../../service/evidence.ts";
import type {ReadChunk} from "../archive/archived-file.ts";
import type {FileFingerprint} from "../identity/fingerprint.ts";
import {failed} from "./explained-value.ts";
import type {RereadQuestion} from "./reread-release.ts";

export interface RereadThread {
  /** Only after the previous call has ended. Rejects with the signal's reason if it is aborted. */
  read(files: readonly FileFingerprint[], question: RereadQuestion, signal: AbortSignal): Promise<Rereading>;
  close(): Promise<void>;
}

export interface RereadLimits {
  readonly idleMs: number;
  /** Limit of the thread's heap; a server can't read a release that needs more. */
  readonly heapMb: number;
}

export const REREAD_LIMITS: RereadLimits = {idleMs: 30_000, heapMb: 1024};

export function createRereadThread(readChunk: ReadChunk, limits: RereadLimits = REREAD_LIMITS): RereadThread {
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;

  function begin(): Worker {
    clearTimeout(idle);
    if (worker !== null) return worker;
    const begun = new Worker(new URL("./reread-worker.ts", import.meta.url), {
      resourceLimits: {maxOldGenerationSizeMb: limits.heapMb},
    });
    worker = begun;
    // It may die without a waiting caller: after an abort, or between two questions.
    begun
      .on("error", () => {})
      .on("exit", () => {
        if (worker === begun) worker = null;
      });
    return begun;
  }

  async function end(): Promise<void> {
    clearTimeout(idle);
    const ending = worker;
    worker = null;
    await ending?.terminate();
  }

  async function read(
    files: readonly FileFingerprint[],
    question: RereadQuestion,
    signal: AbortSignal,
  ): Promise<Rereading> {
    signal.throwIfAborted();
    const reader = begin();
    const {promise, resolve, reject} = Promise.withResolvers<Rereading>();
    const tell = (message: ToReader): void => reader.postMessage(message);
    const giveUp = (): void => reject(signal.reason);
    const hear = (message: FromReader): void => {
      if (message.type === "done") resolve(message.reading);
      else if (message.type === "failed") reject(message.error);
      else
        readChunk(message.sha256, message.number).then(
          (bytes) => tell({type: "chunk", bytes}),
          (error: Error) => {
            tell({type: "no-chunk"});
            reject(error);
          },
        );
    };
    const fail = (error: Error): void => {
      if (worker === reader) worker = null;
      if ((error as NodeJS.ErrnoException).code === "ERR_WORKER_OUT_OF_MEMORY") resolve(TOO_LARGE);
      else reject(error);
    };
    const gone = (): void => reject(new Error("the thread that reads releases again has ended"));
    reader.on("message", hear).on("error", fail).on("exit", gone);
    signal.addEventListener("abort", giveUp);
    let whole = false;
    try {
      tell({type: "read", files, question});
      const reading = await promise;
      whole = true;
      return reading;
    } finally {
      signal.removeEventListener("abort", giveUp);
      reader.off("message", hear).off("error", fail).off("exit", gone);
      if (!whole) await end();
      else if (worker !== null) {
        idle = setTimeout(() => void end(), limits.idleMs);
        idle.unref();
        reader.unref();
      }
    }
  }

  return {read, close: end};
}

const TOO_LARGE = failed("reading the release again needs more memory than the server allows; ryad trace may use more");

/** Messages to the thread that reads releases again, and from it. */
export type ToReader =
  | {readonly type: "read"; readonly files: readonly FileFingerprint[]; readonly question: RereadQuestion}
  | {readonly type: "chunk"; readonly bytes: Uint8Array | null}
  /** The archive could not be read; the reason is not sent. */
  | {readonly type: "no-chunk"};

export type FromReader =
  | {readonly type: "want-chunk"; readonly sha256: string; readonly number: number}
  | {readonly type: "done"; readonly reading: Rereading}
  | {readonly type: "failed"; readonly error: Error};
