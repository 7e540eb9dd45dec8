// /series/KEY/derived: values computed here from a series, on a page of their own, so that they are never mistaken for the publisher's.
//
// The answer comes first: the last value, the chart and the formula. The select has only steps that are right for the series. Real terms need a second series: a listed price index, or one that the reader names.
import {parseSteps} from "../../../statistics/derived/step.ts";
import {dayText} from "../../../statistics/time/day.ts";
import {type Page, PageFault, page} from "../../frame/page.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {factLine} from "../../widgets/fact-list.ts";
import {nextRelease} from "../../widgets/follow-links.ts";
import {territoryWords} from "../../words/names.ts";
import {FREQUENCY_WORDS} from "../../words/wording.ts";
import {freshness, measuredIn} from "../series/head.ts";
import {derivedPath, headWords, seriesPath, titleText} from "../series/link.ts";
import {notesLink} from "../series/notes.ts";
import {dayQuery, readVintage} from "../series/query.ts";
import {readSeriesView, type SeriesView} from "../series/read-series.ts";
import {stepSubjectOf, stepsOf, stepsOffered} from "./choices.ts";
import {type DerivedView, declaredOf, derivedView} from "./derived-view.ts";
import {drawDerived, previewFor, takesPicture} from "./drawn-values.ts";
import {findPriceIndices, hasRealTerms, isPriceIndex, type PriceIndex} from "./price-indices.ts";
import {DERIVED_WORDS} from "./words.ts";

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
    const drawn =
      derived === null
        ? null
        : await visit.withRests(drawDerived(visit, derived, derive, nextRelease(known, site.today())));
    return page({
      title: `${title}: ${computed}`,
      description: words.notPublished,
      modules: ["copy"],
      ...(derived !== null && takesPicture(derived) && {head: previewFor(visit, derived, derive)}),
      main: html`<p class="over"><a href="${visit.link(seriesPath(view.series.key), {as_of: dayQuery(asOf)})}">${words.published}</a></p>
<h1 class="series-title long">${headWords(view.series, language)}<span class="unseen">, </span><span class="series-place">${territoryWords(view.series.fullTerritory, language)}</span><span class="unseen">: </span><span class="series-of">${computed}</span></h1>
<p class="series-line">${factLine([...measuredIn(view, language), FREQUENCY_WORDS[language][view.series.frequency]])}${notesLink(visit, view)}${badge}</p>
${sentence}${drawn?.answer}${offered.length === 0 ? html`<p class="notice">${words.noSteps}</p>` : choiceForm(visit, found)}
${found.hasRealTerms ? pricesForms(visit, found) : offered.length > 0 && html`<p class="quiet">${words.noRealTerms}</p>\n`}
${hasNoPrices && html`<p class="notice warn">${words.noPrices}</p>`}
${derive !== "" && derived === null && !hasNoPrices && html`<p class="notice warn">${words.refused}</p>`}
${drawn?.proof}`,
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
