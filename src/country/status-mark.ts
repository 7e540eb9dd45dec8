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

const FORECAST =
  /(?<!\p{L})(?:план(?:у|ов\p{L}*|ируем\p{L}*)?|прогноз\p{L}*|ожида\p{L}*|forecasts?|project(?:ed|ions?)|plan(?:ned)?|budget(?:ed)?|targets?|outlook)(?!\p{L})/iu;

/** Whether the words beside a period say that its values are planned or expected: they are none of what was. */
export function namesForecast(text: string): boolean {
  return FORECAST.test(text);
}
