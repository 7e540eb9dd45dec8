// The month's quota: values are reserved before the first byte of an answer is sent, so that parallel answers cannot overspend it.
//
// A charge belongs to the month and day of its request, by the clock of the windows. Only an answer that ends in a 5xx gives it back, in
// that month; a client that disconnects is charged. If the connection fails during a commit, the charge may be in the store or not; the
// same is true of giving it back. The store says later which, and only then is it settled, once. Unsettled charges are in memory: if this
// process is killed before the store returns, such a charge remains.
import type {FastifyReply, FastifyRequest} from "fastify";
import {secondsToNextMonth, usageDay, valuesLeft} from "../../access/account.ts";
import type {Emit} from "../../events.ts";
import type {Charges} from "../../store/accounts/charges.ts";
import {StoreOutage} from "../../store/outage.ts";
import {ApiError} from "../errors.ts";
import {namesAnyAnswer} from "../http/headers.ts";
import {COUNTED_VALUES, type UnsentBytes} from "../http/unsent-bytes.ts";
import {type Reader, setQuotaHeaders} from "./access.ts";

/** The store of charges, the listener to its events, and the charges left open by an outage. */
export interface ChargeParts {
  readonly store: {readonly charges: Charges};
  readonly emit: Emit;
  readonly unsettled: UnsettledCharges;
  readonly unsent: UnsentBytes;
}

declare module "fastify" {
  interface FastifyRequest {
    /** The charge of this answer; null if there is none. */
    charge: Charge | null;
  }
}

/**
 * Charges the values of the answer that is about to be written, and names their number in X-Values. Only checks the quota if the
 * answer is free: for HEAD, and if If-None-Match: * makes it a 304, which has no X-Values. Throws RATE_LIMITED, and Busy where too many
 * bytes of other answers have not left.
 */
export async function settleValues(
  parts: ChargeParts,
  request: FastifyRequest,
  reply: FastifyReply,
  values: number,
): Promise<void> {
  const isUnchanged = namesAnyAnswer(request.headers["if-none-match"]);
  const isFree = request.method === "HEAD" || isUnchanged;
  if (!isUnchanged) reply.header("x-values", String(values));
  if (!isFree && values >= COUNTED_VALUES) parts.unsent.reserve(reply, values);
  if (isFree) await refuseBeyondQuota(parts, request.reader!, values);
  else await chargeValues(parts, request, reply, values);
  request.stages?.end("charge");
}

/** Charges all values of an answer or none. Throws RATE_LIMITED if fewer values are left of the month. */
async function chargeValues(
  {store, emit, unsettled}: ChargeParts,
  request: FastifyRequest,
  reply: FastifyReply,
  values: number,
): Promise<void> {
  const reader = request.reader!;
  if (values === 0) return;
  const {month, countedAt} = reader;
  const day = usageDay(countedAt);
  const limit = reader.plan.valuesPerMonth;
  const charge = {month, day, values};
  const after = await store.charges
    .reserve({accountId: reader.accountId, month, day, values, limit})
    .catch((error: unknown) => {
      if (error instanceof StoreOutage && error.landed !== null) {
        unsettled.takeBackIf(error.landed, {requestId: request.id, accountId: reader.accountId, charge});
      }
      throw error;
    });
  setQuotaHeaders(reply, reader, after.used);
  if (!after.fits) throw beyondQuota(reader, values, after.used);
  request.charge = charge;
  emit({type: "values-charged", requestId: request.id, accountId: reader.accountId, values});
}

/** Checks the quota as `chargeValues` does, without charging. */
async function refuseBeyondQuota({store}: ChargeParts, reader: Reader, values: number): Promise<void> {
  const limit = reader.plan.valuesPerMonth;
  if (limit === null || values === 0) return;
  const used = await store.charges.used(reader.accountId, reader.month);
  if (used + values > limit) throw beyondQuota(reader, values, used);
}

/** Gives back the charge of this request, if there is one; during an outage, as soon as the store returns. */
export async function giveBack(
  {store, emit, unsettled}: ChargeParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const {charge, reader} = request;
  if (charge === null || reader === null) return;
  request.charge = null;
  const {accountId} = reader;
  const used = await store.charges.giveBack({accountId, ...charge}).catch((error: unknown) => {
    if (error instanceof StoreOutage) unsettled.takeBackAfter(error, {requestId: request.id, accountId, charge});
    throw error;
  });
  emit({type: "values-given-back", requestId: request.id, accountId, values: charge.values});
  setQuotaHeaders(reply, reader, used);
}

function beyondQuota(reader: Reader, values: number, used: number): ApiError {
  const limit = reader.plan.valuesPerMonth;
  const left = valuesLeft(limit, used);
  return new ApiError(
    "RATE_LIMITED",
    `the page has ${values} values, and ${left} of the ${limit} of this month are left on the plan ${reader.plan.name}`,
    {
      hint: "take a smaller page (`limit`, `start`), or wait until the quota is renewed on the first of next month (UTC)",
      retryAfter: secondsToNextMonth(reader.countedAt),
      values,
    },
  );
}

/** The charge of an answer; during an outage it is unknown whether the store has it. */
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

/** Whether the store has a write; see StoreOutage. */
type Landed = () => Promise<boolean>;

export interface UnsettledCharges {
  /** Gives the charge back if the store has it. */
  takeBackIf(landed: Landed, unsettled: UnsettledCharge): void;
  /** Gives back a charge for which this failed because of the outage. */
  takeBackAfter(outage: StoreOutage, unsettled: UnsettledCharge): void;
  /** Waits briefly for charges that are not settled yet. */
  close(): Promise<void>;
}

const TRY_AGAIN_MS = 500;
const CLOSE_MS = 1000;

export function createUnsettledCharges(charges: Charges, emit: Emit): UnsettledCharges {
  const pending = new Set<Promise<void>>();

  function settle(work: () => Promise<void>): void {
    const settled = work()
      .catch((error: Error) => emit({type: "store-failed", error}))
      .finally(() => pending.delete(settled));
    pending.add(settled);
  }

  async function takeBack({requestId, accountId, charge}: UnsettledCharge, hasLanded: boolean): Promise<void> {
    for (let isDone = hasLanded; !isDone; ) {
      try {
        await charges.giveBack({accountId, ...charge});
        isDone = true;
      } catch (error) {
        if (!(error instanceof StoreOutage)) throw error;
        isDone = error.landed !== null && (await error.landed());
        if (!isDone) await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS).unref());
      }
    }
    emit({type: "values-given-back", requestId, accountId, values: charge.values});
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
