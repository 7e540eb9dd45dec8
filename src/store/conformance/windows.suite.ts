// Tests of the requests of a minute: rows and memory give the same counts, for any number of concurrent requests.
import assert from "node:assert/strict";
import {test} from "node:test";
import {WINDOW_MS} from "../../access/account.ts";
import {createMemoryWindows} from "../accounts/admission.ts";
import {countRequest, createRowWindows, type MinuteWindow} from "../accounts/windows.ts";
import type {Store} from "../open.ts";
import {type NewLocation, NOW, withStore} from "./samples.fixture.ts";

export function registerWindowTests(engine: string, newLocation: NewLocation): void {
  test(`${engine}: the minute opens with the first request and is over after 60 seconds, to the millisecond [limits.window-60s] [limits.window-every-request]`, () =>
    withStore(newLocation, async (store) => {
      const start = Date.parse(NOW);
      const cases = [
        [0, 0, 1],
        [1, 0, 2],
        [59_999, 0, 3],
        [60_000, 60_000, 1],
        [119_999, 60_000, 2],
        [500_000, 500_000, 1],
        [499_990, 500_000, 2],
      ] as const;
      for (const count of bothForms(store)) {
        for (const [passed, openedAt, used] of cases) {
          const countedAt = start + passed;
          assert.deepEqual(await count(1, countedAt), {openedAt: start + openedAt, used, countedAt}, `${passed} ms`);
        }
        const countedAt = start + 500_001;
        assert.deepEqual(await count(2, countedAt), {openedAt: countedAt, used: 1, countedAt});
      }
    }));

  test(`${engine}: a clock set back by more than a window opens a new one instead of locking the account out`, () =>
    withStore(newLocation, async (store) => {
      for (const count of bothForms(store)) {
        await count(1, 10_000_000);
        const [within, over] = [10_000_000 - 59_999, 10_000_000 - 60_000];
        assert.deepEqual(await count(1, within), {openedAt: 10_000_000, used: 2, countedAt: within});
        assert.deepEqual(await count(1, over), {openedAt: over, used: 1, countedAt: over});
      }
    }));

  test(`${engine}: windows and months that servers share follow the clock of the engine, not the servers' clocks [limits.window-60s limits.month-utc scale.many-servers]`, () =>
    withStore(newLocation, async (store, again) => {
      const [one, other] = [createRowWindows(store.accounts), createRowWindows((await again()).accounts)];
      // no more is certain: the engine may run on another machine with another clock, whose window is over before the second request
      const before = Date.now() - WINDOW_MS;
      const {openedAt, used, countedAt} = await one.count(1, 5);
      const second = await other.count(1, Number.MAX_SAFE_INTEGER);
      const after = Date.now() + WINDOW_MS;
      assert.ok(used === 1 && openedAt > before && countedAt >= openedAt, "the clock is read for each request");
      assert.ok(second.countedAt >= countedAt && second.countedAt < after);
      const isOver = second.countedAt - openedAt >= WINDOW_MS;
      assert.deepEqual([second.openedAt, second.used], isOver ? [second.countedAt, 1] : [openedAt, 2]);
    }));

  test(`${engine}: concurrent requests on several connections are all counted, none twice [limits.shared-by-account] [limits.window-every-request]`, () =>
    withStore(newLocation, async (store, again) => {
      const stores = [store, await again(), await again()];
      const counts = await Promise.all(
        Array.from({length: 60}, (_, attempt) =>
          stores[attempt % 3]!.accounts.write((q) => countRequest(q, 1, 1_000_000 + attempt)),
        ),
      );
      assert.deepEqual(
        counts.map(({used}) => used).sort((a, b) => a - b),
        Array.from({length: 60}, (_, index) => index + 1),
      );
      assert.equal(new Set(counts.map(({openedAt}) => openedAt)).size, 1);
    }));
}

/** Windows as rows and in memory, each by the clock of the caller. */
function bothForms(store: Store): ((accountId: number, nowMs: number) => Promise<MinuteWindow>)[] {
  const rows = (accountId: number, nowMs: number) => store.accounts.write((q) => countRequest(q, accountId, nowMs));
  return [rows, createMemoryWindows().count];
}
