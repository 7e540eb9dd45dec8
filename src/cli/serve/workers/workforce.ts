// The workers of a service: started, given connections, replaced when they end or hang, restarted one after the other, and ended together.
//
// A connection goes to the worker with the fewest, and stays there. If a worker ends, the others get the connections that waited for it, and
// only the clients that it had are cut.
import {once} from "node:events";
import type {Socket} from "node:net";
import {setTimeout as delay} from "node:timers/promises";
import type {Emit} from "../../../service/events.ts";
import {Refusal} from "../../../service/refusal.ts";
import type {CallHandler} from "./call-line.ts";
import type {WorkerStart} from "./messages.ts";
import {
  askMetrics,
  countBeat,
  isHung,
  queueFor,
  SignalledEarly,
  startWorker,
  tell,
  type WorkerHandle,
} from "./worker-handle.ts";

/** Time for idle clients of a worker that is replaced to send a request, whose answer then tells them to connect again. */
const REPLACED_IDLE_MS = 5000;
const REPLACED_MS = 60_000;
/** Pause before a worker that ended while it started is replaced; doubled each time. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [250, 10_000];
/** Pause between two signs of life of a worker. */
const BEAT_MS = 1000;
/** After the time of an end, until a worker that has not ended is killed. */
const LATE_MS = 200;

export interface WorkforceContext {
  readonly start: Omit<WorkerStart, "number" | "type" | "beatMs">;
  readonly handlers: Readonly<Record<string, CallHandler>>;
  readonly onDamage: () => void;
  readonly emit: Emit;
  readonly beatMs?: number;
}

export interface Workforce {
  /** Resolves when all workers answer. @throws Refusal of a worker */
  begin(): Promise<void>;
  /** Ends workers that have answered nothing yet. */
  kill(): Promise<void>;
  /** Rejects with the refusal of a worker when there is no worker left. */
  readonly failed: Promise<never>;
  give(socket: Socket): void;
  /** Replaces each worker, one after the other. */
  replaceAll(): Promise<void>;
  callLast(): void;
  /** Ends all after their answers; returns the number of answers cut. */
  end(withinMs: number): Promise<number>;
  /** Of all workers, and of those that have ended. */
  readMetrics(): Promise<readonly (readonly object[])[]>;
}

export function createWorkforce({start, handlers, onDamage, emit, beatMs = BEAT_MS}: WorkforceContext): Workforce {
  const workers = new Set<WorkerHandle>();
  const waiting: Socket[] = [];
  const pastMetrics: (readonly object[])[] = [];
  let isEnding = false;
  let lastNumber = 0;
  let replacing: Promise<void> = Promise.resolve();
  const {promise: failed, reject: fail} = Promise.withResolvers<never>();
  failed.catch(() => {});
  const beating = setInterval(() => {
    for (const worker of workers) countBeat(worker);
  }, beatMs);

  function spawn(number: number): Promise<WorkerHandle> {
    const onReady = ({child}: WorkerHandle): void => {
      emit({type: "worker-started", worker: number, pid: child.pid!});
      for (const socket of waiting.splice(0)) give(socket);
    };
    const worker = startWorker({start: {...start, number, beatMs}, handlers, onDamage, onReady, onExit: lose});
    workers.add(worker);
    return worker.ready;
  }

  function lose(handle: WorkerHandle, by: number | string): void {
    workers.delete(handle);
    if (handle.metrics.length > 0) pastMetrics.push(handle.metrics);
    const {number: worker, isGoing, isReady, cut} = handle;
    const pid = handle.child.pid!;
    for (const socket of handle.queue.splice(0)) give(socket);
    if (isGoing) {
      if (!isEnding) emit({type: "worker-replaced", worker, pid, cut});
      return;
    }
    if (!isReady || isEnding) return;
    emit({type: "worker-lost", worker, pid, by: isHung(handle) ? "hung" : by});
    void replaceLost(worker);
  }

  async function replaceLost(number: number): Promise<void> {
    for (let pause = FIRST_PAUSE_MS; !isEnding; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      try {
        await spawn(number);
        return;
      } catch (error) {
        emit({type: "worker-failed", worker: number, error: error as Error});
        if (error instanceof Refusal && ![...workers].some(({isReady}) => isReady)) fail(error);
        await delay(pause, undefined, {ref: false});
      }
    }
  }

  function give(socket: Socket): void {
    let chosen: WorkerHandle | null = null;
    for (const worker of workers) {
      if (!worker.isReady || worker.isGoing || !worker.child.connected) continue;
      if (chosen === null || worker.connections < chosen.connections) chosen = worker;
    }
    if (chosen === null) {
      if (isEnding) socket.destroy();
      else waiting.push(socket);
      return;
    }
    // Of workers with as many connections the one that has waited longest comes first.
    workers.delete(chosen);
    workers.add(chosen);
    queueFor(chosen, socket);
  }

  async function replace(worker: WorkerHandle): Promise<void> {
    if (isEnding || !workers.has(worker)) return;
    await spawn(worker.number);
    worker.isGoing = true;
    for (const socket of worker.queue.splice(0)) {
      worker.connections--;
      give(socket);
    }
    while (worker.handing !== null && workers.has(worker)) await delay(10);
    if (isEnding || !workers.has(worker)) return;
    const ended = once(worker.child, "exit");
    tell(worker, {type: "call-last", isStopping: false});
    tell(worker, {type: "end", idleMs: REPLACED_IDLE_MS, withinMs: REPLACED_MS});
    await ended;
  }

  async function kill(): Promise<void> {
    isEnding = true;
    clearInterval(beating);
    const all = [...workers];
    await Promise.all(all.map(({child}) => (child.kill("SIGKILL") ? once(child, "exit") : null)));
  }

  return {
    async begin() {
      const begun = Array.from({length: start.workers}, (_, index) =>
        spawn(index + 1).catch((error: unknown) =>
          error instanceof SignalledEarly ? spawn(index + 1) : Promise.reject(error),
        ),
      );
      await Promise.all(begun).catch(async (error: unknown) => {
        await kill();
        throw error;
      });
    },
    kill,
    failed,
    give,
    replaceAll() {
      replacing = replacing.then(async () => {
        for (const handle of [...workers]) {
          const {number: worker} = handle;
          // A worker that is starting may have read its program before the signal.
          await handle.ready.catch(() => {});
          if (!handle.isReady || handle.isGoing) continue;
          await replace(handle).catch((error: Error) => emit({type: "worker-failed", worker, error}));
        }
      });
      return replacing;
    },
    callLast() {
      isEnding = true;
      for (const worker of workers) tell(worker, {type: "call-last", isStopping: true});
    },
    async end(withinMs) {
      const begun = performance.now();
      const all = [...workers];
      while (
        all.some(({handing, queue}) => handing !== null || queue.length > 0) &&
        performance.now() - begun < withinMs / 2
      )
        await delay(10);
      const left = Math.max(0, withinMs - (performance.now() - begun));
      await Promise.all(
        all.map(async (worker) => {
          if (!workers.has(worker)) return;
          const ended = once(worker.child, "exit");
          worker.isGoing = true;
          tell(worker, {type: "end", idleMs: 0, withinMs: left});
          const late = setTimeout(() => worker.child.kill("SIGKILL"), left + LATE_MS);
          await ended;
          clearTimeout(late);
        }),
      );
      clearInterval(beating);
      return all.reduce((sum, {cut}) => sum + cut, 0);
    },
    async readMetrics() {
      lastNumber++;
      const number = lastNumber;
      await Promise.all([...workers].map((worker) => askMetrics(worker, number)));
      return [...pastMetrics, ...[...workers].map(({metrics}) => metrics).filter((metrics) => metrics.length > 0)];
    },
  };
}
