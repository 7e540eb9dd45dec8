// The workers of a service: started, given connections, replaced when they end or hang, restarted one after the other, and ended together.
//
// A connection goes to the worker with the fewest, and stays there. A worker gets its next connection when it has taken the one before: if
// it ends, the others get those that waited for it, and only the clients that it had are cut.
import {type ChildProcess, fork} from "node:child_process";
import {once} from "node:events";
import type {Socket} from "node:net";
import type {Duplex} from "node:stream";
import {setTimeout as delay} from "node:timers/promises";
import type {Emit} from "../../../events.ts";
import {Refusal} from "../../../refusal.ts";
import {answerCalls, type CallHandler} from "./call-line.ts";
import {type FromWorker, LINE_DESCRIPTOR, type ToWorker, type WorkerStart} from "./messages.ts";

/** Time for idle clients of a worker that is replaced to send a request, whose answer then tells them to connect again. */
const REPLACED_IDLE_MS = 5000;
const REPLACED_MS = 60_000;
/** Pause before a worker that ended while it started is replaced; doubled each time. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [250, 10_000];
const METRICS_MS = 2000;
/** A worker sends a beat every BEAT_MS. The parent counts its own pauses: after SILENT_BEATS of them without a beat, the worker hangs. */
const [BEAT_MS, SILENT_BEATS] = [1000, 30];
/** After the time of an end, until a worker that has not ended is killed. */
const LATE_MS = 200;

export interface WorkforceParts {
  readonly start: Omit<WorkerStart, "number" | "type" | "beatMs">;
  readonly handlers: Readonly<Record<string, CallHandler>>;
  readonly onDamage: () => void;
  readonly emit: Emit;
  readonly beatMs?: number;
}

interface Hand {
  readonly number: number;
  readonly child: ChildProcess;
  /** Rejects if it ends before. */
  readonly ready: Promise<unknown>;
  /** Connections that it has or will have. */
  connections: number;
  handing: Socket | null;
  readonly queue: Socket[];
  isGoing: boolean;
  isReady: boolean;
  /** Pauses of the parent since its last sign of life. */
  silentBeats: number;
  cut: number;
  metrics: readonly object[];
}

export interface Workforce {
  /** Resolves when all workers answer. @throws Refusal of a worker */
  begin(): Promise<void>;
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

export function createWorkforce({start, handlers, onDamage, emit, beatMs = BEAT_MS}: WorkforceParts): Workforce {
  const hands = new Set<Hand>();
  const waiting: Socket[] = [];
  const pastMetrics: (readonly object[])[] = [];
  let isEnding = false;
  let asked = 0;
  let replacing: Promise<void> = Promise.resolve();
  const {promise: failed, reject: fail} = Promise.withResolvers<never>();
  failed.catch(() => {});
  const beating = setInterval(killHung, beatMs);

  function spawn(number: number): Promise<Hand> {
    const child = fork(new URL("./worker.ts", import.meta.url), {
      stdio: ["ignore", "inherit", "inherit", "ipc", "pipe"],
    });
    const {promise, resolve, reject} = Promise.withResolvers<Hand>();
    const hand: Hand = {
      number,
      child,
      ready: promise,
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
        hand.isReady = true;
        emit({type: "worker-started", worker: number, pid: child.pid!});
        resolve(hand);
        for (const socket of waiting.splice(0)) give(socket);
      } else if (message.type === "refused") reject(new Refusal(message.message, message.hint));
      else if (message.type === "metrics") hand.metrics = message.metrics;
      else [hand.cut, hand.metrics] = [message.cut, message.metrics];
    });
    child.once("exit", (code, signal) => {
      reject(new Error(`a worker ended before it was ready (${signal ?? code})`));
      lose(hand, signal ?? code ?? 0);
    });
    answerCalls(child.stdio[LINE_DESCRIPTOR] as unknown as Duplex, handlers, {
      damage: onDamage,
      alive: () => {
        hand.silentBeats = 0;
      },
      closed: () => void hand.connections--,
      taken: () => {
        // The worker has a descriptor of its own; while it had none, closing this one is what ends the connection.
        hand.handing?.destroy();
        hand.handing = null;
        handOver(hand);
      },
    });
    hands.add(hand);
    send(hand, {...start, type: "start", number, beatMs});
    return promise;
  }

  function send({child}: Hand, message: ToWorker): void {
    if (child.connected) child.send(message, () => {});
  }

  function lose(hand: Hand, by: number | string): void {
    hands.delete(hand);
    hand.handing?.destroy();
    if (hand.metrics.length > 0) pastMetrics.push(hand.metrics);
    const {number: worker, isGoing, isReady, cut} = hand;
    const pid = hand.child.pid!;
    for (const socket of hand.queue.splice(0)) give(socket);
    if (isGoing) {
      if (!isEnding) emit({type: "worker-replaced", worker, pid, cut});
      return;
    }
    if (!isReady || isEnding) return;
    emit({type: "worker-lost", worker, pid, by: isHung(hand) ? "hung" : by});
    void replaceLost(worker);
  }

  /** Counts pauses of this process, not seconds: when both processes have slept, none hangs. */
  function killHung(): void {
    for (const hand of hands) {
      if (!hand.isReady) continue;
      hand.silentBeats++;
      if (isHung(hand)) hand.child.kill("SIGKILL");
    }
  }

  async function replaceLost(number: number): Promise<void> {
    for (let pause = FIRST_PAUSE_MS; !isEnding; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      try {
        await spawn(number);
        return;
      } catch (error) {
        emit({type: "worker-failed", worker: number, error: error as Error});
        if (error instanceof Refusal && ![...hands].some(({isReady}) => isReady)) fail(error);
        await delay(pause, undefined, {ref: false});
      }
    }
  }

  function give(socket: Socket): void {
    let chosen: Hand | null = null;
    for (const hand of hands) {
      if (!hand.isReady || hand.isGoing || !hand.child.connected) continue;
      if (chosen === null || hand.connections < chosen.connections) chosen = hand;
    }
    if (chosen === null) {
      if (isEnding) socket.destroy();
      else waiting.push(socket);
      return;
    }
    // Of workers with as many connections the one that has waited longest comes first.
    hands.delete(chosen);
    hands.add(chosen);
    chosen.connections++;
    chosen.queue.push(socket);
    handOver(chosen);
  }

  function handOver(hand: Hand): void {
    if (hand.handing !== null) return;
    const socket = hand.queue.shift();
    if (socket === undefined) return;
    hand.handing = socket;
    const message: ToWorker = {type: "connection"};
    hand.child.send(message, socket, {keepOpen: true}, (error) => {
      if (error) socket.destroy();
    });
  }

  async function replace(hand: Hand): Promise<void> {
    if (isEnding || !hands.has(hand)) return;
    await spawn(hand.number);
    hand.isGoing = true;
    for (const socket of hand.queue.splice(0)) {
      hand.connections--;
      give(socket);
    }
    while (hand.handing !== null && hands.has(hand)) await delay(10);
    if (isEnding || !hands.has(hand)) return;
    const ended = once(hand.child, "exit");
    send(hand, {type: "call-last", isStopping: false});
    send(hand, {type: "end", idleMs: REPLACED_IDLE_MS, withinMs: REPLACED_MS});
    await ended;
  }

  function isHung({silentBeats}: Hand): boolean {
    return silentBeats > SILENT_BEATS;
  }

  return {
    async begin() {
      const begun = Array.from({length: start.workers}, (_, place) => spawn(place + 1));
      await Promise.all(begun).catch((error: unknown) => {
        isEnding = true;
        clearInterval(beating);
        for (const {child} of hands) child.kill("SIGKILL");
        throw error;
      });
    },
    failed,
    give,
    replaceAll() {
      replacing = replacing.then(async () => {
        for (const hand of [...hands]) {
          const {number: worker} = hand;
          // A worker that is starting may have read its program before the signal.
          await hand.ready.catch(() => {});
          if (!hand.isReady || hand.isGoing) continue;
          await replace(hand).catch((error: Error) => emit({type: "worker-failed", worker, error}));
        }
      });
      return replacing;
    },
    callLast() {
      isEnding = true;
      for (const hand of hands) send(hand, {type: "call-last", isStopping: true});
    },
    async end(withinMs) {
      const begun = performance.now();
      const all = [...hands];
      while (
        all.some(({handing, queue}) => handing !== null || queue.length > 0) &&
        performance.now() - begun < withinMs / 2
      )
        await delay(10);
      const left = Math.max(0, withinMs - (performance.now() - begun));
      await Promise.all(
        all.map(async (hand) => {
          if (!hands.has(hand)) return;
          const ended = once(hand.child, "exit");
          hand.isGoing = true;
          send(hand, {type: "end", idleMs: 0, withinMs: left});
          const late = setTimeout(() => hand.child.kill("SIGKILL"), left + LATE_MS);
          await ended;
          clearTimeout(late);
        }),
      );
      clearInterval(beating);
      return all.reduce((sum, {cut}) => sum + cut, 0);
    },
    async readMetrics() {
      asked++;
      const number = asked;
      await Promise.all(
        [...hands].map(async (hand) => {
          if (!hand.isReady) return;
          const {promise, resolve} = Promise.withResolvers<void>();
          const hear = (message: FromWorker): void => {
            if (message.type === "metrics" && message.number === number) resolve();
          };
          hand.child.on("message", hear).once("exit", resolve);
          send(hand, {type: "ask-metrics", number});
          await Promise.race([promise, delay(METRICS_MS, undefined, {ref: false})]);
          hand.child.off("message", hear).off("exit", resolve);
        }),
      );
      return [...pastMetrics, ...[...hands].map(({metrics}) => metrics).filter((metrics) => metrics.length > 0)];
    },
  };
}
