// When each token was last used: noted beside the answers, in one write for all tokens used within a moment.
//
// A commit a request would cost more than the request; what a crash loses is a quarter of a second of "last used".

import {touchToken} from "../../store/accounts/token.ts";
import type {Store} from "../../store/open.ts";

export interface TokenUse {
  note(tokenId: number, at: Date): void;
  /** Writes what is noted. Never throws: that a note failed is nothing a reader should feel. */
  flush(): Promise<void>;
}

/** A busy token costs a write a minute, not one a request. */
const NOTE_EVERY_MS = 60_000;
const GATHER_MS = 250;
const MAX_REMEMBERED = 100_000;

export function createTokenUse(store: Store): TokenUse {
  const lastNoted = new Map<number, number>();
  let waiting = new Map<number, Date>();

  async function flush(): Promise<void> {
    const noted = waiting;
    waiting = new Map();
    if (noted.size === 0) return;
    await store.accounts
      .write(function* (q) {
        for (const [tokenId, at] of noted) yield* touchToken(q, tokenId, at.toISOString());
      })
      .catch(() => {});
  }

  return {
    note(tokenId, at) {
      const before = lastNoted.get(tokenId);
      if (before !== undefined && Math.abs(at.getTime() - before) < NOTE_EVERY_MS) return;
      if (lastNoted.size >= MAX_REMEMBERED) lastNoted.clear();
      lastNoted.set(tokenId, at.getTime());
      if (waiting.size === 0) setTimeout(flush, GATHER_MS).unref();
      waiting.set(tokenId, at);
    },
    flush,
  };
}
