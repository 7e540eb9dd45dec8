// Numbers, days, periods and frequencies in words.
//
// In tables a published value has all its digits; headlines, charts and differences have few. Days are UTC. Days and periods have no line breaks inside.
import {readProviders} from "../../reference/reference.ts";
import {type Day, dayText, firstDay, parsePeriod} from "../../statistics/time/day.ts";
import type {Frequency} from "../../statistics/time/frequency.ts";
import {createBoundedCache} from "../../work/bounded-cache.ts";
import {type ComputedUnit, computedDigits} from "../client/computed-digits.ts";
import {fewDigits} from "../client/few-digits.ts";
import {plainDate} from "../client/time-marks.ts";
import {type InBoth, inBoth, type Language} from "./language.ts";
import {onOneLine} from "./line-breaks.ts";

/** The days of 150 years. A page shows about a hundred, mostly the same as the page before. */
const MOST_MOMENTS = 60_000;

const LOCALES: InBoth<string> = {ru: "ru-RU", en: "en-GB"};

const numbers = perLanguage((locale) => new Intl.NumberFormat(locale, {maximumFractionDigits: 20}));
const plurals = perLanguage((locale) => new Intl.PluralRules(locale));
const days = perLanguage((locale) => dayFormat(locale, {day: "numeric", month: "long", year: "numeric"}));
const shortDays = perLanguage((locale) => dayFormat(locale, {day: "numeric", month: "short", year: "numeric"}));
const months = perLanguage((locale) => dayFormat(locale, {month: "long", year: "numeric"}));
const shortMonths = perLanguage((locale) => dayFormat(locale, {month: "short", year: "numeric"}));
const moments = perLanguage((locale) =>
  kept(dateFormat(locale, {day: "numeric", month: "long", year: "numeric", hour: "2-digit", minute: "2-digit"})),
);

/** All digits of the shortest decimal that reads back as the same double, grouped, with a real minus sign. */
export function numberText(value: number, language: Language): string {
  // Intl keeps the digits of a text; a double it would write out in full
  return numbers[language].format(String(value) as unknown as number).replace("-", "\u2212");
}

/** For headlines, charts and what is computed here: a fraction as long as a double's is cut to a few digits. */
export function fewDigitsText(value: number, language: Language): string {
  return numberText(fewDigits(value), language);
}

/** What is computed here, with sensible digits. @param like a value of the same column */
export function computedText(value: number, unit: ComputedUnit, language: Language, like = value): string {
  return numberText(computedDigits(value, unit, like), language);
}

/** In a headline or beside a chart. `computed` says that it is computed here, and in which unit. */
export function shownText(
  {computed}: {readonly computed?: ComputedUnit},
  value: number,
  language: Language,
  like = value,
): string {
  return computed === undefined ? fewDigitsText(value, language) : computedText(value, computed, language, like);
}

/** With 2 wanted: ",00" for "101", "0" for "101,5", "" for "101,55" and for a text that is not a number. */
export function missingDecimals(text: string, wanted: number, language: Language): string {
  const own = decimalsIn(text, language);
  return own === null ? "" : decimalsAfter(own, wanted, language);
}

/** What a figure with `own` decimals lacks. */
export function decimalsAfter(own: number, wanted: number, language: Language): string {
  return own >= wanted ? "" : `${own === 0 ? MARKS[language] : ""}${"0".repeat(wanted - own)}`;
}

/** null: the text is not a number. */
export function decimalsIn(text: string, language: Language): number | null {
  if (!/\d$/.test(text)) return null;
  const at = text.lastIndexOf(MARKS[language]);
  return at < 0 ? 0 : text.length - at - 1;
}

const MARKS = inBoth({ru: ",", en: "."});

/** With a plus or a real minus sign; zero has none. */
export function signedText(value: number, language: Language): string {
  const text = fewDigitsText(Math.abs(value), language);
  return value === 0 ? text : `${value > 0 ? "+" : "\u2212"}${text}`;
}

/** "3 ряда", "1 series", on one line. */
export function countText(count: number, thing: keyof typeof FORMS, language: Language): string {
  const forms: Readonly<Record<string, string>> = FORMS[thing][language];
  return `${numberText(count, language)}\u00a0${forms[plurals[language].select(count)] ?? forms["other"]}`;
}

/** 14 октября 2026 г. / 14 October 2026. */
export function dayWords(day: Day | string, language: Language): string {
  return days[language](day);
}

/** 14 окт. 2026 / 14 Oct 2026. */
export function shortDayWords(day: Day | string, language: Language): string {
  return plainDate(shortDays[language](day));
}

/** With hour and minute, UTC. @param at ISO 8601 */
export function momentWords(at: string, language: Language): string {
  return `${moments[language](at)} UTC`;
}

/** 14 окт. 2026, 09:30 / 14 Oct 2026, 09:30: UTC, for tables; it may break at the comma. @param at ISO 8601 */
export function shortMomentWords(at: string, language: Language): string {
  return `${shortDayWords(at.slice(0, 10), language)}, ${at.slice(11, 16)}`;
}

/** The period that starts on the day: март 2026, II квартал 2026, 2026; for weeks and days the day. */
export function periodWords(first: Day | string, frequency: Frequency, language: Language): string {
  const text = typeof first === "string" ? first : dayText(first);
  const year = String(Number(text.slice(0, 4)));
  if (frequency === "A") return year;
  const month = Number(text.slice(5, 7));
  if (frequency === "Q") {
    const quarter = (month - 1) / 3;
    return onOneLine(language === "ru" ? `${ROMAN[quarter]} квартал ${year}` : `Q${quarter + 1} ${year}`);
  }
  return frequency === "M" ? monthWords(text, language) : dayWords(text, language);
}

/** periodWords with short days, for tables. */
export function shortPeriodWords(first: Day | string, frequency: Frequency, language: Language): string {
  return frequency === "D" || frequency === "W"
    ? shortDayWords(first, language)
    : periodWords(first, frequency, language);
}

/** "январь 1991 – март 2026", for years "1991–2025"; one period if both are the same. The periods are given by their first days. */
export function spanWords(
  [first, last]: readonly [Day | string, Day | string],
  frequency: Frequency,
  language: Language,
  words = periodWords,
): string {
  const [from, to] = [words(first, frequency, language), words(last, frequency, language)];
  return from === to ? from : [from, to].join(frequency === "A" ? "–" : "\u00a0– ");
}

/** With a capital at its beginning. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** март 2026 / March 2026, for YYYY-MM or YYYY-MM-DD. */
export function monthWords(month: string, language: Language): string {
  return plainDate(months[language](`${month.slice(0, 7)}-01`));
}

/** мар. 2026 / Mar 2026. */
export function shortMonthWords(day: Day | string, language: Language): string {
  return plainDate(shortMonths[language](day));
}

export const FREQUENCY_WORDS = inBoth<Readonly<Record<Frequency, string>>>({
  ru: {D: "ежедневно", W: "еженедельно", M: "ежемесячно", Q: "ежеквартально", A: "ежегодно"},
  en: {D: "daily", W: "weekly", M: "monthly", Q: "quarterly", A: "annual"},
});

/** A period in the notation of packages ("2023-01-09", "2025-02", "2017"); any other text stays as it is. */
export function writtenPeriodWords(text: string, language: Language): string {
  const period = parsePeriod(text);
  return period === null ? text : periodWords(firstDay(period.frequency, period.ordinal), period.frequency, language);
}

/** The plural forms of counted things. For minutes the form after "in": через 5 минут. */
const FORMS = {
  series: {ru: {one: "ряд", few: "ряда", other: "рядов"}, en: {one: "series", other: "series"}},
  dataset: {ru: {one: "набор", few: "набора", other: "наборов"}, en: {one: "dataset", other: "datasets"}},
  territory: {
    ru: {one: "территория", few: "территории", other: "территорий"},
    en: {one: "territory", other: "territories"},
  },
  value: {ru: {one: "значение", few: "значения", other: "значений"}, en: {one: "value", other: "values"}},
  newValue: {
    ru: {one: "новое значение", few: "новых значения", other: "новых значений"},
    en: {one: "new value", other: "new values"},
  },
  release: {ru: {one: "выпуск", few: "выпуска", other: "выпусков"}, en: {one: "release", other: "releases"}},
  month: {ru: {one: "месяц", few: "месяца", other: "месяцев"}, en: {one: "month", other: "months"}},
  day: {ru: {one: "день", few: "дня", other: "дней"}, en: {one: "day", other: "days"}},
  minute: {ru: {one: "минуту", few: "минуты", other: "минут"}, en: {one: "minute", other: "minutes"}},
  ofPeriods: {
    ru: {one: "периода", other: "периодов"},
    en: {one: "period", other: "periods"},
  },
  time: {ru: {one: "раз", few: "раза", other: "раз"}, en: {one: "time", other: "times"}},
} satisfies Record<string, InBoth<Readonly<Record<string, string>>>>;

const ROMAN = ["I", "II", "III", "IV"];

/** The name that readers know; the code of an unknown provider. */
export function providerName(code: string, language: Language): string {
  return readProviders().get(code)?.names[language] ?? code;
}

function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, {...options, timeZone: "UTC"});
}

/** Keeps the texts, since formatting by Intl takes most of the time of a page. The moment is ISO 8601. */
function kept(format: Intl.DateTimeFormat): (moment: string) => string {
  const written = createBoundedCache<string>(MOST_MOMENTS);
  return (moment) => {
    const known = written.find(moment);
    if (known !== undefined) return known;
    const made = onOneLine(format.format(new Date(moment)));
    written.keep(moment, made, 1);
    return made;
  };
}

function dayFormat(locale: string, options: Intl.DateTimeFormatOptions): (day: Day | string) => string {
  const format = kept(dateFormat(locale, options));
  return (day) => format(typeof day === "string" ? day : dayText(day));
}

function perLanguage<T>(make: (locale: string) => T): InBoth<T> {
  return {ru: make(LOCALES.ru), en: make(LOCALES.en)};
}
