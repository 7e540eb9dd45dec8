// The period that a ratio or a growth is measured against, by name: of December 2015 "against the same month a year earlier" is "to December 2014".
//
// A reader of one value need not count back. Only codes whose base is a whole period of months, quarters or years are here.
import {type Day, dayOf, dayText} from "../../statistics/time/day.ts";
import type {Frequency} from "../../statistics/time/frequency.ts";
import {inBoth, type Language} from "./language.ts";
import {periodWords} from "./wording.ts";

interface Measured {
  readonly measure: string | null;
  readonly transformation: string | null;
  readonly frequency: Frequency;
}

const ON_YEAR =
  /^(?:(?:pct|growth)_yoy|prev_year_(?:month|quarter)|k_sootvetstvuyuschemu_(?:mesyatsu|kvartalu|periodu)_predyduschego_goda)$/;
const ON_PERIOD =
  /^(?:(?:pct|growth)_(?:prev|mom|qoq)|prev_(?:month|quarter)|k_predyduschemu_(?:mesyatsu|kvartalu|godu))$/;
const ON_DECEMBER = /^(?:prev_december|k_dekabryu_predyduschego_goda)$/;

const MONTHS: Readonly<Partial<Record<Frequency, number>>> = {M: 1, Q: 3, A: 12};

/** "рост к IV кварталу 2015 года", "growth on Q4 2015". @param first day of the period; null: no such base is known */
export function growthOnWords(series: Measured, first: Day, language: Language): string | null {
  const base = namedBase(series, first, language);
  return base === null ? null : `${GROWTH[language]} ${base}`;
}

const GROWTH = inBoth({ru: "рост", en: "growth"});

/** "к IV кварталу 2015 года", "on Q4 2015". */
export function namedBase({measure, transformation, frequency}: Measured, first: Day, language: Language) {
  const months = MONTHS[frequency];
  if (months === undefined) return null;
  const has = (code: RegExp): boolean => [measure, transformation].some((one) => one !== null && code.test(one));
  const [year, month] = dayText(first).split("-").map(Number) as [number, number];
  if (has(ON_YEAR)) return named(dayOf(year - 1, month, 1), frequency, language);
  if (has(ON_DECEMBER) && frequency === "M") return named(dayOf(year - 1, 12, 1), "M", language);
  if (!has(ON_PERIOD)) return null;
  const before = year * 12 + month - 1 - months;
  return named(dayOf(Math.floor(before / 12), (before % 12) + 1, 1), frequency, language);
}

/**
 * "in prices of December 2025", for values divided by a price index. A yearly index of December to December has the prices of December, not those of
 * the year. @param last first day of the last period of the index
 */
export function inPricesOf({measure, transformation, frequency}: Measured, last: Day, language: Language): string {
  const isOfDecember = [measure, transformation].some((one) => one !== null && ON_DECEMBER.test(one));
  const words =
    frequency === "A" && isOfDecember
      ? periodWords(dayOf(Number(dayText(last).slice(0, 4)), 12, 1), "M", language)
      : periodWords(last, frequency, language);
  if (language === "en") return `in prices of ${words}`;
  if (/^\d{4}$/.test(words)) return `в ценах ${words}\u00a0года`;
  return `в ценах ${words.replace("квартал", "квартала").replace(/^[а-я]+/, genitive)}`;
}

/** Of a month: "январь" is "января", "март" is "марта", "май" is "мая". */
function genitive(month: string): string {
  return /[ьй]$/.test(month) ? `${month.slice(0, -1)}я` : `${month}а`;
}

function named(first: Day, frequency: Frequency, language: Language): string {
  const words = periodWords(first, frequency, language);
  if (language === "en") return `on ${words}`;
  if (frequency === "A") return `к ${words}\u00a0году`;
  return `к ${words.replace("квартал", "кварталу").replace(/^(?:[а-я]+)/, dative)}\u00a0года`;
}

/** Of a month: "январь" is "январю", "март" is "марту", "май" is "маю". */
function dative(month: string): string {
  return /[ьй]$/.test(month) ? `${month.slice(0, -1)}ю` : `${month}у`;
}
