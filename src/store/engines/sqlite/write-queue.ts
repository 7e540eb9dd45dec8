// Write scripts that are asked for in one turn of the event loop, gathered into a group that shares one commit.
//
// Sixteen readers that are charged at the same moment cost one commit, not sixteen; a lone write waits for the end of the turn.

import type {Script} from "../../script.ts";
import type {Queries} from "../differences.ts";

/** A write script that waits for its turn. */
export interface QueuedWrite {
  readonly script: (q: Queries) => Script<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export interface WriteQueue {
  add<T>(script: (q: Queries) => Script<T>): Promise<T>;
  /** Writes at once what is waiting. */
  flush(): void;
}

/** @param writeGroup resolves or rejects every member of the group; it must not throw */
export function createWriteQueue(writeGroup: (group: readonly QueuedWrite[]) => void): WriteQueue {
  let waiting: QueuedWrite[] = [];
  const flush = (): void => {
    const group = waiting;
    waiting = [];
    if (group.length > 0) writeGroup(group);
  };
  return {
    add<T>(script: (q: Queries) => Script<T>): Promise<T> {
      const {promise, resolve, reject} = Promise.withResolvers<T>();
      const resolveAny = resolve as (value: unknown) => void;
      if (waiting.push({script, resolve: resolveAny, reject}) === 1) setImmediate(flush);
      return promise;
    },
    flush,
  };
}
