// The charts of a comparison: one in per cent of a common period, one for each unit, or one with two units and a scale at each edge.
//
// Levels of any unit can be shown in per cent of a common period, unless a value is below zero: divided by a loss, a gain would
// look like a fall.

import {ESTIMATES_AT_ONCE} from "../../../statistics/history/revisions.ts";
import {firstWhere} from "../../../statistics/order/binary-search.ts";
import {type RowList, rowsOfColumns} from "../../../statistics/row-list.ts";
import {type Day, parseDay} from "../../../statistics/time/day.ts";
import type {Steps} from "../../../work/pace.ts";
import type {Point} from "../../chart/chart-line.ts";
import {type ChartBand, type ChartMark, lineChart} from "../../chart/line-chart.ts";
import {lineClass} from "../../client/line-class.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {factLine} from "../../widgets/fact-list.ts";
import {steppedView} from "../../words/held-values.ts";
import type {Language} from "../../words/language.ts";
import {isLevel, isPerCent} from "../../words/measures.ts";
import {unitText} from "../../words/names.ts";
import {periodWords} from "../../words/wording.ts";
import {breakMarks, drawEventList, eventBands, unitSince} from "../series/events.ts";
import {measuredIn, measuredText, unitShown} from "../series/head.ts";
import {titleText} from "../series/link.ts";
import {drawEventChoice, drawEventsMarked, eventMarks} from "../series/marked-events.ts";
import {pointsOf, type SeriesView} from "../series/read-series.ts";
import {firstShown, yearsChosen} from "../series/years.ts";
import type {ComparedLine} from "./compared-line.ts";
import {drawLatestValues, latestHead} from "./latest-values.ts";
import {lineNames} from "./line-names.ts";
import {comparisonQuery, hasSmallCharts, MOST_IN_ONE, MOST_TOGETHER, seriesChosen} from "./query.ts";
import {COMPARE_WORDS} from "./words.ts";

export interface Shown {
  /** The period that is 100; null: values as published. */
  readonly base: Day | null;
  /** The first day; null: no limit. */
  readonly since: Day | null;
  /** Per cent of a common period are requested, or the default. */
  readonly wantsIndex: boolean;
  readonly whyNotRebased: WhyNotRebased | null;
  /** Two units are shown in one chart, with a value scale at each edge. */
  readonly isOneChart: boolean;
}

/** Before every day. */
const EVER = Number.NEGATIVE_INFINITY;

/** As the address says. */
export function* shownOf({query}: Visit, views: readonly SeriesView[]): Steps<Shown> {
  const as = query.get("as");
  const why = yield* whyNotRebased(views);
  const isUnasked = why === null && mixesUnits(views) && as !== "published" && as !== "axes";
  const wantsIndex = as === "index" || isUnasked;
  const since = firstShown(views, yearsChosen(query));
  const base = wantsIndex && why === null ? yield* basePeriod(views, query.get("base"), since) : null;
  return {base, since, wantsIndex, whyNotRebased: why, isOneChart: as === "axes"};
}

export interface ComparedPanel {
  readonly lines: readonly ComparedLine[];
  /** Of another unit, with the scale at the right edge. */
  readonly second: readonly ComparedLine[];
}

/** The lines in groups: values of different units never share a scale; neither do per cent of different things. */
export function* panelsOf(views: readonly SeriesView[], shown: Shown, language: Language): Steps<ComparedPanel[]> {
  const lines = yield* linesOf(views, shown, language);
  if (shown.base !== null) return [{lines, second: []}];
  const [one, ...others] = [...Map.groupBy(lines, ({view}) => measuredText(view, language)).values()];
  if (one === undefined) return [];
  if (shown.isOneChart && others.length === 1) return [{lines: one, second: others[0]!}];
  return [one, ...others].map((own) => ({lines: own, second: []}));
}

/** In the order of the series, each with the values that are drawn. */
export function* linesOf(
  views: readonly SeriesView[],
  {base, since}: Shown,
  language: Language,
): Steps<ComparedLine[]> {
  const names = lineNames(views, language);
  const lines: ComparedLine[] = [];
  for (const view of views) {
    const divisor = base === null ? null : view.values.find(({first}) => first === base)!.value;
    const ofUnit = unitSince(view);
    // the base is in the newest unit of account, and values of an older one have no ratio to it
    const from = Math.max(since ?? EVER, base === null ? EVER : (ofUnit.since ?? EVER));
    const points = pointsSince(view.values, from, divisor);
    const name = names[lines.length];
    const {frequency} = view.series;
    const className = lineClass(lines.length);
    // what is computed of such values does not hold as they do
    const stepped = view.computed !== undefined ? {} : steppedView(view);
    lines.push({view, points, frequency, className, ...stepped, ...ofUnit, ...(name === undefined ? {} : {name})});
    yield;
  }
  return lines;
}

/** @param divisor the value that is 100; null: values as published */
function pointsSince(values: SeriesView["values"], from: Day, divisor: number | null): RowList<Point> {
  const shown = pointsOf(values.slice(firstWhere(values.length, (at) => values.at(at)!.first >= from)));
  if (divisor === null) return shown;
  return rowsOfColumns(shown.length, (index) => {
    const {day, value} = shown.at(index)!;
    return {day, value: (value / divisor) * 100};
  });
}

/** @param isFramed on another site: without links, which would open in the frame */
export function* drawComparedLines(
  visit: Visit,
  views: readonly SeriesView[],
  shown: Shown,
  isFramed = false,
): Steps<Html> {
  const {language, query} = visit;
  const words = COMPARE_WORDS[language];
  const panels = yield* panelsOf(views, shown, language);
  const ways = isFramed ? [] : [...chartsLink(visit, views.length), ...(yield* otherWays(visit, views, shown, panels))];
  const years = yearsChosen(query);
  const all = panels.map(({lines, second}) => [...lines, ...second]);
  const figures: Html[] = [];
  for (const {lines, second} of panels) {
    const titles = [...lines, ...second].map(({view}) => titleText(view.series, language));
    const label = `${words.chart}: ${titles.join("; ")}`;
    const beside = panels.length > 1 ? all : undefined;
    const {marks, bands} = timesOfLines(visit, [...lines, ...second]);
    const chart = yield* lineChart({label, lines, second, beside, isFollowed: true, marks, bands, language});
    const caption = shown.base === null ? scalesWords({lines, second}, language) : indexWords(visit, views, shown.base);
    figures.push(html`<figure>
<figcaption>${factLine([caption, years !== null && words.lastYears[years], ...ways])}</figcaption>
${chart || html`<p>${words.noneShown}</p>`}</figure>\n`);
  }
  const events = drawTimes(visit, views, isFramed);
  const drawn = all.flat().sort((one, other) => views.indexOf(one.view) - views.indexOf(other.view));
  return html`${followed(visit, drawn, shown, html`${figures}`)}${events}`;
}

/** Breaks and events that the packages of the series declare, which are always there, and the events that the address asks for; each once. */
export function timesOfLines(
  visit: Pick<Visit, "query" | "language">,
  lines: readonly ComparedLine[],
): {readonly marks: readonly ChartMark[]; readonly bands: readonly ChartBand[]} {
  const views = lines.map(({view}) => view);
  const marks = [
    ...views.flatMap((view) => breakMarks(view, visit.language)),
    ...eventMarks(visit, views, visit.language),
  ];
  const bands = views.flatMap((view) => eventBands(view));
  return {
    marks: [...new Map(marks.map((mark) => [`${mark.day} ${mark.text}`, mark])).values()],
    bands: [...new Map(bands.map((band) => [`${band.first} ${band.last} ${band.text}`, band])).values()],
  };
}

/** The same in words, below the charts. */
export function drawTimes(visit: Visit, views: readonly SeriesView[], isFramed: boolean): Html {
  const lists = views.flatMap((view) => drawEventList(visit, view) || []);
  const once = new Map(lists.map((list) => [list.text, list]));
  const series = {add: null, series: seriesChosen(visit.query)};
  return html`${[...once.values()]}${isFramed ? drawEventsMarked(visit, views) : drawEventChoice(visit, views, series)}`;
}

/** The charts with what client/compare.ts needs for its crosshair. @param lines in the order of the series */
export function followed(visit: Visit, lines: readonly ComparedLine[], {base}: Shown, figures: Html): Html {
  const {none, keys} = COMPARE_WORDS[visit.language].crosshair;
  const words = {latest: latestHead(visit, lines.length), none, keys};
  const source = visit.link("/compare/values.json", {...comparisonQuery(visit), lang: visit.language});
  return html`<div class="compare-charts" data-source="${source}" data-words="${JSON.stringify(words)}">
${drawLatestValues(visit, lines, base !== null)}${figures}</div>
`;
}

function scalesWords({lines, second}: ComparedPanel, language: Language): Html {
  const words = COMPARE_WORDS[language];
  const captionOf = (own: readonly ComparedLine[]): Html => factLine(measuredIn(own[0]!.view, language));
  return second.length === 0
    ? captionOf(lines)
    : html`${words.leftScale}: ${captionOf(lines)}; ${words.rightScale}: ${captionOf(second)}`;
}

export function indexWords({language, query}: Visit, views: readonly SeriesView[], base: Day): string {
  const words = COMPARE_WORDS[language];
  const why = query.get("as") !== "index" ? `${words.mixedUnits}, ` : "";
  return `${why}${words.indexOf} ${periodWords(base, views[0]!.series.frequency, language)}`;
}

/** Links to the same comparison drawn in other ways. */
export function* otherWays(
  visit: Visit,
  views: readonly SeriesView[],
  {base, since, isOneChart, whyNotRebased: why}: Shown,
  panels: readonly ComparedPanel[],
): Steps<Html[]> {
  const words = COMPARE_WORDS[visit.language];
  const way = (as: string, text: string): Html =>
    html`<a href="${visit.here({as, add: null, series: seriesChosen(visit.query)})}">${text}</a>`;
  if (base !== null) return [way("published", words.asPublished)];
  const hasIndex = views.length > 1 && why === null && (yield* basePeriod(views, null, since)) !== null;
  return [
    ...(hasIndex ? [way("index", words.asIndex)] : []),
    ...(panels.length === 2 ? [way("axes", words.asAxes)] : []),
    ...(isOneChart && panels.some(({second}) => second.length > 0) ? [way("published", words.apart)] : []),
  ];
}

/** From small charts to one chart with all lines and back, where a reader has the choice. */
export function chartsLink(visit: Visit, series: number): Html[] {
  if (series <= MOST_TOGETHER || series > MOST_IN_ONE) return [];
  const {oneChart, smallCharts} = COMPARE_WORDS[visit.language];
  const [charts, words] = hasSmallCharts(visit, series) ? ["one", oneChart] : [null, smallCharts];
  return [html`<a href="${visit.here({charts, add: null, series: seriesChosen(visit.query)})}">${words}</a>`];
}

/** A sample of the line of a series. */
export function swatch(at: number): Html {
  return html`<svg class="chart" width="22" height="8" aria-hidden="true"><path class="line ${lineClass(at)}" d="M1 4h20"/></svg>`;
}

type WhyNotRebased = "ratios" | "belowZero";

/** The reason why the series cannot be shown in per cent of a common period; null: they can. */
function* whyNotRebased(views: readonly SeriesView[]): Steps<WhyNotRebased | null> {
  if (!views.every(({series}) => isLevel(series))) return "ratios";
  for (const {values} of views) {
    if (values.some(({value}) => value < 0)) return "belowZero";
    yield;
  }
  return null;
}

/** Whether per cent of a common period are the default: the units differ and none is per cent. */
function mixesUnits(views: readonly SeriesView[]): boolean {
  // compared in English, since publishers write one unit in many ways
  const units = new Set(views.map((view) => unitText(unitShown(view) ?? "", "en")));
  return units.size > 1 && !views.some(({series}) => isPerCent(series));
}

/**
 * The period that is 100. All series must have a value above zero in it, in their newest unit of account. Of such periods: the requested
 * one, else the first that is shown, else the last one before; null: there is none.
 * @param since the first day that is shown; null: no limit
 */
function* basePeriod(views: readonly SeriesView[], query: string | null, since: Day | null): Steps<Day | null> {
  const above: Set<Day>[] = [];
  for (const view of views) {
    const {since: ofUnit = EVER} = unitSince(view);
    const days = new Set<Day>();
    let read = 0;
    for (const {first, value} of view.values) {
      if (value > 0 && first >= ofUnit) days.add(first);
      if (++read % ESTIMATES_AT_ONCE === 0) yield;
    }
    above.push(days);
  }
  const [first, ...others] = above;
  if (first === undefined) return null;
  const common: Day[] = [];
  let looked = 0;
  for (const day of first) {
    if (others.every((days) => days.has(day))) common.push(day);
    if (++looked % ESTIMATES_AT_ONCE === 0) yield;
  }
  const wanted = parseDay(query ?? "");
  return (
    common.find((day) => day === wanted) ??
    common.find((day) => since === null || day >= since) ??
    common.at(-1) ??
    null
  );
}
