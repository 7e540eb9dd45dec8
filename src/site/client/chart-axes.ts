// The texts at the marks of a chart's axes: values, all with the decimals of the mark that needs most, and years, months or days.
import {dateOf, numberText, plainDate} from "./period-words.ts";

export const DAY_SECONDS = 86_400;
/** If marks are at least this many days apart, they show years, or months. */
const [YEAR_DAYS, MONTH_DAYS] = [360, 27];

/** @param splits null: a mark without a text */
export function valueTexts(splits: readonly (number | null)[], isLogarithmic: boolean): string[] {
  const values = splits.map((value) => (value === null ? null : tidy(value)));
  // powers of ten need different numbers of decimals
  const decimals = isLogarithmic ? 0 : Math.max(0, ...values.map(decimalsOf));
  return values.map((value) => (value === null ? "" : numberText(value, decimals)));
}

/** Years; months and days if the marks are closer. @param step seconds between two marks */
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

/** Width of the texts at value marks, in pixels. */
export function sizeOfTexts(_plot: unknown, texts: string[] | null): number {
  return 18 + 6.4 * Math.max(3, ...(texts ?? []).map((text) => text.length));
}

function decimalsOf(value: number | null): number {
  return String(value).split(".")[1]?.length ?? 0;
}

/** Without the digits that floating-point multiplication adds. */
function tidy(value: number): number {
  return Number(value.toPrecision(12));
}
