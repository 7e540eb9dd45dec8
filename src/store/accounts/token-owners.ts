// Owners of tokens in memory, and the times at which tokens were last used.
//
// Owners are remembered until the store says that a process has written: the command changes tokens in a process of its own. Unknown
// tokens are never remembered.
import type {Engine} from "../script.ts";
import {findTokenOwner, type TokenOwner, touchToken} from "./token.ts";

const MAX_REMEMBERED = 100_000;

export interface TokenOwners {
  /** The owner if the store need not be asked. @param fingerprint SHA-256 of the token, in hexadecimal */
  recall(fingerprint: string): TokenOwner | null;
  /** null: unknown or revoked. */
  find(fingerprint: string): Promise<TokenOwner | null>;
}

export function createTokenOwners(accounts: Engine): TokenOwners {
  const remembered = new Map<string, TokenOwner>();
  let asOf: number | null = null;

  /** Forgets all owners after a change; returns the state that the store is in. */
  function look(): number | null {
    const changes = accounts.changes();
    if (changes !== asOf) remembered.clear();
    asOf = changes;
    return changes;
  }

  return {
    recall(fingerprint) {
      look();
      return remembered.get(fingerprint) ?? null;
    },
    async find(fingerprint) {
      const changes = look();
      const known = remembered.get(fingerprint);
      if (known !== undefined) return known;
      const owner = await accounts.readOne((q) => findTokenOwner(q, fingerprint));
      if (owner === null || owner.revokedAt !== null) return null;
      // This owner was read before a change, so it must not be kept: another request may have seen the change.
      if (changes === null || changes !== asOf) return owner;
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      remembered.set(fingerprint, owner);
      return owner;
    },
  };
}

export interface TokenUse {
  note(tokenId: number, atMs: number): void;
  /** Writes the noted times. Never throws: a failed write must not fail an answer. */
  flush(): Promise<void>;
}

/** One write a minute for a busy token, not one for each request. */
const NOTE_EVERY_MS = 60_000;
const GATHER_MS = 250;

export function createTokenUse(accounts: Engine): TokenUse {
  const lastNoted = new Map<number, number>();
  let waiting = new Map<number, number>();

  async function flush(): Promise<void> {
    const noted = waiting;
    waiting = new Map();
    if (noted.size === 0) return;
    await accounts
      .write(function* (q) {
        for (const [tokenId, atMs] of noted) yield* touchToken(q, tokenId, new Date(atMs).toISOString());
      })
      .catch(() => {});
  }

  return {
    note(tokenId, atMs) {
      const before = lastNoted.get(tokenId);
      if (before !== undefined && Math.abs(atMs - before) < NOTE_EVERY_MS) return;
      if (lastNoted.size >= MAX_REMEMBERED) lastNoted.clear();
      lastNoted.set(tokenId, atMs);
      if (waiting.size === 0) setTimeout(flush, GATHER_MS).unref();
      waiting.set(tokenId, atMs);
    },
    flush,
  };
}
