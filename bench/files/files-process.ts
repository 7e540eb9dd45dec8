// The process with which a server writes files: found among its children, and held still, so that windows with and without its work take
// turns within one run. A process that is held keeps its memory and its open files; it takes no processor and no disk.
import {readFileSync} from "node:fs";
import {setTimeout as pause} from "node:timers/promises";
import {memoryOf, processorSeconds, withChildren} from "../work-folder.ts";

export interface FilesProcess {
  hold(): void;
  goOn(): void;
  /** false: it has ended. */
  isThere(): boolean;
  /** Most memory so far, MB; NaN if the system does not give it. */
  peak(): number;
  /** Of a processor so far, seconds. */
  used(): number;
}

const LOOK_MS = 25;

/** Waits for the writer of a server. @throws Error if none comes in time */
export async function awaitFilesProcess(serverPid: number, milliseconds = 60_000): Promise<FilesProcess> {
  for (const end = performance.now() + milliseconds; performance.now() < end; await pause(LOOK_MS)) {
    const pid = withChildren(serverPid).find((child) => child !== serverPid && isWriter(child));
    if (pid !== undefined) return watch(pid);
  }
  throw new Error("the server has not begun to write files");
}

function watch(pid: number): FilesProcess {
  let [peak, used] = [Number.NaN, 0];
  let timer: NodeJS.Timeout | null = null;
  const look = (): boolean => {
    const memory = memoryOf(pid);
    if (memory === null) {
      if (timer !== null) clearInterval(timer);
      return false;
    }
    [peak, used] = [memory.peak, processorSeconds(pid) ?? used];
    return true;
  };
  timer = setInterval(look, LOOK_MS).unref();
  look();
  const signal = (name: "SIGSTOP" | "SIGCONT"): void => {
    if (look()) process.kill(pid, name);
  };
  return {
    hold: () => signal("SIGSTOP"),
    goOn: () => signal("SIGCONT"),
    isThere: look,
    peak: () => peak,
    used: () => used,
  };
}

function isWriter(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "latin1").includes("\0files\0write\0");
  } catch {
    return false;
  }
}

/** Of the main thread of a process, which has the event loop: ms on a processor, and ms in which it was ready and had none. */
export function loopTimes(pid: number): {readonly run: number; readonly wait: number} {
  const [run, wait] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "latin1").split(" ");
  return {run: Number(run) / 1e6, wait: Number(wait) / 1e6};
}
