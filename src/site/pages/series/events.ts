// Declared breaks and events on the time axis of a series: vertical marks, shaded days, and both in words below the chart.
//
// The words are below the chart, not on it: at 360 pixels there is no room for them, and a reader of the page hears them.
import type {Note} from "../../../statistics/release/release.ts";
import type {RowList} from "../../../statistics/row-list.ts";
import {type Day, daysOfSpan, firstDay, parsePeriod} from "../../../statistics/time/day.ts";
import type {Point} from "../../chart/chart-line.ts";
import type {ChartBand, ChartMark} from "../../chart/line-chart.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import type {Language} from "../../words/language.ts";
import {noteWords} from "../../words/names.ts";
import {writtenPeriodWords} from "../../words/wording.ts";
import type {SeriesView} from "./read-series.ts";
import {SERIES_WORDS} from "./words.ts";

/** Where the series begins or goes on under another code, or in another unit of account. */
export function breakMarks(view: SeriesView, language: Language): ChartMark[] {
  const {codeChange, unitChange} = SERIES_WORDS[language].control;
  const {from, as, inside} = view.continuations;
  const changes = [from, as].flatMap((one) => (one === null ? [] : [{...one, text: codeChange}]));
  return [...changes, ...inside.map((one) => ({...one, text: unitChange}))].map(({period, text}) => ({
    day: dayOfBreak(period),
    text,
  }));
}

/** The newest break inside the series; values before it are in another unit of account. */
export function unitSince({continuations: {inside}}: SeriesView): {readonly since?: Day} {
  return inside.length === 0 ? {} : {since: Math.max(...inside.map(({period}) => dayOfBreak(period)))};
}

interface NotedSeries {
  readonly notes: readonly Note[];
  readonly series: {readonly classification: string | null};
}

interface EventBand extends ChartBand {
  readonly span: readonly [string, string];
}

/** The events of the dataset and of the series' own class, by their first days. */
export function eventBands({notes, series}: NotedSeries): EventBand[] {
  return notes
    .flatMap(({text, classification, span}) =>
      span !== undefined && (classification === null || classification === series.classification)
        ? [{...daysOfSpan(span), text, span}]
        : [],
    )
    .sort((one, other) => one.first - other.first);
}

/** Only what is within the days of the series. */
export function drawEventList({language}: Visit, view: SeriesView): Html | false {
  const [from, to] = [view.values.at(0)?.first ?? 0, view.values.at(-1)?.first ?? 0];
  const breaks = view.continuations.inside.filter(({period}) => dayOfBreak(period) > from);
  return drawEvents(bandsWithin(eventBands(view), from, to), breaks, language);
}

/** The events of series that share a chart, each once. */
export function drawBandList(bands: readonly EventBand[], points: RowList<Point>, language: Language): Html | false {
  const once = new Map(bands.map((band) => [`${band.span.join(" ")} ${band.text}`, band]));
  const [first, last] = [points.at(0)?.day, points.at(-1)?.day];
  if (first === undefined || last === undefined) return false;
  return drawEvents(bandsWithin([...once.values()], first, last), [], language);
}

function bandsWithin(bands: readonly EventBand[], from: Day, to: Day): readonly EventBand[] {
  return bands.filter(({first, last}) => last >= from && first <= to);
}

function drawEvents(
  bands: readonly EventBand[],
  breaks: SeriesView["continuations"]["inside"],
  language: Language,
): Html | false {
  const {shaded, control} = SERIES_WORDS[language];
  return (
    bands.length + breaks.length > 0 &&
    html`<ul class="chart-events quiet">
${bands.map(({span, text}) => html`<li><span class="swatch" aria-hidden="true"></span> <span class="unseen">${shaded} </span>${spanText(span, language)}: ${noteWords(text, language)}</li>\n`)}${breaks.map(({period, note}) => html`<li>${writtenPeriodWords(period, language)}: ${note === null ? control.unitChange : noteWords(note, language)}</li>\n`)}</ul>\n`
  );
}

function spanText([from, to]: readonly [string, string], language: Language): string {
  const [first, last] = [writtenPeriodWords(from, language), writtenPeriodWords(to, language)];
  return first === last ? first : `${first}\u00a0– ${last}`;
}

/** The first day of the period of a break, as the store has it. */
export function dayOfBreak(written: string): Day {
  const period = parsePeriod(written);
  if (period === null) throw new RangeError(`the store holds ${JSON.stringify(written)} where a period belongs`);
  return firstDay(period.frequency, period.ordinal);
}
