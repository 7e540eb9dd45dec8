// The tokens of an account: their list on its page, /account/tokens to make one, /account/tokens/revoke to revoke one.
//
// A token is shown once, in the answer that makes it: only its hash is stored.
import {randomBytes} from "node:crypto";
import {TOKEN_RANDOM_BYTES, tokenFingerprint, tokenFromRandom} from "../../../access/account.ts";
import type {OwnToken} from "../../../store/accounts/token.ts";
import {countAttemptOf} from "../../forms/attempts.ts";
import {ownedForm} from "../../forms/sessions.ts";
import type {SignInPurpose} from "../../forms/sign-in-purpose.ts";
import {type Answer, type Drawn, PageFault, privatePage, redirect} from "../../frame/page.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {codeBlock} from "../../widgets/code-block.ts";
import {dataTable} from "../../widgets/data-table.ts";
import {inPairs} from "../../words/language.ts";
import {momentWords, shortDayWords} from "../../words/wording.ts";
import {readTokenPurpose, requestLine, type TokenPurpose} from "./new-token.ts";

export const MAX_TOKENS = 20;
const MAX_TOKEN_NAME = 60;
const REVOKED_SHOWN = 20;

const WORDS = inPairs({
  heading: ["Токены", "Tokens"],
  none: [
    "Токенов пока нет. Создайте первый: с ним работают curl, Python, R и Excel.",
    "No tokens yet. Create the first one: it works with curl, Python, R and Excel.",
  ],
  name: ["Название", "Name"],
  nameHint: ["Например: рабочий ноутбук", "For example: work laptop"],
  create: ["Создать токен", "Create a token"],
  signInPress: ["Войти и создать токен", "Sign in and create a token"],
  willMake: [
    "Токен для запросов к API появится сразу после входа. Отозвать его можно в кабинете.",
    "A token for requests to the API is shown right after you sign in. You can revoke it in your account.",
  ],
  created: ["создан", "created"],
  used: ["последний запрос", "last request"],
  never: ["запросов ещё не было", "no requests yet"],
  revoke: ["Отозвать", "Revoke"],
  sure: [
    "Программы с этим токеном сразу перестанут получать данные. Вернуть его нельзя.",
    "Programs with this token stop getting data immediately. A revoked token cannot be restored.",
  ],
  unnamed: ["без названия", "unnamed"],
  revoked: ["Отозванные", "Revoked"],
  made: ["Создан", "Created"],
  ended: ["Отозван", "Revoked"],
  full: [
    `Действующих токенов уже ${MAX_TOKENS}. Отзовите ненужные, чтобы создать новый.`,
    `There are ${MAX_TOKENS} tokens already. Revoke one you no longer need to create another.`,
  ],
  newTitle: ["Новый токен", "New token"],
  once: [
    "Сохраните его сейчас: больше он не будет показан. У нас хранится только отпечаток.",
    "Copy it now: it will not be shown again. We store only a hash.",
  ],
  token: ["Токен", "Token"],
  try: ["Проверить в терминале:", "Try it in a terminal:"],
  toData: ["Вернуться к данным", "Back to the data"],
  back: ["В кабинет", "To the account"],
  start: ["Примеры на Python, R и в Excel", "Examples for Python, R and Excel"],
});

export const tokensForm = ownedForm("/account/tokens", (visit, {accountId}, form) =>
  makeToken(
    visit,
    accountId,
    form.line("name", MAX_TOKEN_NAME),
    readTokenPurpose((one) => form.text(one)),
  ),
);

/** @param visit its query has the purpose of the token */
export function purposeToMakeToken(visit: Visit): SignInPurpose {
  const words = WORDS[visit.language];
  const purpose = readTokenPurpose((name) => visit.query.get(name));
  const {request} = purpose;
  return {
    about: html`${words.willMake}${request !== null && html`<br><code>${request}</code>`}`,
    presses: [{type: "token", words: words.signInPress}],
    perform: (_, {accountId}) => makeToken(visit, accountId, "", purpose),
  };
}

/** The page with the new token; the account if that has too many. */
export async function makeToken(visit: Visit, accountId: number, name: string, purpose: TokenPurpose): Promise<Answer> {
  const attempt = await countAttemptOf(visit, "token-of", String(accountId));
  if (!attempt.allowed) throw new PageFault(429, "too many tokens made", attempt.seconds);
  const token = tokenFromRandom(randomBytes(TOKEN_RANDOM_BYTES));
  const now = visit.site.now().toISOString();
  const made = await visit.site.store.procedures.play(
    "makeToken",
    {accountId, fingerprint: tokenFingerprint(token), name, now},
    MAX_TOKENS,
  );
  return made ? drawToken(visit, token, name, purpose) : redirect(`${visit.link("/account")}#tokens`);
}

export const revokeForm = ownedForm("/account/tokens/revoke", async (visit, owner, form) => {
  const id = form.text("id");
  const now = visit.site.now().toISOString();
  if (/^\d{1,15}$/.test(id)) {
    await visit.site.store.procedures.play("revokeTokenOf", owner.accountId, Number(id), now);
  }
  return redirect(`${visit.link("/account")}#tokens`);
});

/** With the request that the token was made for, and the way back to it. */
function drawToken(visit: Visit, token: string, name: string, {request, back}: TokenPurpose): Drawn {
  const words = WORDS[visit.language];
  const example = requestLine(visit, request ?? "/api/v1/reference/datasets", token);
  return privatePage({
    title: words.newTitle,
    modules: ["copy", "shown-once"],
    main: html`<h1>${words.newTitle}${name !== "" && html`: ${name}`}</h1>
<div class="notice warn"><p>${words.once}</p></div>
${codeBlock("token", words.token, token, visit.language)}
<p>${words.try}</p>
${codeBlock("curl", "curl", example, visit.language)}
<p class="link-row">${back !== null && html`<a href="${visit.link(back)}">${words.toData}</a> · `}<a href="${visit.link("/account")}">${words.back}</a> · <a href="${visit.link("/quick-start")}">${words.start}</a></p>`,
  });
}

export function drawTokens(visit: Visit, tokens: readonly OwnToken[], fields: Html): Html {
  const {language} = visit;
  const words = WORDS[language];
  const good = tokens.filter(({revokedAt}) => revokedAt === null);
  const ended = tokens.filter(({revokedAt}) => revokedAt !== null).slice(-REVOKED_SHOWN);
  return html`<h2 id="tokens">${words.heading}</h2>
${good.length === 0 ? html`<p>${words.none}</p>` : goodTokens(visit, good, fields)}
${
  good.length >= MAX_TOKENS
    ? html`<p class="notice warn">${words.full}</p>`
    : html`<form class="inline-form" method="post" action="${visit.link("/account/tokens")}">
${fields}
<div class="field">
<label for="name">${words.name}</label>
<input type="text" id="name" name="name" maxlength="${MAX_TOKEN_NAME}" autocomplete="off" placeholder="${words.nameHint}">
</div>
<button type="submit">${words.create}</button>
</form>`
}
${
  ended.length > 0 &&
  html`<details><summary>${words.revoked}: ${ended.length}</summary>
${dataTable({
  caption: words.revoked,
  columns: [{head: words.name}, {head: words.made}, {head: words.ended}],
  rows: ended.map((token) => [
    token.name || words.unnamed,
    shortDayWords(token.createdAt.slice(0, 10), language),
    shortDayWords(token.revokedAt!.slice(0, 10), language),
  ]),
})}</details>`
}`;
}

function goodTokens(visit: Visit, tokens: readonly OwnToken[], fields: Html): Html {
  const {language} = visit;
  const words = WORDS[language];
  return html`<ul class="rows">
${tokens.map(
  ({id, name, createdAt, lastUsedAt}) => html`<li>
<span class="row-name">${name || words.unnamed}</span>
<span class="row-facts">${words.created} ${shortDayWords(createdAt.slice(0, 10), language)} · ${lastUsedAt === null ? words.never : `${words.used}: ${momentWords(lastUsedAt, language)}`}</span>
<div class="row-end"><details class="ask"><summary aria-label="${words.revoke}: ${name || words.unnamed}">${words.revoke}</summary>
<form method="post" action="${visit.link("/account/tokens/revoke")}">${fields}<input type="hidden" name="id" value="${id}">
<p class="hint">${words.sure}</p>
<button type="submit" class="bad">${words.revoke}</button></form></details></div>
</li>\n`,
)}</ul>\n`;
}
