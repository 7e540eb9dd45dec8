// /account/tokens takes a name and shows the new token, this once; /account/tokens/revoke ends one of the account's own.
import {randomBytes} from "node:crypto";
import {TOKEN_RANDOM_BYTES, tokenFingerprint, tokenFromRandom} from "../../../access/account.ts";
import {insertToken, listTokensOf, revokeTokenOf} from "../../../store/accounts/token.ts";
import {countAttemptOf} from "../../forms/attempts.ts";
import {type Drawn, PageFault, page, redirect} from "../../frame/page.ts";
import type {Visit} from "../../frame/visit.ts";
import {codeBlock} from "../../widgets/code-block.ts";
import {html} from "../../widgets/html.ts";
import {inBoth} from "../../words/language.ts";
import {ownedForm} from "./owner.ts";
import {MAX_TOKEN_NAME, MAX_TOKENS} from "./token-list.ts";

const WORDS = inBoth({
  ru: {
    title: "Новый токен",
    once: "Сохраните его сейчас: больше он не будет показан. У нас хранится только отпечаток.",
    token: "Токен",
    try: "Проверить в терминале:",
    back: "В кабинет",
    start: "Примеры на Python, R и в Excel",
  },
  en: {
    title: "New token",
    once: "Keep it now: it will not be shown again. Only its fingerprint stays with us.",
    token: "Token",
    try: "Try it in a terminal:",
    back: "To the account",
    start: "Examples for Python, R and Excel",
  },
});

export const tokensForm = ownedForm("/account/tokens", async (visit, owner, form) => {
  const attempt = await countAttemptOf(visit, "token-of", String(owner.accountId));
  if (!attempt.allowed) throw new PageFault(429, "too many tokens made", attempt.seconds);
  const token = tokenFromRandom(randomBytes(TOKEN_RANDOM_BYTES));
  const name = Array.from(form.text("name").replace(/\p{C}+/gu, " "))
    .slice(0, MAX_TOKEN_NAME)
    .join("");
  const {accountId} = owner;
  const now = visit.site.now().toISOString();
  const made = await visit.site.store.accounts.write(function* (q) {
    const good = (yield* listTokensOf(q, accountId)).filter(({revokedAt}) => revokedAt === null);
    if (good.length >= MAX_TOKENS) return false;
    yield* insertToken(q, {accountId, fingerprint: tokenFingerprint(token), name, now});
    return true;
  });
  return made ? drawToken(visit, token, name) : redirect(`${visit.link("/account")}#tokens`);
});

export const revokeForm = ownedForm("/account/tokens/revoke", async (visit, owner, form) => {
  const id = form.text("id");
  const now = visit.site.now().toISOString();
  if (/^\d{1,15}$/.test(id)) {
    await visit.site.store.accounts.write((q) => revokeTokenOf(q, owner.accountId, Number(id), now));
  }
  return redirect(`${visit.link("/account")}#tokens`);
});

function drawToken(visit: Visit, token: string, name: string): Drawn {
  const words = WORDS[visit.language];
  return page({
    title: words.title,
    kept: "never",
    unlisted: true,
    modules: ["copy", "shown-once"],
    main: html`<h1>${words.title}${name !== "" && html`: ${name}`}</h1>
<div class="notice warn"><p>${words.once}</p></div>
${codeBlock("token", words.token, token, visit.language)}
<p>${words.try}</p>
${codeBlock("curl", "curl", `curl -H "Authorization: Bearer ${token}" \\\n  "${visit.absolute("/api/v1/reference/datasets")}"`, visit.language)}
<p><a href="${visit.link("/account")}">${words.back}</a>${visit.site.paths.has("/quick-start") && html` · <a href="${visit.link("/quick-start")}">${words.start}</a>`}</p>`,
  });
}
