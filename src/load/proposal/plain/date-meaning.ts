// Days in a column or a header, and what they mean together: a day of each week, or the firsts or ends of months, quarters or years.
import {readWrittenPeriod} from "../../../country/written-period.ts";
import {dayOf} from "../../../statistics/time/day.ts";
import {isoWeekOf} from "../../../statistics/time/week.ts";
import type {Kind} from "../../described/descriptor/descriptor.ts";
import type {DateMeaning} from "../../described/facts.ts";
import {type Cell, cellDay, isDateFormat} from "../../workbook/sheet.ts";
import {STAYS_OPEN} from "../guesses.ts";
import type {Say} from "../reading.ts";

/** Days since 1970, ascending; empty if other periods than days stand among them. */
export function daysIn(cells: readonly Cell[], kind: Kind, date1904: boolean): number[] {
  const order = kind === "time, month first" ? "month" : "day";
  const days = new Set<number>();
  for (const cell of cells) {
    if (cell.kind === "number" && isDateFormat(cell.format)) {
      const day = cellDay(cell, date1904);
      if (day !== null) days.add(day);
      continue;
    }
    const found = readWrittenPeriod(cell.plain, {first: order});
    if (found?.kind !== "day") return [];
    days.add(dayOf(found.date.year, found.date.month, found.date.dayOfMonth));
  }
  return [...days].sort((a, b) => a - b);
}

const LEAST_WEEKS = 8;
/** Share of the gaps that must be whole weeks. */
const LEAST_SHARE = 0.9;

/** A day of each week, mostly the same one: no two dates are in one week, and nine of ten are whole weeks apart. */
function areWeeks(days: readonly number[]): boolean {
  if (days.length < LEAST_WEEKS) return false;
  const gaps = days.slice(1).map((day, at) => day - days[at]!);
  const inOneWeek = new Set(days.map((day) => isoWeekOf(day).monday)).size < days.length;
  const whole = gaps.filter((gap) => gap % 7 === 0).length;
  const next = gaps.filter((gap) => gap <= 8).length;
  return !inOneWeek && whole >= gaps.length * LEAST_SHARE && next * 2 > gaps.length;
}

/** Days between the firsts or the ends of periods that follow each other. */
const GAPS: readonly (readonly [of: "month" | "quarter" | "year", least: number, most: number])[] = [
  ["month", 28, 31],
  ["quarter", 89, 92],
  ["year", 365, 366],
];

/**
 * "2024-01-01", "2024-02-01": each means its month. All days must be firsts or ends of their months, and the smallest gap between them the
 * period: a quarter is not read from two days.
 */
export function meaningOf(days: readonly number[], say: Say): DateMeaning | null {
  if (days.length < 2) return null;
  if (areWeeks(days)) {
    say("dates: the dates are a week apart, and each means its week, counted by ISO 8601", 0.8);
    return "week";
  }
  const isFirst = (day: number): boolean => new Date(day * 86_400_000).getUTCDate() === 1;
  const isEnd = (day: number): boolean => isFirst(day + 1);
  const firsts = days.every(isFirst);
  const gap = Math.min(...days.slice(1).map((day, at) => day - days[at]!));
  if (!firsts && !days.every(isEnd)) {
    if (gap >= GAPS[0]![1])
      say("dates: each date is a day, though the dates are far apart and may mean the periods that they are in", 0.5);
    return null;
  }
  const of = GAPS.find(([, least, most]) => gap >= least && gap <= most)?.[0];
  if (of === undefined) return null;
  const months = new Set(days.map((day) => new Date((firsts ? day : day + 1) * 86_400_000).getUTCMonth()));
  const isRegular =
    of === "month" ||
    (of === "quarter" ? [...months].every((month) => month % 3 === 0) : months.size === 1 && months.has(0));
  if (!isRegular && firsts)
    say("dates: each date is the first day of a month, and means all of it, though the dates are farther apart", 0.5);
  if (!isRegular) return firsts ? "month" : null;
  if (of !== "month" && days.length < 3) {
    say(
      `do the dates, ${of === "year" ? "a year" : "a quarter"} apart, mean days, months or ${of}s? write it in dates of a descriptor${STAYS_OPEN}`,
      null,
    );
    return null;
  }
  say(
    `dates: each date is the ${firsts ? "first" : "last"} day of a ${of}, and means all of it`,
    of === "month" ? 0.8 : 0.5,
  );
  return of === "year" || !firsts ? `in ${of}` : of;
}
