// /account: the plan, the usage of a month, the tokens, signing out.

import {monthOf} from "../../../access/account.ts";
import type {SessionOwner} from "../../../store/accounts/sign-in.ts";
import type {OwnToken} from "../../../store/accounts/token.ts";
import {ACCOUNT_STYLES} from "../../assets/assets.ts";
import {formFields} from "../../forms/forms.ts";
import {ownedPage, planOf} from "../../forms/sessions.ts";
import {privatePage} from "../../frame/page.ts";
import {html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {type FactRow, factList} from "../../widgets/fact-list.ts";
import {inPairs} from "../../words/language.ts";
import {dayWords, numberText} from "../../words/wording.ts";
import {PLAN_NAMES} from "../plans/page.ts";
import {drawTokens} from "./tokens.ts";
import {drawUsage} from "./usage.ts";

const WORDS = inPairs({
  title: ["Кабинет", "Account"],
  plan: ["Тариф", "Plan"],
  since: ["Кабинет открыт", "Account opened"],
  perMinute: ["Запросов в минуту", "Requests a minute"],
  left: ["Осталось значений в этом месяце", "Values left this month"],
  unlimited: ["без ограничения", "no limit"],
  plans: ["все тарифы", "all plans"],
  following: ["Подписки", "Following"],
  desk: ["Пульт", "Desk"],
  outHeading: ["Выход", "Sign out"],
  out: ["Выйти", "Sign out"],
  everywhere: ["Выйти на всех устройствах", "Sign out everywhere"],
  outHint: ["Токены продолжат работать: их отзывают по одному.", "Your tokens keep working; revoke each separately."],
  remove: ["Удалить кабинет", "Delete the account"],
});

export const accountPage = ownedPage({
  path: "/account",
  async draw(visit, owner) {
    const {site, language} = visit;
    const words = WORDS[language];
    const month = monthOf(site.now().getTime());
    const query = visit.query.get("month") ?? month;
    const shown = /^2\d{3}-(0[1-9]|1[0-2])$/.test(query) && query <= month ? query : month;
    const kept = await site.store.procedures.play("readAccountUse", owner.accountId, month, shown);
    return drawAccount(visit, owner, words, {...kept, month: shown});
  },
});

interface Kept {
  readonly tokens: readonly OwnToken[];
  /** In the current month. */
  readonly used: number;
  readonly days: readonly {readonly day: string; readonly used: number}[];
  readonly month: string;
}

async function drawAccount(visit: Visit, owner: SessionOwner, words: (typeof WORDS)["ru"], kept: Kept) {
  const {language} = visit;
  const {code, valuesPerMonth, requestsPerMinute} = planOf(owner);
  const fields = await formFields(visit);
  const number = (value: number): string => numberText(value, language);
  const facts: readonly FactRow[] = [
    [words.plan, html`${PLAN_NAMES[language][code]} (<a href="${visit.link("/plans")}">${words.plans}</a>)`],
    [words.left, valuesPerMonth === null ? words.unlimited : number(Math.max(0, valuesPerMonth - kept.used))],
    [words.perMinute, number(requestsPerMinute)],
    [words.since, dayWords(owner.createdAt.slice(0, 10), language)],
  ];
  return privatePage({
    title: words.title,
    styles: [ACCOUNT_STYLES],
    main: html`<h1>${words.title}</h1>
<p class="lead">${owner.email}</p>
${factList(facts)}<p><a href="${visit.link("/account/following")}">${words.following}</a></p>
${code === "owner" ? html`<p><a href="${visit.link("/desk")}">${words.desk}</a></p>\n` : html``}${drawTokens(visit, kept.tokens, fields)}
${drawUsage(visit, kept.month, owner.createdAt, kept.days)}
<h2>${words.outHeading}</h2>
<div class="inline-form">
<form method="post" action="${visit.link("/account/sign-out")}">${fields}<button type="submit" class="quiet">${words.out}</button></form>
<form method="post" action="${visit.link("/account/sign-out-everywhere")}">${fields}<button type="submit" class="quiet">${words.everywhere}</button></form>
</div>
<p class="hint">${words.outHint}</p>
<p><a href="${visit.link("/account/delete")}">${words.remove}</a></p>`,
  });
}
