// The first two checks of every route that needs a token: is the token valid, and does its account have a request left in this minute?
//
// Every request with a valid token counts against the minute, whatever its answer; values are charged elsewhere (charge.ts). A text without
// a token's form never reaches the store, and no token reaches a log. Owners of tokens are remembered until the store says that a process
// has written: the command changes tokens in a process of its own. Unknown tokens are never remembered.
import type {FastifyReply, FastifyRequest} from "fastify";
import {
  findPlan,
  isWellFormedToken,
  monthOf,
  nextMonthDay,
  type Plan,
  requestsLeft,
  secondsToWindowEnd,
  tokenFingerprint,
  valuesLeft,
  WINDOW_MS,
} from "../../access/account.ts";
import {createAddressWindows} from "../../access/address-windows.ts";
import type {Emit} from "../../events.ts";
import {findTokenOwner, type TokenOwner, touchToken} from "../../store/accounts/token.ts";
import type {Store} from "../../store/open.ts";
import type {Engine} from "../../store/script.ts";
import {ApiError} from "../errors.ts";
import {isOData} from "../http/headers.ts";
import {startStages} from "../http/request-log.ts";
import {readBasicToken, readQueryToken} from "../odata/credentials.ts";

/** The account of a valid token, and its usage. */
export interface Reader {
  readonly accountId: number;
  readonly tokenId: number;
  readonly plan: Plan;
  /** The minute's window: when it opened, and the requests in it, this one included. */
  readonly windowOpenedAt: number;
  readonly requestsUsed: number;
  /** Time at which the request was counted, by the clock of windows and quotas: milliseconds since 1970-01-01. */
  readonly countedAt: number;
  /** YYYY-MM in UTC: the month of `countedAt`. */
  readonly month: string;
}

declare module "fastify" {
  interface FastifyRequest {
    /** null until a valid token was seen. */
    reader: Reader | null;
  }
}

export interface Access {
  /** Checks the token and the minute. Throws UNAUTHENTICATED, INVALID_TOKEN or RATE_LIMITED. */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Counts a request to an unknown route against the minute limit if its token is valid. The response does not change. */
  countUnrouted(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** An onSend hook: adds the headers of the quota, unless a charge has added them already and so saved a read. */
  setQuotaHeadersOnSend(request: FastifyRequest, reply: FastifyReply, payload: unknown, done: HookDone): void;
  /** Writes the last uses of tokens that are not written yet; for the end of the server. */
  close(): Promise<void>;
}

type HookDone = (error: null, payload: unknown) => void;

export function createAccess(store: Store, now: () => Date, emit: Emit): Access {
  const tokenUse = createTokenUse(store);
  const owners = createTokenOwners(store.accounts);
  const wrongTokens = createAddressWindows(WRONG_TOKENS_PER_MINUTE, WINDOW_MS);
  const endOfTick = createEndOfTick();

  /** null: unknown or revoked. */
  async function findReader(token: string, at: Date, beforeAsking: () => void): Promise<Reader | null> {
    if (!isWellFormedToken(token)) return null;
    const owner = await owners.find(token, beforeAsking);
    if (owner === null) return null;
    const plan = findPlan(owner.plan);
    if (plan === null) throw new Error(`account ${owner.accountId} has the plan "${owner.plan}", which does not exist`);
    const {accountId, tokenId} = owner;
    const {openedAt, used, countedAt} = await store.windows.count(accountId, at.getTime());
    tokenUse.note(tokenId, at);
    return {
      accountId,
      tokenId,
      plan,
      windowOpenedAt: openedAt,
      requestsUsed: used,
      countedAt,
      month: monthOf(countedAt),
    };
  }

  /** Never fails: the answer is ready, and an outage of the store must not turn it into an error. */
  async function lookUpQuota(reply: FastifyReply, reader: Reader): Promise<void> {
    await store.charges
      .used(reader.accountId, reader.month)
      .then((used) => setQuotaHeaders(reply, reader, used))
      .catch((error: Error) => emit({type: "store-failed", error}));
  }

  /** Throws RATE_LIMITED if the address has sent too many wrong tokens. */
  function refuseFlood(seconds: number | null): void {
    if (seconds === null) return;
    throw new ApiError("RATE_LIMITED", "too many unknown or revoked tokens have come from this address", {
      retryAfter: seconds,
      hint: "a token that was lately in use is still answered; wait for the seconds named in Retry-After with any other",
    });
  }

  return {
    async admit(request, reply) {
      const token = readToken(request);
      if (token === null) {
        const hint = isOData(request) ? ODATA_HINT : null;
        throw new ApiError("UNAUTHENTICATED", "this route needs a token and the request has none", {hint});
      }
      await endOfTick();
      const at = now();
      const reader = await findReader(token, at, () => refuseFlood(wrongTokens.wouldRefuse(request.ip, at.getTime())));
      if (reader === null) {
        refuseFlood(wrongTokens.count(request.ip, at.getTime()));
        throw new ApiError("INVALID_TOKEN", "the token is unknown or revoked");
      }
      setReader(request, reply, reader);
      const {requestsPerMinute, name} = reader.plan;
      if (reader.requestsUsed > requestsPerMinute) {
        throw new ApiError("RATE_LIMITED", `the plan ${name} allows ${requestsPerMinute} requests per minute`, {
          retryAfter: secondsToWindowEnd(reader.windowOpenedAt, reader.countedAt),
        });
      }
    },
    async countUnrouted(request, reply) {
      const token = readToken(request);
      const reader = token === null ? null : await findReader(token, now(), () => {}).catch(() => null);
      if (reader === null) return;
      setReader(request, reply, reader);
      // An address that cannot be decoded is answered without the hooks (faults.ts).
      if (reader.plan.valuesPerMonth !== null) await lookUpQuota(reply, reader);
    },
    setQuotaHeadersOnSend({reader, storeIsOut}, reply, payload, done) {
      if (reader === null || reader.plan.valuesPerMonth === null || reply.hasHeader(QUOTA_HEADER) || storeIsOut) {
        done(null, payload);
        return;
      }
      lookUpQuota(reply, reader).then(() => done(null, payload));
    },
    close: () => tokenUse.flush(),
  };
}

/**
 * Returns a function that resolves at the end of this tick of the event loop, for all requests of the tick. Requests that arrive in
 * one tick are checked together: their small writes share a commit, and with sixteen connections a small answer costs half. A lone
 * request waits for nothing but the end of the tick.
 */
function createEndOfTick(): () => Promise<void> {
  let tick: Promise<void> | null = null;
  return () => {
    tick ??= new Promise((resolve) => {
      setImmediate(() => {
        tick = null;
        resolve();
      });
    });
    return tick;
  };
}

/** Keeps the reader on the request. Only the owner plan gets the times of the stages. */
function setReader(request: FastifyRequest, reply: FastifyReply, reader: Reader): void {
  request.reader = reader;
  if (reader.plan.code === "owner") request.stages = startStages(request.arrivedAt);
  request.stages?.end("who");
  setMinuteHeaders(reply, reader);
}

function setMinuteHeaders(reply: FastifyReply, {plan, requestsUsed, windowOpenedAt, countedAt}: Reader): void {
  reply.header("x-ratelimit-limit-minute", String(plan.requestsPerMinute));
  reply.header("x-ratelimit-remaining-minute", String(requestsLeft(plan.requestsPerMinute, requestsUsed)));
  reply.header("x-ratelimit-reset-minute", String(secondsToWindowEnd(windowOpenedAt, countedAt)));
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

const ODATA_HINT =
  "choose Basic with any user and the token as the password, or send `Authorization: Bearer TOKEN` or `X-API-Key: TOKEN`";

/** The token of the Authorization header, else that of X-API-Key; on OData also Basic, and ?api_key= last. Null if there is none. */
function readToken(request: FastifyRequest): string | null {
  const {authorization = ""} = request.headers;
  const bearer = /^\s*bearer(?:\s+(.*))?$/is.exec(authorization)?.[1]?.trim();
  if (bearer !== undefined && bearer !== "") return bearer;
  const onOData = isOData(request);
  const basic = onOData ? readBasicToken(authorization) : null;
  if (basic !== null) return basic;
  const key = request.headers["x-api-key"];
  const text = (Array.isArray(key) ? key.join(",") : (key ?? "")).trim();
  if (text !== "") return text;
  return onOData ? readQueryToken(request) : null;
}

const MAX_REMEMBERED = 100_000;
/** Of one address; with more, only tokens that are remembered are answered. */
const WRONG_TOKENS_PER_MINUTE = 120;

export interface TokenOwners {
  /**
   * null: unknown or revoked.
   * @param beforeAsking called for a token that is not remembered, before the store is asked; may throw
   */
  find(token: string, beforeAsking?: () => void): Promise<TokenOwner | null>;
}

export function createTokenOwners(accounts: Engine): TokenOwners {
  const remembered = new Map<string, TokenOwner>();
  let asOf: number | null = null;

  return {
    async find(token, beforeAsking = () => {}) {
      const fingerprint = tokenFingerprint(token);
      const changes = accounts.changes();
      if (changes !== asOf) remembered.clear();
      asOf = changes;
      const known = remembered.get(fingerprint);
      if (known !== undefined) return known;
      beforeAsking();
      const owner = await accounts.readOne((q) => findTokenOwner(q, fingerprint));
      if (owner === null || owner.revokedAt !== null) return null;
      // This owner was read before a change, so it must not be kept: another request may have seen the change.
      if (changes === null || changes !== asOf) return owner;
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      remembered.set(fingerprint, owner);
      return owner;
    },
  };
}

export interface TokenUse {
  note(tokenId: number, at: Date): void;
  /** Writes the noted times. Never throws: a failed write must not fail an answer. */
  flush(): Promise<void>;
}

/** One write a minute for a busy token, not one for each request. */
const NOTE_EVERY_MS = 60_000;
const GATHER_MS = 250;

export function createTokenUse(store: Store): TokenUse {
  const lastNoted = new Map<number, number>();
  let waiting = new Map<number, Date>();

  async function flush(): Promise<void> {
    const noted = waiting;
    waiting = new Map();
    if (noted.size === 0) return;
    await store.accounts
      .write(function* (q) {
        for (const [tokenId, at] of noted) yield* touchToken(q, tokenId, at.toISOString());
      })
      .catch(() => {});
  }

  return {
    note(tokenId, at) {
      const before = lastNoted.get(tokenId);
      if (before !== undefined && Math.abs(at.getTime() - before) < NOTE_EVERY_MS) return;
      if (lastNoted.size >= MAX_REMEMBERED) lastNoted.clear();
      lastNoted.set(tokenId, at.getTime());
      if (waiting.size === 0) setTimeout(flush, GATHER_MS).unref();
      waiting.set(tokenId, at);
    },
    flush,
  };
}
