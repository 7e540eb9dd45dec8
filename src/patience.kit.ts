// How long tests wait. None may fail because a machine is slow, so no wait is judged by the clock alone.
//
// A wait is a number of looks with a pause after each: on an idle machine so many looks are the seconds that were asked for, on a
// busy one each look takes longer, and the wait with it.
import {setTimeout as pause} from "node:timers/promises";

/** What is not over after this long hangs: the one limit by the clock, for tests, for browsers and for a whole run. */
export const HANG_MS = 30 * 60_000;

const PAUSE_MS = 20;

/**
 * Looks until it holds. The slower a look is, the longer it waits: a look should ask the very process that is waited for.
 * @param seconds on a machine that answers a look at once
 * @param what for the message, as "the load is not seen"
 */
export async function within(seconds: number, what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let left = Math.ceil((seconds * 1000) / PAUSE_MS); !(await holds()); left--) {
    if (left === 0) throw new Error(`${what} within the looks of ${seconds} seconds`);
    await pause(PAUSE_MS);
  }
}
