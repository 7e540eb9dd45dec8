// The direction that a sentence gives to a value: "rose to 16 %", "slowed to 5 %", "was kept at 16 %", "peaked at 8 %".
//
// The number may be right and the direction wrong. It is compared with the period before of the same series. Values that are equal say nothing of
// a rise, so the last other one counts: a rate is cut on one day and stays for weeks.
import type {Estimates} from "../../statistics/history/estimates.ts";
import type {Frequency} from "../../statistics/time/frequency.ts";
import {codeIn, phraseAt} from "../claim-phrases.ts";

export type Direction = "up" | "down" | "same" | "peak" | "trough";

const DIRECTIONS: Readonly<Record<string, Direction>> = {
  up: "up",
  down: "down",
  "price up": "up",
  "price down": "down",
};

/** @param before the words before the number, in order. null: they tell none, or the number is where a change began */
export function directionIn(before: readonly string[]): Direction | null {
  if (codeIn("from", before.at(-1)) !== null) return null;
  for (let at = before.length - 1; at >= 0; at--) {
    const named = codeIn("directed", before[at]);
    if (named !== null) return named as Direction;
    const direction = DIRECTIONS[phraseAt(before, at)?.meaning ?? ""];
    // "the fall slowed to 3 %": of a change, and not of the value
    if (codeIn("growth-noun", before[at]) !== null) continue;
    if (direction !== undefined) return isUpTo(before, at + 1) ? direction : null;
  }
  return null;
}

/** "Rose by 5 % to 105": "to" counts, and "by" before it does not. */
function isUpTo(before: readonly string[], from: number): boolean {
  const behind = before.slice(from);
  const to = behind.findLastIndex((word) => codeIn("up-to", word) !== null);
  return to > behind.findLastIndex((word) => codeIn("by", word) !== null);
}

const PER_YEAR: Partial<Record<Frequency, number>> = {A: 1, Q: 4, M: 12};

/** @param isOnYear it is compared with the same period a year before @returns null: the series cannot tell */
export function hasDirection(
  direction: Direction,
  history: Estimates,
  period: number,
  frequency: Frequency,
  isOnYear: boolean,
): boolean | null {
  const values = new Map<number, number>();
  for (let row = 0; row < history.count; row++) values.set(history.period[row]!, history.value[row]!);
  const own = values.get(period);
  const perYear = PER_YEAR[frequency];
  const earlier = [...values.keys()].filter((one) => one < period).sort((one, other) => other - one);
  const [last] = earlier;
  if (own === undefined || last === undefined) return null;
  if (isOnYear && perYear === undefined) return null;
  if (perYear !== undefined && !isOnYear && last !== period - 1) return null;
  const before = values.get(isOnYear ? period - perYear! : last);
  if (before === undefined) return null;
  if (direction === "same") return before === own;
  if (direction === "up" || direction === "down") {
    const other =
      before === own && !isOnYear ? earlier.map((one) => values.get(one)!).find((one) => one !== own) : before;
    return other === undefined ? null : direction === "up" ? own > other : own < other;
  }
  const after = values.get(Math.min(...[...values.keys()].filter((one) => one > period)));
  if (after === undefined) return null;
  return direction === "peak" ? own > before && own > after : own < before && own < after;
}
