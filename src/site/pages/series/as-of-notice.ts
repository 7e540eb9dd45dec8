// Above a page that shows a past day: which day that is, and the way to the latest values.

import type {Visit} from "../../frame/visit.ts";
import {type Html, html} from "../../widgets/html.ts";
import {dayWords} from "../../words/wording.ts";
import type {AskedVintage} from "./vintage.ts";
import {SERIES_WORDS} from "./words.ts";

/** @param latest address of the same page as known now */
export function asOfNotice({language}: Visit, {asOf, isUnreadable}: AskedVintage, latest: string): Html {
  const words = SERIES_WORDS[language];
  return html`${
    isUnreadable &&
    html`<p class="notice warn">${words.badDay}</p>
`
  }${
    asOf !== null &&
    html`<p class="notice" id="as-of-notice">${words.shownAsOf} <strong>${dayWords(asOf, language)}</strong>: ${words.laterIgnored} <a href="${latest}">${words.toLatest}</a></p>
`
  }`;
}
