// One worker as its parent sees it: its process, the connections on their way to it, its last sign of life.
//
// It gets its next connection when it has taken the one before. Those that it has not taken are still the parent's, who can give them to
// another worker.
import {type ChildProcess, fork} from "node:child_process";
import type {Socket} from "node:net";
import type {Duplex} from "node:stream";
import {setTimeout as delay} from "node:timers/promises";
import {Refusal} from "../../../service/refusal.ts";
import {answerCalls, type CallHandler} from "./call-line.ts";
import {type FromWorker, LINE_DESCRIPTOR, type ToWorker, type WorkerStart} from "./messages.ts";

const METRICS_MS = 2000;
/** The parent has a timer of the same pause as the beats of a worker. After this number of its pauses without a beat, the worker hangs. */
const SILENT_BEATS = 30;

export interface WorkerHandle {
  readonly number: number;
  readonly child: ChildProcess;
  /** Rejects if it ends before. */
  readonly ready: Promise<WorkerHandle>;
  /** Connections that it has or will have. */
  connections: number;
  handing: Socket | null;
  readonly queue: Socket[];
  /** It was told to end. */
  isGoing: boolean;
  isReady: boolean;
  /** Pauses of the parent since its last sign of life. */
  silentBeats: number;
  /** Answers that it cut at its end. */
  cut: number;
  metrics: readonly object[];
}

export interface WorkerContext {
  readonly start: Omit<WorkerStart, "type">;
  readonly handlers: Readonly<Record<string, CallHandler>>;
  readonly onDamage: () => void;
  readonly onReady: (worker: WorkerHandle) => void;
  /** @param by the signal or the exit code */
  readonly onExit: (worker: WorkerHandle, by: number | string) => void;
}

/** A worker got a signal of its process group before it could handle one: it is started again. The parent got the signal too, and decides. */
export class SignalledEarly extends Error {}

const OF_GROUPS: readonly unknown[] = ["SIGHUP", "SIGTERM", "SIGINT"];

export function startWorker({start, handlers, onDamage, onReady, onExit}: WorkerContext): WorkerHandle {
  const child = fork(new URL("./worker.ts", import.meta.url), {
    stdio: ["ignore", "inherit", "inherit", "ipc", "pipe"],
  });
  const {promise: ready, resolve, reject} = Promise.withResolvers<WorkerHandle>();
  const worker: WorkerHandle = {
    number: start.number,
    child,
    ready,
    connections: 0,
    handing: null,
    queue: [],
    isGoing: false,
    isReady: false,
    silentBeats: 0,
    cut: 0,
    metrics: [],
  };
  child.on("error", reject);
  child.on("message", (message: FromWorker) => {
    if (message.type === "ready") {
      worker.isReady = true;
      onReady(worker);
      resolve(worker);
    } else if (message.type === "refused") reject(new Refusal(message.message, message.hint));
    else if (message.type === "metrics") worker.metrics = message.metrics;
    else [worker.cut, worker.metrics] = [message.cut, message.metrics];
  });
  child.once("exit", (code, signal) => {
    const by = `a worker ended before it was ready (${signal ?? code})`;
    reject(OF_GROUPS.includes(signal) ? new SignalledEarly(by) : new Error(by));
    worker.handing?.destroy();
    onExit(worker, signal ?? code ?? 0);
  });
  answerCalls(child.stdio[LINE_DESCRIPTOR] as unknown as Duplex, handlers, {
    damage: onDamage,
    alive: () => {
      worker.silentBeats = 0;
    },
    closed: () => void worker.connections--,
    taken: () => {
      // The worker has a descriptor of its own; while it had none, closing this one is what ends the connection.
      worker.handing?.destroy();
      worker.handing = null;
      handOver(worker);
    },
  });
  tell(worker, {...start, type: "start"});
  return worker;
}

export function tell({child}: WorkerHandle, message: ToWorker): void {
  if (child.connected) child.send(message, () => {});
}

/** Gives it a connection, now or when it has taken those before. */
export function queueFor(worker: WorkerHandle, socket: Socket): void {
  worker.connections++;
  worker.queue.push(socket);
  handOver(worker);
}

function handOver(worker: WorkerHandle): void {
  if (worker.handing !== null) return;
  const socket = worker.queue.shift();
  if (socket === undefined) return;
  worker.handing = socket;
  const message: ToWorker = {type: "connection"};
  worker.child.send(message, socket, {keepOpen: true}, (error) => {
    if (error) socket.destroy();
  });
}

/** Counts a pause of the parent, not seconds: when both processes have slept, none hangs. A worker that hangs is killed. */
export function countBeat(worker: WorkerHandle): void {
  if (!worker.isReady) return;
  worker.silentBeats++;
  if (isHung(worker)) worker.child.kill("SIGKILL");
}

export function isHung({silentBeats}: WorkerHandle): boolean {
  return silentBeats > SILENT_BEATS;
}

/** Brings `hand.metrics` up to date, if the worker answers in time. @param number of this question, for all workers one */
export async function askMetrics(worker: WorkerHandle, number: number): Promise<void> {
  if (!worker.isReady) return;
  const {promise, resolve} = Promise.withResolvers<void>();
  const hear = (message: FromWorker): void => {
    if (message.type === "metrics" && message.number === number) resolve();
  };
  worker.child.on("message", hear).once("exit", resolve);
  tell(worker, {type: "ask-metrics", number});
  await Promise.race([promise, delay(METRICS_MS, undefined, {ref: false})]);
  worker.child.off("message", hear).off("exit", resolve);
}
