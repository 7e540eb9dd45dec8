// A new token for an e-mail address: `ryad token create` and the sample warehouse make one.
//
// The token itself is returned once and never stored: the store keeps its fingerprint.
import {randomBytes} from "node:crypto";
import {TOKEN_RANDOM_BYTES, tokenFingerprint, tokenFromRandom} from "../access/account.ts";
import {Refusal} from "../service/refusal.ts";
import {ensureAccount} from "../store/accounts/account.ts";
import {insertToken} from "../store/accounts/token.ts";
import type {Store} from "../store/open.ts";

/** Makes the account if it does not exist, sets its plan if one is given, and returns the new token, which is never shown again. */
export async function createToken(
  store: Store,
  {email, plan, name}: {readonly email: string; readonly plan: string | null; readonly name: string},
  now: Date,
): Promise<string> {
  const token = tokenFromRandom(randomBytes(TOKEN_RANDOM_BYTES));
  await store.accounts.write(function* (q) {
    const account = yield* ensureAccount(q, email, plan, now.toISOString());
    if (account.disabledAt !== null)
      throw new Refusal(`the account of ${email} is disabled`, "ryad account enable lets it in again");
    yield* insertToken(q, {accountId: account.id, fingerprint: tokenFingerprint(token), name, now: now.toISOString()});
  });
  return token;
}
