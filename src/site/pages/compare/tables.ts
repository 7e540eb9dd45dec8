// The values of a comparison as tables: a column for each of a few series, a row for each of many.
import {ESTIMATES_AT_ONCE} from "../../../statistics/history/revisions.ts";
import {type Day, dayText} from "../../../statistics/time/day.ts";
import type {Frequency} from "../../../statistics/time/frequency.ts";
import type {Steps} from "../../../work/pace.ts";
import {type Html, type HtmlValue, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {dataTable} from "../../widgets/data-table.ts";
import {factLine} from "../../widgets/fact-list.ts";
import type {Language} from "../../words/language.ts";
import {territoryWords} from "../../words/names.ts";
import {computedText, FREQUENCY_WORDS, numberText, shortPeriodWords} from "../../words/wording.ts";
import {exactly, measuredIn} from "../series/head.ts";
import {seriesPath, subjectWords, titleText} from "../series/link.ts";
import {dayQuery} from "../series/query.ts";
import type {SeriesView} from "../series/read-series.ts";
import {lineNames} from "./line-names.ts";
import {swatch} from "./lines.ts";
import {MOST_TOGETHER} from "./query.ts";
import {COMPARE_WORDS} from "./words.ts";

const ROWS_SHOWN = 24;
/** Of a table with a row for each series. */
const PERIODS_SHOWN = 6;

/**
 * One table for each frequency: with days and quarters in one, most cells would be empty.
 * @param underIndex the chart above shows per cent, not these values
 */
export function* drawTables(visit: Visit, views: readonly SeriesView[], underIndex: boolean): Steps<Html> {
  const {language} = visit;
  const words = COMPARE_WORDS[language];
  const byFrequency = [...Map.groupBy(views, ({series}) => series.frequency)];
  const draw = views.length > MOST_TOGETHER ? drawRows : drawColumns;
  const tables: Html[] = [];
  for (const [frequency, own] of byFrequency)
    tables.push(
      html`${byFrequency.length > 1 && html`<h3 class="frequency">${FREQUENCY_WORDS[language][frequency]}</h3>`}${yield* draw(visit, frequency, own, views)}`,
    );
  return html`<h2>${underIndex ? words.tablePublished : words.values}</h2>
${tables}`;
}

function* drawColumns(
  visit: Visit,
  frequency: Frequency,
  views: readonly SeriesView[],
  all: readonly SeriesView[],
): Steps<Html> {
  const {language} = visit;
  const words = COMPARE_WORDS[language];
  const days = new Set<Day>();
  let read = 0;
  for (const {values} of views) {
    for (const {first} of values) {
      days.add(first);
      if (++read % ESTIMATES_AT_ONCE === 0) yield;
    }
  }
  const latestOfEach = views.flatMap(({values}) => Array.from(values.slice(-ROWS_SHOWN), ({first}) => first));
  const shown = [...new Set(latestOfEach)].sort((one, other) => other - one).slice(0, ROWS_SHOWN);
  const columns = views.map(({values}) => {
    const latest = values.slice(values.findLastIndex(({first}) => first < shown.at(-1)!) + 1);
    return new Map(Array.from(latest, ({first, value}) => [first, value]));
  });
  const names = views.length > 1 ? lineNames(views, language) : [lineNames(all, language)[all.indexOf(views[0]!)]];
  const table = dataTable({
    caption: `${words.values}, ${FREQUENCY_WORDS[language][frequency]}`,
    narrow: "by-period",
    columns: [
      {head: words.period},
      ...views.map((view, at) => ({
        head: columnHead(view, all.indexOf(view), language),
        label: names[at] ?? titleText(view.series, language),
        decimals: language,
      })),
    ],
    rows: shown.map((day) => [
      html`<time datetime="${dayText(day)}">${shortPeriodWords(day, frequency, language)}</time>`,
      ...columns.map((column, at) => valueText(column.get(day), views[at]!, language)),
    ]),
  });
  return html`${firstRows(table, frequency, shown.length, words.allPeriods)}${shown.length < days.size && html`<p class="quiet">${words.rowsShown}\u00a0${shown.length}\u00a0${words.of}\u00a0${numberText(days.size, language)}.</p>`}`;
}

/** Of many series each is a row: columns for all of them have no room on any screen. */
function* drawRows(visit: Visit, frequency: Frequency, views: readonly SeriesView[]): Steps<Html> {
  const {language} = visit;
  const words = COMPARE_WORDS[language];
  const names = lineNames(views, language);
  const days = new Set<Day>();
  for (const {values} of views) {
    for (const {first} of values.slice(-PERIODS_SHOWN)) days.add(first);
    yield;
  }
  const shown = [...days].sort((one, other) => other - one).slice(0, PERIODS_SHOWN);
  const rows: HtmlValue[][] = [];
  for (const [at, view] of views.entries()) {
    const values = new Map(Array.from(view.values.slice(-PERIODS_SHOWN), ({first, value}) => [first, value]));
    rows.push([
      html`<a href="${visit.link(seriesPath(view.series.key), {as_of: dayQuery(view.asOf)})}" title="${titleText(view.series, language)}">${names[at] ?? titleText(view.series, language)}</a>`,
      ...shown.map((day) => valueText(values.get(day), view, language)),
    ]);
    yield;
  }
  return shown.length === 0
    ? html`<p>${words.noValues}</p>`
    : firstRows(
        dataTable({
          caption: `${words.values}, ${FREQUENCY_WORDS[language][frequency]}`,
          narrow: "by-series",
          columns: [
            {head: words.seriesHead},
            ...shown.map((day) => ({head: shortPeriodWords(day, frequency, language), decimals: language})),
          ],
          rows,
        }),
        frequency,
        rows.length,
        words.allSeries,
      );
}

/** As many as the style leaves in sight on a phone. */
const ROWS_ON_PHONE = 8;

/** On a phone a row takes several lines: the first rows, and a link to all of them. */
function firstRows(table: Html, frequency: Frequency, rows: number, words: string): Html {
  const id = `all-${frequency}`;
  return html`<div class="first-rows" id="${id}">${table}</div>
${rows > ROWS_ON_PHONE && html`<p class="all-rows"><a href="#${id}">${words} (${rows})</a></p>\n`}`;
}

/** A computed value has a long fraction; the file has all of it. */
function valueText(value: number | undefined, {computed, values}: SeriesView, language: Language): Html | string {
  if (value === undefined || !Number.isFinite(value)) return "—";
  if (computed === undefined) return numberText(value, language);
  return exactly(value, computedText(value, computed, language, values.at(-1)?.value), language);
}

/** The style cuts a long subject, never the territory. The whole title is in the list above, with the same line. */
function columnHead(view: SeriesView, index: number, language: Visit["language"]): Html {
  const measured = measuredIn(view, language);
  return html`${swatch(index)}<span class="head-title" title="${titleText(view.series, language)}">${subjectWords(view.series, language)}</span><span class="unseen">, </span><span class="head-place">${territoryWords(view.series.fullTerritory, language)}</span>${measured.length > 0 && html`<span class="head-unit">${factLine(measured)}</span>`}`;
}
