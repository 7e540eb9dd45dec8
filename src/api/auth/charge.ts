// The month's quota: values are reserved before the first byte of an answer leaves, so answers side by side can't overspend.
//
// A charge belongs to the month and day in which it was asked for, by the clock of the windows; it is given back there, and only for an answer that ends in a 5xx.
// A client that hangs up has had its charge.
import type {FastifyReply, FastifyRequest} from "fastify";
import {secondsToNextMonth, usageDay, valuesLeft} from "../../access/limits.ts";
import type {Emit} from "../../events.ts";
import {giveBackValues, readUsage} from "../../store/accounts/usage.ts";
import type {Store} from "../../store/open.ts";
import {StoreOutage} from "../../store/outage.ts";
import {ApiError} from "../errors.ts";
import {namesAnyAnswer} from "../http/etag.ts";
import {nameQuota, type Reader} from "./access.ts";
import type {Charge, UnsettledCharges} from "./unsettled-charges.ts";

/** Where charges are kept, who is told of them, and who sees to those that an outage left open. */
export interface ChargeParts {
  readonly store: Store;
  readonly emit: Emit;
  readonly unsettled: UnsettledCharges;
}

declare module "fastify" {
  interface FastifyRequest {
    /** What this answer has been charged; null when nothing. */
    charge: Charge | null;
  }
}

/**
 * Charges the values of the answer that is about to be written; only judges them where nothing is charged: for HEAD, and where
 * If-None-Match: * makes a 304 of it. Throws RATE_LIMITED.
 */
export async function settleValues(
  parts: ChargeParts,
  request: FastifyRequest,
  reply: FastifyReply,
  values: number,
): Promise<void> {
  const isFree = request.method === "HEAD" || namesAnyAnswer(request.headers["if-none-match"]);
  if (isFree) await refuseBeyondQuota(parts, request.reader!, values);
  else await chargeValues(parts, request, reply, values);
  request.stages?.end("charge");
}

/** Charges the values of an answer, whole or not at all. Throws RATE_LIMITED when they exceed what is left of the month. */
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
  nameQuota(reply, reader, after.used);
  if (!after.fits) throw beyondQuota(reader, values, after.used);
  request.charge = charge;
  emit({type: "values-charged", requestId: request.id, accountId: reader.accountId, values});
}

/** Judges as `chargeValues` does and charges nothing. */
async function refuseBeyondQuota({store}: ChargeParts, reader: Reader, values: number): Promise<void> {
  const limit = reader.plan.valuesPerMonth;
  if (limit === null || values === 0) return;
  const used = await store.charges.used(reader.accountId, reader.month);
  if (used + values > limit) throw beyondQuota(reader, values, used);
}

/** Takes the charge of this request back, if there is one; where the store is out, as soon as it returns. */
export async function giveBack(
  {store, emit, unsettled}: ChargeParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const {charge, reader} = request;
  if (charge === null || reader === null) return;
  request.charge = null;
  const used = await store.accounts
    .write(function* (q) {
      yield* giveBackValues(q, reader.accountId, charge.month, charge.day, charge.values);
      return yield* readUsage(q, reader.accountId, charge.month);
    })
    .catch((error: unknown) => {
      if (error instanceof StoreOutage) {
        unsettled.takeBackAfter(error, {requestId: request.id, accountId: reader.accountId, charge});
      }
      throw error;
    });
  emit({type: "values-given-back", requestId: request.id, accountId: reader.accountId, values: charge.values});
  nameQuota(reply, reader, used);
}

function beyondQuota(reader: Reader, values: number, used: number): ApiError {
  const limit = reader.plan.valuesPerMonth;
  const left = valuesLeft(limit, used);
  return new ApiError(
    "RATE_LIMITED",
    `the page has ${values} values, and ${left} of the ${limit} of this month are left on the plan ${reader.plan.name}`,
    {
      hint: "take a smaller page (`limit`, `start`), or wait until the quota starts anew on the first of next month (UTC)",
      retryAfter: secondsToNextMonth(reader.countedAt),
    },
  );
}
