// Signing out here or everywhere, and deleting the account (store/accounts/account.ts says what stays).
import {formFields} from "../../forms/forms.ts";
import {endSession, forgetSession, ownedForm, ownedPage} from "../../forms/sessions.ts";
import {privatePage, redirect} from "../../frame/page.ts";
import {html} from "../../html/html.ts";
import {inBoth} from "../../words/language.ts";

const WORDS = inBoth({
  ru: {
    title: "Удалить кабинет?",
    lead: "Будут удалены сразу и навсегда:",
    gone: [
      "все токены: программы с ними перестанут получать данные",
      "тариф и расход прошлых месяцев",
      "адрес почты и все входы",
    ],
    kept: [
      "Расход текущего месяца без адреса, под его необратимым отпечатком, хранится до конца месяца: новый кабинет с тем же адресом продолжит этот счёт.",
      "Сообщения, отправленные через форму связи, к кабинету не относятся и остаются в переписке.",
    ],
    press: "Удалить навсегда",
    back: "Вернуться в кабинет",
  },
  en: {
    title: "Delete the account?",
    lead: "These will be deleted immediately and permanently:",
    gone: [
      "all tokens: programs that use them stop getting data",
      "the plan and the usage of earlier months",
      "the email address and every sign-in",
    ],
    kept: [
      "This month's usage is kept until the end of the month without the address, under a keyed hash of it: a new account with the same address continues from that usage.",
      "Messages sent through the contact form are not part of the account and are kept.",
    ],
    press: "Delete permanently",
    back: "Back to the account",
  },
});

export const signOutForm = ownedForm("/account/sign-out", async (visit) => {
  await endSession(visit);
  return redirect(visit.link("/"));
});

export const signOutEverywhereForm = ownedForm("/account/sign-out-everywhere", async (visit, {accountId}) => {
  await visit.site.store.procedures.play("endSessionsOf", accountId);
  forgetSession(visit);
  return redirect(visit.link("/"));
});

export const deletePage = ownedPage({
  path: "/account/delete",
  async draw(visit, owner) {
    const words = WORDS[visit.language];
    return privatePage({
      title: words.title,
      main: html`<h1>${words.title}</h1>
<p class="lead">${owner.email}</p>
<p>${words.lead}</p>
<ul>${words.gone.map((line) => html`<li>${line}</li>`)}</ul>
${words.kept.map((line) => html`<p class="quiet">${line}</p>\n`)}
<form method="post" action="${visit.link("/account/delete")}">
${await formFields(visit)}
<p class="inline-form"><button type="submit" class="bad">${words.press}</button> <a href="${visit.link("/account")}">${words.back}</a></p>
</form>`,
    });
  },
  async perform(visit, {accountId}) {
    const now = visit.site.now().toISOString();
    await visit.site.store.procedures.play("deleteAccount", accountId, now);
    forgetSession(visit);
    return redirect(visit.link("/"));
  },
});
