// Parts of the card of a dataset, from its packages. A part without content is left out.
//
// These texts come from outside: they are escaped like all others, and only web addresses become links.
import type {DatasetCard} from "../../../store/datasets/dataset-card.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {dataTable} from "../../widgets/data-table.ts";
import {fileLink} from "../../widgets/outside-link.ts";
import type {DatasetPageWords} from "../../words/dataset-words.ts";
import type {Language} from "../../words/language.ts";
import {withoutCodes} from "../../words/measures.ts";
import {languageOfText, nameWords, noteText, noteWords} from "../../words/names.ts";
import {numberText, shortDayWords, writtenPeriodWords} from "../../words/wording.ts";
import {releasePath} from "../datasets/release-link.ts";
import {datasetLink} from "../datasets/rows.ts";
import {onlyInRussian} from "../series/notes.ts";

const INDICATORS_SHOWN = 30;

/** A section that is folded, with its head in sight. A link to it opens it, because its id is inside. */
export function foldedSection(id: string, head: string, content: Html): Html {
  return html`<details class="section">
<summary><h2>${head}</h2></summary>
<div id="${id}">
${content}</div>
</details>\n`;
}

/** More of them are folded. */
const INDICATORS_OPEN = 5;

export function drawIndicators(visit: Visit, {indicators: all}: DatasetCard, words: DatasetPageWords): Html | false {
  if (all.length === 0) return false;
  const list = html`<ul>
${all
  .slice(0, INDICATORS_SHOWN)
  .map(
    ({code, label, concept, description}) =>
      html`<li><a href="${visit.link(`/indicators/${encodeURIComponent(concept)}`)}">${nameWords(label, visit.language)}</a> <code>${code}</code>${description !== null && html`<br><span class="quiet">${noteWords(description, visit.language)}</span>`}</li>\n`,
  )}</ul>
${all.length > INDICATORS_SHOWN && html`<p class="quiet">${words.more} ${all.length - INDICATORS_SHOWN}</p>`}`;
  return all.length > INDICATORS_OPEN
    ? foldedSection("indicators", words.indicators, list)
    : html`<h2 id="indicators">${words.indicators}</h2>\n${list}`;
}

export function drawMethodology(
  {language}: Visit,
  {methodology, notes, classNames}: DatasetCard,
  words: DatasetPageWords,
): Html {
  const parts = [
    [words.coverage, methodology.coverage],
    [words.exclusions, methodology.exclusions],
    [words.classifier, methodology.classifier],
  ].filter(([, text]) => text !== null);
  return html`${
    (parts.length > 0 || methodology.text !== null) &&
    foldedSection(
      "methodology",
      words.methodology,
      html`${methodology.text !== null && html`<p lang="${languageOfText(noteText(methodology.text, language))}">${withoutCodes(noteText(methodology.text, language))}</p>`}
<dl>${parts.map(([name, text]) => html`<dt>${name}</dt><dd>${noteWords(text!, language)}</dd>`)}</dl>\n`,
    )
  }${
    notes.length > 0 &&
    foldedSection(
      "notes",
      words.sourceNotes,
      html`${onlyInRussian(notes, language)}<ul>${notes.map(
        ({text, classification}) =>
          html`<li>${classification !== null && html`${namedClass(classification, classNames, language)}: `}${noteWords(text, language)}</li>\n`,
      )}</ul>\n`,
    )
  }`;
}

export function drawRelated(visit: Visit, card: DatasetCard, words: DatasetPageWords): Html | false {
  if (card.related.length === 0) return false;
  return html`<h2>${words.related}</h2>
<ul>${card.related.map((one) => {
    const code = `${one.provider}/${one.dataset}`;
    const name =
      one.name === null
        ? html`<code>${code}</code>`
        : datasetLink(visit, {provider: one.provider, code: one.dataset, name: one.name});
    return html`<li>${name}\u00a0— ${one.relation === "era" ? words.era : words.neighbour}, <strong>${one.splice ? words.splice : words.noSplice}</strong>${one.note !== null && html`<br><span class="quiet">${noteWords(one.note, visit.language)}</span>`}</li>\n`;
  })}</ul>\n`;
}

export function drawBreaks({language}: Visit, card: DatasetCard, words: DatasetPageWords): Html | false {
  if (card.breaks.length === 0) return false;
  return foldedSection(
    "breaks",
    words.breaks,
    dataTable({
      caption: words.breaks,
      narrow: "stacked",
      columns: [{head: words.from}, {head: words.to}, {head: words.since, whole: true}, {head: words.note}],
      rows: card.breaks.map(({from, to, period, note}) => [
        namedClass(from, card.classNames, language),
        namedClass(to, card.classNames, language),
        writtenPeriodWords(period, language),
        note !== null && noteWords(note, language),
      ]),
    }),
  );
}

/** "Водка (vodka_40)"; only the code if the class has no name. */
function namedClass(code: string, names: DatasetCard["classNames"], language: Language): Html {
  const name = names.get(code);
  return name === undefined ? html`<code>${code}</code>` : html`${nameWords(name, language)} (<code>${code}</code>)`;
}

export function drawDatasetReleases({language, link}: Visit, card: DatasetCard, words: DatasetPageWords): Html | false {
  if (card.releases.length === 0) return false;
  const number = (count: number): string => numberText(count, language);
  const shown =
    card.releaseCount > card.releases.length
      ? html`<p class="quiet">${words.shown} ${card.releases.length} ${words.of} ${number(card.releaseCount)}.</p>\n`
      : false;
  return foldedSection(
    "releases",
    words.releases,
    html`${shown}${dataTable({
      caption: words.releases,
      narrow: "stacked",
      columns: [
        {head: words.published, whole: true},
        {head: words.file, whole: true},
        {head: words.added, number: true},
        {head: words.changed, number: true},
      ],
      rows: card.releases.map(({id, publishedAt, sourceFile, sourceUrl, newValues, revisedValues}) => [
        html`<a href="${link(releasePath(id))}">${shortDayWords(publishedAt, language)}</a>`,
        fileLink(sourceFile, sourceUrl),
        number(newValues),
        number(revisedValues),
      ]),
    })}`,
  );
}
