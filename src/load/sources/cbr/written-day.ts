// Days as the Bank of Russia writes them: 15.03.2022 in its XML and tables, 2025-01-17T00:00:00+03:00 in its web services.
//
// A day with a time and a zone is the day that is written: taken through UTC it would step back by one (FIX-cbr-04).
import {type Day, parseDay} from "../../../statistics/time/day.ts";

/** dd.mm.yyyy; null for anything else. */
export function parseDottedDay(text: string): Day | null {
  const parts = /^(\d\d)\.(\d\d)\.(\d{4})$/.exec(text.trim());
  return parts === null ? null : parseDay(`${parts[3]}-${parts[2]}-${parts[1]}`);
}

/** The date part of an ISO 8601 moment at midnight; null for anything else, another hour included. */
export function parseMidnight(text: string): Day | null {
  const parts = /^(\d{4}-\d\d-\d\d)T00:00:00(?:\.0+)?(?:Z|[+-]\d\d:\d\d)?$/.exec(text.trim());
  return parts === null ? null : parseDay(parts[1]!);
}
