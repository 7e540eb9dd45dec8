// Facts side by side: a name and what it is. What is not known takes no room; what is long takes a row of its own.

import {onOneLine} from "../words/line-breaks.ts";
import {type Html, type HtmlValue, html, isEmpty} from "./html.ts";

/** `whole-row` everywhere, `phone-row` on narrow screens alone. */
export type FactRow = readonly [
  name: string,
  value: Html | string | null,
  room?: "whole-row" | "phone-row" | undefined,
];

/** Short facts in one line, each of them whole: a line breaks between two alone. */
export function factsText(facts: readonly string[]): string {
  return facts.map(onOneLine).join("\u00a0· ");
}

/** Facts of which some are links, in one line that begins with none of its dots. What leaves nothing has no place in it. */
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
