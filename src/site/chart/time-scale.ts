// Marks of time under a drawing: years, and months or days where it spans little.
import {type Day, dayOf, dayText, monthIndex} from "../../statistics/time/day.ts";
import type {Language} from "../words/language.ts";
import {shortDayWords, shortMonthWords} from "../words/wording.ts";

export interface TimeTick {
  readonly day: Day;
  readonly text: string;
}

const YEAR_STEPS = [1, 2, 5, 10, 20, 50, 100];
const MONTH_STEPS = [1, 2, 3, 6];
/** Months and days are written longer than years, and a drawing may be as narrow as a phone. */
const MOST_LONG_MARKS = 4;
const NEAR_END = 0.03;

/** At most so many marks between the days, both included. */
export function timeTicks(first: Day, last: Day, language: Language, most = 8): TimeTick[] {
  const [from, to] = [monthIndex(first), monthIndex(last)];
  const years = (to - from) / 12;
  if (years >= 3) {
    const step = YEAR_STEPS.find((one) => years / one <= most) ?? 200;
    return starts(from, to, step * 12, first, last).map((day) => ({
      day,
      text: String(Number(dayText(day).slice(0, 4))),
    }));
  }
  const months = MONTH_STEPS.find((one) => (to - from) / one <= Math.min(most, MOST_LONG_MARKS)) ?? 12;
  if (to - from >= 2)
    return starts(from, to, months, first, last).map((day) => ({day, text: shortMonthWords(day, language)}));
  const step = Math.max(1, Math.ceil((last - first) / 3));
  const days: TimeTick[] = [];
  for (let day = first; day <= last; day += step) days.push({day, text: shortDayWords(day, language)});
  return days;
}

/** How the words of a mark stand to it: at the ends they would run out of the drawing. @param share of the way from the first day to the last */
export function anchorOf(share: number): "start" | "middle" | "end" {
  return share < NEAR_END ? "start" : share > 1 - NEAR_END ? "end" : "middle";
}

/** First days of every so-manieth month of the calendar. */
function starts(from: number, to: number, months: number, first: Day, last: Day): Day[] {
  const found: Day[] = [];
  for (let month = Math.ceil(from / months) * months; month <= to; month += months) {
    const day = dayOf(Math.floor(month / 12), (month % 12) + 1, 1);
    if (day >= first && day <= last) found.push(day);
  }
  return found;
}
