// The owners of valid tokens, remembered until the store says that a process has written: the command changes tokens in a process of its own.
//
// Unknown and revoked tokens are never remembered.
import {createBoundedCache} from "../../work/bounded-cache.ts";
import type {Engine} from "../script.ts";
import {findTokenOwner, type TokenOwner} from "./token.ts";

const MOST_TOKENS = 100_000;

export interface TokenOwners {
  /** The owner if the store need not be asked. @param fingerprint SHA-256 of the token, in hexadecimal */
  recall(fingerprint: string): TokenOwner | null;
  /** null: unknown or revoked. */
  find(fingerprint: string): Promise<TokenOwner | null>;
}

export function createTokenOwners(accounts: Engine): TokenOwners {
  let remembered = createBoundedCache<TokenOwner>(MOST_TOKENS);
  let asOf: number | null = null;

  /** Forgets all owners after a change; returns the state that the store is in. */
  function look(): number | null {
    const changes = accounts.changes();
    if (changes !== asOf) remembered = createBoundedCache(MOST_TOKENS);
    asOf = changes;
    return changes;
  }

  function recall(fingerprint: string): TokenOwner | null {
    look();
    return remembered.find(fingerprint) ?? null;
  }

  return {
    recall,
    async find(fingerprint) {
      const known = recall(fingerprint);
      if (known !== null) return known;
      const before = asOf;
      const owner = await accounts.readOne((q) => findTokenOwner(q, fingerprint));
      if (owner === null || owner.revokedAt !== null) return null;
      // An owner that was read before a change is not remembered: another request may have seen the change.
      if (before !== null && before === asOf) remembered.keep(fingerprint, owner, 1);
      return owner;
    },
  };
}
