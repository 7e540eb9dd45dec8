// A change of the last value in words: "+0.7%", "−0.3 p.p.", and what it is compared with: "on the month", "on the year".
import {type DerivedQuantity, meansGrowth} from "../../statistics/derived/quantity.ts";
import type {LatestChange} from "../../statistics/latest/latest-figures.ts";
import type {Frequency} from "../../statistics/time/frequency.ts";
import {computedDigits} from "../client/computed-digits.ts";
import {inBoth, type Language} from "../words/language.ts";
import {numberText} from "../words/wording.ts";

/** @param isPerCent whether the unit of the series is per cent */
export function latestChangeText({value, unit}: LatestChange, isPerCent: boolean, language: Language): string {
  const isPercent = unit === "percent";
  const shown = computedDigits(value, isPercent ? "percent" : "points");
  const sign = shown === 0 ? "" : shown > 0 ? "+" : "\u2212";
  const text = `${sign}${numberText(Math.abs(shown), language)}`;
  if (isPercent) return language === "ru" ? `${text}\u00a0%` : `${text}%`;
  return isPerCent ? `${text}\u00a0${POINTS[language]}` : text;
}

/** As beside a figure: of a growth the change is said to be one of the growth. */
export function figureChangeText(
  change: LatestChange,
  meaning: DerivedQuantity,
  isPerCent: boolean,
  language: Language,
): string {
  const text = latestChangeText(change, isPerCent, language);
  return change.unit === "own" && meansGrowth(meaning) ? `${text} ${OF_GROWTH[language]}` : text;
}

const OF_GROWTH = inBoth({ru: "(изменение прироста)", en: "(change of the growth)"});

const POINTS = inBoth({ru: "п.\u00a0п.", en: "p.p."});

/** What a change on the period before is called. */
export const ON_PERIOD = inBoth<Readonly<Record<Frequency, string>>>({
  ru: {D: "за день", W: "за неделю", M: "за месяц", Q: "за квартал", A: "за год"},
  en: {D: "on the day", W: "on the week", M: "on the month", Q: "on the quarter", A: "on the year"},
});

export const ON_YEAR = inBoth({ru: "за год", en: "on the year"});

/** What a growth is compared with: "on the year −0.7 p.p." beside a growth of 1.8 % would be read as the growth itself. */
export const TO_GROWTH_BEFORE = inBoth<Readonly<Record<Frequency, string>>>({
  ru: {
    D: "к приросту днём ранее",
    W: "к приросту неделей ранее",
    M: "к приросту месяцем ранее",
    Q: "к приросту кварталом ранее",
    A: "к приросту годом ранее",
  },
  en: {
    D: "vs growth a day before",
    W: "vs growth a week before",
    M: "vs growth a month before",
    Q: "vs growth a quarter before",
    A: "vs growth a year before",
  },
});
