// How long tests wait. No test may fail because a machine is slow, so no wait depends on the clock alone.
//
// For a result promised within seconds, a wait is a number of looks with a pause after each. On an idle machine the looks take those
// seconds; on a busy machine each look takes longer, and so does the wait.
import {setTimeout as pause} from "node:timers/promises";

/** After this time a wait has failed: the one limit by the clock, for tests, for browsers and for a whole run. */
export const HANG_MS = 30 * 60_000;

const PAUSE_MS = 20;

/**
 * Looks until the condition holds; throws after too many looks.
 * @param seconds on a machine that answers a look at once. A slower look makes the wait longer, so a look should ask the very process that
 * is waited for.
 * @param what for the message, such as "the load is not seen"; a function if it says what the last look saw
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

/** Looks until the condition holds, where no time is promised: only HANG_MS ends the wait. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const began = performance.now(); !(await holds()); await pause(PAUSE_MS)) {
    if (performance.now() - began > HANG_MS) throw new Error(`waited in vain until ${what}`);
  }
}
