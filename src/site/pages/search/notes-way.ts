// The way from a search to footnotes: who asks what a footnote means gets the series without that word, and links to the notes of their datasets.
import {readNotes} from "../../../store/datasets/declarations.ts";
import type {FoundSeries} from "../../../store/series/named-series.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {inPairs} from "../../words/language.ts";
import {nameWords} from "../../words/names.ts";
import {datasetPath} from "../datasets/rows.ts";

const WORDS = inPairs({
  ask: ["Сноски — среди примечаний источника:", "Footnotes are among the notes of the source:"],
  where: [
    "Сноски — среди примечаний источника: на странице ряда под значениями, на странице набора внизу.",
    "Footnotes are among the notes of the source: below the values of a series, and on the page of a dataset.",
  ],
  what: ["Что такое сноска", "What a footnote is"],
});

const MOST_DATASETS = 3;

/** The question without its words for a footnote; null: it has none. */
export function withoutNoteWords(question: string): string | null {
  const rest = question.replace(FOOTNOTE, " ");
  return rest === question ? null : rest.replace(MEANS, " ").replace(/\s+/g, " ").trim();
}

const FOOTNOTE =
  /(?<!\p{L})(?:сноск[аиеу]|сноской|сносок|сноскам|примечани[еяюй]|примечаниям|footnotes?)(?!\p{L})(?:\s*№?\s*\d{1,2}\)?)?/giu;
/** What is left of "what does the footnote mean". */
const MEANS = /(?<!\p{L})(?:что\s+)?(?:значит|означает|значат|означают|does|the|mean|means|what)(?!\p{L})/giu;

export async function drawNotesWay(visit: Visit, found: readonly FoundSeries[]): Promise<Html> {
  const {language, link, site} = visit;
  const words = WORDS[language];
  const datasets = new Map(found.map((one) => [one.datasetId, one]));
  const links: Html[] = [];
  for (const [id, {provider, dataset: code, datasetName}] of datasets) {
    if (links.length === MOST_DATASETS) break;
    const notes = await site.store.statistics.read((q) => readNotes(q, id));
    if (notes.length > 0)
      links.push(html`<a href="${link(datasetPath({provider, code}))}#notes">${nameWords(datasetName, language)}</a>`);
  }
  return html`<p class="notice">${links.length === 0 ? words.where : html`${words.ask} ${links.map((one, at) => html`${at > 0 && "; "}${one}`)}.`} <a href="${link("/glossary")}#footnote">${words.what}</a></p>\n`;
}
