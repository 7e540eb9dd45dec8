// The limits of an account, by its plan: requests in a minute and values in a month (SPEC "Limits", CONTRACT 1).
//
// The minute is not a clock minute but a window of 60 seconds that opens with the account's first request. The month is the
// calendar month in UTC in which the values were asked for.
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
  return new Date(nowMs).toISOString().slice(0, 10);
}

/** Whole seconds until the first of the next month in UTC, at least 1: the Retry-After of an exhausted quota. */
export function secondsToNextMonth(nowMs: number): number {
  const now = new Date(nowMs);
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
  return Math.max(1, Math.ceil((next - nowMs) / 1000));
}

/** Values left of a month's quota, never below 0; null where the plan has none. */
export function valuesLeft(valuesPerMonth: number | null, used: number): number | null {
  return valuesPerMonth === null ? null : Math.max(0, valuesPerMonth - used);
}

export const WINDOW_MS = 60_000;

/** Windows in memory: what has been counted of each key. */
export interface Windows<K> {
  /** Counts one event; returns the window that it is in. */
  count(key: K, nowMs: number): {readonly openedAt: number; readonly used: number};
}

/**
 * A window opens with its first event, and again when it has run its time or lies in the future (a clock set back).
 * @param most windows kept; the oldest is forgotten first
 */
export function createWindows<K>(windowMs: number, most = Number.POSITIVE_INFINITY): Windows<K> {
  // In the order in which they opened, so windows that are over come first.
  const windows = new Map<K, {readonly openedAt: number; used: number}>();
  const isOver = (openedAt: number, nowMs: number): boolean => Math.abs(nowMs - openedAt) >= windowMs;
  return {
    count(key, nowMs) {
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
      window.used++;
      return window;
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

/** What one answer may hold: the default of a parameter and its maximum. */
export interface AnswerLimit {
  /** Null where there is no parameter: the limit holds for every answer. */
  readonly fallback: number | null;
  readonly maximum: number;
}

/** The limits of SPEC "Limits" by which a request is refused: the routes apply them and /plans shows them. */
export const ANSWER_LIMITS = {
  sliceSeries: {fallback: 100, maximum: 300},
  sliceValues: {fallback: null, maximum: 60_000},
  foundSeries: {fallback: 20, maximum: 200},
  foundConcepts: {fallback: 20, maximum: 200},
  observations: {fallback: 500, maximum: 5000},
} as const satisfies Readonly<Record<string, AnswerLimit>>;
