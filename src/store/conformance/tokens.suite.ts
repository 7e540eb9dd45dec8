// Tests of accounts, their plans and their tokens.
import assert from "node:assert/strict";
import {test} from "node:test";
import {ensureAccount, setPlan} from "../accounts/account.ts";
import {findTokenOwner, insertToken, listTokens, revokeToken, touchToken} from "../accounts/token.ts";
import {type NewLocation, NOW, withStore} from "./samples.fixture.ts";

export function registerTokenTests(engine: string, newLocation: NewLocation): void {
  test(`${engine}: an address has one account for any letter case, free unless a plan is given [command.token-create]`, () =>
    withStore(newLocation, async (store) => {
      const ensure = (email: string, plan: string | null) =>
        store.accounts.write((q) => ensureAccount(q, email, plan, NOW));
      const first = await ensure("Anna@Example.org", null);
      assert.equal(first.plan, "free");
      assert.deepEqual(await ensure("anna@example.ORG", null), first);
      assert.notEqual((await ensure("other@example.org", "owner")).id, first.id);
    }));

  test(`${engine}: a given plan is set on an existing account, and without one its plan does not change [command.token-plan]`, () =>
    withStore(newLocation, async (store) => {
      const ensure = (plan: string | null) => store.accounts.write((q) => ensureAccount(q, "a@b.ru", plan, NOW));
      assert.deepEqual(
        [(await ensure("academic")).plan, (await ensure(null)).plan, (await ensure("business")).plan],
        ["academic", "academic", "business"],
      );
    }));

  test(`${engine}: the plan of an address is set, and an unknown address is reported [command.account-plan]`, () =>
    withStore(newLocation, async (store) => {
      const {id} = await store.accounts.write((q) => ensureAccount(q, "a@b.ru", null, NOW));
      await store.accounts.write((q) => insertToken(q, {accountId: id, fingerprint: "f", name: "", now: NOW}));
      assert.equal(await store.accounts.write((q) => setPlan(q, "A@B.ru", "owner")), true);
      assert.equal(await store.accounts.write((q) => setPlan(q, "nobody@b.ru", "owner")), false);
      assert.equal((await store.accounts.read((q) => findTokenOwner(q, "f")))?.plan, "owner");
    }));

  test(`${engine}: a token is found by its fingerprint with its account and plan, and a fingerprint is unique [auth.token-hashed] [limits.shared-by-account]`, () =>
    withStore(newLocation, async (store) => {
      const {id: accountId} = await store.accounts.write((q) => ensureAccount(q, "a@b.ru", "academic", NOW));
      const insert = (fingerprint: string) =>
        store.accounts.write((q) => insertToken(q, {accountId, fingerprint, name: "", now: NOW}));
      const tokenId = await insert("f1");
      await insert("f2");
      const good = {tokenId, accountId, plan: "academic", revokedAt: null};
      assert.deepEqual(await store.accounts.read((q) => findTokenOwner(q, "f1")), good);
      assert.equal((await store.accounts.read((q) => findTokenOwner(q, "f2")))?.accountId, accountId);
      assert.equal(await store.accounts.read((q) => findTokenOwner(q, "F1")), null);
      await assert.rejects(insert("f1"));
    }));

  test(`${engine}: a revoked token keeps the time of its revocation, and an unknown number is reported [command.token-revoke]`, () =>
    withStore(newLocation, async (store, again) => {
      const other = await again();
      const {id: accountId} = await store.accounts.write((q) => ensureAccount(q, "a@b.ru", null, NOW));
      const id = await store.accounts.write((q) => insertToken(q, {accountId, fingerprint: "f", name: "", now: NOW}));
      assert.equal(await other.accounts.write((q) => revokeToken(q, id, "2026-11-21T00:00:00.000Z")), true);
      assert.equal((await store.accounts.read((q) => findTokenOwner(q, "f")))?.revokedAt, "2026-11-21T00:00:00.000Z");
      assert.equal(await store.accounts.write((q) => revokeToken(q, id, NOW)), true);
      assert.equal((await store.accounts.read((q) => findTokenOwner(q, "f")))?.revokedAt, "2026-11-21T00:00:00.000Z");
      assert.equal(await store.accounts.write((q) => revokeToken(q, id + 1, NOW)), false);
    }));

  test(`${engine}: tokens are listed in the order of their creation, revoked ones too [command.token-list]`, () =>
    withStore(newLocation, async (store) => {
      const {id: accountId} = await store.accounts.write((q) => ensureAccount(q, "a@b.ru", null, NOW));
      const ids: number[] = [];
      for (const name of ["zeta", "", "ä"])
        ids.push(
          await store.accounts.write((q) => insertToken(q, {accountId, fingerprint: `f-${name}`, name, now: NOW})),
        );
      await store.accounts.write((q) => revokeToken(q, ids[1]!, NOW));
      const common = {email: "a@b.ru", plan: "free", createdAt: NOW, lastUsedAt: null};
      assert.deepEqual(await store.accounts.read((q) => listTokens(q)), [
        {id: ids[0], ...common, name: "zeta", revokedAt: null},
        {id: ids[1], ...common, name: "", revokedAt: NOW},
        {id: ids[2], ...common, name: "ä", revokedAt: null},
      ]);
    }));

  test(`${engine}: the last use of a token is noted at most once a minute`, () =>
    withStore(newLocation, async (store) => {
      const {id: accountId} = await store.accounts.write((q) => ensureAccount(q, "a@b.ru", null, NOW));
      const id = await store.accounts.write((q) => insertToken(q, {accountId, fingerprint: "f", name: "", now: NOW}));
      const noted: (string | null)[] = [];
      for (const now of ["16:30:00.000", "16:30:59.999", "16:31:00.000", "16:31:00.001", "16:33:00.000"]) {
        await store.accounts.write((q) => touchToken(q, id, `2026-11-20T${now}Z`));
        noted.push((await store.accounts.read((q) => listTokens(q)))[0]!.lastUsedAt!.slice(11, 23));
      }
      assert.deepEqual(noted, ["16:30:00.000", "16:30:00.000", "16:31:00.000", "16:31:00.000", "16:33:00.000"]);
    }));
}
