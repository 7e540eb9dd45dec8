// The evidence of a series: the releases that added or changed its values, and the cells of a requested period.
import type {Steps} from "../../../budget.ts";
import type {Day} from "../../../statistics/time/day.ts";
import type {Visit} from "../../frame/visit.ts";
import {rowsOf, tableInSteps} from "../../widgets/data-table.ts";
import {type Html, html} from "../../widgets/html.ts";
import {breakable} from "../../words/line-breaks.ts";
import {momentWords, numberText, shortDayWords, shortPeriodWords, spanWords} from "../../words/wording.ts";
import {outsideAddress} from "../dataset/parts.ts";
import {firstDayOf, type SeriesView} from "./read-series.ts";
import {rowsAsked} from "./values.ts";
import {SERIES_WORDS} from "./words.ts";

/** At least this many releases, so that the links of the newest values have a target. */
const RELEASES_SHOWN = 40;

/** false: no values, and no period is requested. @param cells the cells of a requested period (cells.ts) */
export function* drawEvidence(visit: Visit, view: SeriesView, cells: Html | false): Steps<Html | false> {
  const {releases, values, periods, series} = view;
  const {language} = visit;
  const words = SERIES_WORDS[language];
  if (releases.length === 0) {
    const missing = values.length > 0 && html`<p class="notice warn">${words.noReleases}</p>`;
    return (
      (cells || missing) &&
      html`<h2 id="evidence">${words.evidence}</h2>
${cells}${missing}`
    );
  }
  const shown = releases.slice(0, Math.max(RELEASES_SHOWN, rowsAsked(visit)));
  const first = (period: number): Day => firstDayOf(period, periods);
  const table = yield* tableInSteps({
    caption: words.evidence,
    columns: [
      {head: words.release},
      {head: words.file, whole: true},
      {head: words.periods, whole: true},
      {head: words.added, number: true},
      {head: words.changed, number: true},
      {head: words.fingerprint},
      {head: words.loaded},
    ],
    rows: rowsOf(shown, ({proof, tally}) => [
      html`<span id="release-${proof.id}">${shortDayWords(proof.publishedAt, language)}</span>`,
      fileLink(proof.sourceFile, proof.sourceUrl),
      spanWords([first(tally.firstPeriod), first(tally.lastPeriod)], series.frequency, language, shortPeriodWords),
      numberText(tally.newValues, language),
      numberText(tally.revisedValues, language),
      html`<code title="${proof.fingerprint}">${proof.fingerprint.slice(0, 12)}</code>`,
      html`<time datetime="${proof.loadedAt}" title="${proof.parser} · ${momentWords(proof.loadedAt, language)}">${shortDayWords(proof.loadedAt.slice(0, 10), language)}</time>`,
    ]),
  });
  return html`<h2 id="evidence">${words.evidence}</h2>
${cells}
<p>${words.evidenceLead}</p>
${table}${
  shown.length < releases.length &&
  html`<p class="quiet">${words.rowsShown} ${shown.length}\u00a0${words.of}\u00a0${numberText(releases.length, language)}. <a href="${visit.here({rows: "all"})}">${words.allRows}</a></p>\n`
}`;
}

function fileLink(name: string | null, address: string | null): Html {
  const to = address === null ? null : outsideAddress(address);
  return to === null
    ? html`${name === null ? "—" : breakable(name)}`
    : html`<a href="${to}" rel="external noopener">${breakable(name ?? address ?? "")}</a>`;
}
