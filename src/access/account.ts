// What an account may do: its tokens, and the limits of its plan. All of `access` is here: the store counts, the api refuses.
//
// A token is "ryad_" and forty letters or digits; the last six are a checksum of the rest. The checksum is no secret: a mistyped token is
// refused without asking the store, and scanners find leaked ones. The store keeps only a token's fingerprint. The minute is a window of 60
// seconds that opens with the account's first request, not a minute of the clock. The month is the calendar month in UTC in which the
// values were requested.
import {hash} from "node:crypto";
import {crc32} from "node:zlib";
import {type Day, dayAt, dayText, lastDay} from "../statistics/time/day.ts";

/** Number of random bytes in a new token. */
export const TOKEN_RANDOM_BYTES = 32;

const PREFIX = "ryad_";
const SECRET_LENGTH = 34;
const CHECKSUM_LENGTH = 6;
const LENGTH = PREFIX.length + SECRET_LENGTH + CHECKSUM_LENGTH;
const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const SHAPE = /^ryad_[A-Za-z0-9]{40}$/;
/** A token or the beginning of one, its underscore perhaps percent-encoded; the first four characters stay visible. */
const TOKEN_IN_TEXT = /(ryad(?:_|%5[Ff])[A-Za-z0-9]{4})[A-Za-z0-9]+/g;

/** @param bytes TOKEN_RANDOM_BYTES or more, from a generator fit for secrets; RangeError when there are fewer */
export function tokenFromRandom(bytes: Uint8Array): string {
  if (bytes.length < TOKEN_RANDOM_BYTES) throw new RangeError(`a token is made of ${TOKEN_RANDOM_BYTES} random bytes`);
  let number = 0n;
  for (const byte of bytes) number = (number << 8n) | BigInt(byte);
  let secret = "";
  for (let index = 0; index < SECRET_LENGTH; index++) {
    secret = DIGITS[Number(number % 62n)] + secret;
    number /= 62n;
  }
  const body = PREFIX + secret;
  return body + checksum(body);
}

/** Whether the shape and the checksum of a token are right; it may still be unknown. */
export function isWellFormedToken(text: string): boolean {
  if (text.length !== LENGTH || !SHAPE.test(text)) return false;
  const end = LENGTH - CHECKSUM_LENGTH;
  return checksum(text.slice(0, end)) === text.slice(end);
}

/** SHA-256 in hexadecimal; the store keeps it and looks tokens up by it. */
export function tokenFingerprint(token: string): string {
  return hash("sha256", token);
}

/** The text with every token in it cut after four characters: safe to log. */
export function maskToken(text: string): string {
  return text.replace(TOKEN_IN_TEXT, "$1…");
}

/** The CRC-32 in base 62. */
function checksum(body: string): string {
  let rest = crc32(body);
  let text = "";
  for (let index = 0; index < CHECKSUM_LENGTH; index++) {
    text = DIGITS[rest % 62]! + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

export interface Plan {
  readonly code: "free" | "academic" | "business" | "owner";
  readonly name: string;
  /** null: no monthly quota. */
  readonly valuesPerMonth: number | null;
  readonly requestsPerMinute: number;
}

export const PLANS: readonly Plan[] = [
  {code: "free", name: "Free", valuesPerMonth: 1_000_000, requestsPerMinute: 20},
  {code: "academic", name: "Academic", valuesPerMonth: null, requestsPerMinute: 60},
  {code: "business", name: "Commercial", valuesPerMonth: null, requestsPerMinute: 120},
  {code: "owner", name: "Owner", valuesPerMonth: null, requestsPerMinute: 600},
];

/** Of language models without a token: limited by address, charged nowhere, in no list of plans. */
export const OPEN_PLAN = {
  code: "open",
  name: "Open",
  valuesPerMonth: null,
  requestsPerMinute: 0,
} as const;

/** null: no plan has this code. Codes are lower case. */
export function findPlan(code: string): Plan | null {
  return PLANS.find((plan) => plan.code === code) ?? null;
}

/** YYYY-MM in UTC. */
export function monthOf(nowMs: number): string {
  return usageDay(nowMs).slice(0, 7);
}

/** YYYY-MM-DD in UTC: the day to which a charge is booked. */
export function usageDay(nowMs: number): string {
  return dayText(dayAt(nowMs));
}

const DAY_MS = 86_400_000;

/** Whole seconds until the next month begins in UTC, at least 1: the Retry-After of an exhausted quota. */
export function secondsToNextMonth(nowMs: number): number {
  return Math.max(1, Math.ceil((nextMonth(nowMs) * DAY_MS - nowMs) / 1000));
}

/** YYYY-MM-DD in UTC: the first of the next month, on which the quota is whole again. */
export function nextMonthDay(nowMs: number): string {
  return dayText(nextMonth(nowMs));
}

function nextMonth(nowMs: number): Day {
  return lastDay("M", dayAt(nowMs)) + 1;
}

/** Values left of a month's quota, never below 0; null for a plan without a quota. */
export function valuesLeft(valuesPerMonth: number | null, used: number): number | null {
  return valuesPerMonth === null ? null : Math.max(0, valuesPerMonth - used);
}

/** Throws RangeError if it is not a number of values. */
export function requireCount(values: number): void {
  if (!Number.isSafeInteger(values) || values < 0) throw new RangeError(`${values} is not a number of values`);
}

export const WINDOW_MS = 60_000;

/** Windows in memory: the count of events for each key. */
export interface Windows<K> {
  /** Counts one event, or more; returns the window that contains it. */
  count(key: K, nowMs: number, amount?: number): {readonly openedAt: number; readonly used: number};
  /** The window that runs; null if none does. */
  find(key: K, nowMs: number): {readonly openedAt: number; readonly used: number} | null;
}

/**
 * A window opens with its first event. A new one opens when the old one has ended or lies in the future (the clock was set back).
 * @param most windows kept; the oldest is forgotten first
 */
export function createWindows<K>(windowMs: number, most = Number.POSITIVE_INFINITY): Windows<K> {
  // In the order in which they opened, so windows that have ended come first.
  const windows = new Map<K, {readonly openedAt: number; used: number}>();
  const isOver = (openedAt: number, nowMs: number): boolean => Math.abs(nowMs - openedAt) >= windowMs;
  return {
    count(key, nowMs, amount = 1) {
      let window = windows.get(key);
      if (window === undefined || isOver(window.openedAt, nowMs)) {
        windows.delete(key);
        for (const [oldest, {openedAt}] of windows) {
          if (windows.size < most && !isOver(openedAt, nowMs)) break;
          windows.delete(oldest);
        }
        window = {openedAt: nowMs, used: 0};
        windows.set(key, window);
      }
      window.used += amount;
      return window;
    },
    find(key, nowMs) {
      const window = windows.get(key);
      return window === undefined || isOver(window.openedAt, nowMs) ? null : window;
    },
  };
}

/** Requests left in the window after `used` of them, this one included; never below 0. */
export function requestsLeft(requestsPerMinute: number, used: number): number {
  return Math.max(0, requestsPerMinute - used);
}

/** Whole seconds until a new window can open, at least 1: the Retry-After of a refused request. */
export function secondsToWindowEnd(openedAtMs: number, nowMs: number): number {
  return Math.max(1, Math.ceil((openedAtMs + WINDOW_MS - nowMs) / 1000));
}

/** A limit on one answer: the default of a parameter and its maximum. */
export interface AnswerLimit {
  /** Null if there is no parameter: the limit applies to every answer. */
  readonly fallback: number | null;
  readonly maximum: number;
}

/** The limits by which a request is refused [limits.*]: the routes apply them, /plans and /api/limits show them. */
export const ANSWER_LIMITS = {
  sliceSeries: {fallback: 100, maximum: 300},
  lastValues: {fallback: null, maximum: 1000},
  namedSeries: {fallback: null, maximum: 100},
  sliceValues: {fallback: null, maximum: 60_000},
  panelDays: {fallback: null, maximum: 1000},
  sliceJsonBytes: {fallback: null, maximum: 6_500_000},
  sdmxValues: {fallback: null, maximum: 300_000},
  foundSeries: {fallback: 20, maximum: 200},
  foundOffset: {fallback: 0, maximum: 10_000},
  foundConcepts: {fallback: 20, maximum: 200},
  observations: {fallback: 500, maximum: 5000},
  changeItems: {fallback: 1000, maximum: 10_000},
  updateRows: {fallback: 100, maximum: 500},
  releaseRows: {fallback: 100, maximum: 500},
  releaseHeadlines: {fallback: null, maximum: 50},
  calendarRows: {fallback: 100, maximum: 500},
  odataRows: {fallback: 10_000, maximum: 60_000},
  odataSeries: {fallback: 5000, maximum: 10_000},
  odataPreviewRows: {fallback: null, maximum: 1000},
} as const satisfies Readonly<Record<string, AnswerLimit>>;
