// The texts of periods as bytes. Those of the calendar's frequencies are kept for the process: each text is made once.
//
// The weeks of a dataset are its own, and are written by number only where it counts by ISO 8601.
import {periodCode, periodCodes} from "../../formats/coded-period.ts";
import {createPeriodBytes, type PeriodBytes} from "../../formats/sdmx/csv-rows.ts";
import {type Day, FIRST_DAY, LAST_DAY, NO_DAY, type PeriodTable} from "../../statistics/time/day.ts";
import type {Frequency} from "../../statistics/time/frequency.ts";

const ofCalendar = new Map<Frequency, PeriodBytes>();

/**
 * The texts for one answer, by frequency.
 * @param weeks the calendar of the dataset; null: it has no series of weeks
 */
export function periodBytes(weeks: PeriodTable | null): (frequency: Frequency) => PeriodBytes {
  let ofWeeks: PeriodBytes | null = null;
  return (frequency) => {
    if (frequency === "W" && weeks !== null) {
      ofWeeks ??= bytesOfWeeks(weeks);
      return ofWeeks;
    }
    const known = ofCalendar.get(frequency);
    if (known !== undefined) return known;
    const made = createPeriodBytes((day: Day) => periodCode(frequency, day), FIRST_DAY, LAST_DAY);
    ofCalendar.set(frequency, made);
    return made;
  };
}

function bytesOfWeeks(weeks: PeriodTable): PeriodBytes {
  const days = weeks.days.filter((day) => day !== NO_DAY);
  return createPeriodBytes(periodCodes("W", weeks), days[0]!, days.at(-1)!);
}
