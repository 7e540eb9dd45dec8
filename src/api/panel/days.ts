// The days of a panel by a rhythm: the ends of months or weeks, or the days on which something of its series was published.
//
// Without bounds they reach from the first publication to the first end of a month or week that knows the latest one: later days would only
// repeat it.
import type {Estimates} from "../../statistics/history/estimates.ts";
import {withdrawnSpans} from "../../statistics/history/withdrawn.ts";
import {type Day, FIRST_DAY, LAST_DAY, lastDay, NO_DAY} from "../../statistics/time/day.ts";
import {isoWeekOf} from "../../statistics/time/week.ts";
import type {Steps} from "../../work/pace.ts";
import {PERIODS_AT_ONCE} from "./joined-periods.ts";
import type {PanelRequest} from "./request.ts";

/** Days on which an estimate was published, withdrawn or given again, ascending, step by step. */
export function* publicationDays(histories: readonly Estimates[]): Steps<Day[]> {
  const days = new Set<Day>();
  for (const history of histories) {
    let before: Day = NO_DAY;
    for (let row = 0; row < history.count; row++) {
      const day = history.day[row]!;
      // neighbours are mostly of one release
      if (day !== before) days.add(day);
      before = day;
      if (row % PERIODS_AT_ONCE === PERIODS_AT_ONCE - 1) yield;
    }
    yield;
    for (const {day, untilDay} of withdrawnSpans(history)) {
      days.add(day);
      if (untilDay !== NO_DAY) days.add(untilDay);
    }
  }
  return [...days].sort((one, other) => one - other);
}

/** Ascending, each once. @param published the days of publication of the series, ascending */
export function daysOf(
  {days, every, knownFrom, knownTo}: Pick<PanelRequest, "days" | "every" | "knownFrom" | "knownTo">,
  published: readonly Day[],
): readonly Day[] {
  if (days !== null) return days;
  const [given, latest] = [knownFrom ?? published[0], knownTo ?? published.at(-1)];
  if (given === undefined || latest === undefined) return [];
  const first = Math.max(given, FIRST_DAY);
  if (every === "release") return published.filter((day) => day >= first && day <= latest);
  const endOf = every === "month" ? (day: Day) => lastDay("M", day) : sundayOf;
  const found: Day[] = [];
  let end = endOf(first);
  const to = Math.min(knownTo ?? endOf(latest), LAST_DAY);
  while (end <= to) {
    found.push(end);
    end = endOf(end + 1);
  }
  return found;
}

function sundayOf(day: Day): Day {
  return isoWeekOf(day).monday + 6;
}
