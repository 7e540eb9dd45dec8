// Rows of found series with their last value and a sparkline, for the search page and for cards.

import {createObservations, type HistoryWindow, openWindow, readWindow} from "../../../statistics/history/window.ts";
import {type RowList, rowsOfColumns} from "../../../statistics/row-list.ts";
import {type Day, dayOf, type PeriodTable, periodTable} from "../../../statistics/time/day.ts";
import type {Frequency} from "../../../statistics/time/frequency.ts";
import {findDatasetsOfKey} from "../../../store/datasets/dataset.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import type {Script} from "../../../store/script.ts";
import type {CatalogueCache} from "../../../store/series/catalogue-cache.ts";
import {readHistories} from "../../../store/series/history.ts";
import type {FoundSeries} from "../../../store/series/named-series.ts";
import {readUnitChanges} from "../../../store/series/series-of-key.ts";
import type {Steps} from "../../../work/pace.ts";
import type {Point} from "../../chart/chart-line.ts";
import {sparklineInSteps} from "../../chart/line-chart.ts";
import {type Html, type HtmlValue, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {steppedFound} from "../../words/held-values.ts";
import {inBoth} from "../../words/language.ts";
import {unitWords} from "../../words/names.ts";
import {fewDigitsText, periodWords, providerName} from "../../words/wording.ts";
import {datasetLink} from "../datasets/rows.ts";
import {dayOfBreak} from "../series/events.ts";
import {stalledBadge} from "../series/head.ts";
import {seriesPath, titleText, titleWords} from "../series/link.ts";
import {differingFacts, type Fact, type FoundRow, factTexts, variantText} from "./variants.ts";

const WORDS = inBoth({
  ru: {compare: "сравнить", variants: "Другие виды", more: "и ещё"},
  en: {compare: "compare", variants: "Variants", more: "and more:"},
});

export interface FoundLine {
  readonly series: FoundSeries;
  /** Ascending by period; empty if the series has been removed since the search. */
  readonly points: RowList<Point>;
  /** The first day of the newest unit of account; undefined: the series has one. */
  readonly since: Day | undefined;
}

/** The latest values. They may be newer than the search: they only draw a shape. */
export async function readValueLines({site, withRests}: Visit, found: readonly FoundSeries[]): Promise<FoundLine[]> {
  const lines = new Map<FoundSeries, Omit<FoundLine, "series">>();
  for (const [datasetId, own] of Map.groupBy(found, (series) => series.datasetId)) {
    const read = await site.store.statistics.read((q) => readLinesOfDataset(q, site.catalogues, datasetId, own));
    await withRests(decode(own, read, lines));
  }
  return found.map((series) => ({series, ...(lines.get(series) ?? {points: [], since: undefined})}));
}

/** @param own series of the dataset */
function* readLinesOfDataset(
  q: Queries,
  catalogues: CatalogueCache,
  datasetId: number,
  own: readonly FoundSeries[],
): Script<ReadLines> {
  const histories = yield* readHistories(
    q,
    datasetId,
    own.map(({number}) => number),
  );
  const isWeekly = own.some(({frequency}) => frequency === "W");
  const dataset = isWeekly ? (yield* findDatasetsOfKey(q, own[0]!.key)).find(({id}) => id === datasetId) : undefined;
  const changes = yield* readUnitChanges(q, datasetId);
  return {histories, changes, weeks: dataset === undefined ? null : yield* catalogues.readWeeks(q, dataset)};
}

function* decode(
  own: readonly FoundSeries[],
  {histories, changes, weeks}: ReadLines,
  lines: Map<FoundSeries, Omit<FoundLine, "series">>,
): Steps<void> {
  for (const [index, series] of own.entries()) {
    const history = histories[index];
    const periods = periodsOf(series.frequency, weeks);
    const days = changes.flatMap((one) =>
      one.classification === series.classification ? [dayOfBreak(one.period)] : [],
    );
    const since = days.length === 0 ? undefined : Math.max(...days);
    if (history !== undefined && periods !== null)
      lines.set(series, {points: pointsOfHistory(history, periods), since});
    yield;
  }
}

interface ReadLines {
  readonly histories: readonly (Uint8Array | undefined)[];
  readonly changes: readonly {readonly classification: string; readonly period: string}[];
  readonly weeks: PeriodTable | null;
}

/** All values of a packed history. @param asOf null: the latest values */
export function pointsOfHistory(history: Uint8Array, periods: PeriodTable, asOf: Day | null = null): RowList<Point> {
  const observations = createObservations();
  readWindow(openWindow(history, wholeWindow(periods, asOf)), periods, observations);
  const {count, period, mantissa, decimals} = observations;
  const scale = decimals < 0 ? 1 : 10 ** decimals;
  return rowsOfColumns(count, (row) => ({day: period[row]!, value: mantissa[row]! / scale}));
}

/** Of all periods of a table. @param asOf null: the latest values */
export function wholeWindow({base, days}: PeriodTable, asOf: Day | null): HistoryWindow {
  return {from: base, to: base + days.length - 1, asOf};
}

function periodsOf(frequency: Frequency, weeks: PeriodTable | null): PeriodTable | null {
  return frequency === "W" ? weeks : periodTable(frequency);
}

/** Further variants are only counted. */
const VARIANTS_SHOWN = 8;

const NOTHING: ReadonlyMap<string, Html> = new Map();

interface FoundShown {
  /** The keys of the comparison to which links add a series. */
  readonly compared?: readonly string[];
  /** The variants of each series (variants.ts). */
  readonly rows?: readonly FoundRow[];
  /** The year of the shown values; null: the latest values. */
  readonly year?: number | null;
  /** What stands behind the row of a series, by its key. */
  readonly behind?: ReadonlyMap<string, Html>;
}

export function* drawFound(visit: Visit, lines: readonly FoundLine[], shown: FoundShown = {}): Steps<Html> {
  const {language} = visit;
  const words = WORDS[language];
  const {compared = [], rows = [], year = null, behind = NOTHING} = shown;
  const titles = Map.groupBy(lines, ({series}) => titleText(series, language));
  const sparks: (Html | false)[] = [];
  for (const {series, points, since = Number.NEGATIVE_INFINITY} of lines) {
    const inForce = points.slice(points.findLastIndex(({day}) => day < since) + 1);
    sparks.push(
      yield* sparklineInSteps({
        points: inForce,
        frequency: series.frequency,
        className: "line-1",
        ...steppedFound(series),
      }),
    );
  }
  return html`<ul class="found">
${lines.map(({series, points}, at) => {
  const {key, frequency, status} = series;
  const title = titleText(series, language);
  const variants = rows.find((row) => row.series === series)?.variants ?? [];
  const differing = differingFacts([...titles.get(title)!.map((line) => line.series), ...variants], language);
  const last = (year === null ? undefined : lastOfYear(points, year)) ?? points.at(-1);
  const others = [...compared.filter((one) => one !== key), key].join(",");
  return html`<li>
<div class="found-told"><a class="row-name" href="${visit.link(seriesPath(key))}">${titleWords(series, language)}</a>
<span class="row-facts">${rowFacts(visit, series, differing).map((fact) => html`${fact} · `)}<a class="quiet" href="${visit.link("/compare", {series: others})}" aria-label="${words.compare}: ${title}">${words.compare}</a></span>
${variants.length > 0 && drawVariants(visit, series, variants)}${status === "stalled" && stalledBadge(series, language)}</div>
<div class="found-line">${sparks[at]}</div>
<div class="found-last">${last !== undefined && html`<strong>${fewDigitsText(last.value, language)}</strong><br><span class="quiet">${periodWords(last.day, frequency, language)}</span>`}</div>
</li>
${behind.get(key)}`;
})}</ul>\n`;

  function drawVariants({link}: Visit, series: FoundSeries, variants: readonly FoundSeries[]): Html {
    const differing = differingFacts([series, ...variants], language);
    return html`<span class="unseen">${words.variants}:</span><ul class="variants">${variants
      .slice(0, VARIANTS_SHOWN)
      .map(
        (one) =>
          html`<li><a class="variant" href="${link(seriesPath(one.key))}">${variantText(one, differing, language)}</a></li>\n`,
      )}${variants.length > VARIANTS_SHOWN && html`<li class="quiet">${words.more} ${variants.length - VARIANTS_SHOWN}</li>`}</ul>\n`;
  }
}

/** Unit, kind, frequency and dataset; bold where series of the same title differ. */
function rowFacts(visit: Visit, series: FoundSeries, differing: ReadonlySet<Fact>): HtmlValue[] {
  const {language} = visit;
  const {provider, dataset: code, datasetName: name} = series;
  const texts = factTexts(series, language);
  // a dataset of one indicator often has its name, which the title has already
  const isNamedInTitle = titleText(series, language).includes(texts.dataset);
  const unit = series.unitName ?? series.unit;
  const shownFacts = {
    unit: unit !== null && unitWords(unit, language),
    kind: texts.kind,
    frequency: texts.frequency,
    dataset: isNamedInTitle ? providerName(provider, language) : datasetLink(visit, {provider, code, name}, "quiet"),
  };
  return (["unit", "kind", "frequency", "dataset"] as const)
    .filter((fact) => texts[fact] !== "")
    .map((fact) => (differing.has(fact) ? html`<strong>${shownFacts[fact]}</strong>` : shownFacts[fact]));
}

/** The last value of the year. */
function lastOfYear(points: RowList<Point>, year: number): Point | undefined {
  const [from, to] = [dayOf(year, 1, 1), dayOf(year + 1, 1, 1)];
  return points.findLast(({day}) => day >= from && day < to);
}
