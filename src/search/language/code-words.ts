// Words for codes of the interface itself: frequencies, transformations. Packages name all other codes.
//
// Also the words that say how a class or a territory is meant, not which one it is, and the words of seasonal adjustment, aims and arrears.
import type {Frequency} from "../../statistics/time/frequency.ts";
import {foldText} from "./words.ts";

export const FREQUENCY_WORDS: Readonly<Record<Frequency, string>> = {
  D: "день дни дневной ежедневный ежедневно daily",
  W: "неделя недели недельный еженедельный еженедельно weekly",
  M: "месяц месяцы месячный помесячный ежемесячный ежемесячно monthly",
  Q: "квартал кварталы квартальный поквартальный ежеквартальный ежеквартально quarterly",
  A: "год годы годовой ежегодный ежегодно annual yearly",
};

export const TRANSFORMATION_WORDS: Readonly<Record<string, string>> = {
  level: "уровень",
  level_ytd: "с начала года нарастающим итогом накопленным",
  pct_yoy: "к соответствующему периоду прошлого года темп рост годовой",
  pct_prev: "к предыдущему периоду темп рост",
  pct_mom: "к предыдущему месяцу темп рост месячный",
};

/** A class with one of these words in its name is the total of its dataset, not a segment. */
export const WHOLE_WORDS: ReadonlySet<string> = new Set(["все", "всего", "итого", "весь", "total", "all"]);

/** Words for the kind of a territory. They do not tell one territory from another. */
export const KIND_OF_TERRITORY: ReadonlySet<string> = new Set(
  "республика область край город округ район автономный автономная федеральный федерального экономический значения".split(
    " ",
  ),
);

/** Ending of a Russian adjective: a name of such words needs the word for its kind beside it (`Северный район`). */
export const ADJECTIVE_ENDING = /(?:[иыо]й|[ая]я|[ое]е)$/u;

/**
 * Whether the name says that the values are seasonally adjusted, computed from published ones. A name that says "without exclusion of the
 * season" belongs to the published series.
 */
export function isSeasonallyAdjusted(name: string): boolean {
  return ADJUSTED_NAME.test(foldText(name));
}

/** Bits of what a name says that its values are: not the published figure itself, but something beside it. */
export const ADJUSTED = 1;
/** A target, a forecast, what people expect. */
export const AIM = 2;
/** What is overdue: arrears of wages are not wages. */
export const OVERDUE = 4;

/** ADJUSTED, AIM and OVERDUE, as the name says; 0: none of them. */
export function kindsOfName(name: string): number {
  const folded = foldText(name);
  const isOverdue = OVERDUE_NAME.test(folded);
  return (isSeasonallyAdjusted(name) ? ADJUSTED : 0) | (AIMS.test(folded) ? AIM : 0) | (isOverdue ? OVERDUE : 0);
}

const ADJUSTED_NAME =
  /сезонност\S* (?:устранен|исключен)|сезонн\S* (?:с?корректир|сглажен|очищен)|(?<!без )(?:исключени|устранени|с поправкой на)\S* сезонн|seasonally adjusted/u;

/** "Expected" alone does not tell: life expectancy is a published figure. */
const AIMS = /(?:^| )(?:цель (?:\S+ ){0,3}по|таргет|прогноз|ожидания(?: |$)|target|forecast|expectations)/u;

const OVERDUE_NAME = /(?:^| )(?:просроченн|overdue|arrears)/u;
