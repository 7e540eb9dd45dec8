// The tiles: each a figure of the country with its unit and period, its changes, the line of five years and the day of the next release.
//
// Tiles of datasets that have ended come last: a first look should meet what goes on. An index of the year before, 101.8, is shown as the growth
// that it means, +1.8 %, with the published number beside it.

import type {LatestChange, LatestFigures} from "../../../statistics/latest/latest-figures.ts";
import {type Day, firstDay} from "../../../statistics/time/day.ts";
import type {Frequency} from "../../../statistics/time/frequency.ts";
import {type DatasetInOverview, stateOfDataset} from "../../../store/overview/dataset-overview.ts";
import {awaitedRelease} from "../../../store/overview/expected-release.ts";
import {sparkline} from "../../chart/line-chart.ts";
import {latestChangeText, ON_PERIOD, ON_YEAR, TO_GROWTH_BEFORE} from "../../figures/change-words.ts";
import {computedUnit} from "../../figures/computed-unit.ts";
import {type Html, html} from "../../html/html.ts";
import type {ShownTile} from "../../visit/shared-readings.ts";
import type {Visit} from "../../visit/visit.ts";
import {countedUnit} from "../../words/counted-unit.ts";
import {steppedFound} from "../../words/held-values.ts";
import type {Language} from "../../words/language.ts";
import {isPerCent, kindWords} from "../../words/measures.ts";
import {nameText} from "../../words/names.ts";
import {STATE_WORDS} from "../../words/state-words.ts";
import {computedText, dayWords, fewDigitsText, shortPeriodWords} from "../../words/wording.ts";
import {expectedDayWords} from "../calendar/page.ts";
import {TOTAL_WORDS} from "../dataset/picks.ts";
import {measured} from "../search/variants.ts";
import {differenceText} from "../series/change-text.ts";
import {derivedPath, seriesPath, titleWords} from "../series/link.ts";
import {HOME_WORDS, type HomeWords} from "./words.ts";

/** false: there is no tile. */
export function drawTiles(
  visit: Visit,
  tiles: readonly ShownTile[],
  overview: readonly DatasetInOverview[],
): Html | false {
  if (tiles.length === 0) return false;
  const words = HOME_WORDS[visit.language];
  const known = new Map(overview.map((one) => [one.dataset.id, one]));
  const states = tiles.map((tile) => ({tile, ...stateOf(known.get(tile.series.datasetId), visit)}));
  // said of each, it would be the loudest word of the page
  const allPast = states.every(({ended}) => ended !== null);
  const ordered = [...states.filter(({ended}) => ended === null), ...states.filter(({ended}) => ended !== null)];
  return html`<section aria-labelledby="figures">
<h2 id="figures" class="unseen">${words.figures}</h2>
${allPast && html`<p class="quiet past-until">${words.pastUntil} ${dayWords(lastPublished(overview), visit.language)}${words.nothingNewer}</p>\n`}<ul class="figures">
${ordered.map(({tile, next, ended}) => drawTile(visit, tile, {next, ended: allPast ? null : ended}, words))}</ul>
</section>\n`;
}

/** The newest day of publication in the store. */
function lastPublished(overview: readonly DatasetInOverview[]): Day {
  return Math.max(...overview.flatMap(({published}) => published ?? []));
}

interface TileState {
  /** "next release 15 May 2026", or on which day it was expected; null: nobody knows one. */
  readonly next: string | null;
  /** null: the dataset goes on. */
  readonly ended: "ended" | "archival" | null;
}

function stateOf(one: DatasetInOverview | undefined, {site, language}: Visit): TileState {
  if (one === undefined) return {next: null, ended: null};
  const today = site.today();
  const awaited = awaitedRelease(one, today);
  const words = HOME_WORDS[language];
  const {state} = stateOfDataset(one, today);
  return {
    next:
      awaited === null
        ? null
        : `${awaited.day < today ? words.wasExpected : words.next} ${expectedDayWords(awaited, language)}`,
    ended: state === "archival" || state === "ended" ? state : null,
  };
}

function drawTile(visit: Visit, tile: ShownTile, {next, ended}: TileState, words: HomeWords): Html {
  const {language, link} = visit;
  const {names, series, figures} = tile;
  const {latest, points, isRevised} = figures;
  const {frequency} = series;
  const kinds = kindsOf(tile, language, words);
  const stepped = tile.derive === null ? steppedFound(series) : {};
  const line = sparkline({points, frequency, className: "line-1", ...stepped});
  // a computed figure leads to its own page, which has its formula and the published series
  const path =
    tile.derive === null ? link(seriesPath(series.key)) : link(derivedPath(series.key), {derive: tile.derive});
  return html`<li class="figure${ended !== null && " past"}">
<h3><a href="${path}">${names === null ? titleWords(series, language) : names[language]}</a></h3>
<p class="figure-value"><strong>${valueText(tile, language)}</strong> ${unitOf(tile, language)}</p>
<p class="figure-about">${shortPeriodWords(dayOf(frequency, latest!, points.at(-1)!.day), frequency, language)}${kinds.length > 0 && `, ${kinds.join(", ")}`}</p>
${line !== false && html`<div class="figure-line">${line}<p class="figure-span">${lineSpan(tile, language)}</p></div>\n`}${changes(latest!, tile, language)}
${(next !== null || isRevised || ended !== null) && html`<p class="figure-end">${isRevised && html`<span class="badge revised" title="${words.revisedMeans}">${words.revised}</span> `}${ended !== null && html`<span class="badge">${STATE_WORDS[language][ended]}</span> `}${next !== null && html`<span class="quiet">${next}</span>`}</p>\n`}</li>\n`;
}

/** "Apr 2021 – Mar 2026": the first and the last period of the line. */
function lineSpan({series: {frequency}, figures: {points}}: ShownTile, language: Language): string {
  const ends = [points.at(0)!, points.at(-1)!].map(({day}) => shortPeriodWords(day, frequency, language));
  return [...new Set(ends)].join("\u00a0– ");
}

/** The first day of the last period. A week has the day of the point. */
function dayOf(frequency: Frequency, {period}: LatestFigures, point: number): number {
  return frequency === "W" ? point : firstDay(frequency, period);
}

function valueText(tile: ShownTile, language: Language): string {
  const {value} = tile.figures.latest!;
  if (tile.derive !== null) return computedText(value, computedUnit(tile.figures.meaning), language);
  return isGrowthAsIndex(tile) ? differenceText(value, 100, language) : fewDigitsText(value, language);
}

function isGrowthAsIndex({derive, figures}: ShownTile): boolean {
  return derive === null && figures.meaning === "index_yoy";
}

function kindsOf(tile: ShownTile, language: Language, words: HomeWords): readonly string[] {
  const {series, figures, derive} = tile;
  if (derive !== null) return [figures.meaning === "pct_yoy" ? words.computedGrowth : words.computed];
  const kinds = [...partOf(series, language), ...kindWords(series, language)];
  return isGrowthAsIndex(tile) ? [...kinds, `${words.index} ${fewDigitsText(figures.latest!.value, language)}`] : kinds;
}

/** The parts of the class that are not the whole: prices of the secondary market are not those of all flats. */
function partOf({className}: ShownTile["series"], language: Language): readonly string[] {
  const parts = (className ?? "").split(BETWEEN_PARTS).filter((part) => part !== "" && !TOTAL_WORDS.isTotal(part));
  return parts.map((part) => nameText(part, language));
}

const BETWEEN_PARTS = " / ";

function isShareOf({series, figures, derive}: ShownTile): boolean {
  return derive !== null ? figures.meaning.startsWith("pct_") : isPerCent(measured(series));
}

function unitOf(tile: ShownTile, language: Language): Html | string {
  if (isShareOf(tile)) return "%";
  const {unit, unitName} = tile.series;
  return unit === null || tile.derive !== null
    ? ""
    : countedUnit(valueText(tile, language), unitName ?? unit, language);
}

function changes({onPeriod, onYear}: LatestFigures, tile: ShownTile, language: Language): Html | false {
  const {frequency} = tile.series;
  const isShare = isShareOf(tile);
  const isGrowth = isGrowthAsIndex(tile) || (tile.derive !== null && tile.figures.meaning.startsWith("pct_"));
  const one = (change: LatestChange | null, over: string): Html | false =>
    change !== null &&
    html`<div><dt>${over}</dt><dd title="${compared(change, frequency, language)}">${latestChangeText(change, isShare, language)}</dd></div>`;
  // a rate that nobody changed since yesterday says nothing by that
  const ofPeriod = frequency === "D" && onPeriod?.value === 0 ? null : onPeriod;
  if (ofPeriod === null && onYear === null) return false;
  return html`<dl class="figure-changes">${one(ofPeriod, isGrowth ? TO_GROWTH_BEFORE[language][frequency] : ON_PERIOD[language][frequency])}${one(onYear, isGrowth ? TO_GROWTH_BEFORE[language].A : ON_YEAR[language])}</dl>`;
}

function compared({base}: LatestChange, frequency: Frequency, language: Language): string {
  const words = HOME_WORDS[language];
  return frequency === "W"
    ? ""
    : `${words.comparedWith} ${shortPeriodWords(firstDay(frequency, base), frequency, language)}`;
}
