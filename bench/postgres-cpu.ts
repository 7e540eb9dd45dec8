// Processor time of a database, as its processes have used it; other work on the machine hardly changes it.
//
// The title of a PostgreSQL process contains its database: "postgres: user database [local] idle".
import {readdirSync, readFileSync} from "node:fs";
import {processorSeconds} from "./work-folder.ts";

/** Seconds used by this process and the processes of the database; null if the system does not give them. */
export function secondsUsed(databaseUrl: string | null): number | null {
  const {user, system} = process.cpuUsage();
  const own = (user + system) / 1e6;
  if (databaseUrl === null) return own;
  const name = new URL(databaseUrl).pathname.slice(1);
  try {
    const numbers = readdirSync("/proc").map(Number).filter(Number.isInteger);
    const servers = numbers.filter((pid) => titleOf(pid).startsWith("postgres:") && titleOf(pid).includes(` ${name} `));
    return servers.reduce((sum, pid) => sum + (processorSeconds(pid) ?? 0), own);
  } catch {
    return null;
  }
}

function titleOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}
