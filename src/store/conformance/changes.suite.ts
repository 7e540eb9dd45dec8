// Tests of `changes`: it changes soon after another process has written data that others cache.
import {test} from "node:test";
import {within} from "../../work/patience.fixture.ts";
import {ensureAccount, setPlan} from "../accounts/account.ts";
import {insertToken, revokeToken} from "../accounts/token.ts";
import {writeDataset} from "../datasets/dataset.ts";
import {recordChange} from "../releases/load-run.ts";
import type {Engine} from "../script.ts";
import {type NewLocation, NOTHING_TOUCHED, NOW, sampleDataset, sampleLoadRun, withStore} from "./samples.fixture.ts";

export function registerChangeTests(engine: string, newLocation: NewLocation): void {
  test(`${engine}: a revocation, a plan and a load by another connection are noticed within a second [load.seen-in-a-second command.token-revoke scale.many-servers]`, () =>
    withStore(newLocation, async (store, again) => {
      const other = await again();
      const {id} = await store.accounts.write((q) => ensureAccount(q, "a@b.ru", null, NOW));
      const token = await store.accounts.write((q) =>
        insertToken(q, {accountId: id, fingerprint: "f", name: "", now: NOW}),
      );
      const acts: readonly [Engine, () => Promise<unknown>][] = [
        [store.accounts, () => other.accounts.write((q) => revokeToken(q, token, NOW))],
        [store.accounts, () => other.accounts.write((q) => setPlan(q, "a@b.ru", "owner"))],
        [
          store.statistics,
          () =>
            other.statistics.write(function* (q) {
              yield* recordChange(q, sampleLoadRun(yield* writeDataset(q, sampleDataset())), NOTHING_TOUCHED);
            }),
        ],
      ];
      for (const [told, perform] of acts) {
        const before = told.changes();
        await perform();
        await untilTold(told, before);
      }
    }));
}

/** Waits until the engine has noticed a change, at most as long as readers are promised. */
export async function untilTold(engine: Engine, before: number | null): Promise<void> {
  await within(1, "not told of a change", () => engine.changes() !== before);
}
