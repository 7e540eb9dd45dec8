// The words of /account/following.
import {inPairs} from "../../words/language.ts";

export const FOLLOWING_WORDS = inPairs({
  title: ["Подписки", "Following"],
  account: ["Кабинет", "Account"],
  lead: [
    "Сообщим о выпусках, пересмотрах и молчании: письмом или запросом на ваш адрес (webhook).",
    "We tell you of releases, revisions and silence: by email, or by a request to your address (webhook).",
  ],
  none: ["Подписок пока нет.", "You follow nothing yet."],
  more: ["Подписаться", "Follow more"],
  target: ["На что", "What to follow"],
  targetHint: [
    "Ключ ряда, ИСТОЧНИК/НАБОР или код источника: ycowezjyqr7n2olm, rosstat_files/gdp, cbr",
    "The key of a series, PROVIDER/DATASET, or a provider: ycowezjyqr7n2olm, rosstat_files/gdp, cbr",
  ],
  what: ["О чём сообщать", "What to be told of"],
  kinds: {
    release: ["выпуск", "release"],
    revision: ["пересмотр", "revision"],
    withdrawn: ["отзыв", "withdrawal"],
    held: ["выпуск ждёт проверки", "release held for a check"],
    silent: ["не вышел, хотя ждали", "expected, but not there"],
    overdue: ["просрочен", "overdue"],
    back: ["снова выходит", "back"],
  },
  threshold: ["Пересмотр — от, %", "Revisions from, %"],
  thresholdHint: [
    "Ряда: наибольшее изменение значения. Набора или источника: доля пересмотренных значений выпуска. Меньшие приходят как обычный выпуск.",
    "Of a series: the largest change of a value. Of a dataset or provider: the share of a release's values that it revised. Smaller ones come as a release.",
  ],
  how: ["Как", "How"],
  byMail: ["письмом на адрес кабинета", "by email to the address of the account"],
  byHook: ["запросом на адрес:", "by a request to this address:"],
  address: ["Адрес (https)", "Address (https)"],
  press: ["Подписаться", "Follow"],
  signInPress: ["Войти и подписаться", "Sign in and follow"],
  byPress: ["Письма о новых выпусках и пересмотрах:", "Emails about new releases and revisions of"],
  end: ["Отписаться", "Unfollow"],
  mail: ["письмом", "by email"],
  list: ["Мой список", "My list"],
  since: ["с", "since"],
  failed: ["последнее сообщение не доставлено", "the last message was not delivered"],
  unknown: [
    "Такого ряда, набора или источника нет. Пример: rosstat_files/gdp",
    "There is no such series, dataset or provider. An example: rosstat_files/gdp",
  ],
  noKind: ["Выберите, о чём сообщать.", "Choose what to be told of."],
  wrongThreshold: ["Порог — число от 0 до 1000.", "The threshold is a number from 0 to 1000."],
  wrongAddress: [
    "Нужен адрес, который начинается с https:// и доступен из интернета.",
    "The address has to begin with https:// and be reachable from the internet.",
  ],
  hooksOff: ["Этот сервер не отправляет запросы.", "This server sends no webhooks."],
  full: [
    "Подписок уже слишком много: отпишитесь от ненужных.",
    "You follow too much already: end what you no longer need.",
  ],
  feeds: [
    "Без кабинета: ленты Atom и календарь — на страницах рядов, наборов и обновлений.",
    "Without an account: Atom feeds and a calendar, on the pages of series, datasets and updates.",
  ],
  secretTitle: ["Секрет для проверки подписи", "Secret of the signature"],
  secret: ["Секрет", "Secret"],
  once: [
    "Сохраните его сейчас: больше он не будет показан. Им подписан каждый запрос (Standard Webhooks).",
    "Copy it now: it will not be shown again. It signs each request (Standard Webhooks).",
  ],
  back: ["К подпискам", "To what you follow"],
});
