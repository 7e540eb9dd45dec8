// Words for codes that the interface itself gives meaning: providers, frequencies, transformations. Packages name everything else.
import type {Frequency} from "../../statistics/time/frequency.ts";

export const FREQUENCY_WORDS: Readonly<Record<Frequency, string>> = {
  D: "день дни дневной ежедневный ежедневно daily",
  W: "неделя недели недельный еженедельный еженедельно weekly",
  M: "месяц месяцы месячный помесячный ежемесячный ежемесячно monthly",
  Q: "квартал кварталы квартальный поквартальный ежеквартальный ежеквартально quarterly",
  A: "год годы годовой ежегодный ежегодно annual yearly",
};

export const PROVIDER_WORDS: Readonly<Record<string, string>> = {
  fedstat: "ЕМИСС",
  rosstat_files: "Росстат",
  cbr: "Банк России ЦБ",
  roskazna: "Федеральное казначейство",
};

export const TRANSFORMATION_WORDS: Readonly<Record<string, string>> = {
  level: "уровень",
  level_ytd: "с начала года нарастающим итогом накопленным",
  pct_yoy: "к соответствующему периоду прошлого года темп рост годовой",
  pct_prev: "к предыдущему периоду темп рост",
  pct_mom: "к предыдущему месяцу темп рост месячный",
};

/** What makes a class the whole of its dataset rather than a part of it. */
export const WHOLE_WORDS: ReadonlySet<string> = new Set(["все", "всего", "итого", "весь", "total", "all"]);

/** Words of a territory's name that say of which kind it is, not which one. */
export const KIND_OF_PLACE: ReadonlySet<string> = new Set(
  "республика область край город округ район автономный автономная федеральный федерального экономический значения".split(
    " ",
  ),
);
