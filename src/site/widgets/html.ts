// HTML as values: a tagged template that escapes whatever is put into it, unless it is HTML already.
//
// A value always stands in text or inside quotes: html`<a href="${address}">${name}</a>`. An attribute without quotes, a value
// in a <script> or in the name of an element would not be safe, whatever is escaped.

/** Text that is HTML and may stand in a page as it is. Made by `html` and `markup` alone. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** What may be put into a template; null, undefined and false leave nothing, lists are joined. */
export type HtmlValue = Html | string | number | null | undefined | false | readonly HtmlValue[];

export function html(pieces: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let text = pieces[0] ?? "";
  for (const [place, value] of values.entries()) text += written(value) + (pieces[place + 1] ?? "");
  return new Html(text);
}

/** HTML from a text that our own code wrote. Never for anything that came in. */
export function markup(text: string): Html {
  return new Html(text);
}

export const NOTHING = new Html("");

/** Whether a value leaves anything on the page. */
export function isEmpty(value: HtmlValue): boolean {
  return written(value) === "";
}

/** The text with everything escaped that means something in HTML, in text and in quotes of either kind. */
export function escapeHtml(text: string): string {
  return /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (character) => ENTITIES[character]!) : text;
}

/** JSON for a data block (`<script type="application/ld+json">`): no text in it can end the block. */
export function jsonForScript(value: unknown): Html {
  return new Html(
    JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`),
  );
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function written(value: HtmlValue): string {
  if (value instanceof Html) return value.text;
  if (typeof value === "string") return escapeHtml(value);
  if (typeof value === "number") return String(value);
  if (Array.isArray(value)) return value.map(written).join("");
  return "";
}
