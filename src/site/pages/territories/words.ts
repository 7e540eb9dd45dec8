// The words of the comparison of territories; some are those of a series.
import {inPairsWith} from "../../words/language.ts";
import {SERIES_WORDS} from "../series/words.ts";

export const TERRITORIES_WORDS = inPairsWith(SERIES_WORDS, {
  title: ["Сравнение территорий", "Territories compared"],
  back: ["К ряду", "To the series"],
  level: ["Уровень", "Level"],
  sort: ["Порядок", "Order"],
  sorts: {
    high: ["сначала большие", "highest first"],
    low: ["сначала малые", "lowest first"],
    name: ["по названию", "by name"],
  },
  map: ["Карта", "Map"],
  badPictureDay: [
    "День в as_of указан неверно: напишите его как ГГГГ-ММ-ДД.",
    "The day in as_of cannot be read: write it as YYYY-MM-DD.",
  ],
  noMap: [
    "Карты нет: значения за этот период есть меньше чем у десяти регионов, или показатель не опубликован по регионам.",
    "There is no map: fewer than ten regions have a value in this period, or the indicator is not published by region.",
  ],
  none: ["нет значения", "no value"],
  from: ["от", "from"],
  ranking: ["Места территорий", "Ranking"],
  at: ["Место", "Rank"],
  withParts: ["вместе с округами в её составе", "with the areas inside it"],
  noRankOfWhole: [
    "Территория вместе с округами в её составе места не занимает: округа и она без них показаны отдельно.",
    "A territory with the areas inside it has no rank: the areas, and the territory without them, are listed separately.",
  ],
  compare: ["Сравнить", "Compare"],
  mark: ["Отметьте территории.", "Mark some territories."],
  compareMarked: ["Сравнить отмеченные", "Compare the marked ones"],
  inChart: ["На одной странице, графиками", "On one page, in charts"],
  highest10: ["Первые", "The highest"],
  lowest10: ["Последние", "The lowest"],
  allOf: ["Все", "All"],
  byNames: ["Территории по названиям, через запятую", "Territories by name, with commas"],
  compareFound: ["Сравнить найденные", "Compare those that were found"],
  notNamed: ["Здесь не нашлось:", "Not found here:"],
  bar: ["Столбик", "Bar"],
  from100: [
    "Столбики — от 100 (без изменений): вправо рост, влево снижение.",
    "Bars start at 100 (no change): right is growth, left is decline.",
  ],
  pageScale: ["Столбики — в масштабе этой страницы списка.", "Bars are scaled to this page of the list."],
  alone: [
    "Этот показатель опубликован только по одной территории: сравнивать не с чем.",
    "This indicator is published for one territory only: there is nothing to compare it with.",
  ],
  apart: ["В списке нет городов другого уровня", "Cities of another level are not in this list"],
  many: ["Все вместе", "All side by side"],
  manyLead: [
    "Шкала у каждого графика своя: сравнивайте форму, а не уровень.",
    "Each chart has its own scale: compare shapes, not levels.",
  ],
  manyCompared: ["Сравнить на общей шкале, со значениями", "Compare on one scale, with values"],
  slice: ["Тот же срез для программ", "The same slice for programs"],
  stalled: ["не обновляется", "not updated"],
  cut: ["Показаны первые", "The first"],
});
