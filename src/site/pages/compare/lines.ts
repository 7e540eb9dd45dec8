// The charts of a comparison: one in per cent of a common period, or one for each unit, all over the same days.
//
// Levels of any unit can be shown in per cent of a common period, unless a value is below zero: divided by a loss, a gain would
// look like a fall.
import type {Steps} from "../../../budget.ts";
import {ESTIMATES_AT_ONCE} from "../../../statistics/history/revisions.ts";
import {type Day, parseDay} from "../../../statistics/time/day.ts";
import {type ChartLine, lineChart, type Point} from "../../chart/line-chart.ts";
import type {Visit} from "../../frame/visit.ts";
import {factLine} from "../../widgets/fact-list.ts";
import {type Html, type HtmlValue, html} from "../../widgets/html.ts";
import {isLevel, isPerCent} from "../../words/measures.ts";
import {unitText} from "../../words/names.ts";
import {periodWords} from "../../words/wording.ts";
import {measuredIn, unitOf} from "../series/head.ts";
import {titleText} from "../series/link.ts";
import type {SeriesView} from "../series/read-series.ts";
import {keysAsked, yearsAsked, yearsChoice} from "./asked.ts";
import {COMPARE_WORDS} from "./words.ts";

export interface Shown {
  /** The period that is 100; null: values as published. */
  readonly base: Day | null;
  /** The first day; null: no limit. */
  readonly since: Day | null;
}

export function* drawLines(visit: Visit, views: readonly SeriesView[], {base, since}: Shown): Steps<Html> {
  const {language, query} = visit;
  const words = COMPARE_WORDS[language];
  const lines: ChartLine[] = [];
  for (const {values, series} of views) {
    const divisor = base === null ? null : values.find(({first}) => first === base)!.value;
    const points: Point[] = [];
    for (const {first, value} of values)
      if (since === null || first >= since)
        points.push({day: first, value: divisor === null ? value : (value / divisor) * 100});
    lines.push({points, frequency: series.frequency, className: `line-${lines.length + 1}`});
    yield;
  }
  const isIndex = base !== null;
  const hasOther =
    isIndex || (views.length > 1 && whyNotRebased(views) === null && (yield* basePeriod(views, null, since)) !== null);
  const other = html`<a href="${visit.here({as: isIndex ? "published" : "index", add: null, series: keysAsked(query).join(",")})}">${isIndex ? words.asPublished : words.asIndex}</a>`;
  const years = yearsAsked(query);
  function* figure(told: HtmlValue, shown: readonly ChartLine[], beside?: readonly ChartLine[][]): Steps<Html> {
    const titles = shown.map((line) => titleText(views[lines.indexOf(line)]!.series, language));
    const label = `${words.chart}: ${titles.join("; ")}`;
    const chart = yield* lineChart({label, lines: shown, beside, language});
    return html`<figure>
<figcaption>${factLine([told, years !== null && words.lastYears[years], hasOther && other])}</figcaption>
${chart || html`<p>${words.noneShown}</p>`}</figure>\n`;
  }
  if (isIndex) {
    const why = query.get("as") !== "index" ? `${words.mixedUnits}, ` : "";
    const told = `${why}${words.indexOf} ${periodWords(base, views[0]!.series.frequency, language)}`;
    return html`${yearsChoice(visit, views)}${yield* figure(told, lines)}`;
  }
  // values of different units never share a scale; neither do per cent of different things
  const groups = [...Map.groupBy(lines, (line) => factLine(measuredIn(views[lines.indexOf(line)]!, language)).text)];
  const all = groups.map(([, shown]) => shown);
  const figures: Html[] = [];
  for (const shown of all)
    figures.push(yield* figure(factLine(measuredIn(views[lines.indexOf(shown[0]!)]!, language)), shown, all));
  return html`${yearsChoice(visit, views)}${figures}`;
}

/** A sample of the line of a series. */
export function swatch(at: number): Html {
  return html`<svg class="chart" width="22" height="8" aria-hidden="true"><path class="line line-${at + 1}" d="M1 4h20"/></svg>`;
}

/** The reason why the series cannot be shown in per cent of a common period; null: they can. */
export function whyNotRebased(views: readonly SeriesView[]): "ratios" | "belowZero" | null {
  if (!views.every(({series}) => isLevel(series))) return "ratios";
  return views.some(({values}) => values.some(({value}) => value < 0)) ? "belowZero" : null;
}

/** Whether per cent of a common period are the default: the units differ and none is per cent. */
export function isRebasedUnasked(views: readonly SeriesView[]): boolean {
  // compared in English, since publishers write one unit in many ways
  const units = new Set(views.map((view) => unitText(unitOf(view) ?? "", "en")));
  return units.size > 1 && !views.some(({series}) => isPerCent(series)) && whyNotRebased(views) === null;
}

/**
 * The period that is 100. All series must have a value above zero in it. Of such periods: the requested one, else the first that is
 * shown, else the last one before; null: there is none.
 * @param since the first day that is shown; null: no limit
 */
export function* basePeriod(views: readonly SeriesView[], asked: string | null, since: Day | null): Steps<Day | null> {
  const above: Set<Day>[] = [];
  for (const {values} of views) {
    const days = new Set<Day>();
    for (const [at, {first, value}] of values.entries()) {
      if (value > 0) days.add(first);
      if (at % ESTIMATES_AT_ONCE === ESTIMATES_AT_ONCE - 1) yield;
    }
    above.push(days);
  }
  const [first, ...others] = above;
  if (first === undefined) return null;
  const common = [...first].filter((day) => others.every((days) => days.has(day)));
  yield;
  const wanted = parseDay(asked ?? "");
  return (
    common.find((day) => day === wanted) ??
    common.find((day) => since === null || day >= since) ??
    common.at(-1) ??
    null
  );
}
