import {differenceDecimals} from "../../../statistics/difference.ts";
import {dayText} from "../../../statistics/time/day.ts";
import type {Steps} from "../../../work/pace.ts";
import {lineChart} from "../../chart/line-chart.ts";
import {PICTURE_HEIGHT} from "../../chart/picture-document.ts";
import {fewDigits} from "../../client/few-digits.ts";
import {type Page, page} from "../../frame/page.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {codeBlock, tokenSentence} from "../../widgets/code-block.ts";
import {rowsOf, tableInSteps} from "../../widgets/data-table.ts";
import {pictureLinks, previewTags, takeFrame} from "../../widgets/embed-code.ts";
import {factLine} from "../../widgets/fact-list.ts";
import {followLine, type NextRelease, nextRelease} from "../../widgets/follow-links.ts";
import {downloadMenu, tableLinks, toolbar} from "../../widgets/toolbar.ts";
import {territoryWords, unitWords} from "../../words/names.ts";
import {
  computedText,
  dayWords,
  FREQUENCY_WORDS,
  numberText,
  periodWords,
  shortDayWords,
  shortPeriodWords,
  spanWords,
} from "../../words/wording.ts";
import {exactly, freshness, headline, measuredIn, unitShown} from "../series/head.ts";
import {derivedPath, headWords, seriesPath, titleText, titleWords} from "../series/link.ts";
import {asOfNotice, dayQuery, moreRows, readVintage, rowsChosen} from "../series/query.ts";
import {pointsOf, readSeriesView} from "../series/read-series.ts";
import {firstShown, yearsChoice, yearsChosen} from "../series/years.ts";
import {changeForms} from "./change-forms.ts";
import {stepsOf} from "./choices.ts";
import {citeDerived} from "./cite.ts";
import {compute} from "./computation.ts";
import {curlLine} from "./curl-line.ts";
import type {DerivedView} from "./derived-view.ts";
import {notOwnPrices} from "./price-indices.ts";
import {DERIVED_WORDS} from "./words.ts";

/** Of the chart: decades of computed changes, with the inflation of the nineties among them, hide the last ones. */
const USUAL_YEARS = 10;

export const derivedPage: Page = {
  path: "/series/:key/derived",
  costly: "shared",
  async draw(visit) {
    const {language} = visit;
    const words = DERIVED_WORDS[language];
    const wanted = readVintage(visit.query.get("as_of"));
    const {asOf} = wanted;
    const found = await compute(visit, await readSeriesView(visit, visit.params["key"] ?? "", asOf), true);
    const {view, derive, derived, hasNoPrices} = found;
    const title = titleText(view.series, language);
    const {site} = visit;
    const known = (await site.store.overview.read()).find((one) => one.dataset.id === view.dataset.id);
    const computed = [
      ...(derive === "" ? [] : [stepsOf(view, derive, language)]),
      words.computedHere.toLowerCase(),
    ].join(", ");
    // computed values are as old as the published ones
    const {badge, sentence} = freshness(visit, view, known);
    const shown =
      derived === null
        ? null
        : await visit.withRests(drawValues(visit, derived, derive, nextRelease(known, site.today())));
    return page({
      title: `${title}: ${computed}`,
      description: words.notPublished,
      modules: ["copy"],
      ...(derived !== null && takesPicture(derived) && {head: previewFor(visit, derived, derive)}),
      main: html`<p class="over"><a href="${visit.link(seriesPath(view.series.key), {as_of: dayQuery(asOf)})}">${words.published}</a></p>
<h1 class="series-title long">${headWords(view.series, language)}<span class="unseen">, </span><span class="series-place">${territoryWords(view.series.fullTerritory, language)}</span><span class="unseen">: </span><span class="series-of">${computed}</span></h1>
<p class="series-line">${factLine([...(derived === null ? measuredIn(view, language) : []), FREQUENCY_WORDS[language][(derived?.view ?? view).series.frequency]])}${badge}</p>
${sentence}${asOfNotice(visit, wanted, visit.here({as_of: null}))}${derived !== null && drawHeadline(visit, derived)}${shown?.chart}${changeForms(visit, found)}
${hasNoPrices && html`<p class="notice warn">${words.noPrices}</p>`}
${derive !== "" && derived === null && !hasNoPrices && html`<p class="notice warn">${words.refused}</p>`}
${shown?.below}`,
    });
  },
};

interface DrawnValues {
  /** With its formula and inputs, and the ways to take it along. */
  readonly chart: Html;
  readonly below: Html;
}

function* drawValues(visit: Visit, derived: DerivedView, derive: string, awaited: NextRelease): Steps<DrawnValues> {
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
    language,
  });
  const shown = [...values.slice(-rowsChosen(visit))].reverse();
  const largest = Math.max(...shown.map(({value}) => Math.abs(value)));
  const table = yield* tableInSteps({
    caption: `${words.values}, ${words.computedHere.toLowerCase()}`,
    narrow: "folded long",
    columns: [{head: words.period}, {head: words.value, decimals: language}, {head: words.inputsAsOf, below: true}],
    rows: rowsOf(shown, ({period, first, value, day}) => [
      html`<time datetime="${dayText(first)}">${shortPeriodWords(first, series.frequency, language)}</time>`,
      exactly(value, computedText(value, language, largest), language),
      html`<time datetime="${dayText(day)}">${shortDayWords(day, language)}</time>${uncertain.has(period) && html` <span class="was">${words.rests}</span>`}`,
    ]),
  });
  const prices = query.get("prices");
  const wanted = {derive: prices ? null : derive, prices, as_of: dayQuery(asOf)};
  const fileAt = (type: "csv" | "xlsx"): string =>
    visit.link(`${derivedPath(series.key)}.${type}`, {...wanted, lang: language});
  const request = curlLine(visit, derived.view, derive);
  const chosenYears = yearsChoice(visit, [view], {}, USUAL_YEARS);
  const picture = takesPicture(derived) && pictureLinks(visit, pictureOf(visit, derived, derive));
  const isEmpty = values.length === 0;
  return {
    chart: html`${toolbar(visit, [chosenYears], [downloadMenu(visit, [tableLinks(fileAt), picture])])}<figure>
<figcaption>${factLine(measuredIn(view, language))}</figcaption>
${chart || html`<p>${words.noValues}</p>`}</figure>
<p class="notice">${words.notPublished}<br>${words.formula}: <code>${formula}</code><br>${words.inputs}: ${inputs.map(
      (one, at) =>
        html`${at > 0 && "; "}<a href="${visit.link(seriesPath(one.series.key), {as_of: dayQuery(asOf)})}">${titleWords(one.series, language)}</a>`,
    )}${notOwnPrices(derived, language)}</p>
${!isEmpty && taken(visit, derived, derive, awaited)}`,
    below: html`${
      !isEmpty &&
      html`<h2 id="values">${words.values}</h2>
${table}${moreRows(visit, shown.length, values.length)}`
    }${missing > 0 && html`<p class="quiet">${words.withoutValue}: ${numberText(missing, language)}.</p>\n`}
${!isEmpty && citeDerived(visit, derived, derive, wanted)}<h2 id="request">${words.request}</h2>
${tokenSentence(visit, request)}${codeBlock("request-code", words.request, request, language)}`,
  };
}

/** The last computed value, as the head of the page. */
function drawHeadline({language}: Visit, {view, inputs, uncertain}: DerivedView): Html | false {
  const {series, values} = view;
  const last = values.at(-1);
  if (last === undefined) return false;
  const words = DERIVED_WORDS[language];
  const unit = unitShown(view);
  return html`<div class="latest">
<p class="latest-value"><span class="unseen">${words.latest}: </span><strong>${headline(last.value, language, justifiedDecimals(inputs))}</strong><br><span class="quiet">${unit !== null && html`${unitWords(unit, language)} · `}${periodWords(last.first, series.frequency, language)}, ${words.inputsAsOf} <time class="unbroken" datetime="${dayText(last.day)}">${dayWords(last.day, language)}</time>${uncertain.has(last.period) && html`<br>${words.rests}`}</span></p>
</div>\n`;
}

/** As many as the last published values have, but one at least: 5.8709 would look exacter than the indices that it is made of. */
function justifiedDecimals(inputs: DerivedView["inputs"]): number {
  const last = inputs.flatMap(({values}) => [...values.slice(-PERIODS_OF_HEADLINE)]);
  return Math.max(1, ...last.map(({value}) => differenceDecimals(fewDigits(value), 0) ?? 0));
}

const PERIODS_OF_HEADLINE = 13;

/**
 * Beside the chart. Its frame and its pictures are those of a comparison, which takes the same steps. There are none of a past day, nor of values
 * of two series.
 */
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

function takesPicture({view, inputs}: DerivedView): boolean {
  return view.asOf === null && inputs.length === 1 && view.values.length > 0;
}

function previewFor(visit: Visit, {view: {series}, inputs}: DerivedView, derive: string): Html {
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
