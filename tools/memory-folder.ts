// The folder for the stores of running tests: in memory, if Linux has a file system there with enough space.
//
// A run makes hundreds of stores, and each waits about twenty times for the disk; on an idle machine this is a large part of a test.
// The tests stay equally strict: they kill processes, not machines, and the next process finds the written data in memory
// as it would on a disk.
import {chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync} from "node:fs";
import {join} from "node:path";

const MEMORY = "/dev/shm";
/** A complete run needs about a third of this. */
const ROOM_BYTES = 3 * 1024 ** 3;

/** Puts temporary files of this process and its children into memory until it ends; if TMPDIR is set, nothing changes. */
export function keepTemporaryFilesInMemory(): void {
  if (process.env["TMPDIR"] !== undefined || !hasRoom()) return;
  const folder = mkdtempSync(join(MEMORY, "ryad-tests-"));
  // if the tests run as root, PostgreSQL runs as `nobody` and has its own folder in there
  chmodSync(folder, 0o711);
  process.env["TMPDIR"] = folder;
  process.on("exit", () => rmSync(folder, {recursive: true, force: true}));
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(1));
}

/** Programs must be executable there too, because tests copy some. */
function hasRoom(): boolean {
  if (process.platform !== "linux") return false;
  const mount = readFileSync("/proc/mounts", "utf8")
    .split("\n")
    .map((line) => line.split(" "))
    .find(([, at]) => at === MEMORY);
  if (mount?.[2] !== "tmpfs" || mount[3]!.split(",").some((option) => option === "noexec" || option === "ro"))
    return false;
  const {bavail, bsize} = statfsSync(MEMORY);
  return Math.min(bavail * bsize, process.availableMemory()) >= ROOM_BYTES;
}
