// The temporary folder of a run and the processes that the run starts: both end with the run, also after Ctrl-C.
//
// A killed run cannot clean up. The next run ends the processes that still use such a folder, and removes it.
import {type ChildProcess, type SpawnOptions, spawn} from "node:child_process";
import {once} from "node:events";
import {mkdtempSync, readdirSync, readFileSync, rmSync} from "node:fs";
import {createServer} from "node:net";
import {tmpdir} from "node:os";
import {join} from "node:path";

export interface WorkFolder {
  readonly path: string;
  /** Starts a process that is killed with the run. */
  spawn(program: string, words: readonly string[], options: SpawnOptions): ChildProcess;
  /** Ends the processes that still run and removes the folder. */
  remove(): void;
}

const PREFIX = "ryad-bench-";
const SIGNALS = {SIGINT: 130, SIGTERM: 143, SIGHUP: 129} as const;

export function createWorkFolder(): WorkFolder {
  removeLeftovers();
  const path = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const running = new Set<ChildProcess>();
  const remove = (): void => {
    for (const child of running) child.kill("SIGKILL");
    rmSync(path, {recursive: true, force: true, maxRetries: 5, retryDelay: 50});
  };
  for (const [signal, code] of Object.entries(SIGNALS)) {
    process.on(signal, () => {
      remove();
      process.exit(code);
    });
  }
  return {
    path,
    remove,
    spawn(program, words, options) {
      const child = spawn(program, words, options);
      running.add(child);
      child.once("close", () => running.delete(child));
      child.once("error", () => running.delete(child));
      return child;
    },
  };
}

export interface Finished {
  readonly output: string;
  /** Time from its start to its end. */
  readonly seconds: number;
  /** Its largest memory in MB; null if the system does not give it. */
  readonly peakMegabytes: number | null;
}

/** Runs a program to its end. Throws with its output if it fails. */
export async function runToEnd(work: WorkFolder, program: string, words: readonly string[]): Promise<Finished> {
  const began = performance.now();
  const child = work.spawn(program, words, {stdio: ["ignore", "pipe", "pipe"]});
  const said = {output: "", complaints: ""};
  child.stdout!.setEncoding("utf8").on("data", (text) => {
    said.output += text;
  });
  child.stderr!.setEncoding("utf8").on("data", (text) => {
    said.complaints += text;
  });
  let peakMegabytes: number | null = null;
  const watch = setInterval(() => {
    peakMegabytes = memoryOf(child.pid!)?.peak ?? peakMegabytes;
  }, 50);
  const [code] = await once(child, "close").finally(() => clearInterval(watch));
  if (code !== 0) throw new Error(`${program} ${words.join(" ")} ended with ${code}\n${said.complaints}${said.output}`);
  return {output: said.output, seconds: (performance.now() - began) / 1000, peakMegabytes};
}

/** Resident memory of a process in MB: now, its maximum, and the present part that does not belong to a file; null if the system does not give it. */
export function memoryOf(pid: number): {readonly now: number; readonly peak: number; readonly own: number} | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const megabytes = (name: string): number =>
      (Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)![1]) * 1024) / 1e6;
    return {now: megabytes("VmRSS"), peak: megabytes("VmHWM"), own: megabytes("RssAnon")};
  } catch {
    return null;
  }
}

/** Memory of a process and its children in MB. */
export interface MemoryTogether {
  /** A page that several of them share counts once; what they share with programs outside counts in part. */
  readonly shared: number;
  /** A page that several of them share counts for each. */
  readonly sum: number;
}

export function memoryTogether(pid: number): MemoryTogether {
  const all = withChildren(pid);
  return {
    shared: all.reduce((sum, each) => sum + (shareOf(each) ?? Number.NaN), 0),
    sum: all.reduce((sum, each) => sum + (memoryOf(each)?.now ?? Number.NaN), 0),
  };
}

function shareOf(pid: number): number | null {
  try {
    return (Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))![1]) * 1024) / 1e6;
  } catch {
    return null;
  }
}

/** Processor time of a process in seconds, including system calls; null if the system does not give it. */
export function processorSeconds(pid: number): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /, "")
      .split(" ");
    return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
  } catch {
    return null;
  }
}

/** Processor time in seconds of all processes that this one has started and that have ended; NaN if the system does not give it. */
export function childrenSeconds(): number {
  try {
    const fields = readFileSync("/proc/self/stat", "utf8")
      .replace(/^.*\) /, "")
      .split(" ");
    return (Number(fields[13]) + Number(fields[14])) / TICKS_A_SECOND;
  } catch {
    return Number.NaN;
  }
}

/** A process and its children, without theirs. */
export function withChildren(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
    return [pid, ...children.split(" ").filter(Boolean).map(Number)];
  } catch {
    return [pid];
  }
}

/** Linux gives times to programs in this unit on every machine. */
const TICKS_A_SECOND = 100;

/** A port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const {port} = server.address() as {port: number};
  server.close();
  await once(server, "close");
  return port;
}

function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir())) {
    const owner = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length).split("-")[0]) : Number.NaN;
    if (!Number.isInteger(owner) || owner <= 0 || isAlive(owner)) continue;
    const path = join(tmpdir(), name);
    for (const pid of processesNaming(path)) process.kill(pid, "SIGKILL");
    rmSync(path, {recursive: true, force: true, maxRetries: 5, retryDelay: 50});
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Processes with the folder in their command line: remaining servers of a killed run. */
function processesNaming(path: string): number[] {
  const numbers = (() => {
    try {
      return readdirSync("/proc").map(Number).filter(Number.isInteger);
    } catch {
      return [];
    }
  })();
  return numbers.filter((pid) => {
    try {
      return pid !== process.pid && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(`${path}`);
    } catch {
      return false;
    }
  });
}

// The current step of the run: one line that is overwritten on a terminal; without a terminal nothing is printed.
export interface Progress {
  show(text: string): void;
  clear(): void;
}

export function createProgress(stream: NodeJS.WriteStream): Progress {
  const write = (text: string): void => {
    if (stream.isTTY) stream.write(`\r\u001b[2K${text.slice(0, stream.columns - 1)}`);
  };
  return {show: write, clear: () => write("")};
}
