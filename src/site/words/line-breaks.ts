// Where a line may break in what a page draws: never inside a date or behind "г.", always inside long file names and addresses.
//
// For drawing alone: what is copied or read by programs keeps its plain blanks: citations, files of values, titles and descriptions of
// pages, labels of charts.
import {type Html, html} from "../widgets/html.ts";

/** No break anywhere in it. */
export function onOneLine(text: string): string {
  return text.replace(/\s/g, "\u00a0");
}

/** As it is copied: with plain blanks. */
export function copied(text: string): string {
  return text.replaceAll("\u00a0", " ");
}

/** A published name: "г. Москва", "1 января", "1 кв. м" stay together, and no line begins with a dash. What follows a span is free, else the span would break. */
export function drawnName(name: string): string {
  return name
    .replace(/(?<=(?<!\p{L})г\.) (?=\p{Lu})/gu, "\u00a0")
    .replace(/(?<=(?<!\p{L})(?:кв|куб)\.) (?=\p{L})/gu, "\u00a0")
    .replace(/(?<=(?<!–\d*)\d) (?=\p{L})/gu, "\u00a0")
    .replace(/ (?=[-–—] )/g, "\u00a0");
}

/** A file name, a code or an address: a line may break behind "/" and "_" and before ".". */
export function breakable(text: string): Html {
  return html`${text.split(/(?<=[/_])(?!\/)|(?=\.)/).map((part, at) => html`${at > 0 && html`<wbr>`}${part}`)}`;
}
