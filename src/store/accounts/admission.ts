// The admission of a request: is its token valid, and how many requests has its account sent in this minute? One question, so that a process without the
// accounts has to ask only once for a request.
//
// Every request with a valid token counts against the minute, whatever its answer. Too many wrong tokens of one address are refused before
// the store is asked; tokens that are remembered pass. Owners of valid tokens are remembered until the store says that a process has written:
// the command changes tokens in a process of its own. Unknown and revoked tokens are never remembered.

import {createWindows, WINDOW_MS} from "../../access/account.ts";
import type {Emit} from "../../service/events.ts";
import {createBoundedCache, createStateCache} from "../../work/bounded-cache.ts";
import type {Queries} from "../engines/differences.ts";
import type {Engine, Script} from "../script.ts";
import type {AddressLimits} from "./address-limits.ts";
import type {Charges, MonthUse} from "./charges/charges.ts";
import {findTokenOwner, type TokenOwner, touchToken} from "./token.ts";
import type {MinuteWindow, MinuteWindows} from "./windows.ts";

export interface AdmissionQuery {
  /** SHA-256 of the token, in hexadecimal; null: the text has not the form of a token. */
  readonly fingerprint: string | null;
  readonly ip: string;
  /** Milliseconds since 1970-01-01. */
  readonly nowMs: number;
  /** Counts wrong tokens of the address. */
  readonly isGuarded: boolean;
}

export interface AdmittedOwner {
  readonly kind: "owner";
  readonly owner: TokenOwner;
  readonly window: MinuteWindow;
  /** null: not known without a question to the store. */
  readonly month: MonthUse | null;
}

/** `wrong`: the token is unknown or revoked; `flood`: too many of these have come from the address, `seconds` until the window ends. */
export type AdmissionResult =
  | AdmittedOwner
  | {readonly kind: "wrong"}
  | {readonly kind: "flood"; readonly seconds: number};

export interface Admission {
  admit(query: AdmissionQuery): Promise<AdmissionResult>;
  /** Writes the last uses of tokens that are not written yet; for the end of the server. */
  close(): Promise<void>;
}

interface AdmissionContext {
  readonly accounts: Engine;
  readonly windows: MinuteWindows;
  readonly addresses: AddressLimits;
  readonly charges: Pick<Charges, "recall">;
  readonly emit: Emit;
}

export function createAdmission({accounts, windows, addresses, charges, emit}: AdmissionContext): Admission {
  const owners = createTokenOwners(accounts);
  const uses = createTokenUse(accounts, emit);

  /** Of a token that is not remembered. A number: too many wrong tokens have come from the address. */
  async function findOwner({fingerprint, ip, nowMs, isGuarded}: AdmissionQuery): Promise<TokenOwner | number | null> {
    if (fingerprint === null) return null;
    const owner = owners.recall(fingerprint);
    if (owner !== null) return owner;
    const seconds = isGuarded ? await addresses.wouldRefuse("wrongTokens", ip, nowMs) : null;
    return seconds ?? owners.find(fingerprint);
  }

  return {
    async admit(query) {
      const {ip, nowMs, isGuarded} = query;
      const owner = await findOwner(query);
      if (typeof owner === "number") return {kind: "flood", seconds: owner};
      if (owner === null) {
        const seconds = isGuarded ? await addresses.count("wrongTokens", ip, nowMs) : null;
        return seconds === null ? {kind: "wrong"} : {kind: "flood", seconds};
      }
      const window = await windows.count(owner.accountId, nowMs);
      uses.note(owner.tokenId, nowMs);
      return {kind: "owner", owner, window, month: charges.recall(owner.accountId)};
    },
    close: () => uses.flush(),
  };
}

/**
 * An admission that lets requests wait for the end of their tick of the event loop, so that all of a tick are judged together: their small writes
 * share a commit, and with sixteen connections a small answer costs half. A lone request waits for nothing but the end of the tick.
 */
export function admissionByTicks(admission: Admission): Admission {
  let tick: Promise<void> | null = null;
  const endOfTick = (): Promise<void> => {
    tick ??= new Promise((resolve) => {
      setImmediate(() => {
        tick = null;
        resolve();
      });
    });
    return tick;
  };
  return {
    ...admission,
    async admit(query) {
      await endOfTick();
      return admission.admit(query);
    },
  };
}

/** Minutes of this process alone, for the only server of an embedded store (serve.lock). A restart forgets them: at most one extra minute of requests. */
export function createMemoryWindows(): MinuteWindows {
  const windows = createWindows<number>(WINDOW_MS);
  return {
    async count(accountId, nowMs) {
      const {openedAt, used} = windows.count(accountId, nowMs);
      return {openedAt, used, countedAt: nowMs};
    },
  };
}

/** Tokens that are remembered. */
const MOST_TOKENS = 100_000;

interface TokenOwners {
  /** The owner if the store need not be asked. @param fingerprint SHA-256 of the token, in hexadecimal */
  recall(fingerprint: string): TokenOwner | null;
  /** null: unknown or revoked. */
  find(fingerprint: string): Promise<TokenOwner | null>;
}

export function createTokenOwners(accounts: Engine): TokenOwners {
  const remembered = createStateCache<TokenOwner>(MOST_TOKENS, () => accounts.changes());
  const recall = (fingerprint: string): TokenOwner | null => remembered.find(fingerprint) ?? null;

  return {
    recall,
    async find(fingerprint) {
      const known = recall(fingerprint);
      if (known !== null) return known;
      const before = remembered.state();
      const owner = await accounts.readOne((q) => findTokenOwner(q, fingerprint));
      if (owner === null || owner.revokedAt !== null) return null;
      // An owner that was read before a change is not remembered: another request may have seen the change.
      remembered.keep(fingerprint, owner, 1, before);
      return owner;
    },
  };
}

/** The times at which tokens were last used, written late and seldom. */
interface TokenUse {
  note(tokenId: number, atMs: number): void;
  /** Writes the noted times. Never throws: a failed write is told by an event, and must not fail an answer. */
  flush(): Promise<void>;
}

/** One write a minute for a busy token, not one for each request. */
const NOTE_EVERY_MS = 60_000;
const BUFFER_MS = 250;

function createTokenUse(accounts: Engine, emit: Emit): TokenUse {
  const lastNoted = createBoundedCache<number>(MOST_TOKENS);
  let waiting = new Map<number, number>();

  async function flush(): Promise<void> {
    const noted = waiting;
    waiting = new Map();
    if (noted.size === 0) return;
    await accounts.write((q) => touchTokens(q, noted)).catch((error: Error) => emit({type: "store-failed", error}));
  }

  return {
    note(tokenId, atMs) {
      const before = lastNoted.find(String(tokenId));
      if (before !== undefined && Math.abs(atMs - before) < NOTE_EVERY_MS) return;
      lastNoted.keep(String(tokenId), atMs, 1);
      if (waiting.size === 0) setTimeout(flush, BUFFER_MS).unref();
      waiting.set(tokenId, atMs);
    },
    flush,
  };
}

/** @param noted by token: milliseconds since 1970-01-01 */
function* touchTokens(q: Queries, noted: ReadonlyMap<number, number>): Script<void> {
  for (const [tokenId, atMs] of noted) yield* touchToken(q, tokenId, new Date(atMs).toISOString());
}
