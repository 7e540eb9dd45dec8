// Computed values on their page: the last one, the chart and the formula, then all values with what proves them.
//
// Breaks and notes of the published series hold for them too: a change across a break is no growth.
import {dayText} from "../../../statistics/time/day.ts";
import type {Steps} from "../../../work/pace.ts";
import {lineChart} from "../../chart/line-chart.ts";
import {PICTURE_HEIGHT} from "../../chart/picture-document.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {codeBlock, tokenSentence} from "../../widgets/code-block.ts";
import {rowsOf, tableInSteps} from "../../widgets/data-table.ts";
import {pictureLinks, previewTags, takeFrame} from "../../widgets/embed-code.ts";
import {factLine} from "../../widgets/fact-list.ts";
import {followLine, type NextRelease} from "../../widgets/follow-links.ts";
import {downloadMenu, tableLinks, toolbar} from "../../widgets/toolbar.ts";
import {unitWords} from "../../words/names.ts";
import {
  dayWords,
  numberText,
  periodWords,
  shortDayWords,
  shortPeriodWords,
  shownText,
  spanWords,
} from "../../words/wording.ts";
import {breakMarks, drawEventList, eventBands} from "../series/events.ts";
import {exactly, measuredIn, unitShown} from "../series/head.ts";
import {derivedPath, seriesPath, titleText, titleWords} from "../series/link.ts";
import {drawNotes, noteMarks} from "../series/notes.ts";
import {dayQuery, moreRows, rowsChosen} from "../series/query.ts";
import {pointsOf} from "../series/read-series.ts";
import {firstShown, yearsChoice, yearsChosen} from "../series/years.ts";
import {stepsOf} from "./choices.ts";
import {citeDerived} from "./cite.ts";
import {curlLine} from "./curl-line.ts";
import type {DerivedView} from "./derived-view.ts";
import {notOwnPrices} from "./price-indices.ts";
import {DERIVED_WORDS} from "./words.ts";

/** Of the chart: decades of computed changes, with the inflation of the nineties among them, hide the last ones. */
const USUAL_YEARS = 10;

/** What a page of computed values shows. */
export interface DrawnValues {
  /** The last value, the chart, and how it was computed. */
  readonly answer: Html;
  /** All values, the notes of the source, how to cite them, and the request. */
  readonly proof: Html;
}

export function* drawDerived(
  visit: Visit,
  derived: DerivedView,
  derive: string,
  awaited: NextRelease,
): Steps<DrawnValues> {
  const {language, query} = visit;
  const words = DERIVED_WORDS[language];
  const {view, formula, inputs, uncertain, missing} = derived;
  const {series, values, asOf} = view;
  const span =
    values.length === 0 ? "" : spanWords([values.at(0)!.first, values.at(-1)!.first], series.frequency, language);
  const since = firstShown([view], yearsChosen(query, USUAL_YEARS));
  const points = pointsOf(
    since === null
      ? values
      : values.slice(
          Math.max(
            0,
            values.findIndex(({first}) => first >= since),
          ),
        ),
  );
  yield;
  const chart = yield* lineChart({
    label: `${words.computedHere}: ${stepsOf(derived.inputs[0]!, derive, language)}; ${span}`,
    lines: [{points, frequency: series.frequency, className: "line-1"}],
    marks: inputs.flatMap((input) => breakMarks(input, language)),
    bands: inputs.flatMap((input) => eventBands(input)),
    language,
  });
  const marksOf = noteMarks(visit, view);
  const shown = [...values.slice(-rowsChosen(visit))].reverse();
  const largest = Math.max(...shown.map(({value}) => Math.abs(value)));
  const table = yield* tableInSteps({
    caption: `${words.values}, ${words.computedHere.toLowerCase()}`,
    narrow: "folded long",
    columns: [{head: words.period}, {head: words.value, decimals: language}, {head: words.inputsAsOf, below: true}],
    rows: rowsOf(shown, ({period, first, value, day}) => [
      html`<time datetime="${dayText(first)}">${shortPeriodWords(first, series.frequency, language)}</time>${marksOf(first)}`,
      exactly(value, shownText(view, value, language, largest), language),
      html`<time datetime="${dayText(day)}">${shortDayWords(day, language)}</time>${uncertain.has(period) && html` <span class="was">${words.rests}</span>`}`,
    ]),
  });
  const prices = query.get("prices");
  const wanted = {derive: prices ? null : derive, prices, as_of: dayQuery(asOf)};
  const fileAt = (type: "csv" | "xlsx"): string =>
    visit.link(`${derivedPath(series.key)}.${type}`, {...wanted, lang: language});
  const request = curlLine(visit, derived.view, derive);
  const made = html`<p class="notice">${words.notPublished}<br>${words.formula}: <code>${formula}</code><br>${words.inputs}: ${inputs.map(
    (one, at) =>
      html`${at > 0 && "; "}<a href="${visit.link(seriesPath(one.series.key), {as_of: dayQuery(asOf)})}">${titleWords(one.series, language)}</a>`,
  )}${notOwnPrices(derived, language)}</p>\n`;
  const answer = html`${drawHeadline(visit, derived)}${toolbar(visit, [yearsChoice(visit, [view], {}, USUAL_YEARS)], [downloadMenu(visit, [tableLinks(fileAt), takesPicture(derived) && pictureLinks(visit, pictureOf(visit, derived, derive))])])}<figure>
<figcaption>${factLine(measuredIn(view, language))}</figcaption>
${chart || html`<p>${words.noValues}</p>`}</figure>
${inputs.map((input) => drawEventList(visit, input))}${made}`;
  const proof = html`${values.length > 0 && taken(visit, derived, derive, awaited)}${
    values.length > 0 &&
    html`<h2 id="values">${words.values}</h2>
${table}${moreRows(visit, shown.length, values.length)}`
  }${missing > 0 && html`<p class="quiet">${words.withoutValue}: ${numberText(missing, language)}.</p>\n`}
${drawNotes(visit, view)}${values.length > 0 && citeDerived(visit, derived, derive, wanted)}<h2 id="request">${words.request}</h2>
${tokenSentence(visit, request)}${codeBlock("request-code", words.request, request, language)}`;
  return {answer, proof};
}

/** The last computed value, as the head of the page. */
function drawHeadline({language}: Visit, {view, uncertain}: DerivedView): Html | false {
  const {series, values} = view;
  const last = values.at(-1);
  if (last === undefined) return false;
  const words = DERIVED_WORDS[language];
  const unit = unitShown(view);
  return html`<div class="latest">
<p class="latest-value"><span class="unseen">${words.latest}: </span><strong>${exactly(last.value, shownText(view, last.value, language), language)}</strong><br><span class="quiet">${unit !== null && html`${unitWords(unit, language)} · `}${periodWords(last.first, series.frequency, language)}, ${words.inputsAsOf} <time class="unbroken" datetime="${dayText(last.day)}">${dayWords(last.day, language)}</time>${uncertain.has(last.period) && html`<br>${words.rests}`}</span></p>
</div>\n`;
}

/** Its frame and its pictures are those of a comparison, which takes the same steps. */
function taken(visit: Visit, derived: DerivedView, derive: string, release: NextRelease): Html {
  const {series, dataset} = derived.view;
  const follow = followLine(visit, [{dataset, release, series: series.key, name: titleWords(series, visit.language)}]);
  if (!takesPicture(derived)) return follow;
  const title = `${titleText(series, visit.language)}, ${stepsOf(derived.inputs[0]!, derive, visit.language)}`;
  return takeFrame(visit, {...pictureOf(visit, derived, derive), frame: "/embed/compare", title, follow});
}

function pictureOf({query}: Visit, {view: {series}}: DerivedView, derive: string) {
  return {path: "/compare", query: {series: `${series.key}~${derive}`, years: yearsChosen(query, USUAL_YEARS)}};
}

/** Of a past day there is none, nor of values of two series. */
export function takesPicture({view, inputs}: DerivedView): boolean {
  return view.asOf === null && inputs.length === 1 && view.values.length > 0;
}

/** What a shared link shows. */
export function previewFor(visit: Visit, {view: {series}, inputs}: DerivedView, derive: string): Html {
  const {language} = visit;
  return previewTags({
    title: `${titleText(series, language)}, ${stepsOf(inputs[0]!, derive, language)}`,
    description: DERIVED_WORDS[language].notPublished,
    picture: visit.absolute("/compare.png", {
      ...{series: `${series.key}~${derive}`, lang: language},
      years: yearsChosen(visit.query, USUAL_YEARS),
    }),
    height: PICTURE_HEIGHT,
  });
}
