// Whether the day of publication may be wrong: more than two years after the last period of the release.
//
// Names of territories are read by that day: the Siberian federal district is another territory since 2018-11-03. The day on which a table of
// January 2016 was downloaded would choose the wrong one. A day that the file states is not questioned.
import {
  type Day,
  dayOf,
  dayText,
  firstDay,
  lastDay,
  monthIndex,
  type PeriodOrdinal,
} from "../../statistics/time/day.ts";
import type {Frequency} from "../../statistics/time/frequency.ts";
import {WEEKS_A_YEAR} from "../../statistics/time/week.ts";
import type {RunCheck} from "../../store/releases/run-details.ts";
import {longLagText} from "../../text/finding.ts";
import {checkOfRun} from "./run-check.ts";

const LAG_YEARS_LIMIT = 2;

/** @param newest period of each frequency. null: there is none */
export function lastDayOf(newest: ReadonlyMap<Frequency, PeriodOrdinal>): Day | null {
  const days = [...newest].map(([frequency, period]) =>
    // Days of weeks are known only from their source's calendar; within days they are these.
    frequency === "W"
      ? dayOf(Math.floor(period / WEEKS_A_YEAR), 1, 7 * ((period % WEEKS_A_YEAR) + 1))
      : lastDay<Day>(frequency, firstDay(frequency, period)),
  );
  return days.length === 0 ? null : Math.max(...days);
}

/** FIX-rosstat-76: exactly two years are no lag; the last day of February counts as one. */
export function isOfAnotherTime(publishedAt: Day, lastPeriodEnd: Day): boolean {
  const month = monthIndex(lastPeriodEnd);
  const [year, monthOfYear] = [Math.floor(month / 12), (month % 12) + 1];
  const first = dayOf(year + LAG_YEARS_LIMIT, monthOfYear, 1);
  const limit = first + lastPeriodEnd - dayOf(year, monthOfYear, 1);
  return publishedAt > Math.min(limit, lastDay<Day>("M", first));
}

/** The question to a person. null: the day is not questioned. */
export function lagQuestion(publishedAt: Day, lastPeriodEnd: Day): string | null {
  if (!isOfAnotherTime(publishedAt, lastPeriodEnd)) return null;
  return longLagText({published: dayText(publishedAt), end: dayText(lastPeriodEnd)});
}

/** Only for a release whose day decides about names and was given by the command. */
export function lagChecks(facts: {readonly publishedAt: Day; readonly lastPeriodEnd: Day | null}): RunCheck[] {
  const {publishedAt, lastPeriodEnd} = facts;
  if (lastPeriodEnd === null) return [];
  const isStrange = isOfAnotherTime(publishedAt, lastPeriodEnd);
  const lag = {published: dayText(publishedAt), end: dayText(lastPeriodEnd)};
  return [checkOfRun("day-of-its-time", true, !isStrange, [{code: isStrange ? "long-lag" : "lag", ...lag}])];
}
