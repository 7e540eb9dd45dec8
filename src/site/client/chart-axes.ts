// The words at the marks of a chart's axes: values with as many decimals as the mark that needs most, years, months or days.
import {dateOf, numberText, plainDate} from "./period-words.ts";

export const DAY_SECONDS = 86_400;
/** Marks at least so far from each other are those of years, or of months. */
const [YEAR_DAYS, MONTH_DAYS] = [360, 27];

/** @param splits null: a mark without words */
export function valueTexts(splits: readonly (number | null)[], isLogarithmic: boolean): string[] {
  const values = splits.map((value) => (value === null ? null : tidy(value)));
  // powers of ten have nothing in common
  const decimals = isLogarithmic ? 0 : Math.max(0, ...values.map(decimalsOf));
  return values.map((value) => (value === null ? "" : numberText(value, decimals)));
}

/** Years; months and days where the marks lie closer. @param step from mark to mark, in seconds as they are */
export function timeTexts(splits: readonly number[], step: number): string[] {
  const language = document.documentElement.lang === "ru" ? "ru-RU" : "en-GB";
  const format =
    step >= YEAR_DAYS * DAY_SECONDS
      ? null
      : new Intl.DateTimeFormat(language, {
          timeZone: "UTC",
          ...(step >= MONTH_DAYS * DAY_SECONDS ? {month: "short", year: "numeric"} : {day: "numeric", month: "short"}),
        });
  return splits.map((seconds) => {
    const date = dateOf(Math.round(seconds / DAY_SECONDS));
    return format === null ? String(date.getUTCFullYear()) : plainDate(format.format(date));
  });
}

/** Room for the marks of values, in pixels. */
export function sizeOfTexts(_plot: unknown, texts: string[] | null): number {
  return 18 + 6.4 * Math.max(3, ...(texts ?? []).map((text) => text.length));
}

function decimalsOf(value: number | null): number {
  return String(value).split(".")[1]?.length ?? 0;
}

/** Without the digits that multiplying by a step made up. */
function tidy(value: number): number {
  return Number(value.toPrecision(12));
}
