// /desk/accounts: the accounts with their usage of a month; the operator sets plans, disables and enables.
import {findPlan, PLANS} from "../../../access/account.ts";
import type {AccountAct, DeskAccount} from "../../../service/operator-desk.ts";
import type {SessionOwner} from "../../../store/accounts/sign-in.ts";
import {formFields} from "../../forms/forms.ts";
import {type Answer, privatePage, redirect} from "../../frame/page.ts";
import {type Html, html} from "../../html/html.ts";
import type {Form, Visit} from "../../visit/visit.ts";
import {dataTable} from "../../widgets/data-table.ts";
import {monthWords, numberText, shortDayWords} from "../../words/wording.ts";
import {PLAN_NAMES} from "../plans/page.ts";
import {operatorPage, wrongBlock} from "./operator.ts";
import {DESK_WORDS} from "./words.ts";

const SHOWN = 500;

export const deskAccountsPage = operatorPage({
  path: "/desk/accounts",
  draw: (visit, owner) => drawAccounts(visit, owner, null),
  async perform(visit, owner, form) {
    const act = actOf(form);
    // An operator who closes the own account could not open it again here.
    if (act === null || visit.site.desk === null || act.email === owner.email)
      return redirect(visit.link("/desk/accounts"));
    const refused = await visit.site.desk.changeAccount(act);
    return refused === null ? redirect(visit.link("/desk/accounts")) : drawAccounts(visit, owner, refused.refused);
  },
});

function actOf(form: Form): AccountAct | null {
  const [act, email, plan] = [form.text("act"), form.line("email", 254), form.text("plan")];
  if (email === "") return null;
  if (act === "disable" || act === "enable") return {act, email};
  return act === "plan" && findPlan(plan) !== null ? {act, email, plan} : null;
}

async function drawAccounts(visit: Visit, owner: SessionOwner, wrong: string | null): Promise<Answer> {
  const {language, site} = visit;
  const words = DESK_WORDS[language];
  const query = visit.query.get("month") ?? "";
  const month = /^2\d{3}-(0[1-9]|1[0-2])$/.test(query) ? query : site.now().toISOString().slice(0, 7);
  const accounts = site.desk === null ? {refused: words.none} : await site.desk.accounts(month);
  return privatePage({
    title: words.accounts,
    main: html`<p class="over"><a href="${visit.link("/desk")}">${words.back}</a></p>
<h1>${words.accounts}: ${monthWords(month, language)}</h1>
${wrongBlock(wrong)}<form action="${visit.link("/desk/accounts")}" class="inline-form"><div class="field"><label for="month">${words.month}</label><input id="month" name="month" type="month" value="${month}"></div><button type="submit" class="quiet">${words.show}</button></form>
${"refused" in accounts ? wrongBlock(accounts.refused) : await accountTable(visit, owner, accounts)}`,
  });
}

async function accountTable(visit: Visit, owner: SessionOwner, accounts: readonly DeskAccount[]): Promise<Html> {
  const {language} = visit;
  const words = DESK_WORDS[language];
  const fields = await formFields(visit);
  return html`${accounts.length > SHOWN && html`<p class="hint">${words.first500}</p>\n`}${dataTable({
    caption: words.accounts,
    narrow: "stacked",
    columns: [
      ...[{head: words.email}, {head: words.opened}],
      ...[
        {head: words.used, number: true},
        {head: words.tokens, number: true},
      ],
      ...[{head: words.plan}, {head: words.act}],
    ],
    rows: accounts.slice(0, SHOWN).map((one) => {
      const isOwn = one.email === owner.email;
      return [
        html`${one.email}${one.disabled_at !== null && html` <span class="badge overdue">${words.disabled}</span>`}`,
        shortDayWords(one.created_at.slice(0, 10), language),
        numberText(one.values_used, language),
        numberText(one.tokens, language),
        isOwn ? `${planName(one.plan, visit)} (${words.ownAccount})` : planForm(visit, one, fields),
        !isOwn && accountForm(visit, one, fields),
      ];
    }),
  })}`;
}

function planForm(visit: Visit, {email, plan}: DeskAccount, fields: Html): Html {
  const words = DESK_WORDS[visit.language];
  return html`<form method="post" action="${visit.link("/desk/accounts")}" class="inline-form">${fields}<input type="hidden" name="email" value="${email}"><select name="plan" aria-label="${words.plan}: ${email}">${PLANS.map(
    ({code}) => html`<option value="${code}"${code === plan && html` selected`}>${planName(code, visit)}</option>`,
  )}</select><button type="submit" name="act" value="plan" class="quiet" aria-label="${words.setPlan}: ${email}">${words.setPlan}</button></form>`;
}

function accountForm(visit: Visit, {email, disabled_at}: DeskAccount, fields: Html): Html {
  const words = DESK_WORDS[visit.language];
  const [act, name] = disabled_at === null ? ["disable", words.disable] : ["enable", words.enable];
  return html`<form method="post" action="${visit.link("/desk/accounts")}">${fields}<input type="hidden" name="email" value="${email}"><button type="submit" name="act" value="${act}" class="quiet" aria-label="${name}: ${email}">${name}</button></form>`;
}

function planName(code: string, {language}: Visit): string {
  const names: Readonly<Record<string, string>> = PLAN_NAMES[language];
  return names[code] ?? code;
}
