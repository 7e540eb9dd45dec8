// /account/confirm: the target of the link in the letter. Only pressing the button uses the link up: mail scanners open links.
import {formFields} from "../../forms/forms.ts";
import {fingerprint, startSession} from "../../forms/sessions.ts";
import {type Drawn, type Page, privatePage, redirect} from "../../frame/page.ts";
import type {Visit} from "../../frame/visit.ts";
import {html} from "../../widgets/html.ts";
import {inBoth} from "../../words/language.ts";
import {countText} from "../../words/wording.ts";

const WORDS = inBoth({
  ru: {
    title: "Войти?",
    lead: "Вы входите как",
    days: "Этот браузер запомнит вход на",
    press: "Войти",
    goneTitle: "Ссылка больше не действует",
    gone: "Ссылка для входа действует 15 минут и срабатывает один раз.",
    again: "Запросить новую",
    disabledTitle: "Учётная запись отключена",
    disabled: "Её отключил администратор службы. Данные сохранены; если это ошибка, напишите нам.",
    write: "Написать",
  },
  en: {
    title: "Sign in?",
    lead: "You are about to sign in as",
    days: "This browser stays signed in for",
    press: "Sign in",
    goneTitle: "This link has expired",
    gone: "A link works once, within 15 minutes.",
    again: "Ask for a new one",
    disabledTitle: "The account is disabled",
    disabled: "An operator of this service has disabled it. Nothing is deleted; if this is a mistake, write to us.",
    write: "Write to us",
  },
});

export const confirmPage: Page = {
  path: "/account/confirm",
  draw: (visit) => drawQuestion(visit, visit.query.get("link") ?? ""),
  redraw: (visit, form) => drawQuestion(visit, form.text("link")),
  async act(visit, form) {
    const now = visit.site.now().toISOString();
    const account = await visit.site.store.book.play("useSignInLink", fingerprint(form.text("link")), now);
    if (account === null) return drawGone(visit);
    if (account.disabledAt !== null) return drawDisabled(visit);
    await startSession(visit, account.id);
    return redirect(visit.link("/account"));
  },
};

async function drawQuestion(visit: Visit, link: string): Promise<Drawn> {
  const words = WORDS[visit.language];
  const now = visit.site.now().toISOString();
  const email = await visit.site.store.book.play("findSignInLink", fingerprint(link), now);
  if (email === null) return drawGone(visit);
  return privatePage({
    title: words.title,
    main: html`<h1>${words.title}</h1>
<p class="lead">${words.lead} <span class="unbroken"><strong>${email}</strong>.</span></p>
<form class="stack" method="post" action="${visit.link("/account/confirm")}">
${await formFields(visit)}
<input type="hidden" name="link" value="${link}">
<p>${words.days} ${countText(visit.site.settings.sessionDays, "day", visit.language)}.</p>
<button type="submit" autofocus>${words.press}</button>
</form>`,
  });
}

function drawGone(visit: Visit): Drawn {
  const words = WORDS[visit.language];
  return privatePage({
    status: 410,
    title: words.goneTitle,
    main: html`<h1>${words.goneTitle}</h1>
<p class="lead">${words.gone}</p>
<p><a class="button" href="${visit.link("/account/sign-in")}">${words.again}</a></p>`,
  });
}

function drawDisabled(visit: Visit): Drawn {
  const words = WORDS[visit.language];
  return privatePage({
    status: 403,
    title: words.disabledTitle,
    main: html`<h1>${words.disabledTitle}</h1>
<p class="lead">${words.disabled}</p>
<p><a class="button" href="${visit.link("/contact")}">${words.write}</a></p>`,
  });
}
