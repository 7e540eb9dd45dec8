// The time of a request: the event when it has ended, and for the owner plan the header Server-Timing (W3C) with each stage of the answer:
// `who;dur=0.412, read;dur=1.034, total;dur=1.61`.
//
// Each stage ends where the next begins, so only ends are recorded. For other plans `request.stages` is null, and the answer has no extra
// cost.
import {randomUUID} from "node:crypto";
import type {ServerResponse} from "node:http";
import type {FastifyReply, FastifyRequest} from "fastify";
import type {Emit} from "../../service/events.ts";

/** Emits the event of the request when it has ended, also if the client disconnects earlier, or has: Fastify's own hook does not run then. */
export function reportWhenFinished(request: FastifyRequest, response: ServerResponse, emit: Emit): void {
  let isReported = false;
  const tell = (whole: boolean): void => {
    if (isReported) return;
    isReported = true;
    emit({
      type: "request-finished",
      requestId: request.id,
      method: request.method,
      route: routeOf(request),
      status: response.headersSent ? response.statusCode : CLIENT_GONE,
      milliseconds: performance.now() - request.arrivedAt,
      whole,
      code: request.errorCode,
      values: request.charge?.values ?? 0,
      accountId: request.reader?.accountId ?? null,
    });
  };
  // Not `once`: its wrappers, and taking the listeners off again, cost more than the flag.
  if (response.closed) tell(false);
  else response.on("finish", () => tell(true)).on("close", () => tell(false));
}

/** Requests whose ids share their random part. */
const IDS_TOGETHER = 256;
const LAST_BYTES = Array.from({length: IDS_TOGETHER}, (_, byte) => byte.toString(16).padStart(2, "0"));

/** Gives ids of requests in the form of UUIDs: unique, but no secrets, as neighbours differ in their last byte alone. */
export function createRequestIds(): () => string {
  let [shared, given] = ["", IDS_TOGETHER];
  return () => {
    if (given === IDS_TOGETHER) [shared, given] = [randomUUID().slice(0, -2), 0];
    return shared + LAST_BYTES[given++]!;
  };
}

/** Status in the log if the client disconnected before it received the answer. */
export const CLIENT_GONE = 499;

/** The route for the log; an address without a route is "unknown". */
export function routeOf(request: FastifyRequest): string {
  return request.is404 ? "unknown" : (request.routeOptions.url ?? "unknown");
}

/** In their order in an answer; an answer may skip some. */
export const STAGES = {
  who: "the token and the minute limit are checked",
  what: "the parameters are read",
  read: "the store is read, in one snapshot",
  reread: "archived releases are read again for the cell of a value",
  wait: "a large answer has its write slot",
  charge: "the values are charged",
  write: "the body is written",
  pack: "the body is compressed",
} as const;

export type StageName = keyof typeof STAGES;

export interface Stages {
  /** The stage ends now; it began when the previous one ended. */
  end(stage: StageName): void;
  /** The value of the header. `total` lasts from the arrival to now, so it includes time between stages. */
  header(): string;
}

/** @param arrivedAt start of the first stage, in milliseconds by the same clock as `now` */
export function startStages(arrivedAt: number, now: () => number = () => performance.now()): Stages {
  const parts: string[] = [];
  let last = arrivedAt;
  return {
    end(stage) {
      const at = now();
      parts.push(timing(stage, at - last));
      last = at;
    },
    header() {
      return [...parts, timing("total", now() - arrivedAt)].join(", ");
    },
  };
}

/** To be called after the packing. */
export function setTimingHeader({stages}: FastifyRequest, reply: FastifyReply): void {
  if (stages === null) return;
  if (reply.hasHeader("content-encoding")) stages.end("pack");
  reply.header("server-timing", stages.header());
}

function timing(name: string, milliseconds: number): string {
  return `${name};dur=${Number(milliseconds.toFixed(3))}`;
}
