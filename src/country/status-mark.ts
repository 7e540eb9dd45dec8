// The mark of a period whose values are not final: "2022 (уточн.)", "2023p", "Q1 2024 (preliminary)".
//
// Only words and letters that say how final a value is. "2025 (forecast)" and "2025 (план)" are no values of what was, and have no mark here.

const WORDS =
  "предв(?:\\.|арительн\\p{L}*)?|уточн(?:\\.|[её]нн\\p{L}*)?|оц(?:\\.|енк\\p{L}*)|prelim(?:\\.|inary)?|prov(?:\\.|isional)?|rev(?:\\.|ised)?|est(?:\\.|imate[ds]?)?|[pre]";
const MARKED = new RegExp(`^(.*[\\p{L}\\d.])(?: ?(\\((?:${WORDS})\\)|[ᵖʳᵉ])|(?:(?<=\\d)| )(${WORDS}))$`, "iu");
const LONGEST = 60;

/** The text without its mark, and the mark. null: it has none. */
export function withoutStatusMark(text: string): {readonly text: string; readonly mark: string} | null {
  if (text.length > LONGEST) return null;
  const found = MARKED.exec(text);
  return found === null ? null : {text: found[1]!.trim(), mark: (found[2] ?? found[3])!};
}

const FORECAST_WORDS =
  "план(?:у|ов\\p{L}*|ируем\\p{L}*)?|прогноз\\p{L}*|ожида(?!ни)\\p{L}*|forecast(?:s|ed)?|project(?:ed|ions?)|plan(?:ned)?|outlook";
const FORECAST = new RegExp(`(?<!\\p{L})(?:${FORECAST_WORDS}|budget(?:ed)?|targets?)(?!\\p{L})`, "iu");
/** A budget or a target alone may be what is counted. A unit may stand behind the name. */
const FORECAST_ALONE = new RegExp(
  `^(?:${FORECAST_WORDS})(?: (?:values?|data|figures?|значени[ея]|данные))?(?:[,;(].*)?$`,
  "iu",
);
const ACTUAL =
  /^(?:actuals?|fact|historic(?:al)?|observed|outturn|факт(?:ическ\p{L}*)?)(?: (?:values?|data|figures?|значени[ея]|данные))?(?:[,;(].*)?$/iu;

/** Whether the words beside a period say that its values are planned or expected: they are none of what was. */
export function namesForecast(text: string): boolean {
  return FORECAST.test(text);
}

/** Whether a name is nothing else: "Прогноз", "Projected values". */
export function namesForecastAlone(name: string): boolean {
  return FORECAST_ALONE.test(name);
}

/** Whether a name says of values only that they are of what was. */
export function namesActual(name: string): boolean {
  return ACTUAL.test(name);
}
