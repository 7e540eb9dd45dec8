// How long tests wait. None may fail because a machine is slow, so no wait is judged by the clock alone.
//
// Where something is promised within seconds, a wait is a number of looks with a pause after each: on an idle machine so many looks
// are those seconds, on a busy one each look takes longer, and the wait with it.
import {setTimeout as pause} from "node:timers/promises";

/** What is not over after this long hangs: the one limit by the clock, for tests, for browsers and for a whole run. */
export const HANG_MS = 30 * 60_000;

const PAUSE_MS = 20;

/**
 * Looks until it holds; throws when it does not hold in time.
 * @param seconds on a machine that answers a look at once. The slower a look is, the longer it waits, so a look should ask the very
 * process that is waited for.
 * @param what for the message, as "the load is not seen"; a function where it tells what was seen last
 */
export async function within(
  seconds: number,
  what: string | (() => string),
  holds: () => boolean | Promise<boolean>,
): Promise<void> {
  for (let left = Math.ceil((seconds * 1000) / PAUSE_MS); !(await holds()); left--) {
    if (left === 0) throw new Error(`${typeof what === "string" ? what : what()}, in the looks of ${seconds} s`);
    await pause(PAUSE_MS);
  }
}

/** Looks until it holds, where nothing is promised about when: what never comes is a hang. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const began = performance.now(); !(await holds()); await pause(PAUSE_MS)) {
    if (performance.now() - began > HANG_MS) throw new Error(`waited in vain until ${what}`);
  }
}
