// Lists of facts: names with values, and short facts in one line. Unknown facts are left out.

import {type Html, type HtmlValue, html, isEmpty} from "../html/html.ts";
import {onOneLine} from "../words/line-breaks.ts";

/** `whole-row`: a row of its own; `phone-row`: only on narrow screens. */
export type FactRow = readonly [
  name: string,
  value: Html | string | null,
  room?: "whole-row" | "phone-row" | undefined,
];

/** Short facts in one line, with line breaks only between them. */
export function factsText(facts: readonly string[]): string {
  return facts.map(onOneLine).join("\u00a0· ");
}

/** As factsText, for facts with links. Empty facts are left out. */
export function factLine(facts: readonly HtmlValue[]): Html {
  return html`${facts.filter((fact) => !isEmpty(fact)).map((fact, at) => html`${at > 0 && "\u00a0· "}${fact}`)}`;
}

export function factList(rows: readonly FactRow[]): Html {
  return html`<dl class="facts">
${rows.map(
  ([name, value, room]) =>
    value !== null &&
    value !== "" &&
    html`<div${room && html` class="${room}"`}><dt>${name}</dt><dd>${value}</dd></div>\n`,
)}</dl>\n`;
}
