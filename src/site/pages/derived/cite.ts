// How to cite computed values: with the operation, the days of their inputs, and an address that gives the same values again.

import {SERVICE} from "../../frame/layout.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {copied} from "../../words/line-breaks.ts";
import {languageOfText} from "../../words/names.ts";
import {dayWords, providerName} from "../../words/wording.ts";
import {derivedPath} from "../series/link.ts";
import {shownVintage} from "../series/read-series.ts";
import {citedNames} from "../series/use.ts";
import {stepsOf} from "./choices.ts";
import type {DerivedView} from "./derived-view.ts";
import {DERIVED_WORDS} from "./words.ts";

/** @param wanted the parameters of the page; without a day its inputs are fixed to that of their latest publication */
export function citeDerived(
  visit: Visit,
  {view, inputs}: DerivedView,
  derive: string,
  wanted: Readonly<Record<string, string | null>>,
): Html | false {
  const {language} = visit;
  const words = DERIVED_WORDS[language];
  const day = wanted["as_of"] ?? shownVintage(view);
  if (day === null) return false;
  const address = visit.absolute(derivedPath(view.series.key), {...wanted, as_of: day});
  const cited = inputs.map((input) => {
    const {title, dataset} = citedNames(input, language);
    return html`${providerName(input.dataset.provider, language)}. <cite lang="${languageOfText(title)}">${title}</cite>. <span lang="${languageOfText(dataset)}">${dataset}</span>. `;
  });
  return html`<h2 id="cite">${words.cite}</h2>
<div class="copied"><p id="citation" class="citation">${cited}${words.computedHere}: ${stepsOf(inputs[0]!, derive, language)}, ${words.knownOn} ${copied(dayWords(day, language)).replace(/\.$/, "")}. ${SERVICE[language]}. ${address}</p>
<button class="quiet" type="button" data-copy="citation" data-done="${words.copied}" hidden>${words.copy}</button></div>\n`;
}
