// Lets whoever answers readers go first: a load may take its time, an answer may not.
//
// On Linux each thread has a priority of its own; those that are started later take that of the thread which starts them.
import {readdirSync} from "node:fs";
import {constants, setPriority} from "node:os";

/** Lowers the priority of this process for good. Where the system does not let it, all stays as it is. */
export function stepBack(): void {
  for (const thread of threadsOf()) {
    try {
      setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL);
    } catch {
      // A thread that has just ended, or a system that forbids it: the load is as good.
    }
  }
}

function threadsOf(): readonly number[] {
  try {
    return readdirSync("/proc/self/task").map(Number);
  } catch {
    return [process.pid];
  }
}
