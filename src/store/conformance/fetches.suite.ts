// Tests of the attempts to fetch files, of the lease of a source, and of the pace of a host.
import assert from "node:assert/strict";
import {test} from "node:test";
import {
  type AttemptFields,
  endAttempt,
  insertAttempt,
  listAttempts,
  listAttemptsWith,
  UNENDED,
} from "../fetches/attempt.ts";
import {endLease, listFetchStates, renewLease, reserveHost, restHost, takeLease} from "../fetches/lease.ts";
import {type NewLocation, NOW, ODD_TEXT, withStore} from "./samples.fixture.ts";

function sampleAttempt(source: string): AttemptFields {
  return {
    source,
    address: `https://example.org/${ODD_TEXT}`,
    startedAt: NOW,
    milliseconds: 12,
    status: 200,
    bytes: 2 ** 33,
    sha256: "aa",
    content: "bb",
    reading: "cc",
    fingerprint: null,
    headers: {etag: ODD_TEXT},
  };
}

const [FIRST, SECOND] = ["2026-11-27T06:00:00.000Z", "2026-11-28T06:00:00.000Z"];

export function registerFetchTests(engine: string, newLocation: NewLocation): void {
  test(`${engine}: an attempt has no outcome until it ends, and the newest of a source come first [fetch.attempts]`, () =>
    withStore(newLocation, async ({sources}) => {
      const first = await sources.write((q) => insertAttempt(q, {...sampleAttempt("a"), ...UNENDED}));
      const second = await sources.write((q) => insertAttempt(q, {...sampleAttempt("a"), ...UNENDED, status: null}));
      await sources.write((q) => insertAttempt(q, {...sampleAttempt("b"), ...UNENDED}));
      const ending = {...UNENDED, outcome: "loaded", words: ODD_TEXT, publishedAt: "2026-11-27"} as const;
      await sources.write((q) => endAttempt(q, first, {...ending, publishedAtFrom: "last-modified"}));
      const found = await sources.read((q) => listAttempts(q, "a", 5));
      assert.deepEqual(found, [
        {...sampleAttempt("a"), ...UNENDED, status: null, id: second},
        {...sampleAttempt("a"), ...ending, publishedAtFrom: "last-modified", id: first},
      ]);
      assert.equal((await sources.read((q) => listAttempts(q, "a", 1)))[0]!.id, second);
      const withContent = await sources.read((q) => listAttemptsWith(q, "a", "bb"));
      assert.deepEqual(withContent, found);
      assert.deepEqual(await sources.read((q) => listAttemptsWith(q, "a", "b")), []);
    }));

  test(`${engine}: of any number of servers one takes a due moment, and nobody takes it again once its run has ended [fetch.once]`, () =>
    withStore(newLocation, async ({sources}) => {
      const take = (holder: string, moment: string | null, now: number) =>
        sources.write((q) => takeLease(q, {source: "a", holder, moment, now, until: now + 100}));
      const taken = await Promise.all(["x", "y", "z"].map((holder) => take(holder, FIRST, 1000)));
      assert.deepEqual([...taken].sort(), [false, false, true]);
      const holder = ["x", "y", "z"][taken.indexOf(true)]!;
      assert.equal(await take("c", null, 1100), false);
      assert.equal(await sources.write((q) => renewLease(q, {source: "a", holder, until: 1200})), true);
      assert.equal(await sources.write((q) => renewLease(q, {source: "a", holder: "c", until: 1200})), false);
      const end = {source: "a", holder, failures: 0, retryAt: null};
      assert.equal(await sources.write((q) => endLease(q, end)), true);
      assert.equal(await take("y", FIRST, 5000), false);
      assert.equal(await take("y", SECOND, 5000), true);
      assert.deepEqual(await sources.read((q) => listFetchStates(q)), [
        {source: "a", moment: SECOND, finished: 0, until: 5100, failures: 0, retryAt: null},
      ]);
    }));

  test(`${engine}: a lease ends by itself at its time, and the moment of a killed run is taken again [fetch.lease-ends]`, () =>
    withStore(newLocation, async ({sources}) => {
      const take = (holder: string, now: number) =>
        sources.write((q) => takeLease(q, {source: "a", holder, moment: FIRST, now, until: now + 100}));
      assert.equal(await take("x", 1000), true);
      assert.equal(await take("y", 1100), false);
      assert.equal(await take("y", 1101), true);
      const late = {source: "a", holder: "x", failures: 0, retryAt: null};
      assert.equal(await sources.write((q) => endLease(q, late)), false);
    }));

  test(`${engine}: a source that was not reached is taken again for the same moment when its next try comes, and not before [fetch.retry]`, () =>
    withStore(newLocation, async ({sources}) => {
      const at = Date.parse(FIRST);
      const take = (now: number) =>
        sources.write((q) => takeLease(q, {source: "a", holder: "x", moment: FIRST, now, until: now + 100}));
      assert.equal(await take(at), true);
      const retryAt = new Date(at + 60_000).toISOString();
      await sources.write((q) => endLease(q, {source: "a", holder: "x", failures: 1, retryAt}));
      assert.equal(await take(at + 59_999), false);
      assert.equal(await take(at + 60_000), true);
    }));

  test(`${engine}: two requests to a host are a pause apart, whoever sends them, and later when it wants to rest [fetch.pace]`, () =>
    withStore(newLocation, async ({sources}) => {
      const reserve = (host: string, now: number) => sources.write((q) => reserveHost(q, host, now, 500));
      assert.equal(await reserve("a", 1000), 1000);
      assert.equal(await reserve("a", 1100), 1500);
      assert.equal(await reserve("a", 1200), 2000);
      assert.equal(await reserve("b", 1200), 1200);
      assert.equal(await reserve("a", 2500), 2500);
      await sources.write((q) => restHost(q, "a", 9000));
      assert.equal(await reserve("a", 3500), 9000);
      await sources.write((q) => restHost(q, "a", 2000));
      assert.equal(await reserve("a", 3600), 9500);
    }));
}
