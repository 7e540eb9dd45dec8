// What the stages of a request tell each other: every field that this program adds to Fastify's request, and who sets it.
//
// A stage that needs something from an earlier one reads it here. A route takes what it works on as arguments.
import type {FastifyInstance} from "fastify";
import type {AnswerCharge} from "../store/accounts/charges/settled-charges.ts";
import type {Reader} from "./auth/access.ts";
import type {Reservation} from "./auth/unsent-bytes.ts";
import type {ErrorCode, INVALID_PARAMETERS} from "./errors.ts";
import type {Stages} from "./http/request-log.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Set first of all, by performance.now(). */
    arrivedAt: number;
    /** Of the check of the token (auth/access.ts); null until a valid one was seen. */
    reader: Reader | null;
    /** Of the same check; null unless the account is on the owner plan. */
    stages: Stages | null;
    /** Of the charge (auth/charge.ts); null if there is none. An answer that fails behind it gives it back. */
    charge: AnswerCharge | null;
    /** Of the charge: the room that a large answer takes until it has left. */
    reservation: Reservation | null;
    /** Of the answer to an error (errors.ts), for the log; null for a success. */
    errorCode: ErrorCode | typeof INVALID_PARAMETERS | null;
    /** Of an error of the store (faults.ts): this answer sends it no further queries. */
    storeIsOut: boolean;
  }
}

export function addRequestState(server: FastifyInstance): void {
  server.decorateRequest("reader", null).decorateRequest("charge", null).decorateRequest("reservation", null);
  server.decorateRequest("errorCode", null).decorateRequest("stages", null);
  server.decorateRequest("arrivedAt", 0).decorateRequest("storeIsOut", false);
}
