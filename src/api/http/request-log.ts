// How a request ends: what is told of it as an event, and what a reader hears of a fault.
//
// A fault of ours gives the charge back; whoever runs the service hears the whole of it, the reader that there was one.
import type {FastifyError, FastifyReply, FastifyRequest} from "fastify";
import type {Emit} from "../../events.ts";
import {StoreOutage} from "../../store/outage.ts";
import {type ChargeParts, giveBack} from "../auth/charge.ts";
import {ApiError, InvalidParameters} from "../errors.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The store was out of reach: nothing more is asked of it for this answer. */
    storeIsOut: boolean;
  }
}

/** Tells of the request once it has ended, also when the client hangs up before: Fastify's own hook is silent then. */
export function tellWhenFinished(request: FastifyRequest, reply: FastifyReply, emit: Emit): void {
  const finish = (): void => tell(true);
  const close = (): void => tell(false);
  const tell = (whole: boolean): void => {
    reply.raw.off("finish", finish).off("close", close);
    emit({
      type: "request-finished",
      requestId: request.id,
      method: request.method,
      route: routeOf(request),
      status: reply.raw.headersSent ? reply.statusCode : CLIENT_GONE,
      milliseconds: performance.now() - request.arrivedAt,
      whole,
      code: request.errorCode,
      values: request.charge?.values ?? 0,
      accountId: request.reader?.accountId ?? null,
    });
  };
  reply.raw.once("finish", finish).once("close", close);
}

/** What the reader is told of a fault. */
export async function explainFault(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  parts: ChargeParts,
): Promise<ApiError | InvalidParameters> {
  const {emit} = parts;
  if (error instanceof InvalidParameters) return error;
  if (error instanceof ApiError) {
    await returnCharge();
    return error;
  }
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new ApiError("NOT_FOUND", "the request cannot be read");
  }
  request.storeIsOut = error instanceof StoreOutage;
  emit({type: "request-failed", requestId: request.id, route: routeOf(request), error});
  await returnCharge();
  return new ApiError("INTERNAL", "the service failed to answer", {retryAfter: RETRY_SECONDS});

  /** A charge that cannot be given back because the store is out must not hide the failure itself. */
  async function returnCharge(): Promise<void> {
    await giveBack(parts, request, reply).catch((fault: Error) => emit({type: "store-failed", error: fault}));
  }
}

/** Status, for the log, of an answer of which the client had nothing, since it hung up before. */
export const CLIENT_GONE = 499;

/** A store that was out of reach is mostly back by then. */
const RETRY_SECONDS = 5;

function routeOf(request: FastifyRequest): string {
  return request.is404 ? "unknown" : (request.routeOptions.url ?? "unknown");
}
