// HTML as values: a tagged template that escapes every value that is not HTML already.
//
// Put values only into text or quoted attributes: html`<a href="${address}">${name}</a>`. In an attribute without quotes, in a
// <script> or in the name of an element, escaping does not make them safe.

/** A text that is HTML. Made only by `html` and `markup`. */
export class Html {
  readonly content: string | readonly string[];

  /** @param content parts if it is long: to copy a page of megabytes into one text holds the loop for 10 ms */
  constructor(content: string | readonly string[]) {
    this.content = content;
  }

  get parts(): readonly string[] {
    return typeof this.content === "string" ? [this.content] : this.content;
  }

  get text(): string {
    return typeof this.content === "string" ? this.content : this.content.join("");
  }

  get length(): number {
    return this.parts.reduce((sum, {length}) => sum + length, 0);
  }
}

/** A value of a template. null, undefined and false are empty; lists are joined. */
export type HtmlValue = Html | string | number | null | undefined | false | readonly HtmlValue[];

export function html(texts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  const sum = new Sum(texts[0] ?? "");
  for (const [index, value] of values.entries()) {
    sum.add(value);
    sum.text += texts[index + 1] ?? "";
  }
  return sum.end();
}

/** HTML from a text of our own code. Never use it for input. */
export function markup(text: string): Html {
  return new Html(text);
}

export const NOTHING = new Html("");

export function isEmpty(value: HtmlValue): boolean {
  const sum = new Sum("");
  sum.add(value);
  return sum.end().length === 0;
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

/** Letters from which a sum is parts: to join long texts would copy them. A page of one part leaves with its length. */
const LONG = 1 << 17;

class Sum {
  text: string;
  private before: string[] | null = null;

  constructor(text: string) {
    this.text = text;
  }

  add(value: HtmlValue): void {
    if (typeof value === "string") this.text += escapeHtml(value);
    else if (typeof value === "number") this.text += String(value);
    else if (value instanceof Html) this.addHtml(value);
    else if (Array.isArray(value)) {
      const list = new Sum("");
      for (const one of value) list.add(one);
      this.addHtml(list.end());
    }
  }

  end(): Html {
    return new Html(this.before === null ? this.text : [...this.before, this.text]);
  }

  /** A part begins and ends where HTML did. */
  private addHtml({content}: Html): void {
    const parts = typeof content === "string" ? [content] : content;
    for (const [nth, part] of parts.entries()) {
      if (nth > 0 || this.text.length + part.length >= LONG) {
        this.before ??= [];
        this.before.push(this.text);
        this.text = "";
      }
      this.text += part;
    }
  }
}
