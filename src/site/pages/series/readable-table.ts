// The sheet of an XLSX file: for people, not for programs. Title, unit and source above; then a row for each period with its value beside
// it, headed in the reader's language. CSV files have the columns of the slice instead.
import type {SeriesTable, TableCell} from "../../../formats/series-table.ts";
import type {XlsxSheet} from "../../../formats/table-xlsx.ts";
import {dayText} from "../../../statistics/time/day.ts";
import {SERVICE} from "../../frame/layout.ts";
import type {Visit} from "../../visit/visit.ts";
import {inPairs, type Language} from "../../words/language.ts";
import {copied} from "../../words/line-breaks.ts";
import {dayWords, FREQUENCY_WORDS, providerName} from "../../words/wording.ts";
import {measuredTexts} from "./head.ts";
import {seriesPath, titleText} from "./link.ts";
import {dayQuery} from "./query.ts";
import {type SeriesView, shownVintage} from "./read-series.ts";
import {citedNames} from "./use.ts";
import {SERIES_WORDS} from "./words.ts";

const WORDS = inPairs({
  sheet: ["Данные", "Data"],
  series: ["Ряд", "Series"],
  period: ["Период", "Period"],
  value: ["Значение", "Value"],
  published: ["Опубликовано", "Published"],
  many: ["Сравнение рядов", "Comparison of series"],
});

/** The first lines of a sheet: what it is, in which unit, and where it comes from. */
function linesAbove(visit: Visit, views: readonly SeriesView[]): string[] {
  const {language} = visit;
  const [view] = views;
  if (views.length !== 1 || view === undefined)
    return [WORDS[language].many, visit.absolute("/compare", {series: views.map(({series}) => series.key).join(",")})];
  const {series, dataset} = view;
  const vintage = shownVintage(view);
  const published =
    vintage === null ? [] : [`${SERIES_WORDS[language].published} ${copied(dayWords(vintage, language))}`];
  return [
    titleText(series, language),
    measuredText(view, language),
    [
      providerName(dataset.provider, language),
      citedNames(view, language).dataset,
      ...published,
      SERVICE[language],
    ].join(" · "),
    visit.absolute(seriesPath(series.key), {as_of: dayQuery(view.asOf)}),
  ];
}

function measuredText(view: SeriesView, language: Language): string {
  return [...measuredTexts(view, language), FREQUENCY_WORDS[language][view.series.frequency]].join(", ");
}

/** One series: period, value, day of publication. Several: a column before them names the series. */
export function readableSheet(visit: Visit, views: readonly SeriesView[]): XlsxSheet {
  const {language} = visit;
  const words = WORDS[language];
  const isOne = views.length === 1;
  const names = isOne ? [] : [words.series];
  return {
    name: words.sheet,
    above: linesAbove(visit, views),
    head: [...names, words.period, words.value, words.published],
    dayColumns: [names.length, names.length + 2],
    rows: {
      *[Symbol.iterator](): Generator<readonly TableCell[]> {
        for (const view of views) {
          const name = isOne ? [] : [`${titleText(view.series, language)}, ${measuredText(view, language)}`];
          for (const {first, value, day} of view.values)
            yield [...name, dayText(first), Number.isFinite(value) ? value : null, dayText(day)];
        }
      },
    },
  };
}

/** A table of others (a column for each series or each vintage), with the lines above it and periods as days. */
export function readableTable(visit: Visit, views: readonly SeriesView[], {head, rows}: SeriesTable): XlsxSheet {
  const {language} = visit;
  const names =
    head.length === views.length + 1
      ? views.map((view) =>
          views.length === 1
            ? WORDS[language].value
            : `${titleText(view.series, language)}, ${measuredText(view, language)}`,
        )
      : head.slice(1);
  return {
    name: WORDS[language].sheet,
    above: linesAbove(visit, views),
    head: [WORDS[language].period, ...names],
    dayColumns: [0],
    rows,
  };
}

/** "Ключевая ставка Банка России, 2026-03-13": a file that says what it is. */
export function tableFileName(view: SeriesView, language: Language): string {
  return [fileWords(titleText(view.series, language)), shownVintage(view)].filter(Boolean).join(", ");
}

/** Without the letters that file systems refuse, cut at a word. */
export function fileWords(title: string): string {
  const safe = title.replace(/[\p{Cc}"*/:<>?\\|]+/gu, " ").replace(/\s+/g, " ");
  const short =
    safe.length <= MOST_LETTERS
      ? safe
      : `${safe.slice(0, safe.lastIndexOf(" ", MOST_LETTERS)).replace(/[\s,.;]+$/, "")}…`;
  return short.trim();
}

const MOST_LETTERS = 90;
