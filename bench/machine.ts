// The machine of a run, and which of the programs for the bench are installed.
import {execFileSync} from "node:child_process";
import {readFileSync, statfsSync} from "node:fs";
import {availableParallelism, cpus, loadavg, release, tmpdir, totalmem} from "node:os";

export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGigabytes: number;
  readonly system: string;
  readonly node: string;
  readonly sqlite: string;
  /** null: not installed. */
  readonly nginx: string | null;
  readonly wrk: string | null;
  /** Load average of the minute before the run; above a quarter of the cores the machine was not quiet. */
  readonly loadBefore: number;
  /** Stores are in the folder for temporary files; if that is in memory, no write reaches a disk. */
  readonly storesIn: "memory" | "disk";
}

const TMPFS = 0x01021994;

export type Tool = "nginx" | "wrk" | "proc";

export function describeMachine(): Machine {
  return {
    processor: cpus()[0]?.model.trim() ?? "unknown",
    cores: availableParallelism(),
    memoryGigabytes: totalmem() / 1e9,
    system: `${distribution()}, ${process.platform} ${release()}, ${process.arch}`,
    node: process.versions.node,
    sqlite: process.versions["sqlite"] ?? "unknown",
    nginx: versionOf("nginx", "-v"),
    wrk: versionOf("wrk", "-v"),
    loadBefore: loadavg()[0]!,
    storesIn: statfsSync(tmpdir()).type === TMPFS ? "memory" : "disk",
  };
}

/** The missing tools, in words; null if none is missing. */
export function missingTools(machine: Machine, tools: readonly Tool[]): string | null {
  const missing = tools.filter((tool) => (tool === "proc" ? process.platform !== "linux" : machine[tool] === null));
  if (missing.length === 0) return null;
  return missing
    .map((tool) => (tool === "proc" ? "this system has no /proc to read memory from" : `${tool} is not installed`))
    .join("; ");
}

/** Both print their version on standard error, and wrk exits with 1. */
function versionOf(program: string, word: string): string | null {
  const version = (said: unknown): string => /\d+(\.\d+)+/.exec(String(said))?.[0] ?? "unknown";
  try {
    return version(execFileSync("/bin/sh", ["-c", `${program} ${word} 2>&1`], {encoding: "utf8"}));
  } catch (error) {
    const {status, stdout} = error as {status?: number; stdout?: string};
    return status === 127 ? null : version(stdout);
  }
}

function distribution(): string {
  try {
    return /PRETTY_NAME="?([^"\n]*)/.exec(readFileSync("/etc/os-release", "utf8"))?.[1] ?? "unknown";
  } catch {
    return process.platform;
  }
}
