// The chart of a series page. client/series.ts replaces it in browsers with scripts and takes its words from data attributes.

import {type Day, dayText} from "../../../statistics/time/day.ts";
import type {Steps} from "../../../work/pace.ts";
import {GAP_DAYS} from "../../chart/chart-line.ts";
import {lineChart} from "../../chart/line-chart.ts";
import {POINTS_AT_ONCE} from "../../chart/line-path.ts";
import {type Html, html, NOTHING} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {steppedView} from "../../words/held-values.ts";
import {isLevel} from "../../words/measures.ts";
import {unitWords} from "../../words/names.ts";
import {fewDigitsText, periodWords, spanWords} from "../../words/wording.ts";
import {breakMarks, drawEventList, eventBands, unitSince} from "./events.ts";
import {unitShown} from "./head.ts";
import {seriesPath} from "./link.ts";
import {drawEventChoice, drawEventsMarked, eventMarks} from "./marked-events.ts";
import {pointsOf, type SeriesView} from "./read-series.ts";
import {SERIES_WORDS} from "./words.ts";

/** @param isFramed on another site: without links to other pages, which would open in the frame */
export function* drawChart(visit: Visit, view: SeriesView, isFramed = false): Steps<Html> {
  const {language} = visit;
  const {series, values, asOf} = view;
  const words = SERIES_WORDS[language];
  if (values.length === 0) return NOTHING;
  const marks = [...breakMarks(view, language), ...eventMarks(visit, [view], language)];
  const bands = eventBands(view);
  const shaded = bands.map(({first, last}) => [first, last + 1]);
  const {since} = unitSince(view);
  const {isStepped} = steppedView(view);
  const label = `${words.chartOf}: ${yield* chartWords(visit, view)}`;
  yield;
  const drawn = yield* lineChart({
    label,
    lines: [
      {
        points: pointsOf(values),
        frequency: series.frequency,
        className: "line-1",
        isStepped,
        ...unitSince(view),
      },
    ],
    marks,
    bands,
    language,
  });
  if (drawn === false) return NOTHING;
  const unit = unitShown(view);
  return html`<figure class="series-chart" data-source="${visit.link(`${seriesPath(series.key)}/estimates.json`)}" data-frequency="${series.frequency}"${isLevel(series) && html` data-level`} data-gap="${GAP_DAYS[series.frequency]}" data-as-of="${asOf === null ? "" : dayText(asOf)}" data-words="${JSON.stringify(words.control)}" ${marks.length > 0 && html` data-marks="${JSON.stringify(marks)}"`}${shaded.length > 0 && html` data-bands="${JSON.stringify(shaded)}"`}${since !== undefined && html` data-since="${since}"`}${isStepped && html` data-stepped`}>
<figcaption${(unit === null || isFramed) && html` class="unseen"`}><span class="unseen">${words.chart}${unit !== null && ", "}</span>${unit !== null && unitWords(unit, language)}</figcaption>
${drawn}</figure>\n${drawEventList(visit, view)}${(isFramed ? drawEventsMarked : drawEventChoice)(visit, [view])}`;
}

/** The content of the chart in words, for screen readers. */
function* chartWords({language}: Visit, {series, values}: SeriesView): Steps<string> {
  const words = SERIES_WORDS[language];
  const period = (first: Day): string => periodWords(first, series.frequency, language);
  let [low, high] = [values.at(0)!, values.at(0)!];
  for (let at = 0; at < values.length; at += POINTS_AT_ONCE) {
    for (const one of values.slice(at, at + POINTS_AT_ONCE)) {
      if (one.value < low.value) low = one;
      if (one.value > high.value) high = one;
    }
    yield;
  }
  return [
    spanWords([values.at(0)!.first, values.at(-1)!.first], series.frequency, language),
    `${words.lowest} ${fewDigitsText(low.value, language)} (${period(low.first)})`,
    `${words.highest} ${fewDigitsText(high.value, language)} (${period(high.first)})`,
  ].join("; ");
}
