// Accounts of the free plan for the load: as many as it takes for no request to be refused, so that every answer is charged.
import {randomBytes} from "node:crypto";
import {tokenFingerprint, tokenFromRandom} from "../src/access/token.ts";
import {ensureAccount} from "../src/store/account.ts";
import type {Store} from "../src/store/open.ts";
import {insertToken} from "../src/store/token.ts";

/** @returns a token of each new account */
export async function writeAccounts(store: Store, count: number, name: string): Promise<string[]> {
  const tokens = Array.from({length: count}, () => tokenFromRandom(randomBytes(64)));
  const now = new Date().toISOString();
  await store.accounts.write(function* (q) {
    for (const [place, token] of tokens.entries()) {
      const {id} = yield* ensureAccount(q, `${name}-${place}@example.org`, "free", now);
      yield* insertToken(q, {accountId: id, fingerprint: tokenFingerprint(token), name: "bench", now});
    }
  });
  return tokens;
}
