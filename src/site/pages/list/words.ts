// The words of the list of a reader.
import {inPairs} from "../../words/language.ts";

export const LIST_WORDS = inPairs({
  title: ["Мой список", "My list"],
  leadAccount: ["Хранится в кабинете.", "It is kept in your account."],
  leadAddress: [
    "Список хранится в адресе этой страницы: добавьте её в закладки или отправьте ссылку.",
    "The list is kept in the address of this page: bookmark it, or send the link.",
  ],
  empty: [
    "Пока пусто. Ссылка «☆ В мой список» есть на страницах рядов, наборов данных и выпусков.",
    "Nothing here yet. Pages of series, datasets and releases have the link “☆ Add to my list”.",
  ],
  signIn: ["Войдите, чтобы хранить список в кабинете", "Sign in to keep the list in an account"],
  keep: ["Сохранить в моём списке", "Save to my list"],
  own: ["Мой список в кабинете", "The list in my account"],
  what: ["Что", "What"],
  value: ["Последнее значение", "Last value"],
  period: ["Период", "Period"],
  change: ["Изменение", "Change"],
  fiveYears: ["Пять лет", "Five years"],
  end: ["Убрать", "Remove"],
  dataset: ["набор данных", "dataset"],
  release: ["выпуск", "release"],
  newValues: ["новых значений", "new values"],
  revised: ["пересмотрено", "revised"],
  gone: ["этого больше нет", "this is not there any more"],
  take: ["Взять список", "Take the list"],
  feed: ["Лента Atom", "Atom feed"],
  compare: ["Сравнить ряды на одном графике", "Compare the series in one chart"],
  mail: ["Получать письма об изменениях списка", "Get letters about changes of the list"],
  mailed: [
    "Одно письмо на каждую загрузку, которая изменила что-то в этом списке.",
    "One letter comes for each load that changes something in this list.",
  ],
  mailEnd: ["Не присылать", "End the letters"],
  mailFull: [
    "Подписок слишком много: отмените лишние в кабинете.",
    "There are too many subscriptions: end some of them in the account.",
  ],
  following: ["Все подписки", "All subscriptions"],
  full: ["Список полон: сначала уберите лишние строки.", "The list is full: remove some rows first."],
});

export type ListWords = (typeof LIST_WORDS)["ru"];
