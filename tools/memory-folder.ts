// Where tests keep their stores while they run: in memory, where Linux has a file system there with room enough.
//
// A run makes hundreds of stores, and each waits some twenty times until the disk has what it was given; the less the machine has to
// do, the more of a test is that. Nothing is judged more mildly for it: tests kill processes, not machines, and what a process has
// written is as much there for the next one in memory as it is on a disk.
import {chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync} from "node:fs";
import {join} from "node:path";

const MEMORY = "/dev/shm";
/** A whole run takes about a third of that. */
const ROOM_BYTES = 3 * 1024 ** 3;

/** From now on temporary files of this process and of those it starts lie in memory, until it ends; not where TMPDIR says otherwise. */
export function keepTemporaryFilesInMemory(): void {
  if (process.env["TMPDIR"] !== undefined || !hasRoom()) return;
  const folder = mkdtempSync(join(MEMORY, "ryad-tests-"));
  // PostgreSQL, which is nobody where the tests are root, has its own folder in there
  chmodSync(folder, 0o711);
  process.env["TMPDIR"] = folder;
  process.on("exit", () => rmSync(folder, {recursive: true, force: true}));
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(1));
}

/** Programs must be allowed to run there too: tests copy some. */
function hasRoom(): boolean {
  if (process.platform !== "linux") return false;
  const mount = readFileSync("/proc/mounts", "utf8")
    .split("\n")
    .map((line) => line.split(" "))
    .find(([, place]) => place === MEMORY);
  if (mount?.[2] !== "tmpfs" || mount[3]!.split(",").some((option) => option === "noexec" || option === "ro"))
    return false;
  const {bavail, bsize} = statfsSync(MEMORY);
  return Math.min(bavail * bsize, process.availableMemory()) >= ROOM_BYTES;
}
