// What stands in examples where a token belongs: tokens are kept as hashes, so no page can show one.
import {type Html, html} from "./html.ts";
import {inBoth} from "./language.ts";
import type {Visit} from "./visit.ts";

export const TOKEN_PLACE = "RYAD_TOKEN";

const WORDS = inBoth({
  ru: {lead: "Нужен токен; его место занимает", take: "Получить токен"},
  en: {lead: "This needs a token; in its place stands", take: "Get a token"},
});

/** Above an example: that it needs a token, and where there is one. */
export function tokenSentence(visit: Visit): Html {
  const words = WORDS[visit.language];
  const account = visit.site.paths.has("/account");
  return html`<p>${words.lead} <code>${TOKEN_PLACE}</code>.${account && html` <a href="${visit.link("/account")}">${words.take}</a>`}</p>`;
}
