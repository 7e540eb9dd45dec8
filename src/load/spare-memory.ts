// Gives memory back between the steps of a load: V8 would collect only when its heap has grown several times over.
//
// Node has `gc` only in the process of `ryad load` (bin/node-options.js); elsewhere, and in a small load, nothing happens.

/** Node and the program alone have about 140 MB. */
const SMALL_BYTES = 180_000_000;

/** @param returning also gives the pages back to the system, which takes a second collection */
export function spareMemory(returning = false): void {
  if (globalThis.gc === undefined || process.memoryUsage.rss() < SMALL_BYTES) return;
  globalThis.gc({type: "major", execution: "sync", flavor: returning ? "last-resort" : "regular"});
}
