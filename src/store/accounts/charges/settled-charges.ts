// Charges of answers that are settled in the end: a charge of an answer that nobody got is given back, once, also if the store fails.
//
// If the connection fails during a commit, the charge may be in the store or not; the same is true of giving it back. The store says later
// which, and only then is it settled. Unsettled charges are in memory: if this process is killed before the store returns, such a charge
// remains.
import {setImmediate as nextTurn} from "node:timers/promises";
import type {Emit} from "../../../service/events.ts";
import {StoreOutage} from "../../outage.ts";
import type {Charges} from "./charges.ts";
import type {ChargeResult, Charging} from "./statements.ts";

export interface AnswerCharge {
  readonly requestId: string;
  readonly accountId: number;
  /** YYYY-MM */
  readonly month: string;
  /** YYYY-MM-DD */
  readonly day: string;
  readonly values: number;
}

export interface SettledCharges {
  /** Charges all values or none. If the store does not say whether it has them, they are given back as soon as it does. */
  charge(charge: AnswerCharge & Charging): Promise<ChargeResult>;
  /** Returns the values used in its month then; during an outage it is given back as soon as the store returns. */
  giveBack(charge: AnswerCharge): Promise<number>;
  /** Waits briefly for charges that are not settled or given back yet. */
  close(): Promise<void>;
}

const TRY_AGAIN_MS = 500;
const CLOSE_MS = 1000;

export function createSettledCharges(charges: Charges, emit: Emit): SettledCharges {
  const pending = new Set<Promise<void>>();

  function keepUntilOver(work: Promise<void>): void {
    const over = work.finally(() => pending.delete(over));
    pending.add(over);
  }

  function settle(work: () => Promise<void>): void {
    keepUntilOver(work().catch((error: Error) => emit({type: "store-failed", error})));
  }

  function emitChange(
    type: "values-charged" | "values-given-back",
    {requestId, accountId, values}: AnswerCharge,
  ): void {
    emit({type, requestId, accountId, values});
  }

  async function refund(charge: AnswerCharge, isRefunded: boolean): Promise<void> {
    for (let isDone = isRefunded; !isDone; ) {
      try {
        await charges.giveBack(charge);
        isDone = true;
      } catch (error) {
        if (!(error instanceof StoreOutage)) throw error;
        isDone = error.landed !== null && (await error.landed());
        if (!isDone) await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS).unref());
      }
    }
    emitChange("values-given-back", charge);
  }

  async function refundIfCharged(landed: () => Promise<boolean>, charge: AnswerCharge): Promise<void> {
    if (!(await landed())) return;
    emitChange("values-charged", charge);
    await refund(charge, false);
  }

  async function giveBackNow(charge: AnswerCharge): Promise<number> {
    try {
      const used = await charges.giveBack(charge);
      emitChange("values-given-back", charge);
      return used;
    } catch (error) {
      if (error instanceof StoreOutage)
        settle(async () => refund(charge, error.landed !== null && (await error.landed())));
      throw error;
    }
  }

  /** A connection that was cut just now tells its end in the next turn of the event loop; what failed may be tried again. */
  async function endOfPending(): Promise<void> {
    await nextTurn();
    while (pending.size > 0) await Promise.all(pending);
  }

  return {
    async charge(charge) {
      try {
        const result = await charges.charge(charge);
        if (result.fits) emitChange("values-charged", charge);
        return result;
      } catch (error) {
        const landed = error instanceof StoreOutage ? error.landed : null;
        if (landed !== null) settle(() => refundIfCharged(landed, charge));
        throw error;
      }
    },
    giveBack(charge) {
      const given = giveBackNow(charge);
      const isOver = (): void => {};
      keepUntilOver(given.then(isOver, isOver));
      return given;
    },
    async close() {
      const late = Promise.withResolvers<void>();
      const timer = setTimeout(late.resolve, CLOSE_MS);
      await Promise.race([endOfPending(), late.promise]);
      clearTimeout(timer);
    },
  };
}
