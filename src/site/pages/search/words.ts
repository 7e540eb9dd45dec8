// The words of the search.
import {inPairs} from "../../words/language.ts";

export const SEARCH_WORDS = inPairs({
  title: ["Поиск рядов", "Search series"],
  description: ["Поиск рядов по словам, кодам и территориям.", "Search series by words, codes and territories."],
  openSearch: ["Поиск рядов экономической статистики", "Search of economic statistics series"],
  label: ["Что найти", "What to find"],
  find: ["Найти", "Search"],
  hint: [
    "Введите показатель, товар, регион — в любом порядке; можно код.",
    "Type an indicator, a product or a region, in any order; codes work too.",
  ],
  examples: ["Например:", "For example:"],
  browse: ["Или посмотрите по источникам:", "Or look by provider:"],
  datasets: ["все наборы данных", "all datasets"],
  none: [
    "Ничего не нашлось. Проверьте написание или попробуйте другие слова.",
    "Nothing was found. Check the spelling or try other words.",
  ],
  noneNarrowed: [
    "Ничего не нашлось. Попробуйте другие слова или снимите условия.",
    "Nothing was found. Try other words, or drop a condition.",
  ],
  behind: [
    "Новая загрузка ещё добавляется в поиск: её рядов здесь может не быть.",
    "A new load is still being added to the search; its series may be missing here.",
  ],
  nearest: [
    "Точных совпадений нет. Показаны похожие: в них есть не все слова запроса.",
    "No exact matches. The nearest results lack some of the words.",
  ],
  ofYear: ["Показаны значения за", "Values shown are of"],
  more: ["Показать больше", "Show more"],
  narrow: ["Сузить", "Narrow"],
  drop: ["снять", "drop"],
  compared: ["К сравнению выбрано:", "In the comparison:"],
  toCompare: ["Открыть сравнение", "Open the comparison"],
  provider: ["Источник", "Provider"],
  dataset: ["Набор", "Dataset"],
  freq: ["Частота", "Frequency"],
  geo: ["Территория", "Territory"],
  level: ["Уровень", "Level"],
  status: ["Состояние", "State"],
  active: ["обновляются", "current"],
  stalled: ["прекращены", "discontinued"],
});

export type SearchWords = (typeof SEARCH_WORDS)["ru"];
