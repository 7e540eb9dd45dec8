// The Nodes older than 24 on this machine: each folder of PATH may have one. More of them on PATH make more tests.
import {execFileSync} from "node:child_process";
import {existsSync} from "node:fs";
import {delimiter, join} from "node:path";

const FOLDERS = (process.env["PATH"] ?? "").split(delimiter);

/** Paths of programs; every version once. */
export const OLD_NODES: readonly string[] = findOldNodes();

function findOldNodes(): string[] {
  const found = new Map<string, string>();
  for (const path of new Set(FOLDERS.map((folder) => join(folder, "node")))) {
    if (!existsSync(path)) continue;
    const version = execFileSync(path, ["--version"], {encoding: "utf8"}).trim();
    const major = Number(/^v(\d+)/.exec(version)?.[1] ?? 0);
    if (major >= 20 && major < 24 && !found.has(version)) found.set(version, path);
  }
  return [...found.values()];
}
