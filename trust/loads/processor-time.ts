// The processor time of another process and the most memory of this one: what a load takes, whatever else the machine does.
import {readFileSync, writeFileSync} from "node:fs";

const TICKS_A_SECOND = 100;

/** Seconds. Where the system does not tell it, the time on the clock; infinite of a process that is gone. */
export function processorSeconds(id: number): number {
  if (process.platform !== "linux") return performance.now() / 1000;
  try {
    const fields = readFileSync(`/proc/${id}/stat`, "utf8")
      .replace(/^.*\) /, "")
      .split(" ");
    return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/**
 * Gives free memory back, and counts the most memory from here on.
 * @returns the memory that is left; infinite where the system counts it from the start of a process alone
 */
export function forgetPeak(): number {
  try {
    (globalThis as {gc?: (options: object) => void}).gc?.({type: "major", execution: "sync", flavor: "last-resort"});
    writeFileSync("/proc/self/clear_refs", "5");
    return peakBytes();
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** The most memory that this process has had. What the system counts for a child begins with the memory of its parent. */
export function peakBytes(): number {
  const kilobytes =
    process.platform === "linux"
      ? /VmHWM:\s*(\d+) kB/.exec(readFileSync("/proc/self/status", "utf8"))![1]
      : process.resourceUsage().maxRSS;
  return Number(kilobytes) * 1024;
}
