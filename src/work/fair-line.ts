// A line for work that only a few may do at a time: token holders go first, and visitors have places by address.
//
// A visitor whose work is under way loses its place to a token holder that comes: the work is given up, and begins again when it is the
// visitor's turn. So work in the line must be able to stop and to begin again.
import {Busy} from "./busy.ts";

export interface LineRequest {
  readonly hasToken: boolean;
  /** Of an address or an account. */
  readonly name: string;
}

export interface LineLimits {
  readonly atOnce: number;
  /** Token holders that may wait; more are refused for the moment. */
  readonly waiting: number;
  readonly visitorsWaiting: number;
  /** Places of one visitor, work under way included. */
  readonly ofOneVisitor: number;
}

export interface FairLine {
  /**
   * Does the work when its turn comes.
   * @param signal gives up the place; the promise rejects with its reason
   * @param work is given up when its own signal is aborted, and called again later
   * @throws Busy if there is no place
   */
  enter<T>(asking: LineRequest, signal: AbortSignal, work: (lost: AbortSignal) => Promise<T>): Promise<T>;
}

const RETRY_SECONDS = 10;

/** @param busy why there is no place, for the answer */
export function createFairLine(limits: LineLimits, busy: string): FairLine {
  const readers: (() => void)[] = [];
  const visitors: (() => void)[] = [];
  const heldBy = new Map<string, number>();
  /** The work of visitors under way. */
  const losable = new Set<AbortController>();
  let free = limits.atOnce;

  function leave(): void {
    const next = readers.shift() ?? visitors.shift();
    if (next === undefined) free++;
    else next();
  }

  /** One token holder needs one place. */
  function giveUpOne(): void {
    for (const one of losable) {
      losable.delete(one);
      one.abort(new DOMException("a token holder came", "AbortError"));
      return;
    }
  }

  async function comeUp(
    {hasToken}: LineRequest,
    signal: AbortSignal,
    lost: AbortController,
    isBack: boolean,
  ): Promise<void> {
    signal.throwIfAborted();
    if (free > 0) {
      free--;
      if (!hasToken) losable.add(lost);
      return;
    }
    const line = hasToken ? readers : visitors;
    const {promise, resolve, reject} = Promise.withResolvers<void>();
    const begin = (): void => {
      if (!hasToken) losable.add(lost);
      resolve();
    };
    const giveUp = (): void => {
      const index = line.indexOf(begin);
      if (index !== -1) line.splice(index, 1);
      reject(signal.reason);
    };
    if (isBack) line.unshift(begin);
    else line.push(begin);
    if (hasToken) giveUpOne();
    signal.addEventListener("abort", giveUp);
    await promise.finally(() => signal.removeEventListener("abort", giveUp));
  }

  async function work<T>(perform: (lost: AbortSignal) => Promise<T>, lost: AbortController): Promise<T> {
    try {
      lost.signal.throwIfAborted();
      return await perform(lost.signal);
    } finally {
      losable.delete(lost);
      leave();
    }
  }

  return {
    async enter(asking, signal, perform) {
      const {hasToken, name} = asking;
      const isFull = hasToken ? readers.length >= limits.waiting : visitors.length >= limits.visitorsWaiting;
      const own = hasToken ? 0 : (heldBy.get(name) ?? 0);
      if ((free === 0 && isFull) || own >= limits.ofOneVisitor) throw new Busy(busy, RETRY_SECONDS);
      if (!hasToken) heldBy.set(name, own + 1);
      try {
        for (let isBack = false; ; isBack = true) {
          const lost = new AbortController();
          await comeUp(asking, signal, lost, isBack);
          try {
            return await work(perform, lost);
          } catch (error) {
            if (!lost.signal.aborted || signal.aborted) throw error;
          }
        }
      } finally {
        const left = (heldBy.get(name) ?? 0) - 1;
        if (hasToken || left <= 0) heldBy.delete(name);
        else heldBy.set(name, left);
      }
    },
  };
}
