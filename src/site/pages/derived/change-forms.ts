// The forms of a page of computed values: which steps, and by which prices.
//
// The select has only steps that are right for the series. Real terms need a second series: a listed price index, or one that the reader names.
import {dayText} from "../../../statistics/time/day.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {derivedPath} from "../series/link.ts";
import type {SeriesView} from "../series/read-series.ts";
import {stepsOf} from "./choices.ts";
import type {Computation} from "./computation.ts";
import {DERIVED_WORDS} from "./words.ts";

/** Folded below the values; open where nothing is computed. */
export function changeForms(visit: Visit, found: Computation): Html {
  const words = DERIVED_WORDS[visit.language];
  const {offered, derived, hasRealTerms} = found;
  const steps = offered.length === 0 ? html`<p class="notice">${words.noSteps}</p>` : choiceForm(visit, found);
  const real = hasRealTerms
    ? pricesForms(visit, found)
    : offered.length > 0 && html`<p class="quiet">${words.noRealTerms}</p>\n`;
  if (derived === null) return html`${steps}${real}`;
  return html`<details class="section" id="compute"><summary>${words.computeOther}</summary>
${steps}${real}</details>\n`;
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
