// /series/KEY/derived: values computed here from a series, on a page of their own, so that they are never mistaken for the publisher's.
//
// The select has only steps that are right for the series. Real terms need a second series: a listed price index, or one that the reader names.
import {parseSteps} from "../../../statistics/derived/step.ts";

import {dayText} from "../../../statistics/time/day.ts";
import type {Steps} from "../../../work/pace.ts";
import {lineChart} from "../../chart/line-chart.ts";
import {PICTURE_HEIGHT} from "../../chart/picture-document.ts";
import {type Page, PageFault, page} from "../../frame/page.ts";
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
  dayWords,
  FREQUENCY_WORDS,
  numberText,
  periodWords,
  shortDayWords,
  shortPeriodWords,
  shownText,
  spanWords,
} from "../../words/wording.ts";
import {breakMarks, drawEventList, eventBands} from "../series/events.ts";
import {exactly, freshness, measuredIn, unitShown} from "../series/head.ts";
import {derivedPath, headWords, seriesPath, titleText, titleWords} from "../series/link.ts";
import {dayQuery, moreRows, readVintage, rowsChosen} from "../series/query.ts";
import {pointsOf, readSeriesView, type SeriesView} from "../series/read-series.ts";
import {firstShown, yearsChoice, yearsChosen} from "../series/years.ts";
import {stepSubjectOf, stepsOf, stepsOffered} from "./choices.ts";
import {citeDerived} from "./cite.ts";
import {curlLine} from "./curl-line.ts";
import {type DerivedView, declaredOf, derivedView} from "./derived-view.ts";
import {findPriceIndices, hasRealTerms, isPriceIndex, notOwnPrices, type PriceIndex} from "./price-indices.ts";
import {DERIVED_WORDS} from "./words.ts";

/** Of the chart: decades of computed changes, with the inflation of the nineties among them, hide the last ones. */
const USUAL_YEARS = 10;

/** What is asked for. */
export interface Computation {
  readonly view: SeriesView;
  readonly offered: readonly string[];
  /** "": nothing can be computed. */
  readonly derive: string;
  /** null: that would be a wrong number, or nothing is asked for. */
  readonly derived: DerivedView | null;
  /** Offered by name. */
  readonly prices: readonly PriceIndex[];
  /** The values are amounts or prices. */
  readonly hasRealTerms: boolean;
  /** The named price index does not fit. */
  readonly hasNoPrices: boolean;
}

export const derivedPage: Page = {
  path: "/series/:key/derived",
  costly: "shared",
  async draw(visit) {
    const {language} = visit;
    const words = DERIVED_WORDS[language];
    const {asOf} = readVintage(visit.query.get("as_of"));
    const found = await compute(visit, await readSeriesView(visit, visit.params["key"] ?? "", asOf), true);
    const {view, derive, derived, hasNoPrices, offered} = found;
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
<p class="series-line">${factLine([...measuredIn(view, language), FREQUENCY_WORDS[language][view.series.frequency]])}${badge}</p>
${sentence}${derived !== null && drawHeadline(visit, derived)}${offered.length === 0 ? html`<p class="notice">${words.noSteps}</p>` : choiceForm(visit, found)}
${found.hasRealTerms ? pricesForms(visit, found) : offered.length > 0 && html`<p class="quiet">${words.noRealTerms}</p>\n`}
${hasNoPrices && html`<p class="notice warn">${words.noPrices}</p>`}
${derive !== "" && derived === null && !hasNoPrices && html`<p class="notice warn">${words.refused}</p>`}
${shown}`,
    });
  },
};

/** The steps of the address, else the first that is offered. @param offers whether price indices are offered: a file offers nothing */
export async function compute(visit: Visit, view: SeriesView, offers: boolean): Promise<Computation> {
  const {query, language} = visit;
  const priced = await pricesChosen(visit, view);
  const declared = declaredOf(priced === null ? [view] : [view, priced]);
  const subject = stepSubjectOf(view, declared.get(view.dataset.id)!);
  const offered = stepsOffered(view, subject);
  const [prices = []] = offers ? await findPriceIndices(visit, [{series: view.series, subject}]) : [];
  const found = {view, offered, prices, derived: null, hasRealTerms: hasRealTerms(subject), hasNoPrices: false};
  const isNamed = (query.get("prices") ?? "").trim() !== "";
  const fits =
    priced !== null &&
    isPriceIndex({key: priced.series.key, subject: stepSubjectOf(priced, declared.get(priced.dataset.id)!)}, subject);
  if (isNamed && !fits) return {...found, derive: "", hasNoPrices: true};
  const derive = isNamed ? `real:${priced!.series.key}` : ((query.get("derive") || offered[0]) ?? "");
  const steps = derive === "" ? [] : parseSteps(derive);
  const others = new Map(priced === null ? [] : [[priced.series.key, priced]]);
  // a second series is named by itself, never within the steps of the address
  const isReadable = !("problem" in steps) && steps.every((step) => !("key" in step) || others.has(step.key));
  if (!isReadable || steps.length === 0) return {...found, derive};
  return {...found, derive, derived: await visit.withRests(derivedView(view, steps, others, declared, language))};
}

/** null: none is named, or there is no such series. */
async function pricesChosen(visit: Visit, {asOf}: SeriesView): Promise<SeriesView | null> {
  const key = /(?:^|\/series\/)([0-9a-z]{16})(?![0-9a-z])/.exec((visit.query.get("prices") ?? "").trim())?.[1];
  if (key === undefined) return null;
  try {
    return await readSeriesView(visit, key, asOf);
  } catch (error) {
    if (error instanceof PageFault) return null;
    throw error;
  }
}

function choiceForm(visit: Visit, {view, offered, derive, derived}: Computation): Html {
  const {language} = visit;
  const words = DERIVED_WORDS[language];
  // an address may have other steps than those that are offered
  const own = derived === null || offered.includes(derive) || derive.startsWith("real:") ? [] : [derive];
  const others = offered.filter(
    (one) => !own.some((shown) => stepsOf(view, shown, language) === stepsOf(view, one, language)),
  );
  return html`<form class="inline-form" action="${visit.link(derivedPath(view.series.key))}">
<div class="field"><label for="derive">${words.steps}</label>
<select id="derive" name="derive">${[...own, ...others].map((one) => html`<option value="${one}"${one === derive && html` selected`}>${stepsOf(view, one, language)}</option>\n`)}</select></div>
${kept(visit, view)}<button type="submit" class="quiet">${words.compute}</button>
</form>\n`;
}

/** The listed indices as buttons, or that there is none; any other by its key. */
function pricesForms(visit: Visit, {view, prices}: Computation): Html {
  const {language, query} = visit;
  const words = DERIVED_WORDS[language];
  const chosen = query.get("prices") ?? "";
  const action = visit.link(derivedPath(view.series.key));
  const isListed = prices.some(({key}) => key === chosen);
  const own = html`<form class="inline-form" action="${action}">
<div class="field"><label for="prices">${words.prices}</label>
<input type="text" id="prices" name="prices" value="${isListed ? "" : chosen}" maxlength="300" autocomplete="off"></div>
${kept(visit, view)}<button type="submit" class="quiet">${words.inRealTerms}</button>
</form>\n`;
  const listed =
    prices.length === 0
      ? html`<p class="quiet">${words.noPricesHere}</p>`
      : html`<form class="inline-form" action="${action}">
<p class="computed-ways"><span>${words.inRealTerms}, ${words.by}:</span> ${prices.map(
          ({key, name}) =>
            html`<button type="submit" class="quiet" name="prices" value="${key}"${key === chosen && html` aria-current="true"`}>${name}</button>\n`,
        )}</p>
${kept(visit, view)}</form>`;
  return html`${listed}
<details${chosen !== "" && !isListed && html` open`}><summary>${words.otherPrices}</summary>${own}</details>\n`;
}

function kept(visit: Visit, {asOf}: SeriesView): Html {
  const lang = visit.query.get("lang");
  return html`${asOf !== null && html`<input type="hidden" name="as_of" value="${dayText(asOf)}">`}${lang !== null && html`<input type="hidden" name="lang" value="${lang}">`}`;
}

function* drawValues(visit: Visit, derived: DerivedView, derive: string, awaited: NextRelease): Steps<Html> {
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
  const shown = [...values.slice(-rowsChosen(visit))].reverse();
  const largest = Math.max(...shown.map(({value}) => Math.abs(value)));
  const table = yield* tableInSteps({
    caption: `${words.values}, ${words.computedHere.toLowerCase()}`,
    narrow: "folded long",
    columns: [{head: words.period}, {head: words.value, decimals: language}, {head: words.inputsAsOf, below: true}],
    rows: rowsOf(shown, ({period, first, value, day}) => [
      html`<time datetime="${dayText(first)}">${shortPeriodWords(first, series.frequency, language)}</time>`,
      exactly(value, shownText(view, value, language, largest), language),
      html`<time datetime="${dayText(day)}">${shortDayWords(day, language)}</time>${uncertain.has(period) && html` <span class="was">${words.rests}</span>`}`,
    ]),
  });
  const prices = query.get("prices");
  const wanted = {derive: prices ? null : derive, prices, as_of: dayQuery(asOf)};
  const fileAt = (type: "csv" | "xlsx"): string =>
    visit.link(`${derivedPath(series.key)}.${type}`, {...wanted, lang: language});
  const request = curlLine(visit, derived.view, derive);
  return html`<p class="notice">${words.notPublished}<br>${words.formula}: <code>${formula}</code><br>${words.inputs}: ${inputs.map(
    (one, at) =>
      html`${at > 0 && "; "}<a href="${visit.link(seriesPath(one.series.key), {as_of: dayQuery(asOf)})}">${titleWords(one.series, language)}</a>`,
  )}${notOwnPrices(derived, language)}</p>
${toolbar(visit, [yearsChoice(visit, [view], {}, USUAL_YEARS)], [downloadMenu(visit, [tableLinks(fileAt), takesPicture(derived) && pictureLinks(visit, pictureOf(visit, derived, derive))])])}<figure>
<figcaption>${factLine(measuredIn(view, language))}</figcaption>
${chart || html`<p>${words.noValues}</p>`}</figure>
${inputs.map((input) => drawEventList(visit, input))}${values.length > 0 && taken(visit, derived, derive, awaited)}${
  values.length > 0 &&
  html`<h2 id="values">${words.values}</h2>
${table}${moreRows(visit, shown.length, values.length)}`
}${missing > 0 && html`<p class="quiet">${words.withoutValue}: ${numberText(missing, language)}.</p>\n`}
${values.length > 0 && citeDerived(visit, derived, derive, wanted)}<h2 id="request">${words.request}</h2>
${tokenSentence(visit, request)}${codeBlock("request-code", words.request, request, language)}`;
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
