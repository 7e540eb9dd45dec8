// The words of the contact form.
import {inBoth} from "../words/language.ts";

/** In characters. */
export const MAX_MESSAGE = 5000;

export const CONTACT_WORDS = inBoth({
  ru: {
    title: "Написать нам",
    description: "Вопрос, ошибка в данных, смена тарифа: сообщение тому, кто ведёт сервис.",
    lead: "Вопрос, ошибка в данных, смена тарифа. Сообщая об ошибке, укажите адрес страницы или ключ ряда.",
    email: "Ваш адрес электронной почты",
    emailHint: "Сюда придёт ответ.",
    name: "Имя",
    optional: "можно не указывать",
    message: "Сообщение",
    website: "Оставьте это поле пустым",
    send: "Отправить",
    wrongEmail: "Это не похоже на адрес электронной почты. Пример: anna@example.org",
    empty: "Сообщение пустое.",
    long: `Сообщение длиннее ${MAX_MESSAGE} знаков.`,
    stale: "Страница была открыта давно, в другом окне или без cookies, но текст сохранился. Отправьте ещё раз.",
    often: "Слишком много сообщений за час, но текст сохранился. Отправьте его через",
    sentTitle: "Спасибо, сообщение получено",
    sent: "Ответ придёт на указанный адрес.",
    home: "На главную",
    subject: "Сообщение с сайта",
  },
  en: {
    title: "Contact",
    description: "A question, an error in the data, another plan: a message to whoever runs the service.",
    lead: "A question, an error in the data, another plan. For an error the address of the page or the key of the series helps.",
    email: "Your email address",
    emailHint: "The answer goes there.",
    name: "Name",
    optional: "optional",
    message: "Message",
    website: "Leave this field empty",
    send: "Send",
    wrongEmail: "This does not look like an email address. An example: anna@example.org",
    empty: "The message is empty.",
    long: `The message is longer than ${MAX_MESSAGE} characters.`,
    stale:
      "The page was opened long ago, in another window or without cookies, but your text is kept. Please send it once more.",
    often: "Too many messages within the hour, but your text is kept. Please send it in",
    sentTitle: "Thank you, the message has arrived",
    sent: "The answer goes to the address you gave.",
    home: "Home",
    subject: "Message from the site",
  },
});
