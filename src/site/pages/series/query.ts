// The parameters of an address of a series: `as_of`, YYYY-MM-DD or "latest" as in the API, with the notice on a page that shows a past day,
// and `rows=all`.
import {type Day, dayText, parseDay} from "../../../statistics/time/day.ts";
import {PageFault} from "../../frame/page.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {dayWords, numberText} from "../../words/wording.ts";
import {readSeriesView, type SeriesView} from "./read-series.ts";
import {SERIES_WORDS} from "./words.ts";

interface VintageQuery {
  /** null: as known now. */
  readonly asOf: Day | null;
  /** The parameter is not a day: the page shows the latest values and says so. */
  readonly isUnreadable: boolean;
}

export function readVintage(text: string | null): VintageQuery {
  if (text === null || text === "" || text === "latest") return {asOf: null, isUnreadable: false};
  const asOf = parseDay(text);
  return {asOf, isUnreadable: asOf === null};
}

/** As the parameter of an address. */
export function dayQuery(asOf: Day | null): string | null {
  return asOf === null ? null : dayText(asOf);
}

/** For files and pictures: a day that can't be read is refused, since they would show values of another day. @throws PageFault */
export function dayChosen({query}: Visit, advice: string | null = null): Day | null {
  const {asOf, isUnreadable} = readVintage(query.get("as_of"));
  if (isUnreadable) throw new PageFault(404, "as_of is no day", null, advice);
  return asOf;
}

/** The series of the path as known on the asked day, for files and pictures. */
export function readQuery(visit: Visit): Promise<SeriesView> {
  return readSeriesView(visit, visit.params["key"] ?? "", dayChosen(visit));
}

const ROWS_SHOWN = 24;
/** Also with `?rows=all`: longer tables are for files. */
const MOST_ROWS = 5000;

export function asksForAllRows({query}: Visit): boolean {
  return query.get("rows") === "all";
}

/** Of a table, newest first. */
export function rowsChosen(visit: Visit): number {
  return asksForAllRows(visit) ? MOST_ROWS : ROWS_SHOWN;
}

/** Below a table that is cut. */
export function moreRows(visit: Visit, shown: number, all: number): Html | false {
  const words = SERIES_WORDS[visit.language];
  return (
    shown < all &&
    html`<p class="quiet">${words.rowsShown} ${shown}\u00a0${words.of}\u00a0${numberText(all, visit.language)}.${!asksForAllRows(visit) && html` <a href="${visit.here({rows: "all"})}">${words.allRows}</a>`}</p>\n`
  );
}

/** @param latest the address of the same page with the latest values */
export function asOfNotice({language}: Visit, {asOf, isUnreadable}: VintageQuery, latest: string): Html {
  const words = SERIES_WORDS[language];
  return html`${isUnreadable && html`<p class="notice warn">${words.badDay}</p>\n`}${
    asOf !== null &&
    html`<p class="notice" id="as-of-notice">${words.shownAsOf} <strong>${dayWords(asOf, language)}</strong>: ${words.laterIgnored} <a href="${latest}">${words.toLatest}</a></p>\n`
  }`;
}
