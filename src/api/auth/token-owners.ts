// Whose a token is, remembered until somebody changes tokens or plans.
//
// The command changes them in a process of its own: the store says when somebody has written, and then everything is forgotten.
// Where a store can't tell, nothing is remembered. Unknown tokens never are.
import {tokenFingerprint} from "../../access/token.ts";
import {findTokenOwner, type TokenOwner} from "../../store/accounts/token.ts";
import type {Engine} from "../../store/script.ts";

export interface TokenOwners {
  /** null: unknown or revoked. */
  find(token: string): Promise<TokenOwner | null>;
}

const MAX_REMEMBERED = 100_000;

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
      // What was read before a change must not be remembered after it: another request may have seen the change meanwhile.
      if (changes === null || changes !== asOf) return owner;
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      remembered.set(fingerprint, owner);
      return owner;
    },
  };
}
