// The columns of the table of a dataset that the reader has chosen: `?col=value&col=year`, by a form that needs no script.
//
// Without a choice, or with one that names no column, all are shown. The period of a value is no column of its own choice: a value without
// its period would mislead.

import {ON_YEAR} from "../../figures/change-words.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {DATASET_WORDS, type DatasetPageWords} from "../../words/dataset-words.ts";

export const COLUMNS = ["value", "change", "year", "line", "status"] as const;
export type SeriesColumn = (typeof COLUMNS)[number];

/** In the order of the table; never empty. */
export function readColumns(query: URLSearchParams): readonly SeriesColumn[] {
  const wanted = new Set(query.getAll("col").flatMap((text) => text.split(",")));
  const chosen = COLUMNS.filter((column) => wanted.has(column));
  return chosen.length === 0 ? COLUMNS : chosen;
}

/** The choice as hidden fields of other forms of the page. */
export function keptColumns(query: URLSearchParams): Html {
  const chosen = readColumns(query);
  return html`${chosen.length < COLUMNS.length && chosen.map((column) => html`<input type="hidden" name="col" value="${column}">`)}`;
}

/** The form is closed until it is wanted; it keeps all else of the address but the page of the list. */
export function drawColumnChoice({language, path, query, link}: Visit): Html {
  const words = DATASET_WORDS[language];
  const chosen = readColumns(query);
  const others = [...query].filter(([name]) => name !== "col" && name !== "offset");
  return html`<details class="columns-choice"${chosen.length < COLUMNS.length && html` open`}>
<summary>${words.columnsShown}</summary>
<form class="inline-form" action="${link(path)}#table">
${others.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<fieldset><legend class="unseen">${words.columnsShown}</legend>
${COLUMNS.map((column) => html`<label class="choice"><input type="checkbox" name="col" value="${column}"${chosen.includes(column) && html` checked`}> ${nameOf(column, words, language)}</label>\n`)}</fieldset>
<button type="submit" class="quiet">${words.pick}</button>
</form>
</details>\n`;
}

function nameOf(column: SeriesColumn, words: DatasetPageWords, language: Visit["language"]): string {
  const names = {value: words.value, change: words.change, line: words.fiveYears, status: words.state};
  return column === "year" ? `${words.change} ${ON_YEAR[language]}` : names[column];
}
