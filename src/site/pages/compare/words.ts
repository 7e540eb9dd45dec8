// The words of the comparison of series; some are those of a series.

import {inPairsWith} from "../../words/language.ts";
import {SERIES_WORDS} from "../series/words.ts";

export const COMPARE_WORDS = inPairsWith(SERIES_WORDS, {
  title: ["Сравнение рядов", "Series compared"],
  description: [
    "Несколько рядов на одном графике, с таблицей и файлами.",
    "Several series in one chart, with a table and files.",
  ],
  lead: [
    "До двенадцати рядов на одном графике, до ста — на малых рядом. Выбор хранится в адресе страницы: его можно сохранить или отправить.",
    "Up to twelve series in one chart, up to a hundred in small ones side by side. Your selection is saved in the address; bookmark or share it.",
  ],
  empty: [
    "Пока ничего не выбрано. Введите название ряда, например «ключевая ставка».",
    "Nothing is chosen yet. Type the name of a series, for example “key rate”.",
  ],
  add: ["Название, ключ или адрес ряда", "Name, key or address of a series"],
  choose: ["Какой из этих рядов добавить?", "Which of these series do you want to add?"],
  noneTyped: ["Таких рядов не нашлось. Попробуйте другие слова.", "No such series was found. Try other words."],
  noneGiven: [
    "В адресе нет рядов: укажите их ключи в series=КЛЮЧ,КЛЮЧ.",
    "The address names no series: give their keys in series=KEY,KEY.",
  ],
  asAxes: ["На одном графике с двумя шкалами", "In one chart with two scales"],
  apart: ["Отдельными графиками", "In separate charts"],
  leftScale: ["левая шкала", "left scale"],
  rightScale: ["правая шкала", "right scale"],
  addButton: ["Добавить", "Add"],
  addSeries: ["Добавить ряд", "Add a series"],
  remove: ["Убрать", "Remove"],
  computeOne: ["Посчитать", "Compute"],
  computeAll: ["Посчитать для всех", "Compute for all"],
  someComputed: [
    "Часть значений посчитана здесь из опубликованных. В единице такого ряда об этом сказано.",
    "Some of the values are computed here from published ones. The unit of such a series says so.",
  ],
  chosenAre: ["Рядов:", "Series:"],
  change: ["Выбрать из них", "Choose among them"],
  showChosen: ["Показать выбранные", "Show the chosen ones"],
  seriesHead: ["Ряд", "Series"],
  oneChart: ["Все линии на одном графике", "All lines in one chart"],
  smallCharts: ["Малые графики рядом", "Small charts side by side"],
  commonScale: ["шкала у графиков общая", "the charts share one scale"],
  ownScales: [
    "шкала у каждого графика своя: сравнивайте форму, а не уровень",
    "each chart has its own scale: compare shapes, not levels",
  ],
  notFromZero: ["ось начинается не с нуля", "the axis does not begin at 0"],
  toCommonScale: ["Общая шкала", "One scale for all"],
  toOwnScales: ["Своя шкала у каждого", "A scale for each"],
  crosshair: {
    latest: ["последние значения", "latest values"],
    beside: ["последние значения — рядом с названиями", "latest values: beside the names"],
    none: ["нет", "none"],
    keys: [
      "Графики сравнения. Клавиши: стрелки, Home, End, Page Up, Page Down — значения за другой период, Escape — последние.",
      "Charts of the comparison. Keys: arrows, Home, End, Page Up and Page Down show the values of another period, Escape the latest.",
    ],
  },
  full: [
    "Больше ста рядов вместе не показать: показаны первые сто.",
    "More than a hundred series cannot be shown together: these are the first hundred.",
  ],
  unknown: ["Такого ряда нет:", "There is no such series:"],
  asPublished: ["Показать как опубликовано", "Show as published"],
  asIndex: ["Показать в процентах от общего периода", "Show in per cent of a common period"],
  mixedUnits: [
    "Единицы разные, поэтому значения показаны в процентах от общего периода",
    "The units differ, so values are shown in per cent of a common period",
  ],
  indexOf: ["100 =", "100 ="],
  noCommon: [
    "Общего периода у рядов нет, поэтому значения показаны как есть, а не в процентах.",
    "The series have no period in common: values are shown as published, not in per cent.",
  ],
  noRebasing: {
    ratios: [
      "Среди рядов есть отношения к прошлому периоду или ряды, похожие на них: пересчитать их в проценты от общего периода нельзя, поэтому значения показаны как есть.",
      "Some of the series are ratios to an earlier time, or may be: they cannot be indexed to a common period, so values are shown as published.",
    ],
    belowZero: [
      "Среди значений есть отрицательные: пересчитать их в проценты от общего периода нельзя, поэтому значения показаны как есть.",
      "Some values are below zero: they cannot be indexed to a common period, so values are shown as published.",
    ],
  },
  noSplicing: ["Эти наборы сращивать нельзя:", "These datasets must not be spliced:"],
  and: ["и", "and"],
  lastYears: {
    1: ["последний год", "the last year"],
    5: ["последние 5 лет", "the last 5 years"],
    10: ["последние 10 лет", "the last 10 years"],
  },
  noneShown: ["За эти годы значений нет.", "There are no values in these years."],
  chart: ["График сравнения", "Chart of the comparison"],
  allPeriods: ["Все периоды таблицы", "All periods of the table"],
  allSeries: ["Все ряды", "All series"],
  tablePublished: ["Значения, как опубликованы", "Values as published"],
  computedBy: ["посчитано в Ряде", "computed by Ryad"],
  search: ["Найти ряд", "Find a series"],
});
