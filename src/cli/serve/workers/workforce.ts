// The workers of a service: started, given connections, replaced when they end or hang, restarted one after the other, and ended together.
//
// A connection goes to the worker with the fewest, and stays there. If a worker ends, the others get the connections that waited for it, and
// only the clients that it had are cut.
import {once} from "node:events";
import type {Socket} from "node:net";
import {setTimeout as delay} from "node:timers/promises";
import type {Emit} from "../../../events.ts";
import {Refusal} from "../../../refusal.ts";
import type {CallHandler} from "./call-line.ts";
import {askMetrics, countBeat, type Hand, HungUp, isHung, queueFor, startHand, tell} from "./hand.ts";
import type {WorkerStart} from "./messages.ts";

/** Time for idle clients of a worker that is replaced to send a request, whose answer then tells them to connect again. */
const REPLACED_IDLE_MS = 5000;
const REPLACED_MS = 60_000;
/** Pause before a worker that ended while it started is replaced; doubled each time. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [250, 10_000];
/** Pause between two signs of life of a worker. */
const BEAT_MS = 1000;
/** After the time of an end, until a worker that has not ended is killed. */
const LATE_MS = 200;

export interface WorkforceParts {
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

export function createWorkforce({start, handlers, onDamage, emit, beatMs = BEAT_MS}: WorkforceParts): Workforce {
  const hands = new Set<Hand>();
  const waiting: Socket[] = [];
  const pastMetrics: (readonly object[])[] = [];
  let isEnding = false;
  let asked = 0;
  let replacing: Promise<void> = Promise.resolve();
  const {promise: failed, reject: fail} = Promise.withResolvers<never>();
  failed.catch(() => {});
  const beating = setInterval(() => {
    for (const hand of hands) countBeat(hand);
  }, beatMs);

  function spawn(number: number): Promise<Hand> {
    const onReady = ({child}: Hand): void => {
      emit({type: "worker-started", worker: number, pid: child.pid!});
      for (const socket of waiting.splice(0)) give(socket);
    };
    const hand = startHand({start: {...start, number, beatMs}, handlers, onDamage, onReady, onExit: lose});
    hands.add(hand);
    return hand.ready;
  }

  function lose(hand: Hand, by: number | string): void {
    hands.delete(hand);
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
    queueFor(chosen, socket);
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
    tell(hand, {type: "call-last", isStopping: false});
    tell(hand, {type: "end", idleMs: REPLACED_IDLE_MS, withinMs: REPLACED_MS});
    await ended;
  }

  async function kill(): Promise<void> {
    isEnding = true;
    clearInterval(beating);
    const all = [...hands];
    await Promise.all(all.map(({child}) => (child.kill("SIGKILL") ? once(child, "exit") : null)));
  }

  return {
    async begin() {
      const begun = Array.from({length: start.workers}, (_, place) =>
        spawn(place + 1).catch((error: unknown) =>
          error instanceof HungUp ? spawn(place + 1) : Promise.reject(error),
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
      for (const hand of hands) tell(hand, {type: "call-last", isStopping: true});
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
          tell(hand, {type: "end", idleMs: 0, withinMs: left});
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
      await Promise.all([...hands].map((hand) => askMetrics(hand, number)));
      return [...pastMetrics, ...[...hands].map(({metrics}) => metrics).filter((metrics) => metrics.length > 0)];
    },
  };
}
