// What the server deletes at its start and every hour.
import assert from "node:assert/strict";
import {test} from "node:test";
import {temporaryStore} from "../../../test/warehouse.ts";
import {SETTINGS} from "../../settings/setting-rows.ts";
import {ensureAccount} from "../../store/accounts/account.ts";
import {insertContactMessage, listContactMessages} from "../../store/accounts/contact-message.ts";
import {findSession, findSignInLink, insertSession, insertSignInLink} from "../../store/accounts/sign-in.ts";
import {sweepPeople} from "./upkeep.ts";

const NOW = new Date("2026-11-20T12:00:00.000Z");
const FAR = "2100-01-01T00:00:00.000Z";
const daysAgo = (days: number): string => new Date(NOW.getTime() - days * 86_400_000).toISOString();

test("sessions end after 30 days and messages after 180, by default and to the millisecond; expired links go too [account-site.swept]", async (t) => {
  assert.deepEqual([SETTINGS.sessionDays.fallback, SETTINGS.messageDays.fallback], ["30", "180"]);
  const {store} = await temporaryStore(t);
  await store.accounts.write(function* (q) {
    const {id: accountId} = yield* ensureAccount(q, "a@b.ru", null, daysAgo(40));
    const sessions = {old: daysAgo(30), edge: new Date(Date.parse(daysAgo(30)) + 1).toISOString()};
    for (const [fingerprint, now] of Object.entries(sessions))
      yield* insertSession(q, {fingerprint, accountId, now, expiresAt: FAR});
    yield* insertSignInLink(q, {fingerprint: "link", email: "a@b.ru", now: daysAgo(1), expiresAt: NOW.toISOString()});
    for (const receivedAt of [new Date(Date.parse(daysAgo(180)) - 1).toISOString(), daysAgo(180)])
      yield* insertContactMessage(q, {receivedAt, email: "a@b.ru", name: "", message: receivedAt});
  });
  await store.accounts.write((q) => sweepPeople(q, {sessionDays: 30, messageDays: 180}, NOW));
  const [sessions, link, messages] = await store.accounts.read(function* (q) {
    const found = [];
    for (const fingerprint of ["old", "edge"])
      found.push(yield* findSession(q, fingerprint, {now: daysAgo(20), since: ""}));
    return [found, yield* findSignInLink(q, "link", daysAgo(1)), yield* listContactMessages(q)] as const;
  });
  assert.deepEqual([sessions[0], sessions[1]?.email, link], [null, "a@b.ru", null]);
  assert.deepEqual(
    messages.map(({receivedAt}) => receivedAt),
    [daysAgo(180)],
  );
});
