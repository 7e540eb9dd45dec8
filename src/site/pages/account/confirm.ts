// /account/confirm: the target of the link in the letter. Only pressing the button uses the link up: mail scanners open links.
import {formFields} from "../../forms/forms.ts";
import {findOwner, fingerprint, readReturn, startSession} from "../../forms/sessions.ts";
import type {SignInPurpose} from "../../forms/sign-in-purpose.ts";
import {type Answer, type Drawn, type Page, privatePage, redirect} from "../../frame/page.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {inPairs} from "../../words/language.ts";
import {countText} from "../../words/wording.ts";
import {readPurpose} from "./purposes.ts";

const WORDS = inPairs({
  title: ["Войти?", "Sign in?"],
  lead: ["Вы входите как", "You are about to sign in as"],
  days: ["Этот браузер запомнит вход на", "This browser stays signed in for"],
  press: ["Войти", "Sign in"],
  gone: {
    title: ["По этой ссылке уже не войти", "This link no longer signs you in"],
    text: [
      "Её уже использовали, или прошло больше 15 минут: ссылка из письма срабатывает один раз. Новое письмо придёт через минуту; если писем несколько, откройте последнее.",
      "It has been used already, or is older than 15 minutes: a link in a letter works once. A new letter takes a minute; of several letters, open the last one.",
    ],
    way: ["Прислать новую ссылку", "Send a new link"],
  },
  disabled: {
    title: ["Учётная запись отключена", "The account is disabled"],
    text: [
      "Её отключил администратор службы. Данные сохранены; если это ошибка, напишите нам.",
      "An operator of this service has disabled it. Nothing is deleted; if this is a mistake, write to us.",
    ],
    way: ["Написать", "Write to us"],
  },
});

export const confirmPage: Page = {
  path: "/account/confirm",
  draw: (visit) => drawQuestion(visit, visit.query.get("link") ?? "", readReturn(visit.query.get("to"))),
  redraw: (visit, form) => drawQuestion(visit, form.text("link"), readReturn(form.text("to"))),
  async perform(visit, form) {
    const now = visit.site.now().toISOString();
    const to = readReturn(form.text("to"));
    // before the link is used: a purpose that cannot be read must not use it up
    const purpose = await readPurpose(visit, to);
    const account = await visit.site.store.procedures.play("useSignInLink", fingerprint(form.text("link")), now);
    if (account === null) return answerUsed(visit, to);
    if (account.disabledAt !== null) return drawEnd(visit, "disabled");
    const owner = await startSession(visit, account.id);
    if (owner !== null && purpose !== null) return purpose.perform(visit, owner, form);
    return redirect(visit.link(to ?? "/account"));
  },
};

/** Who is signed in has used it: the next press, or the letter opened again, leads on. */
async function answerUsed(visit: Visit, to: string | null): Promise<Answer> {
  return (await findOwner(visit)) !== null ? redirect(visit.link(to ?? "/account")) : drawEnd(visit, "gone");
}

async function drawQuestion(visit: Visit, link: string, to: string | null): Promise<Answer> {
  const words = WORDS[visit.language];
  const now = visit.site.now().toISOString();
  const email = await visit.site.store.procedures.play("findSignInLink", fingerprint(link), now);
  if (email === null) return answerUsed(visit, to);
  const purpose = await readPurpose(visit, to);
  const title = purpose?.title ?? words.title;
  return privatePage({
    title,
    main: html`<h1>${title}</h1>
<p class="lead">${words.lead} <span class="unbroken"><strong>${email}</strong>.</span></p>
<form class="stack" method="post" action="${visit.link("/account/confirm")}">
${await formFields(visit)}
<input type="hidden" name="link" value="${link}">
${to !== null && html`<input type="hidden" name="to" value="${to}">`}${
  purpose !== null &&
  html`<p>${purpose.about}</p>
`
}
<p>${words.days} ${countText(visit.site.settings.sessionDays, "day", visit.language)}.</p>
${drawPresses(purpose?.presses ?? [{type: "", words: words.press}])}
</form>`,
  });
}

function drawPresses(presses: SignInPurpose["presses"]): Html {
  return html`${presses.map(
    ({type, words}, at) =>
      html`<button type="submit" name="type" value="${type}"${at === 0 ? html` autofocus` : html` class="quiet"`}>${words}</button>
`,
  )}`;
}

/** Where the visitor is not signed in, and the way on. */
function drawEnd(visit: Visit, why: "gone" | "disabled"): Drawn {
  const {title, text, way} = WORDS[visit.language][why];
  return privatePage({
    status: why === "gone" ? 410 : 403,
    title,
    main: html`<h1>${title}</h1>
<p class="lead">${text}</p>
<p><a class="button" href="${visit.link(why === "gone" ? "/account/sign-in" : "/contact")}">${way}</a></p>`,
  });
}
