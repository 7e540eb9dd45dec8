// A change of the last value in words: "+0.7%", "−0.3 p.p.", and what it is compared with: "on the month", "on the year".
import type {LatestChange} from "../../statistics/latest/latest-figures.ts";
import type {Frequency} from "../../statistics/time/frequency.ts";
import {inBoth, type Language} from "../words/language.ts";
import {numberText} from "../words/wording.ts";

/** @param isPerCent whether the unit of the series is per cent */
export function latestChangeText({value, unit}: LatestChange, isPerCent: boolean, language: Language): string {
  const isPercent = unit === "percent";
  const shown = rounded(value, isPercent ? 1 : 2);
  const sign = shown === 0 ? "" : shown > 0 ? "+" : "\u2212";
  const text = `${sign}${numberText(Math.abs(shown), language)}`;
  if (isPercent) return language === "ru" ? `${text}\u00a0%` : `${text}%`;
  return isPerCent ? `${text}\u00a0${POINTS[language]}` : text;
}

const POINTS = inBoth({ru: "п.\u00a0п.", en: "p.p."});

/** A change below the shown digits keeps its first two. */
function rounded(value: number, decimals: number): number {
  const shown = Number(value.toFixed(decimals));
  return shown === 0 && value !== 0 ? Number(value.toPrecision(2)) : shown;
}

/** What a change on the period before is called. */
export const ON_PERIOD = inBoth<Readonly<Record<Frequency, string>>>({
  ru: {D: "за день", W: "за неделю", M: "за месяц", Q: "за квартал", A: "за год"},
  en: {D: "on the day", W: "on the week", M: "on the month", Q: "on the quarter", A: "on the year"},
});

export const ON_YEAR = inBoth({ru: "за год", en: "on the year"});
