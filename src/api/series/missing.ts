// The periods of a series without a value in force, with the reason (CONTRACT 6.3): withdrawn ones, and those for which a release has only a sign.
import {REASON_OF_SIGN} from "../../statistics/history/gaps.ts";
import type {HistoryWindow, Observations} from "../../statistics/history/window.ts";
import type {WithdrawalReason, WithdrawnSpan} from "../../statistics/history/withdrawal.ts";
import {type Day, dayText, NO_DAY, type PeriodTable} from "../../statistics/time/day.ts";
import {decodeMissing} from "../../statistics/time/missing-periods.ts";
import type {MissingOfRelease} from "../../store/datasets/missing.ts";

/**
 * @param start the row of the first value in the answer; earlier periods are left out, as their values are
 * @param signs by day of publication
 */
export function describeMissing(
  {from, to, asOf}: HistoryWindow,
  {base, days}: PeriodTable,
  {count, period}: Observations,
  start: number,
  withdrawn: readonly WithdrawnSpan[],
  signs: readonly MissingOfRelease[],
): object[] {
  const first = start === 0 ? Number.NEGATIVE_INFINITY : period[start]!;
  const found = new Map<Day, {reason: WithdrawalReason; since: Day}>();
  for (const {publishedAt, cells} of signs) {
    if (asOf !== null && publishedAt > asOf) continue;
    for (const {period: ordinal, reason: sign} of decodeMissing(cells)) {
      const day = days[ordinal - base] ?? NO_DAY;
      if (ordinal < from || ordinal > to || day === NO_DAY || day < first) continue;
      const reason = REASON_OF_SIGN[sign] ?? "unknown";
      if (found.get(day)?.reason !== reason) found.set(day, {reason, since: publishedAt});
    }
  }
  // A value in force takes precedence over any sign.
  for (let row = start; row < count; row++) found.delete(period[row]!);
  for (const {period: ordinal, reason, day: since} of withdrawn) {
    const day = days[ordinal - base]!;
    if (day >= first) found.set(day, {reason, since});
  }
  return [...found]
    .sort(([one], [other]) => one - other)
    .map(([day, {reason, since}]) => ({period: dayText(day), reason, since: dayText(since)}));
}
