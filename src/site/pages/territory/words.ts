// The words of the page of a territory.
import {inPairs} from "../../words/language.ts";

export const TERRITORY_WORDS = inPairs({
  search: ["Искать здесь", "Search here"],
  find: ["Найти", "Search"],
  partOf: ["входит в", "part of"],
  main: ["Главное", "Main figures"],
  figure: ["Показатель", "Figure"],
  value: ["Значение", "Value"],
  period: ["Период", "Period"],
  rank: ["Место", "Rank"],
  of: ["из", "of"],
  withValues: ["со значениями здесь", "with values here"],
  country: ["По стране", "Country"],
  beside: ["Рядом", "Nearby"],
  besideIn: ["Входят туда же:", "Also in:"],
  parts: ["Части", "Parts"],
  more: ["и ещё", "and more:"],
  byTopic: ["Данные по темам", "Data by topic"],
  other: ["Прочее", "Other"],
  all: ["Все ряды", "All series"],
});

export type TerritoryWords = (typeof TERRITORY_WORDS)["ru"];
