// What is remembered of tokens: their owners, and when they were last used.
//
// Owners of valid tokens are remembered until the store says that a process has written: the command changes tokens in a process of its own.
// Unknown and revoked tokens are never remembered.

import type {Emit} from "../../service/events.ts";
import {createBoundedCache, createStateCache} from "../../work/bounded-cache.ts";
import type {Queries} from "../engines/differences.ts";
import type {Engine, Script} from "../script.ts";
import {findTokenOwner, type TokenOwner, touchToken} from "./token.ts";

/** Tokens that are remembered. */
const MOST_TOKENS = 100_000;

export interface TokenOwners {
  /** The owner if the store need not be asked. @param fingerprint SHA-256 of the token, in hexadecimal */
  recall(fingerprint: string): TokenOwner | null;
  /** null: unknown or revoked. */
  find(fingerprint: string): Promise<TokenOwner | null>;
}

export function createTokenOwners(accounts: Engine): TokenOwners {
  const remembered = createStateCache<TokenOwner>(MOST_TOKENS, () => accounts.changes());
  const recall = (fingerprint: string): TokenOwner | null => remembered.find(fingerprint) ?? null;

  return {
    recall,
    async find(fingerprint) {
      const known = recall(fingerprint);
      if (known !== null) return known;
      const before = remembered.state();
      const owner = await accounts.readOne((q) => findTokenOwner(q, fingerprint));
      if (owner === null || owner.revokedAt !== null) return null;
      // An owner that was read before a change is not remembered: another request may have seen the change.
      remembered.keep(fingerprint, owner, 1, before);
      return owner;
    },
  };
}

/** The times at which tokens were last used, written late and seldom. */
export interface TokenUse {
  note(tokenId: number, atMs: number): void;
  /** Writes the noted times. Never throws: a failed write is told by an event, and must not fail an answer. */
  flush(): Promise<void>;
}

/** One write a minute for a busy token, not one for each request. */
const NOTE_EVERY_MS = 60_000;
const BUFFER_MS = 250;

export function createTokenUse(accounts: Engine, emit: Emit): TokenUse {
  const lastNoted = createBoundedCache<number>(MOST_TOKENS);
  let waiting = new Map<number, number>();

  async function flush(): Promise<void> {
    const noted = waiting;
    waiting = new Map();
    if (noted.size === 0) return;
    await accounts.write((q) => touchTokens(q, noted)).catch((error: Error) => emit({type: "store-failed", error}));
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

/** @param noted by token: milliseconds since 1970-01-01 */
function* touchTokens(q: Queries, noted: ReadonlyMap<number, number>): Script<void> {
  for (const [tokenId, atMs] of noted) yield* touchToken(q, tokenId, new Date(atMs).toISOString());
}
