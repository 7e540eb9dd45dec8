// The words of the home page.
import {inPairs} from "../../words/language.ts";

export const HOME_WORDS = inPairs({
  title: ["Ряд — временные ряды экономической статистики", "Ryad: economic statistics as time series"],
  description: [
    "Главные числа экономики, последние выпуски и календарь: у каждого значения указаны дата публикации и исходный файл.",
    "The main figures of the economy, the latest releases and the calendar: every value with its publication date and source file.",
  ],
  heading: ["Экономика в цифрах", "The economy in figures"],
  emptyHeading: ["Временные ряды экономической статистики", "Economic statistics as time series"],
  lead: [
    "У каждого числа указаны дата публикации и исходный файл. Можно открыть любую прежнюю версию.",
    "Every value shows its publication date and source file. You can open any earlier version.",
  ],
  search: ["Что найти?", "What are you looking for?"],
  find: ["Найти", "Search"],
  try: ["Например:", "For example:"],
  figures: ["Главные числа", "Main figures"],
  pastUntil: ["Последний выпуск здесь датирован", "The latest release here is dated"],
  nothingNewer: ["; новых выпусков не ожидается.", "; no newer releases are expected."],
  next: ["следующий выпуск", "next release"],
  wasExpected: ["выпуск ожидался", "release was expected"],
  revised: ["пересмотрено", "revised"],
  revisedMeans: [
    "последняя публикация изменила прежние значения",
    "the newest publication changed values published before",
  ],
  computed: ["посчитано здесь", "computed here"],
  computedGrowth: ["прирост за год, посчитано здесь", "growth on the year, computed here"],
  index: ["индекс", "index"],
  comparedWith: ["по сравнению с:", "compared with"],
  fresh: ["Новые выпуски", "New releases"],
  none: ["Пока ничего не загружено.", "Nothing is loaded yet."],
  newValues: ["новых значений", "new values"],
  revisedValues: ["пересмотрено", "revised"],
  all: ["Все обновления", "All updates"],
  week: ["На этой неделе", "This week"],
  later: ["Ближайшие выпуски", "Next releases"],
  allComing: ["Весь календарь", "The whole calendar"],
  topics: ["Темы", "Topics"],
  allTopics: ["Все темы", "All topics"],
  other: ["Остальное", "Other"],
  allDatasets: ["Все наборы данных", "All datasets"],
  upToDate: ["Свежих наборов данных:", "Datasets up to date:"],
});

export type HomeWords = (typeof HOME_WORDS)["ru"];
