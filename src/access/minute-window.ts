// The minute of an account: a window of 60 seconds that opens with its first request (CONTRACT 1).
//
// Not the clock's minute: a window that opened at 12:00:30.000 takes requests until 12:01:29.999.

export const WINDOW_MS = 60_000;

/** Requests left in the window, when `used` of them (this one too) are gone; never below 0. */
export function requestsLeft(requestsPerMinute: number, used: number): number {
  return Math.max(0, requestsPerMinute - used);
}

/** Whole seconds until a new window can open, at least 1: the Retry-After of a refused request. */
export function secondsToWindowEnd(openedAtMs: number, nowMs: number): number {
  return Math.max(1, Math.ceil((openedAtMs + WINDOW_MS - nowMs) / 1000));
}
