// Tests of the list of accounts, and of accounts that an operator has disabled.
import assert from "node:assert/strict";
import {test} from "node:test";
import {deleteAccount, ensureAccount} from "../accounts/account.ts";
import {listAccounts, setDisabled} from "../accounts/account-list.ts";
import {chargeValues} from "../accounts/charges/statements.ts";
import {findSession, insertSession} from "../accounts/sign-in.ts";
import {findTokenOwner, insertToken, revokeToken} from "../accounts/token.ts";
import type {Queries} from "../engines/differences.ts";
import type {Script} from "../script.ts";
import {untilTold} from "./changes.suite.ts";
import {type NewLocation, NOW, withStore} from "./samples.fixture.ts";

const LATER = "2026-11-21T16:30:00.000Z";

/** An account with a token and a session, both with its address as their fingerprint. */
function* addAccount(q: Queries, email: string, plan: string | null): Script<{id: number; token: number}> {
  const {id} = yield* ensureAccount(q, email, plan, NOW);
  const token = yield* insertToken(q, {accountId: id, fingerprint: email, name: "", now: NOW});
  yield* insertSession(q, {fingerprint: email, accountId: id, now: NOW, expiresAt: LATER});
  return {id, token};
}

export function registerAccountListTests(engine: string, newLocation: NewLocation): void {
  test(`${engine}: a disabled account is refused by its tokens and sessions on every connection, other accounts are not, and enabling makes them valid again [command.account-disable]`, () =>
    withStore(newLocation, async (store, again) => {
      const other = await again();
      await store.accounts.write(function* (q) {
        yield* addAccount(q, "a@b.ru", "academic");
        yield* addAccount(q, "c@d.ru", null);
      });
      const admitted = (fingerprint: string) =>
        store.accounts.read(function* (q) {
          const [token, session] = [
            yield* findTokenOwner(q, fingerprint),
            yield* findSession(q, fingerprint, {now: NOW, since: ""}),
          ];
          return [token?.plan, session?.plan];
        });
      const told = async (email: string, at: string | null): Promise<void> => {
        const before = store.accounts.changes();
        assert.equal(await other.accounts.write((q) => setDisabled(q, email, at)), true);
        await untilTold(store.accounts, before);
      };
      await told("A@b.ru", NOW);
      assert.deepEqual(
        [await admitted("a@b.ru"), await admitted("c@d.ru")],
        [
          [undefined, undefined],
          ["free", "free"],
        ],
      );
      const account = await store.accounts.write((q) => ensureAccount(q, "a@b.ru", null, LATER));
      assert.equal(account.disabledAt, NOW);
      assert.equal(await other.accounts.write((q) => setDisabled(q, "a@b.ru", LATER)), true);
      assert.equal(
        (await store.accounts.read((q) => listAccounts(q, "2026-11")))[0]?.disabledAt,
        NOW,
        "the first time is kept",
      );
      await told("a@b.ru", null);
      assert.deepEqual(await admitted("a@b.ru"), ["academic", "academic"]);
      assert.equal(await other.accounts.write((q) => setDisabled(q, "nobody@b.ru", NOW)), false);
      assert.equal(await other.accounts.write((q) => setDisabled(q, "nobody@b.ru", null)), false);
    }));

  test(`${engine}: the list has each account with its address, its valid tokens and the use of the month, and no deleted account [command.account-list]`, () =>
    withStore(newLocation, async (store) => {
      await store.accounts.write(function* (q) {
        const late = yield* addAccount(q, "z@b.ru", "business");
        yield* insertToken(q, {accountId: late.id, fingerprint: "second", name: "", now: NOW});
        yield* revokeToken(q, late.token, NOW);
        yield* chargeValues(q, {accountId: late.id, month: "2026-10", day: "2026-10-31", values: 3, limit: null});
        yield* chargeValues(q, {
          accountId: late.id,
          month: "2026-11",
          day: "2026-11-20",
          values: 2 ** 40,
          limit: null,
        });
        yield* ensureAccount(q, "a@b.ru", null, NOW);
        yield* deleteAccount(q, (yield* addAccount(q, "left@b.ru", null)).id, NOW);
      });
      const common = {createdAt: NOW, disabledAt: null, lastUsedAt: null};
      const list = await store.accounts.read((q) => listAccounts(q, "2026-11"));
      assert.deepEqual(
        list.map(({id: _, ...rest}) => rest),
        [
          {...common, email: "a@b.ru", plan: "free", tokens: 0, used: 0},
          {...common, email: "z@b.ru", plan: "business", tokens: 1, used: 2 ** 40},
        ],
      );
      assert.equal((await store.accounts.read((q) => listAccounts(q, "2026-10")))[1]?.used, 3);
    }));
}
