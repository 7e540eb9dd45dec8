// The log: one line of JSON per event on standard error, written so that it can never delay an answer. The metrics hear events through it.
//
// If the reader of the log is too slow, lines are dropped and counted; the server never waits. Texts that look like a token are masked,
// although no event should have one.
import {write} from "node:fs";
import {maskToken} from "../../access/account.ts";
import type {Emit, Event} from "../../service/events.ts";
import type {LogLevel} from "../../settings/setting-values.ts";

export interface Log {
  readonly emit: Emit;
  /** The metrics join once there is a store that they can read; they hear the events before, too. null: there are none. */
  readonly join: (count: Emit | null) => void;
  /** Resolves when all lines are written, or after a second. */
  readonly flush: () => Promise<void>;
}

const ERRORS: ReadonlySet<Event["type"]> = new Set([
  "request-failed",
  "store-failed",
  "replica-left",
  "damage-looked",
  "mail-failed",
  "fetch-failed",
  "files-failed",
  "message-failed",
  "worker-lost",
  "worker-failed",
  "scrape-failed",
]);
/** Counted, but without a line: the line of the request says enough. */
const ONLY_COUNTED: ReadonlySet<Event["type"]> = new Set([
  "values-charged",
  "cache-asked",
  "slots-changed",
  "messages-waiting",
]);
const MAX_WAITING_LINES = 10_000;
const FLUSH_MILLISECONDS = 1000;

/** @param worker its number, which is in each of its lines; null: the process is alone, or the parent */
export function createLog(level: LogLevel, now: () => Date, worker: number | null = null): Log {
  let waiting: string[] = [];
  let dropped = 0;
  let writing: Promise<void> | null = null;
  const early: Event[] = [];
  let count: Emit | null = (event) => void early.push(event);

  const writeOn = async (): Promise<void> => {
    while (waiting.length > 0) {
      const lines = dropped > 0 ? [...waiting, JSON.stringify({type: "log-lines-dropped", lines: dropped})] : waiting;
      waiting = [];
      dropped = 0;
      const text = `${maskToken(lines.join("\n"))}\n`;
      if (worker === null) await writeAll(Buffer.from(text));
      else for (const part of wholeParts(text)) await writeAll(part);
    }
    writing = null;
  };

  return {
    emit(event) {
      count?.(event);
      if (level === "none" || (level === "error" && !ERRORS.has(event.type)) || ONLY_COUNTED.has(event.type)) return;
      if (waiting.length >= MAX_WAITING_LINES) dropped++;
      else waiting.push(eventLine(event, now(), worker));
      writing ??= Promise.resolve().then(writeOn);
    },
    join(metrics) {
      count = metrics;
      for (const event of early.splice(0)) count?.(event);
    },
    async flush() {
      await Promise.race([writing, new Promise((resolve) => setTimeout(resolve, FLUSH_MILLISECONDS).unref())]);
    },
  };
}

/** The line of an event: time, type, its members; for an error its message and stack. */
export function eventLine(event: Event, at: Date, worker: number | null = null): string {
  const plain = "error" in event ? {...event, error: event.error.stack ?? event.error.message} : event;
  return JSON.stringify({time: at.toISOString(), ...(worker === null ? {} : {worker}), ...plain});
}

/** A pipe takes this many bytes at once or none, so that lines of several processes never mix. */
const AT_ONCE_BYTES = 4096;

/** Whole lines together, as many as a pipe takes at once; a longer line alone. */
function wholeParts(text: string): Buffer[] {
  const parts: Buffer[][] = [];
  let room = 0;
  for (const line of text.split(/(?<=\n)/)) {
    const bytes = Buffer.from(line);
    if (bytes.length > room || parts.length === 0) {
      parts.push([]);
      room = AT_ONCE_BYTES;
    }
    parts.at(-1)!.push(bytes);
    room -= bytes.length;
  }
  return parts.map((lines) => Buffer.concat(lines));
}

function writeAll(bytes: Buffer, from = 0): Promise<void> {
  return new Promise((resolve) => {
    write(2, bytes, from, bytes.length - from, null, (error, written) => {
      if (error?.code === "EAGAIN") setTimeout(() => resolve(writeAll(bytes, from)), 10).unref();
      else if (error !== null || from + written >= bytes.length) resolve();
      else resolve(writeAll(bytes, from + written));
    });
  });
}
