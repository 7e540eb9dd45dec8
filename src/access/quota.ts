// The month of an account: values count in the calendar month in UTC in which they were asked for (CONTRACT 1).

/** YYYY-MM in UTC. */
export function monthOf(nowMs: number): string {
  return usageDay(nowMs).slice(0, 7);
}

/** YYYY-MM-DD in UTC: the day to which a charge is booked. */
export function usageDay(nowMs: number): string {
  const day = Math.floor(nowMs / DAY_MS);
  if (day !== lastDay.day) lastDay = {day, text: new Date(nowMs).toISOString().slice(0, 10)};
  return lastDay.text;
}

const DAY_MS = 86_400_000;

/** Every request asks for it, and mostly it is the one of the request before. */
let lastDay = {day: Number.NaN, text: ""};

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
