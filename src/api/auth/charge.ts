// The month's quota: values are reserved before the first byte of an answer is sent, so that parallel answers cannot overspend it.
//
// A charge belongs to the month and day of its request, by the clock of the windows. Only an answer that ends in a 5xx gives it back, in
// that month; a client that disconnects is charged.
import type {FastifyReply, FastifyRequest} from "fastify";
import {secondsToNextMonth, valuesLeft} from "../../access/account.ts";
import type {Charges} from "../../store/accounts/charges.ts";
import type {AnswerCharge, SettledCharges} from "../../store/accounts/settled-charges.ts";
import {ApiError} from "../errors.ts";
import {namesAnyAnswer} from "../http/headers.ts";
import {COUNTED_VALUES, type UnsentBytes} from "../http/unsent-bytes.ts";
import {type Reader, setQuotaHeaders} from "./access.ts";

export interface ChargeParts {
  readonly store: {readonly charges: Pick<Charges, "used">};
  readonly charges: SettledCharges;
  readonly unsent: UnsentBytes;
}

declare module "fastify" {
  interface FastifyRequest {
    /** The charge of this answer; null if there is none. */
    charge: AnswerCharge | null;
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
  {charges}: ChargeParts,
  request: FastifyRequest,
  reply: FastifyReply,
  values: number,
): Promise<void> {
  if (values === 0) return;
  const reader = request.reader!;
  const {accountId, month, day} = reader;
  const charge = {requestId: request.id, accountId, month, day, values};
  const after = await charges.reserve(charge, reader.plan.valuesPerMonth);
  setQuotaHeaders(reply, reader, after.used);
  if (!after.fits) throw beyondQuota(reader, values, after.used);
  request.charge = charge;
}

/** Checks the quota as `chargeValues` does, without charging. */
async function refuseBeyondQuota({store}: ChargeParts, reader: Reader, values: number): Promise<void> {
  const limit = reader.plan.valuesPerMonth;
  if (limit === null || values === 0) return;
  const used = await store.charges.used(reader.accountId, reader.month);
  if (used + values > limit) throw beyondQuota(reader, values, used);
}

/** Gives back the charge of this request, if there is one; during an outage, as soon as the store returns. */
export async function giveBack({charges}: ChargeParts, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const {charge, reader} = request;
  if (charge === null || reader === null) return;
  request.charge = null;
  setQuotaHeaders(reply, reader, await charges.giveBack(charge));
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
