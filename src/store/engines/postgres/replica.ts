// Reads from a copy of the store that follows it, as long as the copy is as new as the store itself.
//
// Before each read the store names its last load, and the copy must be in that state: so no reader gets older data than another server or
// an earlier ETag has shown. A copy that lags or fails costs time, never freshness; one that hangs is left out after a second.

import type {Pace} from "../../../work/pace.ts";
import {StoreOutage} from "../../outage.ts";
import {readLastChange} from "../../releases/load-run.ts";
import type {Engine, Script} from "../../script.ts";
import type {Queries} from "../differences.ts";

const LOOK_AGAIN_MS = 1000;
/** The pause doubles with each look that fails, up to this. */
const LONGEST_PAUSE_MS = 16_000;

export interface Copy {
  readonly engine: Engine;
  /** Ends all reads that are on it. */
  readonly cut: () => void;
  /** Gets the failure when the copy is left out, null when it is read again. */
  readonly tell: (failure: Error | null) => void;
}

/** An engine that writes to `primary` and reads from the copy if possible; the opener closes both. */
export function readFromCopy(primary: Engine, {engine: copy, cut, tell}: Copy): Engine {
  const newest = waiting(() => primary.readOne((q) => readLastChange(q)));
  let isOut = false;

  function leaveOut(failure: Error): void {
    if (isOut) return;
    isOut = true;
    tell(failure);
    // A copy that hangs holds other reads too; they go to the store at once.
    cut();
    tryAgainAfter(LOOK_AGAIN_MS);
  }

  function tryAgainAfter(pause: number): void {
    const look = async (): Promise<void> => {
      try {
        await copy.readOne((q) => readLastChange(q));
      } catch {
        return tryAgainAfter(Math.min(pause * 2, LONGEST_PAUSE_MS));
      }
      isOut = false;
      tell(null);
    };
    setTimeout(look, pause).unref();
  }

  async function read<T>(
    start: (q: Queries) => Script<T>,
    fallBack: () => Promise<T>,
    way: "read" | "readWithRests" = "read",
    pace?: Pace,
  ): Promise<T> {
    if (isOut) return fallBack();
    const change = await newest();
    let isNewest = false;
    try {
      return await copy[way](function* (q) {
        isNewest = (yield* readLastChange(q)) === change;
        if (!isNewest) throw new Behind();
        return yield* start(q);
      }, pace);
    } catch (error) {
      if (isNewest && !(error instanceof StoreOutage)) throw error;
      if (!(error instanceof Behind)) leaveOut(error as Error);
      return fallBack();
    }
  }

  return {
    ...primary,
    read: (start) => read(start, () => primary.read(start)),
    readWithRests: (start, pace) => read(start, () => primary.readWithRests(start, pace), "readWithRests", pace),
    readOne: (start) => read(start, () => primary.readOne(start)),
  };
}

/** The copy is not in the state of the store. */
class Behind extends Error {}

/** Asks once for all callers before the question is sent; later callers must not get the answer to an older question. */
function waiting<T>(ask: () => Promise<T>): () => Promise<T> {
  let asking: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | null = null;
  return () => {
    next ??= asking.then(() => {
      next = null;
      const answer = ask();
      asking = answer.catch(() => {});
      return answer;
    });
    return next;
  };
}
