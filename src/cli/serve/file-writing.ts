// Has the files of datasets written after each load, by a command of its own at the lowest priority [files.*].
//
// The command has a process with a bounded memory, so readers neither wait for it nor lose it with this server. One server of many
// has the lease and writes; another takes over when it is gone. After a load there is a short rest, because loads mostly come in rows.
import {spawn} from "node:child_process";
import {randomUUID} from "node:crypto";
import {fileURLToPath} from "node:url";
import type {Emit} from "../../service/events.ts";
import type {Settings} from "../../settings/settings.ts";
import {FILES_LEASE, FILES_LEASE_MS} from "../../store/dataset-files/files-lease.ts";
import {giveUpLease, holdLease} from "../../store/lease.ts";
import type {Store} from "../../store/open.ts";
import {readLastChange} from "../../store/releases/load-run.ts";
import {storeEnvironment} from "./child-command.ts";

const PROGRAM = fileURLToPath(new URL("../main.ts", import.meta.url));
/** Of the command: its heap in megabytes, and no threads of the engine, which would not have its priority. */
const NODE_OPTIONS = ["--max-old-space-size=256", "--v8-pool-size=0"];
const LOOK_MS = 3000;
/** Loads without rest do not keep the files from being written for longer. */
const LONGEST_REST_MS = 30_000;
const HOLD_MS = 15_000;
const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 3_600_000;

export interface FileWritingContext {
  readonly store: Store;
  readonly emit: Emit;
  readonly now: () => number;
  /** Writes what has changed, as the holder of the lease. Rejects if something could not be written. */
  readonly write: (holder: string) => Promise<void>;
}

export interface FileWriting {
  /** Looks once. @returns whether this process has the lease */
  look(): Promise<boolean>;
  close(): Promise<void>;
}

export function createFileWriting({store, emit, now, write}: FileWritingContext): FileWriting {
  // one server at a time has a folder (serve.lock): after a crash the next one need not wait
  const holder = store.sources.name === "sqlite" ? "folder" : randomUUID();
  const options = {name: FILES_LEASE, holder, milliseconds: FILES_LEASE_MS};
  /** The last change whose files are written, and the one that was seen last, since when. */
  let written: string | null = null;
  let seen: {readonly change: string; readonly since: number; isAtRest: boolean} | null = null;
  let heldUntil = 0;
  let failed: {readonly change: string; readonly times: number; readonly retryAt: number} | null = null;
  let underWay: Promise<unknown> | null = null;

  async function hold(): Promise<boolean> {
    if (now() < heldUntil) return true;
    const isHeld = await store.sources.write((q) => holdLease(q, options));
    heldUntil = isHeld ? now() + HOLD_MS : 0;
    return isHeld;
  }

  /** The change whose files are due; null: none is. */
  async function due(): Promise<string | null> {
    const change = await store.statistics.read((q) => readLastChange(q));
    if (change === null || change === written) return null;
    if (failed?.change === change && now() < failed.retryAt) return null;
    const isRepeated = seen?.change === change;
    seen = {change, since: seen?.since ?? now(), isAtRest: isRepeated};
    return isRepeated || now() - seen.since >= LONGEST_REST_MS ? change : null;
  }

  async function run(change: string): Promise<void> {
    try {
      await write(holder);
      [written, failed] = [change, null];
    } catch (error) {
      emit({type: "files-failed", error: error as Error});
      const times = failed?.change === change ? failed.times + 1 : 1;
      const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (times - 1));
      failed = {change, times, retryAt: now() + pause};
    } finally {
      seen = null;
    }
  }

  return {
    async look() {
      if (!(await hold())) return false;
      if (underWay === null) {
        underWay = due().then((change) => (change === null ? null : run(change)));
        try {
          await underWay;
        } finally {
          underWay = null;
        }
      }
      return true;
    },
    async close() {
      await underWay?.catch(() => {});
      await store.sources.write((q) => giveUpLease(q, FILES_LEASE, holder)).catch(() => {});
    },
  };
}

/** Looks again and again until it is closed; what is being written is given up then, and nothing of it is left. null: no files are wanted. */
export function keepWritingFiles(
  store: Store,
  settings: Settings,
  emit: Emit,
): {readonly close: () => Promise<void>} | null {
  if (settings.files === "off") return null;
  const stopping = new AbortController();
  const tell: Emit = (event) => {
    if (!stopping.signal.aborted) emit(event);
  };
  const environment = {...storeEnvironment(settings), RYAD_FILES_KEEP: String(settings.filesKeep)};
  const writing = createFileWriting({
    ...{store, emit: tell, now: () => performance.now()},
    write: (holder) => writeInChild(holder, environment, stopping.signal),
  });
  const look = (): void => {
    writing.look().catch((error: Error) => tell({type: "files-failed", error}));
  };
  const looking = setInterval(look, LOOK_MS).unref();
  return {
    async close() {
      clearInterval(looking);
      stopping.abort();
      await writing.close();
    },
  };
}

function writeInChild(holder: string, environment: NodeJS.ProcessEnv, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const words = [...NODE_OPTIONS, PROGRAM, "files", "write", "--json", `--holder=${holder}`];
    const child = spawn(process.execPath, words, {
      env: {...environment, RYAD_LOG: "error", RYAD_LIFELINE: "3"},
      // the last one is the lifeline: a server that is killed takes the child with it
      stdio: ["ignore", "ignore", "pipe", "pipe"],
      killSignal: "SIGKILL",
      signal,
    });
    let stderr = "";
    child.stderr!.setEncoding("utf8").on("data", (text: string) => {
      stderr = (stderr + text).slice(-2000);
    });
    child.once("error", reject);
    child.once("close", (code, ended) => {
      if (code === 0) resolve();
      else reject(new Error(`the files of datasets were not all written (${ended ?? code}): ${stderr.trim()}`));
    });
  });
}
