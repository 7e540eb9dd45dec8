// The table of a dataset: words that all rows share stand once above it, and a row says only how it differs.
//
// On a narrow screen a row folds into two lines, so the heads and their links are repeated in one line above the table.
import {DIMENSIONS, type Dimension} from "../../../statistics/catalogue/catalogue.ts";
import type {LatestChange} from "../../../statistics/latest/latest-figures.ts";
import type {Day} from "../../../statistics/time/day.ts";
import type {Frequency} from "../../../statistics/time/frequency.ts";
import type {Steps} from "../../../work/pace.ts";
import {sparkline} from "../../chart/line-chart.ts";
import {figureChangeText, ON_PERIOD, ON_YEAR} from "../../figures/change-words.ts";
import {type Html, type HtmlValue, html, isEmpty} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {pageWays} from "../../widgets/data-table.ts";
import type {DatasetPageWords} from "../../words/dataset-words.ts";
import {steppedFound} from "../../words/held-values.ts";
import type {Language} from "../../words/language.ts";
import {isPerCent, kindWords} from "../../words/measures.ts";
import {nameWords, territoryWords, unitWords} from "../../words/names.ts";
import {capitalized, FREQUENCY_WORDS, fewDigitsText, periodWords, shortPeriodWords} from "../../words/wording.ts";
import {factTexts, measured} from "../search/variants.ts";
import {seriesPath, titleWords} from "../series/link.ts";
import {readColumns, type SeriesColumn} from "./columns.ts";
import {type SortedColumn, sortableColumns} from "./order.ts";
import type {PickedPage, PickedRow} from "./read-picked.ts";

export const TABLE_ROWS = 25;

/** What the rows of a page have in common. */
interface Common {
  readonly differing: ReadonlySet<Dimension>;
  /** null: they have several. */
  readonly frequency: Frequency | null;
  /** The last period of all of them; null: they have several. */
  readonly last: Day | null;
  /** Whether a row has a badge, and badges are shown. */
  readonly hasStatus: boolean;
  readonly columns: readonly SeriesColumn[];
}

/** The picked series of one page with their last values, changes and lines. */
export function* drawSeriesTable(
  visit: Visit,
  picked: PickedPage,
  offset: number,
  words: DatasetPageWords,
): Steps<Html> {
  const {rows, positions} = picked;
  const [first] = rows;
  if (first === undefined) return html`${pageWays(visit, offset, TABLE_ROWS, positions.length)}`;
  const days = new Set(rows.map(lastDayOf));
  const differing = differingIn(rows);
  const wanted = readColumns(visit.query);
  const isAnnual = !differing.has("frequency") && first.series.frequency === "A";
  // of years, the change on the year is that on the period before
  const columns: readonly SeriesColumn[] = isAnnual && wanted.includes("year") ? [...wanted, "change"] : wanted;
  const common: Common = {
    differing,
    frequency: differing.has("frequency") ? null : first.series.frequency,
    last: days.size === 1 && !differing.has("frequency") ? lastDayOf(first) : null,
    hasStatus:
      columns.includes("status") &&
      rows.some(({series, figures}) => series.status === "stalled" || figures?.isRevised === true),
    columns,
  };
  const shared = commonWords(first, common, visit.language);
  const drawn: Html[] = [];
  for (const row of rows) {
    yield;
    drawn.push(drawRow(visit, row, common, words));
  }
  return html`${shared.length > 0 && html`<p class="common">${rows.length < picked.positions.length ? words.rowsHere : words.allRows}: ${shared.map((part, at) => html`${at > 0 && " · "}${part}`)}</p>\n`}${sortLine(visit, picked, common, words)}<section class="table-frame" aria-label="${words.latestValues}" tabindex="0">
<table class="series-rows" id="table">
<caption class="unseen">${words.latestValues}</caption>
<thead><tr><th scope="col">${words.oneSeries}</th>${heads(visit, picked, common, words)}</tr></thead>
<tbody>
${drawn}</tbody>
</table>
</section>\n${pageWays(visit, offset, TABLE_ROWS, positions.length)}`;
}

/** The dimensions in which the rows of the page differ. */
function differingIn(rows: readonly PickedRow[]): ReadonlySet<Dimension> {
  return new Set(DIMENSIONS.filter((dimension) => new Set(rows.map(({series}) => series[dimension])).size > 1));
}

function lastDayOf({series, figures}: PickedRow): Day {
  return figures?.points.at(-1)?.day ?? series.lastPeriod;
}

/** The parts of the series that no row repeats. */
function commonWords({series}: PickedRow, {differing, last}: Common, language: Language): Html[] {
  const {className, classification, indicatorLabel, unit, unitName, fullTerritory, frequency} = series;
  const kinds = kindWords(series, language);
  const parts: (Html | false)[] = [
    !differing.has("classification") && classification !== null && nameWords(className ?? classification, language),
    !differing.has("indicator") && nameWords(indicatorLabel, language),
    !differing.has("territory") && territoryWords(fullTerritory, language),
    !differing.has("measure") && !differing.has("transformation") && kinds.length > 0 && html`${kinds.join(", ")}`,
    !differing.has("unit") && unit !== null && unitWords(unitName ?? unit, language),
    !differing.has("frequency") && html`${FREQUENCY_WORDS[language][frequency]}`,
    last !== null && html`${periodWords(last, frequency, language)}`,
  ];
  return parts.filter((part) => part !== false);
}

/** The name of a row: its class, indicator and territory where they differ, else its kind; the rest follows it. */
function rowName({series}: PickedRow, {differing}: Common, language: Language) {
  const {className, classification, indicatorLabel, fullTerritory} = series;
  const texts = factTexts(series, language);
  const names: Html[] = [];
  if (differing.has("classification"))
    names.push(
      classification === null ? nameWords(indicatorLabel, language) : nameWords(className ?? classification, language),
    );
  if (differing.has("indicator")) names.push(nameWords(indicatorLabel, language));
  if (differing.has("territory")) names.push(territoryWords(fullTerritory, language));
  const kinds: HtmlValue[] = [];
  if (differing.has("measure") || differing.has("transformation")) kinds.push(texts.kind || KIND_UNSAID[language]);
  if (differing.has("unit") && series.unit !== null) kinds.push(unitWords(series.unitName ?? series.unit, language));
  if (differing.has("frequency")) kinds.push(texts.frequency);
  if (names.length === 0 && kinds.length === 0) names.push(titleWords(series, language));
  return names.length > 0 ? {names: joined(names), kinds: joined(kinds)} : {names: joined(kinds), kinds: html``};
}

const KIND_UNSAID = {ru: "уровень", en: "level"};

function joined(parts: readonly HtmlValue[]): Html {
  return html`${parts.map((part, at) => html`${at > 0 && ", "}${part}`)}`;
}

function drawRow(visit: Visit, row: PickedRow, common: Common, words: DatasetPageWords): Html {
  const {language, link} = visit;
  const {series, figures} = row;
  const {frequency} = series;
  const {names, kinds} = rowName(row, common, language);
  const latest = figures?.latest ?? null;
  const isShare = isPerCent(measured(series));
  const has = (column: SeriesColumn): boolean => common.columns.includes(column);
  const change = (one: LatestChange | null | undefined, over: string): HtmlValue =>
    one
      ? html`<span class="over-words">${over} </span>${figureChangeText(one, figures!.meaning, isShare, language)}`
      : html`<span class="no-change">—</span>`;
  const line =
    figures !== null && sparkline({points: figures.points, frequency, className: "line-1", ...steppedFound(series)});
  return html`<tr>
<th scope="row" class="row-title"><a href="${link(seriesPath(series.key))}">${names}</a>${!isEmpty(kinds.text) && html` <span class="quiet">${kinds}</span>`}</th>
${has("value") && html`<td class="number value">${latest === null ? "—" : fewDigitsText(latest.value, language)}</td>\n`}${common.last === null && html`<td class="row-period">${shortPeriodWords(lastDayOf(row), frequency, language)}</td>\n`}${has("change") && html`<td class="number change">${change(latest?.onPeriod, ON_PERIOD[language][frequency])}</td>\n`}${has("year") && common.frequency !== "A" && html`<td class="number year">${change(latest?.onYear, ON_YEAR[language])}</td>\n`}${has("line") && html`<td class="line">${line}</td>\n`}${common.hasStatus && html`<td class="row-status">${series.status === "stalled" && html`<span class="badge stalled">${words.stalledBadge}</span>`}${figures?.isRevised === true && html` <span class="badge revised" title="${words.revisedMeans}">${words.revisedBadge}</span>`}</td>\n`}</tr>\n`;
}

/** The columns that can be sorted, with their heads. */
function sortedHeads({frequency, last, columns}: Common, words: DatasetPageWords, language: Language) {
  const change = frequency === null ? words.change : ON_PERIOD[language][frequency];
  const heads: [SortedColumn, string][] = [["value", words.value]];
  if (last === null) heads.push(["period", words.period]);
  heads.push(["change", capitalized(change)]);
  if (frequency !== "A") heads.push(["year", capitalized(ON_YEAR[language])]);
  return heads.filter(([column]) => column === "period" || columns.includes(column));
}

function heads(visit: Visit, picked: PickedPage, common: Common, words: DatasetPageWords): Html {
  const {sorting, positions, differing} = picked;
  const sortable = sortableColumns(positions.length, differing);
  const one = ([column, head]: readonly [SortedColumn, string]): Html => {
    const direction = sorting?.column === column && (sorting.descending ? "descending" : "ascending");
    return html`<th scope="col" class="${column === "period" ? "text" : "number"}"${direction !== false && html` aria-sort="${direction}"`}>${sortable.includes(column) ? sortLink(visit, picked, column, head) : head}</th>`;
  };
  return html`${sortedHeads(common, words, visit.language).map(one)}${common.columns.includes("line") && html`<th scope="col">${words.fiveYears}</th>`}${common.hasStatus && html`<th scope="col">${words.state}</th>`}`;
}

/** The largest first; a second time the smallest first. */
function sortLink(visit: Visit, {sorting}: PickedPage, column: SortedColumn, head: string): Html {
  const isDown = sorting?.column === column && sorting.descending;
  const arrow = sorting?.column === column && (sorting.descending ? " ↓" : " ↑");
  return html`<a href="${visit.here({sort: isDown ? column : `-${column}`, offset: null})}#table" rel="nofollow">${head}${arrow}</a>`;
}

/** For narrow screens, which have no heads. false: the rows can't be sorted. */
function sortLine(visit: Visit, picked: PickedPage, common: Common, words: DatasetPageWords): Html | false {
  const sortable = sortableColumns(picked.positions.length, picked.differing);
  const shown = sortedHeads(common, words, visit.language).filter(([column]) => sortable.includes(column));
  return (
    shown.length > 0 &&
    html`<p class="sorts">${words.sortBy}: ${shown.map(([column, head], at) => html`${at > 0 && " · "}${sortLink(visit, picked, column, head)}`)}</p>\n`
  );
}
