// HTML as values: a tagged template that escapes every value that is not HTML already.
//
// Put values only into text or quoted attributes: html`<a href="${address}">${name}</a>`. In an attribute without quotes, in a
// <script> or in the name of an element, escaping does not make them safe.

/** A text that is HTML. Made only by `html` and `markup`. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A value of a template. null, undefined and false are empty; lists are joined. */
export type HtmlValue = Html | string | number | null | undefined | false | readonly HtmlValue[];

export function html(texts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let text = texts[0] ?? "";
  for (const [index, value] of values.entries()) text += written(value) + (texts[index + 1] ?? "");
  return new Html(text);
}

/** HTML from a text of our own code. Never use it for input. */
export function markup(text: string): Html {
  return new Html(text);
}

export const NOTHING = new Html("");

export function isEmpty(value: HtmlValue): boolean {
  return written(value) === "";
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no other way to say them
const NOT_PLAIN = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff&<>"']/g;

/**
 * Escapes for text and for attributes in either kind of quotes. A letter that XML cannot have is replaced: one of them in a name would make
 * a feed, or a drawing, unreadable.
 */
export function escapeHtml(text: string): string {
  return text.search(NOT_PLAIN) < 0 ? text : text.replace(NOT_PLAIN, (character) => ENTITIES[character] ?? "\ufffd");
}

/** JSON for a data block (`<script type="application/ld+json">`) that no text in it can end. */
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
  return Array.isArray(value) ? joined(value.map(written)) : "";
}

/** Letters from which a list is not copied: each template around it would copy a page of megabytes again. */
const LONG = 1 << 16;

function joined(texts: readonly string[]): string {
  let letters = 0;
  for (const text of texts) letters += text.length;
  if (letters < LONG) return texts.join("");
  // the engine keeps a sum of texts as a tree, and copies it once, when the page is sent
  let all = "";
  for (const text of texts) all += text;
  return all;
}
