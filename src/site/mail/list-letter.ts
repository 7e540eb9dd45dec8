// The entries of a letter about a reader's list: each series with its last value, its changes, and what the load run did to it.
//
// The value is that of the message, which stays the same at every try. The changes are reckoned when the letter is written, so they are left
// out if a later load has changed the last value meanwhile.
import type {ListedNews} from "../../service/message-body.ts";
import type {DerivedQuantity} from "../../statistics/derived/quantity.ts";
import type {LatestFigures} from "../../statistics/latest/latest-figures.ts";
import type {Frequency} from "../../statistics/time/frequency.ts";
import {periodText} from "../../statistics/time/week.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Script} from "../../store/script.ts";
import type {CatalogueCache} from "../../store/series/catalogue-cache.ts";
import {findSeriesOfKey} from "../../store/series/series-of-key.ts";
import {figureChangeText, ON_PERIOD, ON_YEAR} from "../figures/change-words.ts";
import {readFigures} from "../figures/read-figures.ts";
import {measuredText} from "../pages/series/head.ts";
import {titleText} from "../pages/series/link.ts";
import {inPairs, type Language} from "../words/language.ts";
import {isPerCent} from "../words/measures.ts";
import {nameSeries} from "../words/own-names.ts";
import {numberText, shortDayWords, shortPeriodWords} from "../words/wording.ts";

export interface LetterEntry {
  readonly news: ListedNews;
  /** As the message has them, if the series is gone since. */
  readonly title: string;
  readonly unit: string | null;
  readonly frequency: Frequency | null;
  readonly isPerCent: boolean;
  /** Of the value of the message; null: there are none. */
  readonly changes: Pick<LatestFigures, "onPeriod" | "onYear"> | null;
  readonly meaning: DerivedQuantity;
}

/** In the order of the list. It rests, so only `readWithRests` may play it. */
export function* readLetterEntries(
  q: Queries,
  catalogues: CatalogueCache,
  language: Language,
  listed: readonly ListedNews[],
): Script<LetterEntry[]> {
  const entries: LetterEntry[] = [];
  for (const news of listed) {
    const {title, unit} = news;
    const found = yield* findSeriesOfKey(q, news.series_key);
    if (found === null) {
      entries.push({news, title, unit, frequency: null, isPerCent: false, changes: null, meaning: "unknown"});
      continue;
    }
    const {dataset, series} = found;
    const [figures] = yield* readFigures(q, catalogues, dataset, [series], {years: 0});
    const [named] = yield* nameSeries(q, language, [series], () => dataset.id);
    const [ownUnit, latest] = [measuredText({series: named!, dataset}, language), figures?.latest ?? null];
    const isSame =
      latest?.value === news.last_value && periodText(series.frequency, latest!.period) === news.last_period;
    entries.push({
      ...{news, title: titleText(named!, language), unit: ownUnit === "" ? null : ownUnit},
      ...{frequency: series.frequency, isPerCent: isPerCent(series), changes: isSame ? latest : null},
      meaning: figures?.meaning ?? "unknown",
    });
    yield;
  }
  return entries;
}

const WORDS = inPairs({
  added: ["Новых значений", "New values"],
  revised: ["пересмотрено", "revised"],
  none: ["значений нет", "no values"],
});

/** One paragraph for each entry. */
export function entryTexts(entries: readonly LetterEntry[], language: Language): string[] {
  const words = WORDS[language];
  return entries.map((entry) => {
    const {news, title} = entry;
    const {new_values: added, revised_values: revised} = news;
    const counts = `${words.added}: ${numberText(added, language)}, ${words.revised}: ${numberText(revised, language)}`;
    const lines = [title, valueText(entry, language), added + revised > 0 && counts, news.page];
    return lines.filter((line) => line !== false).join("\n");
  });
}

function valueText({news, unit, frequency, isPerCent, changes, meaning}: LetterEntry, language: Language): string {
  const {last_period: period, last_value: value} = news;
  if (period === null || value === null) return WORDS[language].none;
  const text = `${numberText(value, language)}${unit === null ? "" : ` (${unit})`}, ${periodInLetter(period, frequency, language)}`;
  if (changes === null || frequency === null) return text;
  const {onPeriod, onYear} = changes;
  const changed = [
    onPeriod && `${figureChangeText(onPeriod, meaning, isPerCent, language)} ${ON_PERIOD[language][frequency]}`,
    onYear && `${figureChangeText(onYear, meaning, isPerCent, language)} ${ON_YEAR[language]}`,
  ].filter((one) => one !== null);
  return changed.length === 0 ? text : `${text}: ${changed.join(", ")}`;
}

/** A month is told as a month. @param frequency null or undefined: nobody knows it any more */
export function periodInLetter(period: string, frequency: Frequency | null | undefined, language: Language): string {
  if (/W/.test(period)) return period;
  return !frequency ? shortDayWords(period, language) : shortPeriodWords(period, frequency, language);
}
