// The texts of periods as bytes, kept for the process: each text is made once.
//
// The calendar's frequencies have one table each. The weeks of a dataset have their own, and are written by number only where it counts by
// ISO 8601.
import {periodCode, periodCodes} from "../../formats/coded-period.ts";
import {createPeriodBytes, type PeriodBytes} from "../../formats/sdmx/csv-rows.ts";
import {type Day, FIRST_DAY, LAST_DAY, NO_DAY, type PeriodTable} from "../../statistics/time/day.ts";
import type {Frequency} from "../../statistics/time/frequency.ts";

const ofCalendar = new Map<Frequency, PeriodBytes>();
const ofWeeks = new WeakMap<PeriodTable, PeriodBytes>();

/** @param weeks the calendar of the dataset; null: it has no series of weeks */
export function periodBytes(frequency: Frequency, weeks: PeriodTable | null): PeriodBytes {
  if (frequency !== "W" || weeks === null) {
    const known = ofCalendar.get(frequency);
    if (known !== undefined) return known;
    const made = createPeriodBytes((day: Day) => periodCode(frequency, day), FIRST_DAY, LAST_DAY);
    ofCalendar.set(frequency, made);
    return made;
  }
  const known = ofWeeks.get(weeks);
  if (known !== undefined) return known;
  const days = weeks.days.filter((day) => day !== NO_DAY);
  const made = createPeriodBytes(periodCodes("W", weeks), days[0]!, days.at(-1)!);
  ofWeeks.set(weeks, made);
  return made;
}
