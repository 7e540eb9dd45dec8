// About a series: its key, its codes with their meaning, its next release, and related datasets.
import {type Day, dayText} from "../../../statistics/time/day.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {type FactRow, factList} from "../../widgets/fact-list.ts";
import type {Language} from "../../words/language.ts";
import {breakable} from "../../words/line-breaks.ts";
import {BY_FOOTNOTE, measureWords, transformationWords} from "../../words/measures.ts";
import {nameWords, noteWords, territoryLink, unitText, unitWords} from "../../words/names.ts";
import {shortDayWords} from "../../words/wording.ts";
import {datasetLink, listRow} from "../datasets/rows.ts";
import {unitShown} from "./head.ts";
import {notesOf, type SeriesView} from "./read-series.ts";
import {SERIES_WORDS} from "./words.ts";

/** A longer name gets a row of its own. */
const COLUMN_LETTERS = 60;

/** A code with its meaning, if known. */
function codeWords(code: string | null, text: Html | string | null): Html | null {
  return code === null ? null : html`${text}${text && " "}<code>${code}</code>`;
}

/** A measure that only a footnote explains leads to the notes, and its code tells nothing. */
function measureOf(view: SeriesView, language: Language): Html | null {
  const {measure} = view.series;
  const text = measure && measureWords(view.dataset.provider, measure, language);
  if (measure === BY_FOOTNOTE && notesOf(view).length > 0) return html`<a href="#notes">${text}</a>`;
  return codeWords(measure, text ? html`${text}` : null);
}

export function drawAbout(visit: Visit, view: SeriesView, ref: string): Html {
  const {language, site} = visit;
  const words = SERIES_WORDS[language];
  const {series} = view;
  const unit = unitShown(view);
  const isNamed = unit !== null && unitText(unit, language) !== series.unit;
  const next = nextReleaseOf(view);
  const facts: readonly FactRow[] = [
    [words.code, html`<code>${series.key}</code>`],
    [words.territory, html`${territoryLink(visit, series.fullTerritory)} <code>${series.territory}</code>`],
    [
      words.class,
      codeWords(series.classification, series.className && nameWords(series.className, language)),
      (series.className?.length ?? 0) > COLUMN_LETTERS ? "whole-row" : undefined,
    ],
    [words.measure, measureOf(view, language)],
    [
      words.transformation,
      codeWords(series.transformation, transformationWords(series.transformation ?? "", language)),
    ],
    [words.unit, codeWords(series.unit, isNamed ? unitWords(unit, language) : null)],
    [
      next !== null && next < site.today() ? words.wasExpected : words.next,
      next === null ? null : html`<time datetime="${dayText(next)}">${shortDayWords(next, language)}</time>`,
    ],
    [words.ref, html`<code>${breakable(ref)}</code>`, "whole-row"],
  ];
  return html`<h2 id="about">${words.about}</h2>
${factList(facts)}`;
}

/** The day that the package of the last release names. null: none, the day is not behind that release, or the dataset is archival. */
export function nextReleaseOf({
  dataset: {nextRelease, archival},
  vintages,
}: Pick<SeriesView, "dataset" | "vintages">): Day | null {
  const published = vintages.at(-1);
  return archival || nextRelease === null || (published !== undefined && nextRelease <= published) ? null : nextRelease;
}

export function drawRelatedDatasets(visit: Visit, {related}: SeriesView): Html | false {
  const words = SERIES_WORDS[visit.language];
  return (
    related.length > 0 &&
    html`<h2 id="related">${words.related}</h2>
<ul class="rows">${related.map(({provider, dataset, name, relation, splice, note}) =>
      listRow(
        name === null
          ? html`<code class="row-name">${provider}/${dataset}</code>`
          : datasetLink(visit, {provider, code: dataset, name}, "row-name"),
        html`${words[relation]}${note !== null && html`<br>${noteWords(note, visit.language)}`}`,
        html`<span class="badge${!splice && " bad"}">${splice ? words.splice : words.noSplice}</span>`,
      ),
    )}</ul>\n`
  );
}
