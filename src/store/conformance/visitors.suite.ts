// Tests of the site's data about visitors: links, sessions, messages, secrets, attempts; and of the end of an account.
import assert from "node:assert/strict";
import {test} from "node:test";
import {deleteAccount, ensureAccount, setPlan} from "../accounts/account.ts";
import {chargeValues} from "../accounts/charges/statements.ts";
import {
  insertContactMessage,
  listContactMessages,
  noteMessageMailed,
  sweepContactMessages,
} from "../accounts/contact-message.ts";
import {
  deleteSession,
  deleteSessionsOf,
  ensureSecret,
  findSession,
  findSignInLink,
  insertSession,
  insertSignInLink,
  takeSignInLink,
} from "../accounts/sign-in.ts";
import {findTokenOwner, insertToken, listTokensOf, revokeTokenOf} from "../accounts/token.ts";
import {readUsage, readUsageDays} from "../accounts/usage.ts";
import {countAttempt, countRequest, returnAttempt} from "../accounts/windows.ts";
import {findBrokenAccounts, findBrokenUsage} from "../faults.ts";
import {all} from "../script.ts";
import {untilTold} from "./changes.suite.ts";
import {type NewLocation, NOW, ODD_TEXT, withStore} from "./samples.fixture.ts";

const LATER = "2026-11-20T16:45:00.000Z";
const JUST_BEFORE = "2026-11-20T16:44:59.999Z";
const HOUR_MS = 3_600_000;

export function registerVisitorTests(engine: string, newLocation: NewLocation): void {
  test(`${engine}: a link is used once, by one of any number of concurrent attempts, and the other links of its mailbox are deleted [account-site.single-use]`, () =>
    withStore(newLocation, async (store, again) => {
      const insert = (fingerprint: string, email: string) =>
        store.accounts.write((q) => insertSignInLink(q, {fingerprint, email, now: NOW, expiresAt: LATER}));
      await insert("one", "a@b.ru");
      await insert("two", "a@b.ru");
      await insert("other", "c@d.ru");
      assert.equal(await store.accounts.read((q) => findSignInLink(q, "one", NOW)), "a@b.ru");
      assert.equal(await store.accounts.read((q) => findSignInLink(q, "ONE", NOW)), null);
      const stores = [store, await again(), await again()];
      const taken = await Promise.all(
        Array.from({length: 9}, (_, attempt) =>
          stores[attempt % 3]!.accounts.write((q) => takeSignInLink(q, "one", NOW)),
        ),
      );
      assert.deepEqual(
        taken.filter((email) => email !== null),
        ["a@b.ru"],
      );
      assert.equal(await store.accounts.read((q) => findSignInLink(q, "two", NOW)), null);
      assert.equal(await store.accounts.read((q) => findSignInLink(q, "other", NOW)), "c@d.ru");
    }));

  test(`${engine}: a link is invalid from the moment it expires, and is deleted when the next one is created [account-site.link-expiry]`, () =>
    withStore(newLocation, async (store) => {
      await store.accounts.write((q) =>
        insertSignInLink(q, {fingerprint: "f", email: "a@b.ru", now: NOW, expiresAt: LATER}),
      );
      assert.equal(await store.accounts.read((q) => findSignInLink(q, "f", JUST_BEFORE)), "a@b.ru");
      assert.equal(await store.accounts.read((q) => findSignInLink(q, "f", LATER)), null);
      assert.equal(await store.accounts.write((q) => takeSignInLink(q, "f", LATER)), null);
      await store.accounts.write((q) =>
        insertSignInLink(q, {fingerprint: "g", email: "c@d.ru", now: LATER, expiresAt: LATER}),
      );
      assert.equal(await store.accounts.read((q) => findSignInLink(q, "f", NOW)), null);
    }));

  test(`${engine}: a session is found with its account until it expires or is ended, alone or with all sessions of the account [account-site.sign-out]`, () =>
    withStore(newLocation, async (store) => {
      const [one, two] = await store.accounts.write(function* (q) {
        const ids = [
          (yield* ensureAccount(q, "a@b.ru", "academic", NOW)).id,
          (yield* ensureAccount(q, "c@d.ru", null, NOW)).id,
        ];
        for (const [fingerprint, accountId] of [
          ["s1", ids[0]!],
          ["s2", ids[0]!],
          ["s3", ids[0]!],
          ["t", ids[1]!],
        ] as const)
          yield* insertSession(q, {fingerprint, accountId, now: NOW, expiresAt: LATER});
        return ids;
      });
      const find = (fingerprint: string, now = NOW) =>
        store.accounts.read((q) => findSession(q, fingerprint, {now, since: ""}));
      assert.deepEqual(await find("s1", JUST_BEFORE), {
        accountId: one,
        email: "a@b.ru",
        plan: "academic",
        createdAt: NOW,
      });
      assert.equal(await find("s1", LATER), null);
      await store.accounts.write((q) => deleteSession(q, "s1"));
      assert.deepEqual([await find("s1"), (await find("s2"))?.accountId], [null, one]);
      await store.accounts.write((q) => deleteSessionsOf(q, one!));
      assert.deepEqual([await find("s2"), await find("s3"), (await find("t"))?.accountId], [null, null, two]);
    }));

  test(`${engine}: an owner sees and revokes only the owner's tokens [account-site.tokens]`, () =>
    withStore(newLocation, async (store) => {
      const [one, two, id] = await store.accounts.write(function* (q) {
        const own = (yield* ensureAccount(q, "a@b.ru", null, NOW)).id;
        const other = (yield* ensureAccount(q, "c@d.ru", null, NOW)).id;
        return [
          own,
          other,
          yield* insertToken(q, {accountId: own, fingerprint: "f", name: ODD_TEXT, now: NOW}),
        ] as const;
      });
      const list = (accountId: number) => store.accounts.read((q) => listTokensOf(q, accountId));
      assert.deepEqual(await list(one), [{id, name: ODD_TEXT, createdAt: NOW, lastUsedAt: null, revokedAt: null}]);
      assert.deepEqual(await list(two), []);
      assert.equal(await store.accounts.write((q) => revokeTokenOf(q, two, id, LATER)), false);
      assert.equal((await list(one))[0]?.revokedAt, null);
      assert.equal(await store.accounts.write((q) => revokeTokenOf(q, one, id, LATER)), true);
      assert.equal((await list(one))[0]?.revokedAt, LATER);
    }));

  test(`${engine}: days with used values are listed for one month and account only [account-site.usage]`, () =>
    withStore(newLocation, async (store) => {
      await store.accounts.write(function* (q) {
        for (const [account, day, values] of [
          [1, "2026-11-01", 5],
          [1, "2026-11-30", 7],
          [1, "2026-10-31", 1],
          [1, "2026-12-01", 1],
          [2, "2026-11-02", 1],
          [1, "2026-11-09", 0],
        ] as const)
          yield* chargeValues(q, {accountId: account, month: day.slice(0, 7), day, values, limit: null});
      });
      assert.deepEqual(await store.accounts.read((q) => readUsageDays(q, 1, "2026-11")), [
        {day: "2026-11-01", used: 5},
        {day: "2026-11-30", used: 7},
      ]);
    }));

  test(`${engine}: a deleted account leaves this month's use without the address, other connections forget its tokens, and other accounts keep theirs [account-site.delete]`, () =>
    withStore(newLocation, async (store, again) => {
      const other = await again();
      const [gone, stays] = await store.accounts.write(function* (q) {
        const ids: number[] = [];
        for (const [email, f] of [
          ["a@b.ru", "f1"],
          ["c@d.ru", "f2"],
        ] as const) {
          const {id} = yield* ensureAccount(q, email, null, NOW);
          yield* insertToken(q, {accountId: id, fingerprint: f, name: "", now: NOW});
          yield* insertSession(q, {fingerprint: f, accountId: id, now: NOW, expiresAt: LATER});
          yield* chargeValues(q, {accountId: id, month: "2026-10", day: "2026-10-31", values: 3, limit: null});
          yield* chargeValues(q, {accountId: id, month: "2026-11", day: "2026-11-20", values: 5, limit: null});
          yield* countRequest(q, id, 1000);
          yield* insertSignInLink(q, {fingerprint: f, email, now: NOW, expiresAt: LATER});
          ids.push(id);
        }
        return ids;
      });
      const before = other.accounts.changes();
      await store.accounts.write((q) => deleteAccount(q, gone!, NOW));
      await untilTold(other.accounts, before);
      const left = (f: string, id: number) =>
        other.accounts.read(function* (q) {
          return [
            (yield* findTokenOwner(q, f))?.accountId,
            (yield* findSession(q, f, {now: NOW, since: ""}))?.accountId,
            yield* findSignInLink(q, f, NOW),
            yield* readUsage(q, id, "2026-10"),
            yield* readUsage(q, id, "2026-11"),
            (yield* readUsageDays(q, id, "2026-11")).length,
          ];
        });
      assert.deepEqual(await left("f1", gone!), [undefined, undefined, null, 0, 5, 1]);
      assert.deepEqual(await left("f2", stays!), [stays, stays, "c@d.ru", 3, 5, 1]);
      const names = await store.accounts.read((q) =>
        all(q.db.selectFrom("account").selectAll().orderBy("id").compile()),
      );
      assert.match(names[0]!.email, /^left:[0-9a-f]{64}$/);
      const {id, email: _hash, ...rest} = names[0]!;
      assert.deepEqual([id, rest], [gone, {plan: "free", created_at: NOW, left_at: NOW, disabled_at: null}]);
      assert.deepEqual(await store.accounts.read((q) => findBrokenAccounts(q)), []);
      assert.deepEqual(await store.accounts.read((q) => findBrokenUsage(q)), []);
      await store.accounts.write((q) => deleteAccount(q, gone!, NOW));
      assert.equal(await store.accounts.write((q) => setPlan(q, names[0]!.email.slice(5), "owner")), false);
    }));

  test(`${engine}: messages are stored in the order of arrival, with any text, up to a number and for a time [account-site.contact-kept account-site.swept]`, () =>
    withStore(newLocation, async (store) => {
      const insert = (message: string, receivedAt = NOW) =>
        store.accounts.write((q) => insertContactMessage(q, {receivedAt, email: "a@b.ru", name: "", message}, 2));
      const [first, second] = [await insert(ODD_TEXT), await insert("x")];
      await store.accounts.write((q) => noteMessageMailed(q, second!, LATER));
      assert.equal(await insert("one too many"), null);
      const common = {receivedAt: NOW, email: "a@b.ru", name: ""};
      assert.deepEqual(await store.accounts.read((q) => listContactMessages(q)), [
        {id: first, ...common, message: ODD_TEXT, mailedAt: null},
        {id: second, ...common, message: "x", mailedAt: LATER},
      ]);
      const left = async (since: string) => {
        await store.accounts.write((q) => sweepContactMessages(q, since));
        return (await store.accounts.read((q) => listContactMessages(q))).length;
      };
      assert.equal(await left(NOW), 2);
      assert.equal(await left(LATER), 0);
      assert.ok((await insert("again", LATER)) !== null);
    }));

  test(`${engine}: a secret is created once, for any number of servers that start at once [account-site.forms]`, () =>
    withStore(newLocation, async (store, again) => {
      const other = await again();
      const made = await Promise.all(
        [store, other, store, other].map((one, index) =>
          one.accounts.write((q) => ensureSecret(q, "forms", `s${index}`)),
        ),
      );
      assert.equal(new Set(made).size, 1);
      assert.equal(await store.accounts.write((q) => ensureSecret(q, "other", "x")), "x");
    }));

  test(`${engine}: all attempts are counted by subject, and again from one when the window is over [account-site.letter-limits]`, () =>
    withStore(newLocation, async (store, again) => {
      const start = Date.parse(NOW);
      const count = (one: typeof store, subject: string, at: number) =>
        one.accounts.write((q) => countAttempt(q, subject, at, HOUR_MS));
      const stores = [store, await again()];
      const used = await Promise.all(Array.from({length: 12}, (_, attempt) => count(stores[attempt % 2]!, "a", start)));
      assert.deepEqual(
        used.map((one) => one.used).sort((a, b) => a - b),
        Array.from({length: 12}, (_, attempt) => attempt + 1),
      );
      assert.deepEqual(await count(store, "b", start), {used: 1, openedAt: start});
      assert.deepEqual(await count(store, "a", start + HOUR_MS - 1), {used: 13, openedAt: start});
      await store.accounts.write((q) => returnAttempt(q, "a"));
      assert.deepEqual(await count(store, "a", start + HOUR_MS - 1), {used: 13, openedAt: start});
      await store.accounts.write((q) => returnAttempt(q, "nobody"));
      assert.deepEqual(await count(store, "a", start + HOUR_MS), {used: 1, openedAt: start + HOUR_MS});
      assert.deepEqual(await count(store, "a", start - HOUR_MS), {used: 1, openedAt: start - HOUR_MS});
    }));
}
