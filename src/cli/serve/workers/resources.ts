// The processor and the memory of a service: the number of its workers, and how often V8 looks through the whole heap for garbage. There is a
// worker for each core that the process may use, unless the setting says another number.
//
// `os.availableParallelism` counts the affinity of the process and the quota of its control group (of version 2), not the cores of the machine.
import {availableParallelism, totalmem} from "node:os";
import {setFlagsFromString} from "node:v8";
import {Refusal} from "../../../service/refusal.ts";
import {SETTINGS} from "../../../settings/setting-rows.ts";
import type {Settings} from "../../../settings/settings.ts";
import {SERVICE_LIMITS} from "../../../work/service-limits.ts";

/** More are not worth their memory unless the operator knows it. */
const MOST = 8;
/** A worker with full caches over a large store needs this much (docs/performance.md). */
const WORKER_BYTES = 256 * 2 ** 20;
const UNSENT = SERVICE_LIMITS["megabytes of answers that clients have not read"].least;

export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly cores: number;
  /** Memory that the process may use. */
  readonly bytes: number;
}

type Given = Pick<Settings, "workers" | "unsentMemory" | "databaseUrl">;

/** @throws Refusal if the settings have more workers than memory for their unsent answers */
export function workersOf(settings: Given, machine: Machine = thisMachine()): number {
  const {workers, unsentMemory} = settings;
  if (workers === null) return defaultWorkers(settings, machine);
  if (workers === 1 || unsentMemory >= workers * UNSENT) return workers;
  throw new Refusal(
    `${SETTINGS.unsentMemory.environment}=${unsentMemory} is too little for ${workers} workers`,
    `each needs ${UNSENT} megabytes: set it to ${workers * UNSENT} at least, or ${SETTINGS.workers.environment} to ${Math.max(1, Math.floor(unsentMemory / UNSENT))}`,
  );
}

/**
 * One over a database, whose connections the workers would divide, and whose operators start several servers; and on Windows, where no
 * worker was tried.
 */
function defaultWorkers({unsentMemory, databaseUrl}: Given, {platform, cores, bytes}: Machine): number {
  if (databaseUrl !== null || platform === "win32") return 1;
  return Math.max(1, Math.min(MOST, cores, Math.floor(bytes / WORKER_BYTES), Math.floor(unsentMemory / UNSENT)));
}

function thisMachine(): Machine {
  // without a limit, a number beyond all memory
  const bytes = Math.min(totalmem(), process.constrainedMemory() || Infinity);
  return {platform: process.platform, cores: availableParallelism(), bytes};
}

const GROWTH_PERCENT = 100;

/**
 * For a process that answers requests. By default V8 looks through the whole heap whenever 8 MB more are in the old space or outside of the
 * heap. A server that writes large answers reaches that every tenth of a second, because the packed histories of each answer are outside: a
 * quarter of its processor time went to these collections, and each of them holds the event loop for 3 to 10 ms. With this setting the heap
 * may double first: large answers in a row bring a collection to every third of them, with half the growth to each. V8 reads the flag when a
 * collection ends, so it may be set in a process that runs.
 *
 * V8 would also make lists in the old space where most lists of the same place in the code lived long. The listeners of an answer are such
 * lists: each then keeps its answer, with all that it was made from, until the whole heap is looked through.
 */
export function collectSeldom(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
  setFlagsFromString("--no-allocation-site-pretenuring");
}
