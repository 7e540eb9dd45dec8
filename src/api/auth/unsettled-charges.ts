// Charges of answers that failed while the store was out: each is taken back as soon as the store can be asked, and once.
//
// A charge whose commit was never answered may have landed or not; so may the taking back. The store tells which, later, and only
// then something is done. They are held in memory: if this process is killed before the store returns, such a charge stays.
import type {Emit} from "../../events.ts";
import {giveBackValues} from "../../store/accounts/usage.ts";
import type {Store} from "../../store/open.ts";
import {StoreOutage} from "../../store/outage.ts";

/** What an answer was charged, or may have been. */
export interface Charge {
  readonly month: string;
  readonly day: string;
  readonly values: number;
}

export interface UnsettledCharge {
  readonly requestId: string;
  readonly accountId: number;
  readonly charge: Charge;
}

/** Tells whether a write landed; see StoreOutage. */
type Landed = () => Promise<boolean>;

export interface UnsettledCharges {
  /** Takes back what landed, if it did. */
  takeBackIf(landed: Landed, unsettled: UnsettledCharge): void;
  /** Takes back what the outage kept from being taken back. */
  takeBackAfter(outage: StoreOutage, unsettled: UnsettledCharge): void;
  /** Waits for those that are not settled, for a moment. */
  close(): Promise<void>;
}

const TRY_AGAIN_MS = 500;
const CLOSE_MS = 1000;

export function createUnsettledCharges(store: Store, emit: Emit): UnsettledCharges {
  const pending = new Set<Promise<void>>();

  function settle(work: () => Promise<void>): void {
    const settled = work()
      .catch((error: Error) => emit({type: "store-failed", error}))
      .finally(() => pending.delete(settled));
    pending.add(settled);
  }

  async function takeBack({requestId, accountId, charge}: UnsettledCharge, hasLanded: boolean): Promise<void> {
    const {month, day, values} = charge;
    for (let isDone = hasLanded; !isDone; ) {
      try {
        await store.accounts.write((q) => giveBackValues(q, accountId, month, day, values));
        isDone = true;
      } catch (error) {
        if (!(error instanceof StoreOutage)) throw error;
        isDone = error.landed !== null && (await error.landed());
        if (!isDone) await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS).unref());
      }
    }
    emit({type: "values-given-back", requestId, accountId, values});
  }

  return {
    takeBackIf: (landed, unsettled) =>
      settle(async () => {
        if (!(await landed())) return;
        const {requestId, accountId, charge} = unsettled;
        emit({type: "values-charged", requestId, accountId, values: charge.values});
        await takeBack(unsettled, false);
      }),
    takeBackAfter: (outage, unsettled) =>
      settle(async () => takeBack(unsettled, outage.landed !== null && (await outage.landed()))),
    async close() {
      const late = Promise.withResolvers<void>();
      const timer = setTimeout(late.resolve, CLOSE_MS);
      await Promise.race([Promise.all(pending), late.promise]);
      clearTimeout(timer);
    },
  };
}
