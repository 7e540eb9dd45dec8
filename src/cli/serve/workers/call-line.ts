// Calls between a worker and its parent over one stream: those of a turn of the event loop travel together, as one line of JSON.
//
// The parent sends answers one line at a time: when a line could not be sent, no part of its answers has been seen by the worker. So the
// parent knows which calls of a dead worker were never answered (`undelivered`), and can undo them.
import type {Duplex} from "node:stream";
import {Refusal} from "../../../service/refusal.ts";
import {Busy} from "../../../work/busy.ts";

/** [number, name, arguments] is a call, [0, name, arguments] a notice without an answer, [number] takes a call back. */
type Sent = readonly [number, string, readonly unknown[]] | readonly [number];
/** [number, value], or [number, null, error]. */
type Answered = readonly [number, unknown] | readonly [number, null, PlainError];

export interface Channel {
  /** @param signal gives the call up; the promise then rejects with its reason */
  call(name: string, given: readonly unknown[], signal?: AbortSignal): Promise<unknown>;
  notify(name: string): void;
}

interface Pending {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** The worker's end. */
export function openCallLine(stream: Duplex): Channel {
  const pending = new Map<number, Pending>();
  let waiting: Sent[] = [];
  let last = 0;

  function flush(): void {
    const calls = waiting;
    waiting = [];
    if (!stream.destroyed) stream.write(`${JSON.stringify(calls)}\n`);
  }

  function send(sent: Sent): void {
    if (waiting.push(sent) === 1) setImmediate(flush);
  }

  readLines(stream, (line) => {
    for (const [number, value, error] of JSON.parse(line) as Answered[]) {
      const call = pending.get(number);
      pending.delete(number);
      if (error === undefined) call?.resolve(value);
      else call?.reject(thrown(error));
    }
  });
  stream.on("error", () => {});
  stream.once("close", () => {
    for (const {reject} of pending.values()) reject(new Error("the parent of this worker has ended"));
    pending.clear();
  });

  return {
    notify: (name) => send([0, name, []]),
    call(name, given, signal) {
      if (signal?.aborted === true) return Promise.reject(signal.reason);
      if (stream.destroyed) return Promise.reject(new Error("the parent of this worker has ended"));
      last++;
      const number = last;
      const {promise, resolve, reject} = Promise.withResolvers<unknown>();
      pending.set(number, {resolve, reject});
      send([number, name, given]);
      if (signal === undefined) return promise;
      const giveUp = (): void => {
        if (!pending.delete(number)) return;
        send([number]);
        reject(signal.reason);
      };
      signal.addEventListener("abort", giveUp);
      return promise.finally(() => signal.removeEventListener("abort", giveUp));
    },
  };
}

export interface CallHandler {
  /** Does the call. @param lost makes a signal: the worker has given it up, or has ended */
  readonly procedure: (given: readonly unknown[], lost: () => AbortSignal) => Promise<unknown>;
  /** The worker has ended and never got the answer. */
  readonly undelivered?: (given: readonly unknown[], value: unknown) => void;
}

interface Answer {
  readonly answered: Answered;
  /** Undoes it; null: nothing is to be undone. */
  readonly undelivered: (() => void) | null;
}

/** The parent's end. @param notices by name */
export function answerCalls(
  stream: Duplex,
  handlers: Readonly<Record<string, CallHandler>>,
  notices: Readonly<Record<string, () => void>>,
): void {
  const underWay = new Map<number, AbortController>();
  let waiting: Answer[] = [];
  let isSending = false;
  let isDue = false;

  function send(): void {
    isDue = false;
    if (isSending || waiting.length === 0) return;
    const answers = waiting;
    waiting = [];
    if (stream.destroyed) {
      undo(answers);
      return;
    }
    isSending = true;
    stream.write(`${JSON.stringify(answers.map(({answered}) => answered))}\n`, (error) => {
      isSending = false;
      if (error) undo(answers);
      send();
    });
  }

  /** After all promises that are settled now, so that charges of one commit are answered in one line. */
  function answer(one: Answer): void {
    waiting.push(one);
    if (isDue) return;
    isDue = true;
    process.nextTick(send);
  }

  async function perform(number: number, name: string, given: readonly unknown[]): Promise<void> {
    // few calls want to know, and a controller costs as much as a whole call
    const lost = (): AbortSignal => {
      const controller = new AbortController();
      underWay.set(number, controller);
      return controller.signal;
    };
    try {
      const handler = handlers[name];
      if (handler === undefined) throw new Error(`the parent has no call "${name}"`);
      const {undelivered} = handler;
      const value = (await handler.procedure(given, lost)) ?? null;
      answer({
        answered: [number, value],
        undelivered: undelivered === undefined ? null : () => undelivered(given, value),
      });
    } catch (error) {
      answer({answered: [number, null, plainError(error)], undelivered: null});
    } finally {
      underWay.delete(number);
    }
  }

  readLines(stream, (line) => {
    for (const [number, name, given] of JSON.parse(line) as Sent[]) {
      if (name === undefined) underWay.get(number)?.abort(new DOMException("the worker gave it up", "AbortError"));
      else if (number === 0) notices[name]?.();
      else void perform(number, name, given!);
    }
  });
  stream.on("error", () => {});
  stream.once("close", () => {
    for (const lost of underWay.values()) lost.abort(new DOMException("the worker has ended", "AbortError"));
    send();
  });
}

function undo(answers: readonly Answer[]): void {
  for (const {undelivered} of answers) undelivered?.();
}

function readLines(stream: Duplex, read: (line: string) => void): void {
  let rest = "";
  stream.setEncoding("utf8").on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop()!;
    for (const line of lines) read(line);
  });
}

interface PlainError {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly hint: string | null;
  readonly retryAfter: number | null;
}

function plainError(error: unknown): PlainError {
  const {name, message, stack} = error instanceof Error ? error : new Error(String(error));
  const hint = error instanceof Refusal ? error.hint : null;
  return {name, message, stack, hint, retryAfter: error instanceof Busy ? error.retryAfter : null};
}

/** The error as the caller's own code knows it. */
function thrown({name, message, stack, hint, retryAfter}: PlainError): Error {
  if (retryAfter !== null) return new Busy(message, retryAfter);
  if (name === "Refusal") return new Refusal(message, hint);
  return Object.assign(new Error(message), {name, stack});
}
