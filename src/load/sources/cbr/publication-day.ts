// Days in the Bank of Russia's files, and the day of publication, which these files do not state.
//
// Without --published it is the last day of the newest period, because the file can't be older than its last figure. A rate is set on the
// working day before it is valid, so this day is at most a long weekend late, and never early.
import {Refusal} from "../../../refusal.ts";
import {parseDay, type StatedDay} from "../../../statistics/time/day.ts";
import {hintedDay} from "../../metadata.ts";
import type {LoadHints} from "../../source.ts";

/** @param lastDay last day of the newest period; null: the file has no period. @throws Refusal if there is no day at all */
export function publicationDay(file: string, lastDay: StatedDay | null, hints: LoadHints): StatedDay {
  const day = hintedDay(hints) ?? lastDay;
  if (day !== null) return day;
  throw new Refusal(`${file} does not say when it was published`, "give the day with --published YYYY-MM-DD");
}

/**
 * The date of an ISO 8601 time at midnight ("2025-01-17T00:00:00+03:00"); null for any other text or hour. The date is taken as written:
 * a conversion to UTC would give the day before (FIX-cbr-04).
 */
export function parseMidnight(text: string): StatedDay | null {
  const parts = /^(\d{4}-\d\d-\d\d)T00:00:00(?:\.0+)?(?:Z|[+-]\d\d:\d\d)?$/.exec(text.trim());
  return parts === null ? null : parseDay(parts[1]!);
}
