// The tokens of an account on its page: those that are good with a way to revoke each, and a form for a new one.
import type {OwnToken} from "../../../store/accounts/token.ts";
import type {Visit} from "../../frame/visit.ts";
import {dataTable} from "../../widgets/data-table.ts";
import {type Html, html} from "../../widgets/html.ts";
import {inBoth} from "../../words/language.ts";
import {momentWords, shortDayWords} from "../../words/wording.ts";

export const MAX_TOKENS = 20;
export const MAX_TOKEN_NAME = 60;
const REVOKED_SHOWN = 20;

const WORDS = inBoth({
  ru: {
    heading: "Токены",
    none: "Токенов пока нет. Создайте первый: с ним работают curl, Python, R и Excel.",
    name: "Название",
    nameHint: "Например: рабочий ноутбук",
    create: "Создать токен",
    created: "создан",
    used: "последний запрос",
    never: "запросов ещё не было",
    revoke: "Отозвать",
    sure: "Программы с этим токеном сразу перестанут получать данные. Вернуть его нельзя.",
    unnamed: "без названия",
    revoked: "Отозванные",
    made: "Создан",
    ended: "Отозван",
    full: `Действующих токенов уже ${MAX_TOKENS}. Отзовите ненужные, чтобы создать новый.`,
  },
  en: {
    heading: "Tokens",
    none: "There are no tokens yet. Make the first one: curl, Python, R and Excel work with it.",
    name: "Name",
    nameHint: "For example: work laptop",
    create: "Create a token",
    created: "created",
    used: "last request",
    never: "no requests yet",
    revoke: "Revoke",
    sure: "Programs with this token get no data from that moment on. It cannot be brought back.",
    unnamed: "unnamed",
    revoked: "Revoked",
    made: "Created",
    ended: "Revoked",
    full: `There are ${MAX_TOKENS} tokens already. Revoke what is not needed to make a new one.`,
  },
});

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
<input id="name" name="name" maxlength="${MAX_TOKEN_NAME}" autocomplete="off" placeholder="${words.nameHint}">
</div>
<button>${words.create}</button>
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
<button class="bad">${words.revoke}</button></form></details></div>
</li>
`,
)}</ul>
`;
}
