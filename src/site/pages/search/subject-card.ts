// The card of an indicator or of a territory: its name, facts, datasets, and some of its series.

import {type Html, type HtmlValue, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {type FactRow, factList} from "../../widgets/fact-list.ts";
import {inBoth, type Language} from "../../words/language.ts";
import {drawnName} from "../../words/line-breaks.ts";
import {nameWords} from "../../words/names.ts";
import {numberText} from "../../words/wording.ts";
import {drawFound, type FoundLine} from "./results.ts";

const WORDS = inBoth({
  ru: {datasets: "Наборы данных", series: "Ряды", all: "Все ряды", more: "и ещё наборов:"},
  en: {datasets: "Datasets", series: "Series", all: "All series", more: "more datasets:"},
});

const DATASETS_SHOWN = 30;
const LONG_NAME = 110;

interface SubjectCard {
  /** The kind and the codes. */
  readonly over: HtmlValue;
  readonly name: string;
  readonly nameLanguage: Language;
  readonly lead: HtmlValue;
  readonly facts?: readonly FactRow[];
  /** Shown between the facts and the lists. */
  readonly tools?: Html;
  /** The datasets with series of it. */
  readonly datasets: readonly SubjectDataset[];
  readonly lines: readonly FoundLine[];
  /** A search for all its series, and their number; null: unknown, since the search finds other series too. */
  readonly search: string;
  readonly found: number | null;
}

interface SubjectDataset {
  readonly name: string;
  readonly link: string;
  /** Beside the name. */
  readonly told: string;
}

/** The first datasets, as many as a card shows. */
export function shownDatasets<T>(all: readonly T[]): readonly T[] {
  return all.slice(0, DATASETS_SHOWN);
}

/** @param total the number of all datasets, if the card has only the first of them */
export function drawSubjectCard(visit: Visit, card: SubjectCard, total = card.datasets.length): Html {
  const words = WORDS[visit.language];
  const {over, name, nameLanguage, lead, facts, tools, datasets, lines, search, found} = card;
  return html`<p class="over">${over}</p>
<h1 lang="${nameLanguage}" class="series-title${name.length > LONG_NAME && " long"}">${drawnName(name)}</h1>
${lead}
${facts !== undefined && factList(facts)}${tools}
<h2>${words.datasets}</h2>
<ul class="names">${datasets.map(
    (dataset) =>
      html`<li><a href="${dataset.link}">${nameWords(dataset.name, visit.language)}</a>${dataset.told !== "" && html`\u00a0<span class="quiet">${dataset.told}</span>`}</li>\n`,
  )}</ul>
${total > datasets.length && html`<p class="quiet">${words.more}\u00a0${total - datasets.length}</p>`}
<h2>${words.series}</h2>
${drawFound(visit, lines)}
${(found === null || found > lines.length) && html`<p><a href="${search}">${words.all}${found !== null && html`: ${numberText(found, visit.language)}`}</a></p>`}`;
}
