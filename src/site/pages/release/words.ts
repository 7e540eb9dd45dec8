// The words of the page of a release, of its picture and of the feed of releases.
import {inPairs} from "../../words/language.ts";

export const RELEASE_WORDS = inPairs({
  release: ["выпуск", "release of"],
  title: ["Ряд: выпуски", "Ryad: releases"],
  feed: ["Лента выпусков Atom", "Atom feed of releases"],
  published: ["Опубликован", "Published"],
  by: ["Кем", "By"],
  file: ["Файл", "File"],
  fingerprint: ["Отпечаток", "Fingerprint"],
  added: ["Новых значений", "New values"],
  changed: ["Пересмотрено", "Revised"],
  withdrawn: ["Снято издателем", "Withdrawn by its publisher"],
  program: ["Для программ", "For programs"],
  headlines: ["Что в выпуске", "What is in it"],
  lead: [
    "Для каждого ряда: последнее значение в выпуске и как выпуск изменил прежние значения. Всё показано так, как было известно с этим выпуском.",
    "For each series: its latest value in this release, and how the release changed earlier values. All is shown as it was known with this release.",
  ],
  allRows: ["Во всех строках", "In all rows"],
  series: ["Ряд", "Series"],
  period: ["Период", "Period"],
  value: ["Значение", "Value"],
  before: ["Период до него: было → стало", "Period before: was → is"],
  year: ["К тому же периоду год назад", "On the same period a year before"],
  proof: ["Откуда", "Source"],
  first: ["впервые", "first print"],
  was: ["было", "was"],
  became: ["стало", "is"],
  yearBefore: ["год назад", "a year before"],
  revised: ["пересмотрено", "revised"],
  same: ["без изменений", "unchanged"],
  gone: ["снято", "withdrawn"],
  cell: ["ячейка", "cell"],
  cellTitle: ["место значения в файле", "the place of the value in the file"],
  valueAddressTitle: ["адрес этого значения навсегда", "the address of this value for ever"],
  address: ["адрес", "address"],
  none: [
    "Новых и пересмотренных значений в силе от этого выпуска нет.",
    "This release has no new or revised values in force.",
  ],
  nobody: ["На этой странице значений нет.", "There are no values on this page."],
  cut: [
    "Рядов в наборе так много, что за один раз просмотрены не все: продолжение на следующей странице.",
    "The dataset has too many series to look through at once: the next page goes on.",
  ],
  pages: ["Страницы", "Pages"],
  start: ["К началу", "To the start"],
  next: ["Дальше", "Next"],
  card: ["карточка выпуска", "card of the release"],
  gonePage: [
    "Такого выпуска нет: его могли отозвать, или его набор удалён.",
    "There is no such release: it may have been withdrawn, or its dataset dropped.",
  ],
});

export type ReleaseWords = (typeof RELEASE_WORDS)["ru"];
