// Notices of changes by other processes: LISTEN on a connection of its own, which stays open and sends nothing else.
//
// A notice may be lost silently (a pooler between, a dead connection), so three times a second a notice is sent to oneself on the way of
// the writers. While it does not come back, everything counts as changed with each beat: caches then look again within a second, as if
// they polled.
import {randomUUID} from "node:crypto";
import pg from "pg";
import type {StorePart} from "../../migrations/migration.ts";
import {CONNECT_SECONDS} from "./connection.ts";

/** Channel on which writers name the part that they changed. */
export const CHANGE_CHANNEL = "ryad_change";

export interface Notices {
  /** Moves when the part may have changed. Listening begins with the first call. */
  changes(part: StorePart): number;
  close(): Promise<void>;
}

const BEAT_MS = 300;
/** After this number of beats without an echo the connection is closed and opened again. */
const DEAF_BEATS = 10;

/** @param speak sends a notice to a channel, by the way of the writers */
export function openNotices(url: string, speak: (channel: string, word: string) => Promise<unknown>): Notices {
  const counts: Record<StorePart, number> = {statistics: 0, sources: 0, accounts: 0};
  const own = `ryad_${randomUUID().replaceAll("-", "")}`;
  let line: pg.Client | null = null;
  let connecting: Promise<void> | null = null;
  let beating: NodeJS.Timeout | null = null;
  let speaking: Promise<unknown> | null = null;
  let [spoken, heard, deaf] = [0, 0, 0];
  let isClosed = false;

  function assumeChange(): void {
    counts.statistics++;
    counts.sources++;
    counts.accounts++;
  }

  function hear({channel, payload = ""}: pg.Notification): void {
    if (channel === own) heard = Math.max(heard, Number(payload));
    else if (Object.hasOwn(counts, payload)) counts[payload as StorePart]++;
    else assumeChange();
  }

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_SECONDS * 1000,
      keepAlive: true,
    });
    next.on("error", () => {});
    next.on("notification", hear);
    next.on("end", () => {
      if (line !== next) return;
      line = null;
      assumeChange();
    });
    try {
      await next.connect();
      await next.query(`listen ${CHANGE_CHANNEL}; listen ${own}`);
      if (isClosed) return await next.end();
      line = next;
      deaf = 0;
      // Earlier changes were not reported to us.
      assumeChange();
    } catch {
      await next.end().catch(() => {});
    }
  }

  function reconnect(): void {
    connecting ??= connect().finally(() => {
      connecting = null;
    });
  }

  function beat(): void {
    const hasEcho = line !== null && heard === spoken;
    deaf = hasEcho ? 0 : deaf + 1;
    if (!hasEcho) assumeChange();
    if (line !== null && deaf >= DEAF_BEATS) {
      const old = line;
      line = null;
      void old.end().catch(() => {});
    }
    if (line === null) reconnect();
    if (speaking !== null) return;
    speaking = speak(own, String(++spoken))
      .catch(() => {})
      .finally(() => {
        speaking = null;
      });
  }

  return {
    changes(part) {
      if (beating === null && !isClosed) {
        beating = setInterval(beat, BEAT_MS);
        beating.unref();
        reconnect();
      }
      return counts[part];
    },
    async close() {
      isClosed = true;
      if (beating !== null) clearInterval(beating);
      await Promise.all([connecting, speaking]);
      await line?.end().catch(() => {});
    },
  };
}
