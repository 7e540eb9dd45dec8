// Cached owners of tokens must not survive a change by another process.
import assert from "node:assert/strict";
import {randomBytes} from "node:crypto";
import {join} from "node:path";
import {DatabaseSync} from "node:sqlite";
import {test} from "node:test";
import {setImmediate as nextTurn} from "node:timers/promises";
import {tokenFingerprint, tokenFromRandom} from "../../src/access/account.ts";
import {ensureAccount} from "../../src/store/accounts/account.ts";
import {createTokenOwners} from "../../src/store/accounts/admission.ts";
import {insertToken} from "../../src/store/accounts/token.ts";
import {temporaryStore} from "../warehouse.ts";

test("a token that another process revokes during the look-up of its owner is not cached as valid [auth.invalid command.token-revoke]", async (t) => {
  const {store, dataFolder} = await temporaryStore(t);
  const [revoked, other] = [tokenFromRandom(randomBytes(64)), tokenFromRandom(randomBytes(64))];
  const now = "2026-07-15T12:00:00.000Z";
  await store.accounts.write(function* (q) {
    const {id: accountId} = yield* ensureAccount(q, "reader@example.org", "free", now);
    for (const token of [revoked, other]) {
      yield* insertToken(q, {accountId, fingerprint: tokenFingerprint(token), name: "", now});
    }
  });
  const elsewhere = new DatabaseSync(join(dataFolder, "accounts.db"));
  t.after(() => elsewhere.close());
  const owners = createTokenOwners(store.accounts);

  const before = owners.find(tokenFingerprint(revoked));
  elsewhere.prepare("update token set revoked_at = ? where fingerprint = ?").run(now, tokenFingerprint(revoked));
  await nextTurn();
  const beside = owners.find(tokenFingerprint(other));
  assert.notEqual(await before, null, "it was valid at the time of the look-up");
  assert.notEqual(await beside, null);
  assert.equal(await owners.find(tokenFingerprint(revoked)), null);
});

test("a token never has the owner of another one [auth.invalid]", async (t) => {
  const {store} = await temporaryStore(t);
  const now = "2026-07-15T12:00:00.000Z";
  const fingerprints = Array.from({length: 40}, () => tokenFingerprint(tokenFromRandom(randomBytes(64))));
  const ids = await store.accounts.write(function* (q) {
    const made: number[] = [];
    for (const [nth, fingerprint] of fingerprints.entries()) {
      const {id: accountId} = yield* ensureAccount(q, `reader${nth}@example.org`, "free", now);
      yield* insertToken(q, {accountId, fingerprint, name: "", now});
      made.push(accountId);
    }
    return made;
  });
  const owners = createTokenOwners(store.accounts);
  for (const [nth, fingerprint] of fingerprints.entries()) {
    assert.equal(owners.recall(fingerprint), null);
    assert.equal((await owners.find(fingerprint))?.accountId, ids[nth]);
  }
  assert.deepEqual(
    fingerprints.map((fingerprint) => owners.recall(fingerprint)?.accountId),
    ids,
  );
});
