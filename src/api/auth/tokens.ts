// Tokens in memory: whose a token is, remembered until a token or a plan changes, and when each was last used.
//
// The command changes tokens in a process of its own: the store says when somebody has written, and then everything is forgotten.
// Where a store can't tell, nothing is remembered. Unknown tokens never are. The time of last use is written for all tokens used
// within a moment: a commit a request would cost more than the request, and a crash loses a quarter of a second of "last used".
import {tokenFingerprint} from "../../access/token.ts";
import {findTokenOwner, type TokenOwner, touchToken} from "../../store/accounts/token.ts";
import type {Store} from "../../store/open.ts";
import type {Engine} from "../../store/script.ts";

const MAX_REMEMBERED = 100_000;

export interface TokenOwners {
  /** null: unknown or revoked. */
  find(token: string): Promise<TokenOwner | null>;
}

export function createTokenOwners(accounts: Engine): TokenOwners {
  const remembered = new Map<string, TokenOwner>();
  let asOf: number | null = null;

  return {
    async find(token) {
      const fingerprint = tokenFingerprint(token);
      const changes = accounts.changes();
      if (changes !== asOf) remembered.clear();
      asOf = changes;
      const known = remembered.get(fingerprint);
      if (known !== undefined) return known;
      const owner = await accounts.readOne((q) => findTokenOwner(q, fingerprint));
      if (owner === null || owner.revokedAt !== null) return null;
      // An owner that was read before a change must not be remembered after it: another request may have seen the change.
      if (changes === null || changes !== asOf) return owner;
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      remembered.set(fingerprint, owner);
      return owner;
    },
  };
}

export interface TokenUse {
  note(tokenId: number, at: Date): void;
  /** Writes the noted times. Never throws: a reader must not notice that a note failed. */
  flush(): Promise<void>;
}

/** A busy token costs a write a minute, not one a request. */
const NOTE_EVERY_MS = 60_000;
const GATHER_MS = 250;

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
