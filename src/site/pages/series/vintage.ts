// `as_of` in an address of the site, YYYY-MM-DD or "latest" as in the API, and the notice on a page that shows a past day.
import {type Day, parseDay} from "../../../statistics/time/day.ts";
import type {Visit} from "../../frame/visit.ts";
import {type Html, html} from "../../widgets/html.ts";
import {dayWords} from "../../words/wording.ts";
import {SERIES_WORDS} from "./words.ts";

interface AskedVintage {
  /** null: as known now. */
  readonly asOf: Day | null;
  /** The parameter is not a day: the page shows the latest values and says so. */
  readonly isUnreadable: boolean;
}

export function readVintage(text: string | null): AskedVintage {
  if (text === null || text === "" || text === "latest") return {asOf: null, isUnreadable: false};
  const asOf = parseDay(text);
  return {asOf, isUnreadable: asOf === null};
}

/** @param latest the address of the same page with the latest values */
export function asOfNotice({language}: Visit, {asOf, isUnreadable}: AskedVintage, latest: string): Html {
  const words = SERIES_WORDS[language];
  return html`${isUnreadable && html`<p class="notice warn">${words.badDay}</p>\n`}${
    asOf !== null &&
    html`<p class="notice" id="as-of-notice">${words.shownAsOf} <strong>${dayWords(asOf, language)}</strong>: ${words.laterIgnored} <a href="${latest}">${words.toLatest}</a></p>\n`
  }`;
}
