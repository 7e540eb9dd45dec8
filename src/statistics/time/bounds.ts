// The bounds of a slice: from which day to which day, both included.
//
// A value belongs to a bound by the first day of its period: 2024-Q1 is outside `start=2024-02`, though most of it comes later.
import type {Day} from "./day.ts";
import {NO_DAY, parseCalendarDay, parseDigits} from "./day.ts";
import type {Frequency} from "./frequency.ts";
import type {PeriodOrdinal, PeriodTable} from "./period.ts";
import {firstDay, lastDay, ordinalAt} from "./period.ts";

/** Both days are included; null leaves that side open. */
export interface Bounds {
  readonly from: Day | null;
  readonly to: Day | null;
}

/**
 * YYYY, YYYY-MM or YYYY-MM-DD of the years 0001 … 9999; a year or a month gives its first day at the start and its last at
 * the end. Null when the text is none of these. A bound may lie far outside the supported days: it then cuts off nothing or all.
 */
export function parseBound(text: string, side: "start" | "end"): Day | null {
  if (text.length === 10) return parseCalendarDay(text);
  const year = parseDigits(text, 0, 4);
  if (year < 1) return null;
  if (text.length === 4) return side === "start" ? firstDay("A", year) : lastDay("A", firstDay("A", year));
  const month = parseDigits(text, 5, 7);
  if (text.length !== 7 || text[4] !== "-" || month < 1 || month > 12) return null;
  const first = firstDay("M", year * 12 + month - 1);
  return side === "start" ? first : lastDay("M", first);
}

/**
 * The ordinals whose first day lies within the bounds, both ends included; `from` is greater than `to` when there are none.
 * `table` is the frequency's own: `periodTable`, or the week calendar of the dataset.
 */
export function periodWindow(
  bounds: Bounds,
  frequency: Frequency,
  table: PeriodTable,
): {from: PeriodOrdinal; to: PeriodOrdinal} {
  let from = table.base;
  let to = table.base + table.days.length - 1;
  if (frequency === "W") {
    // Dates ascend with the count; NO_DAY between them is smaller than any bound, so gaps are passed over from either end.
    const {from: start, to: end} = bounds;
    if (start !== null) while (from <= to && table.days[from - table.base]! < start) from++;
    if (end !== null) while (to >= from && !isUpTo(end, table.days[to - table.base]!)) to--;
    return {from, to};
  }
  if (bounds.from !== null) {
    const containing = ordinalAt(frequency, bounds.from);
    from = Math.max(from, firstDay(frequency, containing) < bounds.from ? containing + 1 : containing);
  }
  if (bounds.to !== null) to = Math.min(to, ordinalAt(frequency, bounds.to));
  return {from, to};
}

/** A week that has a day, on or before `end`. */
function isUpTo(end: Day, day: Day): boolean {
  return day !== NO_DAY && day <= end;
}
