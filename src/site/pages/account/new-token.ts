// /account/token?request=/api/v1/…&back=/series/…: a token for one request: a press makes it, and the answer has the request with the token in it.
//
// Both addresses come from outside: the request stands in a line for a shell, and the way back is a link. Others are left out.
import {formFields} from "../../forms/forms.ts";
import {ownedPage} from "../../forms/sessions.ts";
import {privatePage} from "../../frame/page.ts";
import {html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {codeBlock, TOKEN_INDEX} from "../../widgets/code-block.ts";
import {inPairs} from "../../words/language.ts";

const WORDS = inPairs({
  title: ["Токен для запроса", "A token for this request"],
  lead: [
    "Токен появится один раз, уже в запросе. Отозвать его можно в кабинете.",
    "The token is shown once, within the request. You can revoke it in your account.",
  ],
  create: ["Создать токен", "Create a token"],
  have: ["Уже созданные токены тоже подходят:", "Your other tokens work too:"],
  unnamed: ["без названия", "unnamed"],
  request: ["Запрос", "Request"],
  back: ["Вернуться к данным", "Back to the data"],
});

export interface TokenPurpose {
  /** A request to the api, from its path on; null: none. */
  readonly request: string | null;
  /** A page of the site; null: none. */
  readonly back: string | null;
}

/** What may stand between double quotes in a shell. */
const REQUEST = /^\/api\/v1\/[\w./%=&?:,~+*@-]{1,1000}$/;
/** No address of another host. */
const BACK = /^\/(?![/\\])[\w./%=&?:,~+-]{1,1000}$/;

export function readTokenPurpose(read: (name: string) => string | null): TokenPurpose {
  const [request, back] = [read("request") ?? "", read("back") ?? ""];
  return {request: REQUEST.test(request) ? request : null, back: BACK.test(back) ? back : null};
}

/** The request in a terminal, with this token. */
export function requestLine(visit: Visit, request: string, token: string): string {
  return `curl -H "Authorization: Bearer ${token}" \\\n  "${visit.absolute(request)}"`;
}

export const newTokenPage = ownedPage({
  path: "/account/token",
  async draw(visit, {accountId}) {
    const {site, query, language, link} = visit;
    const words = WORDS[language];
    const {request, back} = readTokenPurpose((name) => query.get(name));
    const tokens = await site.store.procedures.play("listTokensOf", accountId);
    const names = tokens.flatMap(({name, revokedAt}) => (revokedAt === null ? [name || words.unnamed] : []));
    return privatePage({
      title: words.title,
      modules: ["copy"],
      main: html`<h1>${words.title}</h1>
<p class="lead">${words.lead}</p>
${request !== null && codeBlock("request-code", words.request, requestLine(visit, request, TOKEN_INDEX), language)}
<form method="post" action="${link("/account/tokens")}">${await formFields(visit)}
${request !== null && html`<input type="hidden" name="request" value="${request}">`}${back !== null && html`<input type="hidden" name="back" value="${back}">`}
<button type="submit">${words.create}</button></form>
${names.length > 0 && html`<p class="quiet">${words.have} ${names.join(", ")}.</p>\n`}${back !== null && html`<p><a class="button quiet" href="${link(back)}">${words.back}</a></p>`}`,
    });
  },
});
