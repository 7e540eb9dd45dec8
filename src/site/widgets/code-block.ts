// Code on a page: blocks that can be scrolled by keyboard and copied (client module "copy"), the sentence about tokens, and inline code.

import {type Html, html} from "../html/html.ts";
import {queryText, type Visit} from "../visit/visit.ts";
import {inPairs, type Language} from "../words/language.ts";
import {byMailForm} from "./by-mail.ts";

/** Replaces a token in examples: only hashes of tokens are stored, so no page can show one. */
export const TOKEN_INDEX = "RYAD_TOKEN";

const WORDS = inPairs({
  copy: ["Скопировать", "Copy"],
  copied: ["Скопировано", "Copied"],
  lead: ["Замените", "Replace"],
  after: ["своим токеном;", "with your token;"],
  made: ["его можно создать для этого запроса", "create one for this request"],
  byMail: ["Получить токен письмом", "Get a token by email"],
});

/** @param name for screen readers */
export function codeBlock(id: string, name: string, code: string, language: Language): Html {
  const words = WORDS[language];
  return html`<div class="code-block">
<pre tabindex="0" role="group" aria-label="${name}"><code id="${id}" translate="no">${breakable(code)}</code></pre>
<button type="button" class="quiet" data-copy="${id}" data-done="${words.copied}" aria-label="${words.copy}: ${name}" hidden>${words.copy}</button>
</div>\n`;
}

/** Addresses may break between their parts; the copied text does not change. */
function breakable(code: string): Html {
  const texts = code.split(/(https?:\/\/[^\s"']+)/);
  return html`${texts.map((text, at) =>
    at % 2 === 0
      ? text
      : text.split(/(?<=[^/:]\/|[?&])/).map((part, index) => html`${index > 0 && html`<wbr>`}${part}`),
  )}`;
}

/**
 * Above an example: it needs a token, and one press makes it for this request.
 * @param example a command line with the request; absent: there is no request to the api
 */
export function tokenSentence(visit: Visit, example = ""): Html {
  const words = WORDS[visit.language];
  const request = /\/api\/v1\/[^"\s]+/.exec(example)?.[0] ?? null;
  const back = visit.here({lang: null}).slice(visit.link("").length);
  const address = [{request, back}, {back}, {}].find(
    (query) => `/account/token${queryText(query)}`.length < MOST_RETURNED,
  );
  const to = `/account/token${queryText(address ?? {})}`;
  return html`<p>${words.lead} <code>${TOKEN_INDEX}</code> ${words.after} <a href="${visit.link(to)}" rel="nofollow">${words.made}</a>.</p>
${byMailForm(visit, to, words.byMail)}`;
}

/** A sign-in leads back to no longer address. */
const MOST_RETURNED = 290;

/** Text with code between backticks; no line breaks inside the code. */
export function withCode(words: string): Html {
  return html`${words.split("`").map((part, at) => (at % 2 === 1 ? html`<code class="whole">${part}</code>` : part))}`;
}
