// The pages of a long list: `?offset=`, and links to the previous and next page.
import type {Visit} from "../frame/visit.ts";
import {inBoth} from "../words/language.ts";
import {numberText} from "../words/wording.ts";
import {type Html, html} from "./html.ts";

const WORDS = inBoth({
  ru: {pages: "Страницы", before: "Назад", after: "Дальше", of: "из"},
  en: {pages: "Pages", before: "Back", after: "Next", of: "of"},
});

/** 0 if the parameter is missing or not an offset. */
export function readOffset({query}: Visit): number {
  const asked = Number(query.get("offset") ?? "0");
  return Number.isSafeInteger(asked) && asked > 0 && asked < 1e9 ? asked : 0;
}

/** false: everything fits on one page. */
export function pageWays(visit: Visit, offset: number, rows: number, total: number): Html | false {
  const words = WORDS[visit.language];
  if (offset === 0 && total <= rows) return false;
  const number = (count: number): string => numberText(count, visit.language);
  const to = Math.min(total, offset + rows);
  return html`<nav class="pages" aria-label="${words.pages}">
${offset > 0 && html`<a href="${visit.here({offset: offset > rows ? offset - rows : null})}" rel="prev">← ${words.before}</a>`}
${offset < total && html`<span class="quiet">${number(offset + 1)}–${number(to)} ${words.of} ${number(total)}</span>`}
${offset + rows < total && html`<a href="${visit.here({offset: offset + rows})}" rel="next">${words.after} →</a>`}
</nav>`;
}
