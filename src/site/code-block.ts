// Code to be copied: a block that the keyboard can scroll, and a button that appears where a script can copy (module "copy").
import {type Html, html} from "./html.ts";
import {inBoth, type Language} from "./language.ts";

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
<pre tabindex="0" role="group" aria-label="${name}"><code id="${id}" translate="no">${code}</code></pre>
<button class="quiet" data-copy="${id}" data-done="${words.copied}" aria-label="${words.copy}: ${name}" hidden>${words.copy}</button>
</div>
`;
}
