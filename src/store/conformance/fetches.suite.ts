// Tests of leases, of the attempts to fetch files, of the due moments of a source, and of the pace of a host.
import assert from "node:assert/strict";
import {test} from "node:test";
import {
  type AttemptFields,
  endAttempt,
  type FetchOutcome,
  findLastAttempt,
  insertAttempt,
  listAttempts,
  listAttemptsWith,
  sweepAttempts,
  UNENDED,
} from "../fetches/attempt.ts";
import {abandonMoment, endRun, listFetchStates, sourceLease, takeMoment} from "../fetches/moment.ts";
import {reserveHost, restHost} from "../fetches/pace.ts";
import {giveUpLease, holdLease, prolongLease} from "../lease.ts";
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

  test(`${engine}: of any number of processes one holds a lease, until it ends by itself or is given up [messages.once]`, () =>
    withStore(newLocation, async ({sources}, again) => {
      const other = (await again()).sources;
      const hold = (holder: string, milliseconds: number, at = sources) =>
        at.write((q) => holdLease(q, {name: "told", holder, milliseconds}));
      const held = await Promise.all(
        ["a", "b", "c"].map((holder, n) => hold(holder, 60_000, n === 1 ? other : sources)),
      );
      assert.deepEqual([...held].sort(), [false, false, true]);
      const holder = ["a", "b", "c"][held.indexOf(true)]!;
      assert.equal(await hold(holder, 60_000), true);
      assert.equal(await hold("d", 60_000), false);
      assert.equal(await hold(holder, 0), true);
      assert.equal(await hold("d", 60_000), true);
      await sources.write((q) => giveUpLease(q, "told", holder));
      assert.equal(await hold("e", 60_000), false);
      await sources.write((q) => giveUpLease(q, "told", "d"));
      assert.equal(await hold("e", 60_000), true);
    }));

  test(`${engine}: of any number of servers one takes a due moment, and nobody takes it again once its run has ended [fetch.once]`, () =>
    withStore(newLocation, async ({sources}) => {
      const take = (holder: string, moment: string | null) =>
        sources.write((q) => takeMoment(q, {source: "a", holder, moment, now: NOW, milliseconds: 60_000}));
      const taken = await Promise.all(["x", "y", "z"].map((holder) => take(holder, FIRST)));
      assert.deepEqual([...taken].sort(), [false, false, true]);
      const holder = ["x", "y", "z"][taken.indexOf(true)]!;
      assert.equal(await take("c", null), false);
      assert.equal(await sources.write((q) => endRun(q, {source: "a", holder: "c", failures: 9, retryAt: NOW})), false);
      assert.equal(await sources.write((q) => endRun(q, {source: "a", holder, failures: 0, retryAt: null})), true);
      assert.equal(await take("y", FIRST), false);
      assert.equal(await take("y", SECOND), true);
      assert.deepEqual(await sources.read((q) => listFetchStates(q)), [
        {source: "a", moment: SECOND, finished: 0, failures: 0, retryAt: null, isHeld: true},
      ]);
    }));

  test(`${engine}: a lease ends by itself at its time, and the moment of a killed run is taken again; one of a dead process at once [fetch.lease-ends]`, () =>
    withStore(newLocation, async ({sources}) => {
      const take = (holder: string, milliseconds: number) =>
        sources.write((q) => takeMoment(q, {source: "a", holder, moment: FIRST, now: NOW, milliseconds}));
      assert.equal(await take("x", 60_000), true);
      assert.equal(await take("y", 60_000), false);
      const prolong = (holder: string, milliseconds: number) =>
        sources.write((q) => prolongLease(q, {name: sourceLease("a"), holder, milliseconds}));
      assert.deepEqual([await prolong("y", 60_000), await prolong("x", 0)], [false, true]);
      assert.equal(await take("y", 60_000), true);
      assert.equal(
        await sources.write((q) => endRun(q, {source: "a", holder: "x", failures: 0, retryAt: null})),
        false,
      );
      assert.equal(await prolong("x", 60_000), false);
      await sources.write((q) => abandonMoment(q, "a", FIRST, NOW));
      assert.deepEqual(await sources.read((q) => listFetchStates(q)), [
        {source: "a", moment: FIRST, finished: 1, failures: 1, retryAt: NOW, isHeld: false},
      ]);
      await sources.write((q) => abandonMoment(q, "a", FIRST, SECOND));
      assert.equal((await sources.read((q) => listFetchStates(q)))[0]!.retryAt, NOW);
      assert.equal(await take("z", 60_000), true);
    }));

  test(`${engine}: a source that was not reached is taken again for the same moment when its next try comes, and not before [fetch.retry]`, () =>
    withStore(newLocation, async ({sources}) => {
      const at = Date.parse(FIRST);
      const take = (later: number) => {
        const now = new Date(at + later).toISOString();
        return sources.write((q) =>
          takeMoment(q, {source: "a", holder: "x", moment: FIRST, now, milliseconds: 60_000}),
        );
      };
      assert.equal(await take(0), true);
      const retryAt = new Date(at + 60_000).toISOString();
      await sources.write((q) => endRun(q, {source: "a", holder: "x", failures: 1, retryAt}));
      assert.equal(await take(59_999), false);
      assert.equal(await take(60_000), true);
    }));

  test(`${engine}: old attempts are deleted, but for the last one of each content and outcome, and the last of an outcome is found at any age [fetch.attempts]`, () =>
    withStore(newLocation, async ({sources}) => {
      const add = (day: string, content: string | null, outcome: FetchOutcome | null) =>
        sources.write((q) =>
          insertAttempt(q, {...sampleAttempt("a"), ...UNENDED, startedAt: `${day}T00:00:00.000Z`, content, outcome}),
        );
      const loaded = await add("2025-01-01", "x", "loaded");
      await add("2025-01-02", "x", "unchanged");
      const unchanged = await add("2025-01-03", "x", "unchanged");
      await add("2025-01-04", null, "unreachable");
      const down = await add("2025-01-05", null, "unreachable");
      const [kept, open] = [await add("2026-01-01", "x", "unchanged"), await add("2026-01-02", null, null)];
      await sources.write((q) => sweepAttempts(q, "2025-06-01"));
      const ids = async () => (await sources.read((q) => listAttempts(q, "a", 9))).map(({id}) => id);
      assert.deepEqual(await ids(), [open, kept, down, loaded]);
      assert.ok(!(await ids()).includes(unchanged));
      const last = (outcomes: readonly FetchOutcome[]) => sources.read((q) => findLastAttempt(q, "a", outcomes));
      assert.equal((await last(["loaded", "unreachable"]))?.id, down);
      assert.equal((await last(["loaded"]))?.id, loaded);
      assert.equal(await last(["held"]), null);
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
