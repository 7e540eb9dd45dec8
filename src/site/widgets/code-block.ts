// Code to be copied: a block that the keyboard can scroll, and a button that appears where a script can copy (module "copy").

import {inBoth, type Language} from "../words/language.ts";
import {type Html, html} from "./html.ts";

const WORDS = inBoth({
  ru: {copy: "Скопировать", copied: "Скопировано"},
  en: {copy: "Copy", copied: "Copied"},
});

/**
 * @param id of the block on its page
 * @param name what it is, for who hears the page
 */
export function codeBlock(id: string, name: string, code: string, language: Language): Html {
  const words = WORDS[language];
  return html`<div class="code-block">
<pre tabindex="0" role="group" aria-label="${name}"><code id="${id}" translate="no">${breakable(code)}</code></pre>
<button class="quiet" data-copy="${id}" data-done="${words.copied}" aria-label="${words.copy}: ${name}" hidden>${words.copy}</button>
</div>
`;
}

/** Addresses may go on in the next line between their parts; what is copied holds nothing of that. */
function breakable(code: string): Html {
  const pieces = code.split(/(https?:\/\/[^\s"']+)/);
  return html`${pieces.map((piece, at) =>
    at % 2 === 0
      ? piece
      : piece.split(/(?<=[^/:]\/|[?&])/).map((part, place) => html`${place > 0 && html`<wbr>`}${part}`),
  )}`;
}
