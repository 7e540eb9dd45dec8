// Generated histories in the shape of real ones, the same for the same seed: monthly walks with 0 to 6 decimals, 3 % of the periods
// with one to five superseded estimates.
//
// They are noise, so they need more bytes than published figures.

import type {Estimates} from "../src/statistics/history/estimates.ts";
import {dayOf, firstDay} from "../src/statistics/time/day.ts";

export const PERIODS = 300;
/** Months since year 0. */
export const FIRST_MONTH = 2001 * 12;

/** Each month is published about the 15th of the next month; all values of the years before 2020 on one day. */
export function randomHistory(random: () => number): Estimates {
  const walk = randomWalk(random);
  const rows: [period: number, day: number, value: number][] = [];
  for (let month = 0; month < PERIODS; month++) {
    const period = FIRST_MONTH + month;
    const level = walk();
    const published = Math.max(dayOf(2020, 1, 15), firstDay("M", period + 1) + 14);
    const estimates = random() < 0.03 ? 2 + Math.floor(random() * 5) : 1;
    for (let nth = 0; nth < estimates; nth++) rows.push([period, published + 31 * nth, walk.rounded(level + nth / 7)]);
  }
  return {
    count: rows.length,
    period: Int32Array.from(rows, (row) => row[0]),
    day: Int32Array.from(rows, (row) => row[1]),
    sequence: new Int32Array(rows.length),
    value: Float64Array.from(rows, (row) => row[2]),
  };
}

/** Each call gives the next level of a series; `rounded` rounds a value to the decimals of the series. */
export function randomWalk(random: () => number): (() => number) & {rounded(value: number): number} {
  const scale = 10 ** Math.floor(random() * 7);
  const rounded = (value: number): number => Math.round(value * scale) / scale;
  let level = 50 + random() * 500;
  const next = (): number => {
    level *= 0.99 + random() * 0.0205;
    return level;
  };
  return Object.assign(next, {rounded});
}

/** Mulberry32: the same numbers from the same seed on every machine. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
