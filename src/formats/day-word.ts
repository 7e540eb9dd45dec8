// Days as words that one store writes: YYYY-MM- in eight bytes, the day of the month apart.
//
// A day is looked up by its number; its words are made when it is first written.
import {type Day, dayText, FIRST_DAY, LAST_DAY} from "../statistics/day.ts";
import {asWord} from "./arena.ts";

/** Day − FIRST_DAY → "YYYY-MM-", where MONTH_DAY is above zero. */
export const YEAR_MONTH = new Float64Array(LAST_DAY - FIRST_DAY + 1);
/** Day − FIRST_DAY → day of the month, 0 where the day was never written yet. */
export const MONTH_DAY = new Uint8Array(LAST_DAY - FIRST_DAY + 1);

/** Makes the words of a day and gives its day of the month; throws RangeError outside of the supported days. */
export function prepareDay(day: Day): number {
  if (!(day >= FIRST_DAY && day <= LAST_DAY)) throw new RangeError(`${day} is not one of the supported days`);
  const text = dayText(day);
  YEAR_MONTH[day - FIRST_DAY] = asWord(text.slice(0, 8));
  MONTH_DAY[day - FIRST_DAY] = Number(text.slice(8));
  return MONTH_DAY[day - FIRST_DAY]!;
}

/** Day of the month → its two digits and up to six characters behind them. */
export function monthDayWords(behind: string): Float64Array {
  return Float64Array.from({length: 32}, (_, day) => asWord(String(day).padStart(2, "0") + behind));
}
