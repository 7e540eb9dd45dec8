// The first two checks of every route that needs a token: is the token valid, and does its account have a request left in this minute?
//
// The admission of the store judges both by the fingerprint of the token (store/accounts/admission.ts); values are charged elsewhere (charge.ts). No
// token reaches the store or a log. HTTP Basic is read only on the channels of OData and SDMX, the parameter api_key only on OData's, and no link or message has them.
import {randomBytes, timingSafeEqual} from "node:crypto";
import type {FastifyReply, FastifyRequest} from "fastify";
import {
  findPlan,
  isWellFormedToken,
  nextMonthDay,
  OPEN_PLAN,
  type Plan,
  requestsLeft,
  secondsToWindowEnd,
  tokenFingerprint,
  usageDay,
  valuesLeft,
} from "../../access/account.ts";
import type {Emit} from "../../service/events.ts";
import type {AdmissionQuery, AdmissionResult, AdmittedOwner} from "../../store/accounts/admission.ts";
import type {AccountService} from "../../store/served-store.ts";
import {ApiError} from "../errors.ts";
import {isOData, takesBasic} from "../http/headers.ts";
import {KEY_PARAMETER, type QueryString} from "../http/parameters.ts";
import {startStages} from "../http/request-log.ts";

/** The account of a valid token, and its usage. */
export interface Reader {
  readonly accountId: number;
  readonly tokenId: number;
  readonly plan: Plan | typeof OPEN_PLAN;
  /** The minute's window: when it opened, and the requests in it, this one included. */
  readonly windowOpenedAt: number;
  readonly requestsUsed: number;
  /** Time at which the request was counted, by the clock of windows and quotas: milliseconds since 1970-01-01. */
  readonly countedAt: number;
  /** YYYY-MM-DD in UTC: the day of `countedAt`, and its month. */
  readonly day: string;
  readonly month: string;
  /** Values used in the month when the request was judged; null: the store must be asked. */
  readonly usedBefore: number | null;
}

export interface Access {
  /** Checks the token and the minute. Throws UNAUTHENTICATED, INVALID_TOKEN or RATE_LIMITED. */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Counts a request to an unknown route against the minute limit if its token is valid. The response does not change. */
  countUnrouted(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** The header by which a route of this server asks another one for a reader without a token. */
  readonly openHeaders: Readonly<Record<string, string>>;
  /** An onSend hook: adds the headers of the quota, unless a charge has added them already and so saved a read. */
  setQuotaHeadersOnSend(request: FastifyRequest, reply: FastifyReply, payload: unknown, done: HookDone): void;
}

type HookDone = (error: Error | null, payload: unknown) => void;

export function createAccess(
  {admission, charges}: Pick<AccountService, "admission" | "charges">,
  now: () => Date,
  emit: Emit,
): Access {
  function admissionQuery(token: string, {ip}: FastifyRequest, isGuarded: boolean): AdmissionQuery {
    return {fingerprint: fingerprintOf(token), ip, nowMs: now().getTime(), isGuarded};
  }

  // Known to this process alone, so that no client can send it.
  const openWord = randomBytes(24).toString("base64url");

  /** Never fails: the answer is ready, and an outage of the store must not turn it into an error. */
  async function lookUpQuota(reply: FastifyReply, reader: Reader): Promise<void> {
    await charges
      .used(reader.accountId, reader.month)
      .then((used) => setQuotaHeaders(reply, reader, used))
      .catch((error: Error) => emit({type: "store-failed", error}));
  }

  function setQuotaHeadersOnSend(request: FastifyRequest, reply: FastifyReply, payload: unknown, done: HookDone): void {
    const {reader, storeIsOut} = request;
    if (reader === null || reader.plan.valuesPerMonth === null || reply.hasHeader(QUOTA_HEADER) || storeIsOut) {
      done(null, payload);
    } else if (reader.usedBefore !== null) {
      setQuotaHeaders(reply, reader, reader.usedBefore);
      done(null, payload);
    } else {
      lookUpQuota(reply, reader).then(() => done(null, payload));
    }
  }

  return {
    openHeaders: {[OPEN_HEADER]: openWord},
    async admit(request, reply) {
      if (isSameWord(request.headers[OPEN_HEADER], openWord)) {
        request.reader = openReader(now().getTime());
        return;
      }
      const token = readToken(request);
      if (token === null) {
        const hint = takesBasic(request) ? BASIC_HINT : null;
        throw new ApiError("UNAUTHENTICATED", "this route needs a token and the request has none", {hint});
      }
      applyAdmission(request, reply, await admission.admit(admissionQuery(token, request, true)));
    },
    async countUnrouted(request, reply) {
      const token = readToken(request);
      const query = token === null ? null : admissionQuery(token, request, false);
      if (query === null || query.fingerprint === null) return;
      const read = admission.admit(query).then((judged) => (judged.kind === "owner" ? readerOf(judged) : null));
      const reader = await read.catch(() => null);
      if (reader === null) return;
      setReader(request, reply, reader);
      // An address that cannot be decoded is answered without the hooks (faults.ts).
      if (reader.plan.valuesPerMonth !== null) await lookUpQuota(reply, reader);
    },
    setQuotaHeadersOnSend,
  };
}

const OPEN_HEADER = "x-ryad-open";

function isSameWord(given: string | readonly string[] | undefined, word: string): boolean {
  if (typeof given !== "string") return false;
  const [one, other] = [Buffer.from(given), Buffer.from(word)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** The reader of a request without a token. It belongs to no account, so no quota applies; the route itself limits the answer. */
function openReader(nowMs: number): Reader {
  const day = usageDay(nowMs);
  return {
    ...{accountId: 0, tokenId: 0, plan: OPEN_PLAN, windowOpenedAt: nowMs, requestsUsed: 0, countedAt: nowMs},
    ...{day, month: day.slice(0, 7), usedBefore: null},
  };
}

function fingerprintOf(token: string | null): string | null {
  return token !== null && isWellFormedToken(token) ? tokenFingerprint(token) : null;
}

/** Throws INVALID_TOKEN or RATE_LIMITED. */
function applyAdmission(request: FastifyRequest, reply: FastifyReply, judged: AdmissionResult): void {
  if (judged.kind !== "owner") {
    if (judged.kind === "wrong") throw new ApiError("INVALID_TOKEN", "the token is unknown or revoked");
    throw new ApiError("RATE_LIMITED", "too many unknown or revoked tokens have come from this address", {
      retryAfter: judged.seconds,
      hint: "a token that was lately in use is still answered; wait for the seconds named in Retry-After with any other",
    });
  }
  const reader = readerOf(judged);
  setReader(request, reply, reader);
  const {requestsPerMinute, name} = reader.plan;
  if (reader.requestsUsed > requestsPerMinute) {
    throw new ApiError("RATE_LIMITED", `the plan ${name} allows ${requestsPerMinute} requests per minute`, {
      retryAfter: secondsToWindowEnd(reader.windowOpenedAt, reader.countedAt),
    });
  }
}

function readerOf({owner, window, month: known}: AdmittedOwner): Reader {
  const {accountId, tokenId, plan: code} = owner;
  const plan = findPlan(code);
  if (plan === null) throw new Error(`account ${accountId} has the plan "${code}", which does not exist`);
  const {openedAt: windowOpenedAt, used: requestsUsed, countedAt} = window;
  const day = usageDay(countedAt);
  const month = day.slice(0, 7);
  const usedBefore = known?.month === month ? known.used : null;
  return {accountId, tokenId, plan, windowOpenedAt, requestsUsed, countedAt, day, month, usedBefore};
}

const MINUTE_HEADERS = [
  "x-ratelimit-limit-minute",
  "x-ratelimit-remaining-minute",
  "x-ratelimit-reset-minute",
] as const;

/** Keeps the reader on the request. Only the owner plan gets the times of the stages. */
function setReader(request: FastifyRequest, reply: FastifyReply, reader: Reader): void {
  request.reader = reader;
  if (reader.plan.code === "owner") request.stages = startStages(request.arrivedAt);
  request.stages?.end("who");
  setMinuteHeaders(reply, reader);
}

function setMinuteHeaders(reply: FastifyReply, {plan, requestsUsed, windowOpenedAt, countedAt}: Reader): void {
  const [limit, remaining, reset] = MINUTE_HEADERS;
  reply.header(limit, String(plan.requestsPerMinute));
  reply.header(remaining, String(requestsLeft(plan.requestsPerMinute, requestsUsed)));
  reply.header(reset, String(secondsToWindowEnd(windowOpenedAt, countedAt)));
}

/** Adds the values left of the month after this answer; no header on plans without a quota. */
export function setQuotaHeaders(reply: FastifyReply, {plan, countedAt}: Reader, used: number): void {
  const left = valuesLeft(plan.valuesPerMonth, used);
  if (left === null) return;
  reply.header(QUOTA_HEADER, String(plan.valuesPerMonth));
  reply.header("x-quota-values-remaining", String(left));
  reply.header("x-quota-reset", nextMonthDay(countedAt));
}

const QUOTA_HEADER = "x-quota-values-limit";

const BASIC_HINT =
  "choose Basic with any user and the token as the password, or send `Authorization: Bearer TOKEN` or `X-API-Key: TOKEN`";

/** The token of the Authorization header, else that of X-API-Key; where it is taken also Basic, and on OData ?api_key= last. Null if there is none. */
export function readToken(request: FastifyRequest): string | null {
  const {headers} = request;
  const {authorization = ""} = headers;
  const bearer = /^\s*bearer(?:\s+(.*))?$/is.exec(authorization)?.[1]?.trim();
  if (bearer !== undefined && bearer !== "") return bearer;
  const basic = takesBasic(request) ? readBasicToken(authorization) : null;
  if (basic !== null) return basic;
  const key = headers["x-api-key"];
  const text = (Array.isArray(key) ? key.join(",") : (key ?? "")).trim();
  if (text !== "") return text;
  return isOData(request) ? readQueryToken(request) : null;
}

/** The password, or the user if the password is empty; null without Basic, or if both are empty. */
function readBasicToken(authorization: string): string | null {
  const encoded = /^\s*basic\s+([A-Za-z0-9+/_-]+={0,2})\s*$/i.exec(authorization)?.[1];
  if (encoded === undefined) return null;
  const pair = Buffer.from(encoded, "base64").toString("utf8");
  const colon = pair.indexOf(":");
  const [user, password] = colon === -1 ? [pair, ""] : [pair.slice(0, colon), pair.slice(colon + 1)];
  const token = password.trim() === "" ? user.trim() : password.trim();
  return token === "" ? null : token;
}

/** A key given twice counts as one; two different keys are read as a token that does not exist. */
function readQueryToken(request: FastifyRequest): string | null {
  const given = (request.query as Partial<QueryString> | undefined)?.values?.get(KEY_PARAMETER) ?? [];
  const keys = new Set(given.map((key) => key.trim()).filter((key) => key !== ""));
  return keys.size === 0 ? null : [...keys].join(",");
}
