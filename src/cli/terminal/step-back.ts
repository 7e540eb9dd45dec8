// Gives servers priority: a load may take its time, an answer may not.
//
// On Linux each thread has its own priority; a new thread inherits that of the thread that starts it.
import {readdirSync} from "node:fs";
import {constants, setPriority} from "node:os";

/** Lowers the priority of all threads of this process permanently. If the system does not allow it, nothing changes. */
export function lowerPriority(priority: number = constants.priority.PRIORITY_BELOW_NORMAL): void {
  for (const thread of threadsOf()) {
    try {
      setPriority(thread, priority);
    } catch {
      // A thread that has just ended, or a system that forbids it: the load still works.
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
