// Facts side by side: a name and what it is. What is not known takes no room; what is long takes a row of its own.
import {type Html, html} from "./html.ts";
import {onOneLine} from "./line-breaks.ts";

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

export function factList(rows: readonly FactRow[]): Html {
  return html`<dl class="facts">
${rows.map(
  ([name, value, room]) =>
    value !== null &&
    value !== "" &&
    html`<div${room && html` class="${room}"`}><dt>${name}</dt><dd>${value}</dd></div>
`,
)}</dl>
`;
}
