// /contact: a message to the operator. It is stored before it is mailed, so a failure of the mail loses nothing.
//
// A form that looks like that of a bot is not taken: the trap field is filled, or it was sent sooner than a person can write or days after
// it was drawn. It may still be a person, whose browser filled the form, so it is drawn again with the text and says so.

import {addressBlock} from "../../../access/address-windows.ts";
import {ACCOUNT_STYLES} from "../../assets/assets.ts";
import {countAttemptOf} from "../../forms/attempts.ts";
import {formFields, isWrittenByHand, momentGoneOn, momentNow} from "../../forms/forms.ts";
import {type Drawn, type Page, page, privatePage} from "../../frame/page.ts";
import {html} from "../../html/html.ts";
import {readAnswerableEmail} from "../../mail/mail.ts";
import type {Form, Visit} from "../../visit/visit.ts";
import {inPairs} from "../../words/language.ts";
import {countText} from "../../words/wording.ts";

const MAX_NAME = 100;

/** The input and its errors. */
interface Typed {
  readonly email: string;
  readonly name: string;
  readonly message: string;
  readonly wrong: {readonly email?: string; readonly message?: string; readonly all?: string};
}

export const contactPage: Page = {
  path: "/contact",
  draw: (visit) => drawForm(visit, {email: "", name: "", message: "", wrong: {}}),
  async redraw(visit, form) {
    const wrong = {all: CONTACT_WORDS[visit.language].stale};
    return drawForm(visit, {...typedIn(form), wrong}, await momentGoneOn(visit, form.text("t")));
  },
  async perform(visit, form) {
    const words = CONTACT_WORDS[visit.language];
    const typed = typedIn(form);
    const email = readAnswerableEmail(typed.email);
    const wrong = {
      ...(email === null ? {email: words.wrongEmail} : {}),
      ...(typed.message === "" ? {message: words.empty} : {}),
      ...(typed.message.length > MAX_MESSAGE ? {message: words.long} : {}),
    };
    if (form.text("website") !== "" || !(await isWrittenByHand(visit, form.text("t"))))
      return drawForm(visit, {...typed, wrong: {...wrong, all: words.notTaken}});
    if (email === null || Object.keys(wrong).length > 0) return drawForm(visit, {...typed, wrong}, form.text("t"));
    const attempt = await countAttemptOf(visit, "contact-from", addressBlock(visit.ip));
    if (!attempt.allowed) {
      const all = `${words.often} ${countText(Math.ceil(attempt.seconds / 60), "minute", visit.language)}.`;
      const again = await drawForm(visit, {...typed, wrong: {all}}, form.text("t"));
      return {...again, status: 429, retryAfter: attempt.seconds};
    }
    if (await takeMessage(visit, {...typed, email})) return drawSent(visit);
    return {...(await drawForm(visit, {...typed, wrong: {all: words.full}}, form.text("t"))), status: 503};
  },
};

/** @returns whether it is stored */
async function takeMessage(visit: Visit, message: {email: string; name: string; message: string}): Promise<boolean> {
  const {store, settings, mail, now, emit} = visit.site;
  const receivedAt = now().toISOString();
  const id = await store.procedures.play("insertContactMessage", {...message, receivedAt});
  if (id === null) return false;
  if (settings.contactEmail === null) return true;
  const {subject} = CONTACT_WORDS[visit.language];
  try {
    await mail.send({
      kind: "contact",
      to: settings.contactEmail,
      replyTo: message.email,
      subject: `${subject} № ${id}`,
      text: `${message.name === "" ? "" : `${message.name}, `}${message.email}\n${receivedAt}\n\n${message.message}`,
    });
    await store.procedures.play("noteMessageMailed", id, now().toISOString());
  } catch (error) {
    emit({type: "mail-failed", letter: "contact", error: error as Error});
  }
  return true;
}

function typedIn(form: Form): Omit<Typed, "wrong"> {
  return {
    email: form.text("email"),
    name: form.line("name", MAX_NAME),
    message: form.text("message").replace(/\r\n?/g, "\n"),
  };
}

/** @param t the moment field of the submitted form, if it only has errors: the visitor need not wait again */
async function drawForm(visit: Visit, typed: Typed, t?: string): Promise<Drawn> {
  const words = CONTACT_WORDS[visit.language];
  const moment = t ?? (await momentNow(visit));
  const {wrong} = typed;
  const isWrong = Object.keys(wrong).length > 0;
  return page({
    status: isWrong ? 422 : 200,
    title: words.title,
    description: words.description,
    styles: [ACCOUNT_STYLES],
    kept: "never",
    main: html`<h1>${words.title}</h1>
<p class="lead">${words.lead}</p>
${wrong.all !== undefined && html`<div class="notice warn" role="alert"><p>${wrong.all}</p></div>`}
<form class="stack" method="post" action="${visit.link("/contact")}" novalidate>
${await formFields(visit)}
<input type="hidden" name="t" value="${moment}">
<div class="field">
<label for="email">${words.email}</label>
<input id="email" name="email" type="email" autocomplete="email" required maxlength="254" value="${typed.email}" aria-describedby="email-hint"${wrong.email !== undefined && html` aria-invalid="true" autofocus`}>
<p class="${wrong.email === undefined ? "hint" : "wrong"}" id="email-hint">${wrong.email ?? words.emailHint}</p>
</div>
<div class="field">
<label for="name">${words.name} <span class="quiet">(${words.optional})</span></label>
<input type="text" id="name" name="name" autocomplete="name" maxlength="${MAX_NAME}" value="${typed.name}">
</div>
<div class="field">
<label for="message">${words.message}</label>
<textarea id="message" name="message" required maxlength="${MAX_MESSAGE}"${wrong.message !== undefined && html` aria-invalid="true" aria-describedby="message-wrong"${wrong.email === undefined && html` autofocus`}`}>
${typed.message}</textarea>
${wrong.message !== undefined && html`<p class="wrong" id="message-wrong">${wrong.message}</p>`}
</div>
<div class="website" aria-hidden="true">
<label for="website">${words.website}</label>
<input type="text" id="website" name="website" tabindex="-1" autocomplete="off">
</div>
<button type="submit">${words.send}</button>
</form>`,
  });
}

function drawSent(visit: Visit): Drawn {
  const words = CONTACT_WORDS[visit.language];
  return privatePage({
    title: words.sentTitle,
    main: html`<h1>${words.sentTitle}</h1>
<p class="lead">${words.sent}</p>
<p><a href="${visit.link("/")}">${words.home}</a></p>`,
  });
}

/** In characters. */
const MAX_MESSAGE = 5000;

const CONTACT_WORDS = inPairs({
  title: ["Написать нам", "Contact"],
  description: [
    "Вопрос, ошибка в данных, смена тарифа: сообщение администратору сервиса.",
    "Write to the operator: a question, an error in the data, another plan.",
  ],
  lead: [
    "Вопрос, ошибка в данных, смена тарифа. Сообщая об ошибке, укажите адрес страницы или ключ ряда.",
    "A question, an error in the data, another plan. If you report an error, add the page's address or the key of the series.",
  ],
  email: ["Ваш адрес электронной почты", "Your email address"],
  emailHint: ["Сюда придёт ответ.", "We reply to this address."],
  name: ["Имя", "Name"],
  optional: ["можно не указывать", "optional"],
  message: ["Сообщение", "Message"],
  website: ["Оставьте это поле пустым", "Leave this field empty"],
  send: ["Отправить", "Send"],
  wrongEmail: [
    "Это не похоже на адрес электронной почты. Пример: anna@example.org",
    "This does not look like an email address. An example: anna@example.org",
  ],
  empty: ["Сообщение пустое.", "The message is empty."],
  long: [`Сообщение длиннее ${MAX_MESSAGE} знаков.`, `The message is longer than ${MAX_MESSAGE} characters.`],
  stale: [
    "Страница была открыта давно, в другом окне или без cookies, но текст сохранился. Отправьте ещё раз.",
    "The page was opened long ago, in another window or without cookies, but your text is kept. Please send it once more.",
  ],
  notTaken: [
    "Сообщение не принято: форма отправлена слишком быстро, слишком поздно или с заполненным скрытым полем. Текст сохранился: отправьте его ещё раз через несколько секунд.",
    "The message was not accepted: the form was sent too fast, too late, or with its hidden field filled. Your text is kept: please send it again in a few seconds.",
  ],
  often: [
    "Слишком много сообщений за час, но текст сохранился. Отправьте его через",
    "Too many messages within the hour, but your text is kept. Please send it in",
  ],
  full: [
    "Непрочитанных сообщений слишком много, поэтому это не принято. Текст сохранился: отправьте его позже.",
    "Too many messages are waiting to be read, so this one was not accepted. Your text is kept: please send it later.",
  ],
  sentTitle: ["Спасибо, сообщение получено", "Thank you, the message has arrived"],
  sent: ["Ответ придёт на указанный адрес.", "We will reply to the address you gave."],
  home: ["На главную", "Home"],
  subject: ["Сообщение с сайта", "Message from the site"],
});
