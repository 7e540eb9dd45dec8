// Periods, days and numbers in the language of the page, in the same form as from the server (wording.ts); and elements for them.
import {dateOf, plainDate} from "./time-marks.ts";

export const language = document.documentElement.lang === "ru" ? "ru-RU" : "en-GB";
const numbers = new Intl.NumberFormat(language, {maximumFractionDigits: 20});
const shares = new Intl.NumberFormat(language, {maximumFractionDigits: 2});
const days = new Intl.DateTimeFormat(language, {day: "numeric", month: "short", year: "numeric", timeZone: "UTC"});
const months = new Intl.DateTimeFormat(language, {month: "long", year: "numeric", timeZone: "UTC"});

export function localDay(day: number): string {
  return plainDate(days.format(dateOf(day)));
}

/** The period that starts on the day. */
export function localPeriod(first: number, frequency: string): string {
  const date = dateOf(first);
  const year = date.getUTCFullYear();
  if (frequency === "A") return String(year);
  if (frequency === "Q") {
    const quarter = date.getUTCMonth() / 3;
    return language === "ru-RU" ? `${["I", "II", "III", "IV"][quarter]} квартал ${year}` : `Q${quarter + 1} ${year}`;
  }
  return frequency === "M" ? plainDate(months.format(date)) : localDay(first);
}

/** All digits of a published value. @param decimals the minimum number of decimals, filled with zeros */
export function localNumber(value: number, decimals = 0): string {
  const format =
    decimals === 0
      ? numbers
      : new Intl.NumberFormat(language, {minimumFractionDigits: decimals, maximumFractionDigits: 20});
  return format.format(String(value) as unknown as number).replace("-", "\u2212");
}

/** For numbers computed here: two decimals. */
export function roundedText(value: number): string {
  return shares.format(value).replace("-", "\u2212");
}

/** At the value marks of a chart: all with the decimals of the mark that needs most. @param splits null: a mark without a text */
export function valueTexts(splits: readonly (number | null)[], isLogarithmic: boolean): string[] {
  const values = splits.map((value) => (value === null ? null : tidy(value)));
  // powers of ten need different numbers of decimals
  const decimals = isLogarithmic ? 0 : Math.max(0, ...values.map(decimalsOf));
  return values.map((value) => (value === null ? "" : localNumber(value, decimals)));
}

/** Width of the texts at value marks, in pixels. */
export function sizeOfTexts(texts: string[] | null): number {
  return 18 + 7 * Math.max(3, ...(texts ?? []).map((text) => text.length));
}

function decimalsOf(value: number | null): number {
  return String(value).split(".")[1]?.length ?? 0;
}

/** Without the digits that floating-point multiplication adds. */
function tidy(value: number): number {
  return Number(value.toPrecision(12));
}

/** Here because both kinds of charts load this module: each further one is a request. */
export function element<K extends keyof HTMLElementTagNameMap>(name: K, className = ""): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  made.className = className;
  return made;
}
