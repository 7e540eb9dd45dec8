// Work that is done step by step, for tests: all at once, or with what one step did at most.
import type {Steps} from "./pace.ts";

export {atOnce as finish} from "./pace.ts";

/** The most that a step added to a count: its work between two rests, without a clock. */
export function longestStep(steps: Steps<unknown>, count: () => number): number {
  let longest = 0;
  for (let before = count(), done = false; !done; before = count()) {
    done = steps.next().done === true;
    longest = Math.max(longest, count() - before);
  }
  return longest;
}
