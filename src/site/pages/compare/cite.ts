// How to cite a comparison: its publishers, its subject with the operation, the day of its latest publication, and its address.
//
// The address has the day, so that it gives the same values after the next release too.
import {SERVICE} from "../../frame/layout.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {copied} from "../../words/line-breaks.ts";
import {languageOfText} from "../../words/names.ts";
import {dayWords, providerName} from "../../words/wording.ts";
import {dayQuery} from "../series/query.ts";
import {shownVintage} from "../series/read-series.ts";
import type {Compared} from "./read-compared.ts";
import {comparisonTitle} from "./title.ts";
import {COMPARE_WORDS} from "./words.ts";

/** @param query the address of the comparison; without a day it is fixed to that of the latest publication */
export function citeComparison(
  visit: Visit,
  compared: Compared,
  query: Readonly<Record<string, string | null>>,
): Html | false {
  const {language} = visit;
  const words = COMPARE_WORDS[language];
  const {views, chosen} = compared;
  const read = [...views, ...chosen.flatMap(({beside}) => beside)];
  const [shown] = views;
  const newest = read
    .flatMap((view) => shownVintage(view) ?? [])
    .toSorted()
    .at(-1);
  if (newest === undefined) return false;
  const day = dayQuery(shown!.asOf) ?? newest;
  const providers = [...new Set(read.map(({dataset}) => providerName(dataset.provider, language)))].join("; ");
  const title = comparisonTitle(compared, language);
  const isComputed = chosen.some(({steps}) => steps !== null);
  return html`<h2 id="cite">${words.cite}</h2>
<div class="copied"><p id="citation" class="citation">${providers}. <cite lang="${languageOfText(title)}">${title}</cite>, ${isComputed && `${words.computedBy}, `}${words.knownOn} ${copied(dayWords(day, language)).replace(/\.$/, "")}. ${SERVICE[language]}. ${visit.absolute("/compare", {...query, as_of: day})}</p>
<button class="quiet" type="button" data-copy="citation" data-done="${words.copied}" hidden>${words.copy}</button></div>\n`;
}
