// The times at which tokens were last used, written late and seldom.
import {createBoundedCache} from "../../work/bounded-cache.ts";
import type {Queries} from "../engines/differences.ts";
import type {Engine, Script} from "../script.ts";
import {touchToken} from "./token.ts";

export interface TokenUse {
  note(tokenId: number, atMs: number): void;
  /** Writes the noted times. Never throws: a failed write must not fail an answer. */
  flush(): Promise<void>;
}

/** One write a minute for a busy token, not one for each request. */
const NOTE_EVERY_MS = 60_000;
const BUFFER_MS = 250;
const MOST_TOKENS = 100_000;

/** @param noted by token: milliseconds since 1970-01-01 */
function* touchTokens(q: Queries, noted: ReadonlyMap<number, number>): Script<void> {
  for (const [tokenId, atMs] of noted) yield* touchToken(q, tokenId, new Date(atMs).toISOString());
}

export function createTokenUse(accounts: Engine): TokenUse {
  const lastNoted = createBoundedCache<number>(MOST_TOKENS);
  let waiting = new Map<number, number>();

  async function flush(): Promise<void> {
    const noted = waiting;
    waiting = new Map();
    if (noted.size === 0) return;
    await accounts.write((q) => touchTokens(q, noted)).catch(() => {});
  }

  return {
    note(tokenId, atMs) {
      const before = lastNoted.find(String(tokenId));
      if (before !== undefined && Math.abs(atMs - before) < NOTE_EVERY_MS) return;
      lastNoted.keep(String(tokenId), atMs, 1);
      if (waiting.size === 0) setTimeout(flush, BUFFER_MS).unref();
      waiting.set(tokenId, atMs);
    },
    flush,
  };
}
