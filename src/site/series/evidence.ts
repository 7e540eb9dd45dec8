// Where the values come from, what to know about them, and how to refer to them.
import {dayText} from "../../statistics/day.ts";
import {dataTable} from "../data-table.ts";
import {outsideAddress} from "../dataset-parts.ts";
import {datasetPath} from "../dataset-rows.ts";
import {measureWords, transformationWords} from "../dimension-words.ts";
import {type FactRow, factList} from "../fact-list.ts";
import {type Html, html} from "../html.ts";
import {territoryWords} from "../territory-words.ts";
import {unitText, unitWords} from "../unit-words.ts";
import type {Visit} from "../visit.ts";
import {momentWords, numberText, shortDayWords, shortPeriodWords} from "../wording.ts";
import {unitOf} from "./head.ts";
import {firstDayOf, type SeriesView} from "./read-series.ts";
import {rowsAsked} from "./values.ts";
import {SERIES_WORDS} from "./words.ts";

/** Releases shown at least, so that the newest values lead somewhere. */
const RELEASES_SHOWN = 40;

/** @param cells what `period` asks for (cells.ts) */
export function drawEvidence(visit: Visit, {releases, values, periods, series}: SeriesView, cells: Html | false): Html {
  const {language} = visit;
  const words = SERIES_WORDS[language];
  if (releases.length === 0)
    return html`<h2 id="evidence">${words.evidence}</h2>
${cells}${values.length > 0 ? html`<p class="notice warn">${words.noReleases}</p>` : html`<p>${words.noneYet}</p>`}`;
  const shown = releases.slice(0, Math.max(RELEASES_SHOWN, rowsAsked(visit)));
  const period = (ordinal: number): string =>
    shortPeriodWords(firstDayOf(ordinal, periods), series.frequency, language);
  return html`<h2 id="evidence">${words.evidence}</h2>
${cells}
<p>${words.evidenceLead}</p>
${dataTable({
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
  rows: shown.map(({proof, tally}) => [
    html`<span id="release-${proof.id}">${shortDayWords(proof.publishedAt, language)}</span>`,
    fileLink(proof.sourceFile, proof.sourceUrl),
    tally.firstPeriod === tally.lastPeriod
      ? period(tally.firstPeriod)
      : `${period(tally.firstPeriod)} – ${period(tally.lastPeriod)}`,
    numberText(tally.newValues, language),
    numberText(tally.revisedValues, language),
    html`<code title="${proof.fingerprint}">${proof.fingerprint.slice(0, 12)}</code>`,
    html`<time datetime="${proof.loadedAt}" title="${proof.parser} · ${momentWords(proof.loadedAt, language)}">${shortDayWords(proof.loadedAt.slice(0, 10), language)}</time>`,
  ]),
})}${
  shown.length < releases.length &&
  html`<p class="quiet">${words.rowsShown} ${shown.length} ${words.of} ${numberText(releases.length, language)}. <a href="${visit.here({rows: "all"})}">${words.allRows}</a></p>
`
}`;
}

function fileLink(name: string | null, address: string | null): Html {
  const to = address === null ? null : outsideAddress(address);
  return to === null ? html`${name ?? "—"}` : html`<a href="${to}" rel="external noopener">${name ?? address}</a>`;
}

export function drawNotes({language}: Visit, {series, notes}: SeriesView): Html | false {
  const words = SERIES_WORDS[language];
  const texts = [
    ...(series.classNote === null ? [] : [series.classNote]),
    ...notes
      .filter(({classification}) => classification !== null && classification === series.classification)
      .map(({text}) => text),
    ...notes.filter(({classification}) => classification === null).map(({text}) => text),
  ];
  return (
    texts.length > 0 &&
    html`<h2 id="notes">${words.notes}</h2>
<ul lang="ru">${texts.map(
      (text) => html`<li>${text}</li>
`,
    )}</ul>
`
  );
}

export function drawRelatedDatasets(visit: Visit, {related}: SeriesView): Html | false {
  const words = SERIES_WORDS[visit.language];
  return (
    related.length > 0 &&
    html`<h2 id="related">${words.related}</h2>
<ul class="rows">${related.map(
      ({provider, dataset, name, relation, splice, note}) => html`<li>
${
  name === null
    ? html`<code class="row-name">${provider}/${dataset}</code>`
    : html`<a class="row-name" href="${visit.link(datasetPath({provider, code: dataset}))}" lang="ru">${name}</a>`
}
<span class="row-facts">${words[relation]}${note !== null && html`<br><span lang="ru">${note}</span>`}</span>
<span class="row-end"><span class="badge${!splice && " bad"}">${splice ? words.splice : words.noSplice}</span></span>
</li>
`,
    )}</ul>
`
  );
}

/** A code with what it means, where that is known. */
function codeTold(code: string | null, told: Html | string | null): Html | null {
  return code === null ? null : html`${told}${told !== null && " "}<code>${code}</code>`;
}

/** Facts that a program or a careful reader asks for. */
export function drawAbout(visit: Visit, view: SeriesView, ref: string): Html {
  const {language} = visit;
  const words = SERIES_WORDS[language];
  const {series, dataset} = view;
  const unit = unitOf(view);
  const isNamed = unit !== null && unitText(unit, language) !== series.unit;
  const facts: readonly FactRow[] = [
    [words.code, html`<code>${series.key}</code>`],
    [
      words.territory,
      html`<a href="${visit.link(`/territories/${encodeURIComponent(series.territory)}`)}">${territoryWords(series.place, language)}</a> <code>${series.territory}</code>`,
    ],
    [
      words.class,
      codeTold(series.classification, series.className && html`<span lang="ru">${series.className}</span>`),
    ],
    [
      words.measure,
      codeTold(series.measure, series.measure && measureWords(dataset.provider, series.measure, language)),
    ],
    [words.transformation, codeTold(series.transformation, transformationWords(series.transformation ?? "", language))],
    [words.unit, codeTold(series.unit, isNamed ? unitWords(unit, language) : null)],
    [
      words.next,
      dataset.nextRelease === null
        ? null
        : html`<time datetime="${dayText(dataset.nextRelease)}">${shortDayWords(dataset.nextRelease, language)}</time>`,
    ],
    [words.ref, html`<code>${ref}</code>`, "whole-row"],
  ];
  return html`<h2 id="about">${words.about}</h2>
${factList(facts)}`;
}
