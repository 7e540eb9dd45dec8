// Line breaks on pages: never inside a date or after "г.", always possible inside long file names and addresses.
//
// Only for text that is drawn. Text that people copy or programs read keeps plain blanks: citations, files, titles and descriptions
// of pages, labels of charts.
import {type Html, html} from "../html/html.ts";

/** With no-break blanks. */
export function onOneLine(text: string): string {
  return text.replace(/\s/g, "\u00a0");
}

/** With plain blanks. */
export function copied(text: string): string {
  return text.replaceAll("\u00a0", " ");
}

/** A published name: "г. Москва", "1 января" and "1 кв. м" stay together, and no line begins with a dash. A span like "2000–2010" may break after it. */
export function drawnName(name: string): string {
  return name
    .replace(/(?<=(?<!\p{L})г\.) (?=\p{Lu})/gu, "\u00a0")
    .replace(/(?<=(?<!\p{L})(?:кв|куб)\.) (?=\p{L})/gu, "\u00a0")
    .replace(/(?<=(?<!–\d*)\d) (?=\p{L})/gu, "\u00a0")
    .replace(/ (?=[-–—] )/g, "\u00a0");
}

/** A file name, a code or an address, with possible breaks after "/" and "_" and before ".". */
export function breakable(text: string): Html {
  return html`${text.split(/(?<=[/_])(?!\/)|(?=\.)/).map((part, at) => html`${at > 0 && html`<wbr>`}${part}`)}`;
}
