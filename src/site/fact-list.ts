// Facts side by side: a name and what it is. What is not known takes no room.
import {type Html, html} from "./html.ts";

export type FactRow = readonly [name: string, value: Html | string | null];

export function factList(rows: readonly FactRow[]): Html {
  return html`<dl class="facts">
${rows.map(
  ([name, value]) =>
    value !== null &&
    value !== "" &&
    html`<div><dt>${name}</dt><dd>${value}</dd></div>
`,
)}</dl>
`;
}
