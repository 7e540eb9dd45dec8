// What stands in examples where a token belongs: tokens are kept as hashes, so no page can show one.

import type {Visit} from "../frame/visit.ts";
import {type Html, html} from "../widgets/html.ts";
import {inBoth} from "../words/language.ts";

export const TOKEN_PLACE = "RYAD_TOKEN";

const WORDS = inBoth({
  ru: {lead: "Нужен токен:", stands: "стоит вместо него.", made: "Токены создают в кабинете"},
  en: {lead: "A token is needed:", stands: "stands for it here.", made: "Tokens are made in the account"},
});

/** Above an example: that it needs a token, and where there is one. */
export function tokenSentence(visit: Visit): Html {
  const words = WORDS[visit.language];
  const account = visit.site.paths.has("/account");
  return html`<p>${words.lead} <code>${TOKEN_PLACE}</code> ${words.stands}${account && html` <a href="${visit.link("/account")}">${words.made}</a>.`}</p>`;
}
