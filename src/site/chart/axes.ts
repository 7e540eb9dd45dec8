// The axes of a chart: the position of a value or a day, the round values and days with marks, and the texts of the marks.
import {type Day, dayOf, dayText, monthIndex} from "../../statistics/time/day.ts";
import {FREQUENCIES, type Frequency} from "../../statistics/time/frequency.ts";
import type {Language} from "../words/language.ts";
import {
  decimalsIn,
  missingDecimals,
  numberText,
  shortDayWords,
  shortMonthWords,
  shortPeriodWords,
} from "../words/wording.ts";

/** A smaller relative difference is drawn as no difference: round marks would need more digits than there is room for. */
const LEAST_SHARE = 1e-9;
/** A smaller range has no round numbers in floating point. */
const LEAST_RANGE = 1e-290;

export interface Scale {
  readonly low: number;
  readonly high: number;
  /** Round values between them, ascending. */
  readonly ticks: readonly number[];
}

/** A scale over all values with about `wanted` ticks. It begins and ends on a tick; a single value gets room on both sides. */
export function valueScale(values: readonly number[], wanted = 5): Scale {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (low > high) [low, high] = [0, 1];
  const most = Math.max(Math.abs(low), Math.abs(high));
  if (high - low <= Math.max(most * LEAST_SHARE, LEAST_RANGE)) {
    const room = most > LEAST_RANGE ? most * 0.1 : 1;
    [low, high] = [low - room, high + room];
  }
  // a scale that begins near zero begins at zero
  if (low > 0 && low < (high - low) * 0.25) low = 0;
  const step = roundStep((high - low) / wanted);
  const [first, last] = [Math.floor(low / step), Math.ceil(high / step)];
  const ticks = Array.from({length: last - first + 1}, (_, index) => tidy((first + index) * step));
  return {low: ticks[0]!, high: ticks.at(-1)!, ticks};
}

/** Share of the way from low to high. */
export function shareOfScale({low, high}: Pick<Scale, "low" | "high">, value: number): number {
  return (value - low) / (high - low);
}

/** 1, 2 or 5 times a power of ten, not below `least`. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 5, 10].find((one) => one * power >= least * 0.999) ?? 10;
  return factor * power;
}

/** Removes the digits that floating-point multiplication adds. */
function tidy(value: number): number {
  return Number(value.toPrecision(12));
}

/** All with the same number of decimals, so that none looks less exact. */
export function markTexts(ticks: readonly number[], language: Language): string[] {
  const texts = ticks.map((tick) => numberText(tick, language));
  const most = Math.max(0, ...texts.map((text) => decimalsIn(text, language) ?? 0));
  return texts.map((text) => text + missingDecimals(text, most, language));
}

interface TimeTick {
  readonly day: Day;
  readonly text: string;
}

const YEAR_STEPS = [1, 2, 5, 10, 20, 50, 100];
const MONTH_STEPS = [1, 2, 3, 6];
const QUARTER_STEPS = [3, 6];
/** For months and days, whose texts are long: a chart may be as narrow as a phone. */
const MOST_LONG_MARKS = 4;
const NEAR_END = 0.03;

/**
 * At most `most` marks between the days, both included: years, or months and days over a short span; of years and quarters nothing finer.
 * @param frequencies of the lines
 */
export function timeTicks(
  first: Day,
  last: Day,
  language: Language,
  most = 8,
  frequencies: readonly Frequency[] = [],
): TimeTick[] {
  const finest = FREQUENCIES.find((one) => frequencies.includes(one));
  const [from, to] = [monthIndex(first), monthIndex(last)];
  const years = (to - from) / 12;
  if (years >= 3 || finest === "A") {
    const step = YEAR_STEPS.find((one) => years / one <= most) ?? 200;
    const starting = starts(from, to, step * 12, first, last);
    return starting.map((day) => ({day, text: String(Number(dayText(day).slice(0, 4)))}));
  }
  const steps = finest === "Q" ? QUARTER_STEPS : MONTH_STEPS;
  const months = steps.find((one) => (to - from) / one <= Math.min(most, MOST_LONG_MARKS)) ?? 12;
  const textOf = (day: Day): string =>
    finest === "Q" ? shortPeriodWords(day, "Q", language) : shortMonthWords(day, language);
  if (to - from >= 2 || finest === "Q")
    return starts(from, to, months, first, last).map((day) => ({day, text: textOf(day)}));
  const step = Math.max(1, Math.ceil((last - first) / 3));
  const days: TimeTick[] = [];
  for (let day = first; day <= last; day += step) days.push({day, text: shortDayWords(day, language)});
  return days;
}

/** Centred texts at the ends would leave the drawing. @param share position of the mark, from 0 at the first day to 1 at the last */
export function anchorOf(share: number): "start" | "middle" | "end" {
  return share < NEAR_END ? "start" : share > 1 - NEAR_END ? "end" : "middle";
}

/** The first days of every `months`-th calendar month. */
function starts(from: number, to: number, months: number, first: Day, last: Day): Day[] {
  const found: Day[] = [];
  for (let month = Math.ceil(from / months) * months; month <= to; month += months) {
    const day = dayOf(Math.floor(month / 12), (month % 12) + 1, 1);
    if (day >= first && day <= last) found.push(day);
  }
  return found;
}
