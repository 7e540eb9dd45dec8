// A request on its way through the lane of small slices (lane.ts), its read, and what Fastify gets to know of it if it is handed over.
//
// A field is null until its stage has passed, so what is known when a stage fails is all that was done: nothing is done twice.
import type {IncomingMessage, ServerResponse} from "node:http";
import type {JudgedOwner} from "../../store/accounts/gate.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Script} from "../../store/script.ts";
import type {Reader} from "../auth/access.ts";
import type {AnswerCharging, Reservation} from "../auth/charge.ts";
import type {RouteParts} from "../context.ts";
import type {Coding} from "../http/compression.ts";
import type {HeaderTaker} from "../http/headers.ts";
import type {Reported} from "../http/request-log.ts";
import type {FinishedBody, MeasuredSlice} from "./body.ts";
import type {AskedSlice} from "./request.ts";
import {type FoundSlice, type PlannedPage, planPage, readPlanned} from "./route.ts";

/** What the lane knows of a request that it has handed over; null: it did not come to that. */
export interface Begun {
  /** By performance.now(). */
  readonly arrivedAt: number;
  /** It is counted in its minute. */
  readonly judged: JudgedOwner | null;
  /** The store has no valid token like that of the request. */
  readonly isUnknown: boolean;
  readonly asked: AskedSlice | null;
  readonly found: FoundSlice | null;
  /** Of a page that is too large for the lane, or that no series is on. */
  readonly planned: PlannedPage | null;
  readonly place: Reservation | null;
}

declare module "fastify" {
  interface FastifyRequest {
    /** null: the lane has not seen it. */
    begun: Begun | null;
  }
}

const handedOver = new WeakMap<IncomingMessage, Begun>();

export function handOver(slice: SmallSlice): void {
  handedOver.set(slice.request, slice);
}

/** To be asked once for a request: V8 keeps an entry with all it names until a full collection, unless it is taken out. */
export function takeHandedOver(request: IncomingMessage): Begun | null {
  const begun = handedOver.get(request) ?? null;
  if (begun !== null) handedOver.delete(request);
  return begun;
}

/** A request on its way through the stages. */
export class SmallSlice implements Begun, Reported {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly id: string;
  readonly arrivedAt = performance.now();
  readonly method = "GET";
  readonly errorCode = null;
  judged: JudgedOwner | null = null;
  isUnknown = false;
  reader: Reader | null = null;
  asked: AskedSlice | null = null;
  found: FoundSlice | null = null;
  planned: PlannedPage | null = null;
  size: MeasuredSlice | null = null;
  written: FinishedBody | null = null;
  /** Null: the body goes plain. */
  coding: Coding | null = null;
  packed: Buffer | null = null;
  place: Reservation | null = null;
  /** Null until it is charged. */
  charge: AnswerCharging | null = null;
  /** Values used in the month, with those of this answer. */
  used = 0;

  constructor(request: IncomingMessage, response: ServerResponse, id: string) {
    this.request = request;
    this.response = response;
    this.id = id;
  }
}

export class HeaderList implements HeaderTaker {
  readonly names: string[] = [];

  header(name: string, value: string): void {
    this.names.push(name, value);
  }
}

/** The most series of a page that is read with the rest of its turn. */
const READ_AT_ONCE = 16;
/** The histories of a larger page are read by the others' way, and of one whose body is packed. */
const MOST_SERIES = 100;

/** A page that is not read with the rest of its turn, or that no series is on, is planned only. */
export function* readSmall(q: Queries, parts: RouteParts, asked: AskedSlice): Script<FoundSlice | PlannedPage> {
  const plan = yield* planPage(q, parts, asked, false);
  if (plan.kind !== "planned" || plan.total === 0 || plan.positions.length > READ_AT_ONCE) return plan;
  return yield* readPlanned(q, parts.catalogues, plan, asked);
}

/** Whether the lane answers the page after the others of its turn. */
export function mayWait({total, positions}: PlannedPage, {coding}: AskedSlice): boolean {
  return coding === null && total > 0 && positions.length <= MOST_SERIES;
}
