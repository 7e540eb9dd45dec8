// The log: one line of JSON per event on standard error, written so that it can never delay an answer.
//
// If the reader of the log is too slow, lines are dropped and counted; the server never waits. Texts that look like a token are masked,
// although no event should have one.
import {write} from "node:fs";
import {maskToken} from "../../access/account.ts";
import type {Emit, Event} from "../../events.ts";
import type {LogLevel} from "../../settings.ts";

export interface Log {
  readonly emit: Emit;
  /** Resolves when all lines are written, or after a second. */
  readonly flush: () => Promise<void>;
}

const ERRORS: ReadonlySet<Event["type"]> = new Set([
  "request-failed",
  "store-failed",
  "replica-left",
  "damage-looked",
  "mail-failed",
  "scrape-failed",
]);
/** Counted, but without a line: the line of the request says enough. */
const ONLY_COUNTED: ReadonlySet<Event["type"]> = new Set(["values-charged", "cache-asked", "turns-changed"]);
const MAX_WAITING_LINES = 10_000;
const FLUSH_MILLISECONDS = 1000;

export function createLog(level: LogLevel, now: () => Date): Log {
  let waiting: string[] = [];
  let dropped = 0;
  let writing: Promise<void> | null = null;

  const writeOn = async (): Promise<void> => {
    while (waiting.length > 0) {
      const lines = dropped > 0 ? [...waiting, JSON.stringify({type: "log-lines-dropped", lines: dropped})] : waiting;
      waiting = [];
      dropped = 0;
      await writeAll(Buffer.from(`${maskToken(lines.join("\n"))}\n`));
    }
    writing = null;
  };

  return {
    emit(event) {
      if (level === "none" || (level === "error" && !ERRORS.has(event.type)) || ONLY_COUNTED.has(event.type)) return;
      if (waiting.length >= MAX_WAITING_LINES) dropped++;
      else waiting.push(eventLine(event, now()));
      writing ??= Promise.resolve().then(writeOn);
    },
    async flush() {
      await Promise.race([writing, new Promise((resolve) => setTimeout(resolve, FLUSH_MILLISECONDS).unref())]);
    },
  };
}

/** The line of an event: time, type, its members; for an error its message and stack. */
export function eventLine(event: Event, at: Date): string {
  const plain = "error" in event ? {...event, error: event.error.stack ?? event.error.message} : event;
  return JSON.stringify({time: at.toISOString(), ...plain});
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
