// The star of a series, a dataset or a release: a link that adds it to the list of the reader. It is the same for all readers, so pages with it
// can be kept.
import {type Html, html} from "../html/html.ts";
import type {Visit} from "../visit/visit.ts";
import {inBoth} from "../words/language.ts";

export const STAR_WORDS = inBoth({ru: "В мой список", en: "Add to my list"});

/** @param item the key of a series, PROVIDER/CODE of a dataset, or `releaseItem` */
export function starLink({language, link}: Pick<Visit, "language" | "link">, item: string): Html {
  return html`<a class="star" href="${link("/list", {add: item})}" rel="nofollow"><span aria-hidden="true">☆</span> ${STAR_WORDS[language]}</a>`;
}

/** A release as an item of a list. */
export function releaseItem(id: number): string {
  return `release:${id}`;
}
