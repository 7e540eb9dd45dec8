// What an answer takes before its first byte is sent: room in memory, a turn to be written if it is large, and values of the month's quota.
//
// Parallel answers cannot overspend a quota. A charge belongs to the month and day of its request, by the clock of the windows. An answer
// that fails behind its charge gives it back, in that month, whatever its status; a client that disconnects is charged.
// A file that is streamed is never whole in memory, so its route reserves nothing.
import type {FastifyReply, FastifyRequest} from "fastify";
import {OPEN_PLAN, secondsToNextMonth, valuesLeft} from "../../access/account.ts";
import type {Charges} from "../../store/accounts/charges/charges.ts";
import type {AnswerCharge, SettledCharges} from "../../store/accounts/charges/settled-charges.ts";
import type {Charging} from "../../store/accounts/charges/statements.ts";
import {ApiError} from "../errors.ts";
import {type NeededPart, neededPart} from "../http/headers.ts";
import {CLIENT_GONE} from "../http/request-log.ts";
import {LARGE_VALUES, type WriteSlots} from "../http/write-slots.ts";
import {type Reader, setQuotaHeaders} from "./access.ts";
import {COUNTED_VALUES, type UnsentBytes} from "./unsent-bytes.ts";

export interface ChargeContext {
  readonly store: {readonly charges: Pick<Charges, "used">};
  readonly settledCharges: SettledCharges;
}

interface ReserveContext extends ChargeContext {
  readonly slots: WriteSlots;
  readonly unsent: UnsentBytes;
}

/** How a refusal for the month names the answer, and what it advises. */
interface QuotaWords {
  readonly what: string;
  readonly hint: string;
}

const PAGE: QuotaWords = {
  what: "the page",
  hint: "take a smaller page (`limit`, `start`), or wait until the quota is renewed on the first of next month (UTC)",
};

/**
 * Waits for a slot, reserves room among the bytes that have not left (unsent-bytes.ts), and charges the values. Throws Busy where too many
 * of other answers have not left, and RATE_LIMITED.
 * @returns the part that is to be written; null: the reply is over, as the client left meanwhile or has any answer
 */
export async function reserveAndCharge(
  context: ReserveContext,
  request: FastifyRequest,
  reply: FastifyReply,
  values: number,
): Promise<Exclude<NeededPart, "unchanged"> | null> {
  const partToSend = neededPart(request);
  if (partToSend === "body") {
    if (values > LARGE_VALUES) {
      if (!(await context.slots.acquire(reply.raw))) {
        reply.code(CLIENT_GONE).send();
        return null;
      }
      request.stages?.end("wait");
    }
    if (values >= COUNTED_VALUES) context.unsent.reserve(reply, values);
  }
  await chargeAnswer(context, request, reply, values);
  if (partToSend !== "unchanged") return partToSend;
  reply.code(304).send();
  return null;
}

/**
 * Charges the values of the answer that is about to be written, and names their number in X-Values. Only checks the quota if the
 * answer is free: for HEAD, and if If-None-Match: * makes it a 304, which has no X-Values. Throws RATE_LIMITED.
 */
export async function chargeAnswer(
  context: ChargeContext,
  request: FastifyRequest,
  reply: FastifyReply,
  values: number,
  words: QuotaWords = PAGE,
): Promise<void> {
  const partToSend = neededPart(request);
  if (partToSend !== "unchanged") reply.header("x-values", String(values));
  const reader = request.reader!;
  // Its values are counted by address, by the route that asks for them.
  if (reader.plan.code === OPEN_PLAN.code) return;
  if (partToSend !== "body") {
    await refuseBeyondQuota(context, reader, values, words);
  } else if (values > 0) {
    const charge = chargingOf(request.id, reader, values);
    const after = await context.settledCharges.charge(charge);
    setQuotaHeaders(reply, reader, after.used);
    if (!after.fits) throw beyondQuota(reader, values, after.used, words);
    request.charge = charge;
  }
  request.stages?.end("charge");
}

/** The charge of an answer to the reader. */
function chargingOf(requestId: string, {accountId, month, day, plan}: Reader, values: number): AnswerCharge & Charging {
  return {requestId, accountId, month, day, values, limit: plan.valuesPerMonth};
}

/** Checks the quota without charging. */
async function refuseBeyondQuota(
  {store}: ChargeContext,
  reader: Reader,
  values: number,
  words: QuotaWords,
): Promise<void> {
  const limit = reader.plan.valuesPerMonth;
  if (limit === null || values === 0) return;
  const used = await store.charges.used(reader.accountId, reader.month);
  if (used + values > limit) throw beyondQuota(reader, values, used, words);
}

/** Gives back the charge of this request, if there is one; during an outage, as soon as the store returns. */
export async function giveBack(
  {settledCharges}: ChargeContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const {charge, reader} = request;
  if (charge === null || reader === null) return;
  request.charge = null;
  setQuotaHeaders(reply, reader, await settledCharges.giveBack(charge));
}

function beyondQuota(reader: Reader, values: number, used: number, {what, hint}: QuotaWords): ApiError {
  const limit = reader.plan.valuesPerMonth;
  const left = valuesLeft(limit, used);
  return new ApiError(
    "RATE_LIMITED",
    `${what} has ${values} values, and ${left} of the ${limit} of this month are left on the plan ${reader.plan.name}`,
    {
      hint,
      retryAfter: secondsToNextMonth(reader.countedAt),
      values,
    },
  );
}
