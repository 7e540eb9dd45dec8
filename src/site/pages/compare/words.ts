// The words of the comparison of series; some are those of a series.

import {inBoth} from "../../words/language.ts";
import {SERIES_WORDS} from "../series/words.ts";

export const COMPARE_WORDS = inBoth({
  ru: {
    ...SERIES_WORDS.ru,
    title: "Сравнение рядов",
    description: "Несколько рядов на одном графике, с таблицей и файлами.",
    lead: "До шести рядов на одном графике. Всё выбранное — в адресе страницы: его можно сохранить или послать.",
    empty: "Пока ничего не выбрано. Вставьте ключ ряда или адрес его страницы.",
    add: "Ключ или адрес ряда",
    addButton: "Добавить",
    remove: "Убрать",
    full: "Больше шести рядов на одном графике не различить.",
    unknown: "Такого ряда нет:",
    asPublished: "Показать как опубликовано",
    asIndex: "Показать в процентах от общего периода",
    mixedUnits: "Единицы разные, поэтому значения показаны в процентах от общего периода",
    indexOf: "100 =",
    noCommon: "Общего периода у рядов нет: в процентах не сравнить, значения показаны как есть.",
    noRebasing: {
      ratios:
        "Среди рядов есть отношения к прошлому периоду или то, что может ими быть: в процентах от общего они не имеют смысла, значения показаны как есть.",
      belowZero:
        "Среди значений есть отрицательные: в процентах от общего периода они не имеют смысла, значения показаны как есть.",
    },
    noSplicing: "Эти наборы сращивать нельзя:",
    and: "и",
    years: {1: "1 год", 5: "5 лет", 10: "10 лет"} as Readonly<Record<number, string>>,
    allYears: "Всё",
    lastYears: {1: "последний год", 5: "последние 5 лет", 10: "последние 10 лет"} as Readonly<Record<number, string>>,
    noneShown: "За эти годы значений нет.",
    chart: "График сравнения",
    tablePublished: "Значения, как опубликованы",
    download: "Все значения файлом",
    search: "Найти ряд",
  },
  en: {
    ...SERIES_WORDS.en,
    title: "Series compared",
    description: "Several series in one chart, with a table and files.",
    lead: "Up to six series in one chart. Your selection is saved in the address; bookmark or share it.",
    empty: "Nothing is chosen yet. Paste the key of a series or the address of its page.",
    add: "Key or address of a series",
    addButton: "Add",
    remove: "Remove",
    full: "More than six series in one chart cannot be told apart.",
    unknown: "There is no such series:",
    asPublished: "Show as published",
    asIndex: "Show in per cent of a common period",
    mixedUnits: "The units differ, so values are shown in per cent of a common period",
    indexOf: "100 =",
    noCommon: "The series have no period in common: values are shown as published, not in per cent.",
    noRebasing: {
      ratios:
        "Some of the series are ratios to an earlier time, or may be: they cannot be indexed to a common period, so values are shown as published.",
      belowZero:
        "Some values are below zero: they cannot be indexed to a common period, so values are shown as published.",
    },
    noSplicing: "These datasets must not be spliced:",
    and: "and",
    years: {1: "1 year", 5: "5 years", 10: "10 years"} as Readonly<Record<number, string>>,
    allYears: "All",
    lastYears: {1: "the last year", 5: "the last 5 years", 10: "the last 10 years"} as Readonly<Record<number, string>>,
    noneShown: "There are no values in these years.",
    chart: "Chart of the comparison",
    tablePublished: "Values as published",
    download: "All values as a file",
    search: "Find a series",
  },
});
