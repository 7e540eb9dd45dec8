// /account/sign-in: sends a letter with a link. The answer is the same with and without an account, and after too many letters.
//
// Its form is also on pages that are the same for all visitors (widgets/by-mail.ts), where it can have no hidden token: see `takesBareForm`.
import {randomBytes} from "node:crypto";
import {addressBlock} from "../../../access/address-windows.ts";
import {countAttemptOf, returnAttemptOf} from "../../forms/attempts.ts";
import {formFields} from "../../forms/forms.ts";
import {findOwner, fingerprint, readReturn} from "../../forms/sessions.ts";
import {type Drawn, type Page, PageFault, privatePage, redirect} from "../../frame/page.ts";
import {html} from "../../html/html.ts";
import {readEmail} from "../../mail/mail.ts";
import {mailBase} from "../../visit/context.ts";
import {queryText, type Visit} from "../../visit/visit.ts";
import {sampleToken} from "../../widgets/sample-token.ts";
import {inBoth} from "../../words/language.ts";
import {readPurpose} from "./purposes.ts";

const LINK_MINUTES = 15;

const WORDS = inBoth({
  ru: {
    title: "Вход",
    lead: "Без пароля: пришлём письмо со ссылкой. Если кабинета ещё нет, он появится при первом входе.",
    email: "Адрес электронной почты",
    send: "Прислать ссылку",
    wrong: "Это не похоже на адрес электронной почты. Пример: anna@example.org",
    stale: "Страница была открыта давно, в другом окне или без cookies. Отправьте форму ещё раз.",
    hint: "Ссылка действует 15 минут и срабатывает один раз.",
    sentTitle: "Проверьте почту",
    sent: "Если адрес верный, письмо со ссылкой уже в пути:",
    noLetter: "Письма нет — загляните в спам или проверьте адрес.",
    outboxTitle: "Письмо ждёт на сервере",
    outbox: "Почта на этом сервере не настроена. В папке outbox внутри папки данных лежит письмо для",
    outboxHint: "Если служба запущена как ryad start, ссылка видна и в её терминале.",
    limit: "По запросам из одной сети на один адрес уходит не больше пяти писем в час.",
    again: "Указать другой адрес",
    subject: "Вход в Ряд",
    unsent: "Почтовый сервер не принял письмо. Попробуйте через несколько минут.",
    signIn: "Войти",
    letter: "Здравствуйте!\n\nЧтобы войти, откройте ссылку и нажмите",
    letterEnd:
      "Ссылка действует 15 минут и срабатывает один раз.\nЕсли вы не запрашивали вход, ничего не делайте: без ссылки никто не войдёт.",
  },
  en: {
    title: "Sign in",
    lead: "No password: a link comes by email. No account? One is created when you first sign in.",
    email: "Email address",
    send: "Send the link",
    wrong: "This does not look like an email address. An example: anna@example.org",
    stale: "The page was opened long ago, in another window or without cookies. Please send the form once more.",
    hint: "The link works once, within 15 minutes.",
    sentTitle: "Check your mail",
    sent: "If the address is right, an email with a link is on its way:",
    noLetter: "No email? Look in the spam folder, or check the address.",
    outboxTitle: "Email is not set up here",
    outbox: "Your message is in the outbox folder of the server's data folder, addressed to",
    outboxHint: "If the service was started by ryad start, its terminal shows the link too.",
    limit: "At most five emails an hour are sent to one address on requests from one network.",
    again: "Give another address",
    subject: "Sign in to Ryad",
    unsent: "The mail server did not accept the message. Try again in a few minutes.",
    signIn: "Sign in",
    letter: "Hello!\n\nTo sign in, open the link and press",
    letterEnd:
      "The link works once, within 15 minutes.\nIf you did not ask to sign in, ignore this message: nobody can sign in without the link.",
  },
});

export const signInPage: Page = {
  path: "/account/sign-in",
  takesBareForm: true,
  async draw(visit) {
    const to = readReturn(visit.query.get("to"));
    if ((await findOwner(visit)) !== null) return redirect(visit.link(to ?? "/account"));
    return drawForm(visit, "", to, null);
  },
  redraw: (visit, form) =>
    drawForm(visit, form.text("email"), readReturn(form.text("to")), WORDS[visit.language].stale),
  async perform(visit, form) {
    const email = readEmail(form.text("email"));
    const to = readReturn(form.text("to"));
    if ((await findOwner(visit)) !== null) return redirect(visit.link(to ?? "/account"));
    if (email === null) return drawForm(visit, form.text("email"), to, WORDS[visit.language].wrong);
    const asker = await countAttemptOf(visit, "letter-from", addressBlock(visit.ip));
    if (!asker.allowed) throw new PageFault(429, "too many letters from this address", asker.seconds);
    const own = await countAttemptOf(visit, "letter-from-to", ownLetters(visit, email));
    if (own.allowed && (await countAttemptOf(visit, "letter-to", email)).allowed) await sendLink(visit, email, to);
    return drawSent(visit, email);
  },
};

function ownLetters({ip}: Visit, email: string): string {
  return `${addressBlock(ip)} ${email}`;
}

async function sendLink(visit: Visit, email: string, to: string | null): Promise<void> {
  const {site, language} = visit;
  const words = WORDS[language];
  const secret = randomBytes(32).toString("base64url");
  const now = site.now();
  const link = {
    fingerprint: fingerprint(secret),
    email,
    now: now.toISOString(),
    expiresAt: new Date(now.getTime() + LINK_MINUTES * 60_000).toISOString(),
  };
  await site.store.procedures.play("insertSignInLink", link);
  const address = `${mailBase(site)}/account/confirm${queryText({link: secret, lang: language, to})}`;
  const press = (await readPurpose(visit, to))?.presses[0]?.words ?? words.signIn;
  const text = `${words.letter} ${language === "ru" ? `«${press}»` : `“${press}”`}:\n\n${address}\n\n${words.letterEnd}`;
  try {
    await site.mail.send({kind: "sign-in", to: email, subject: words.subject, text});
  } catch (error) {
    site.emit({type: "mail-failed", letter: "sign-in", error: error as Error});
    // otherwise failed letters would use up the limit
    await returnAttemptOf(visit, "letter-to", email);
    await returnAttemptOf(visit, "letter-from-to", ownLetters(visit, email));
    throw new PageFault(503, "the letter could not be sent", 300, words.unsent);
  }
}

async function drawForm(visit: Visit, email: string, to: string | null, wrong: string | null): Promise<Drawn> {
  const words = WORDS[visit.language];
  const purpose = await readPurpose(visit, to);
  return privatePage({
    status: wrong === null ? 200 : 422,
    title: words.title,
    main: html`<h1>${words.title}</h1>
<p class="lead">${words.lead}</p>
${sampleToken(visit)}${
  purpose !== null &&
  html`<p>${purpose.about}</p>
`
}<form class="stack" method="post" action="${visit.link("/account/sign-in")}" novalidate>
${await formFields(visit)}
${to !== null && html`<input type="hidden" name="to" value="${to}">`}
<div class="field">
<label for="email">${words.email}</label>
<input id="email" name="email" type="email" autocomplete="email" inputmode="email" required maxlength="254" value="${email}" aria-describedby="email-hint"${wrong !== null && html` aria-invalid="true" autofocus`}>
<p class="${wrong === null ? "hint" : "wrong"}" id="email-hint"${wrong !== null && html` role="alert"`}>${wrong ?? words.hint}</p>
</div>
<button type="submit">${words.send}</button>
</form>`,
  });
}

function drawSent(visit: Visit, email: string): Drawn {
  const words = WORDS[visit.language];
  const isOutbox = visit.site.mail.way === "outbox";
  const title = isOutbox ? words.outboxTitle : words.sentTitle;
  return privatePage({
    title,
    main: html`<h1>${title}</h1>
<p class="lead">${isOutbox ? words.outbox : words.sent} <span class="unbroken"><strong>${email}</strong>.</span></p>
<p>${words.hint} ${isOutbox ? words.outboxHint : words.noLetter} ${words.limit}</p>
<p><a href="${visit.link("/account/sign-in")}">${words.again}</a></p>`,
  });
}
