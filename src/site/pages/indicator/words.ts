// The words of the page of an indicator.
import {inPairs} from "../../words/language.ts";

export const INDICATOR_WORDS = inPairs({
  kind: ["Показатель", "Indicator"],
  series: ["Рядов", "Series"],
  oneSeries: ["Ряд", "Series"],
  territories: ["Территорий", "Territories"],
  span: ["Периоды", "Periods"],
  frequency: ["Частота", "Frequency"],
  units: ["Единицы", "Units"],
  transformations: ["Преобразования", "Transformations"],
  measures: ["Виды", "Measures"],
  levels: ["Уровни", "Levels"],
  territory: ["Территория", "Territory"],
  class: ["Позиция", "Class"],
  whole: ["всего", "total"],
  form: ["Вид и единица", "Form and unit"],
  level: ["уровень", "level"],
  show: ["Показать", "Show"],
  reset: ["сбросить", "reset"],
  chart: ["График", "Chart"],
  values: ["Последние значения", "Latest values"],
  dataset: ["Набор данных", "Dataset"],
  value: ["Значение", "Value"],
  period: ["Период", "Period"],
  byTerritory: ["по территориям", "by territory"],
  compare: ["Сравнить эти ряды", "Compare these series"],
  none: [
    "По этой территории рядов показателя нет. Выберите другую.",
    "The indicator has no series of this territory. Choose another one.",
  ],
  notShown: ["и ещё территорий, которые есть в поиске:", "and more territories, which the search has:"],
  datasets: ["Наборы данных", "Datasets"],
  moreDatasets: ["и ещё наборов:", "more datasets:"],
  looked: [
    "Выбирать здесь можно не из всех рядов показателя: остальные есть в наборах ниже.",
    "Not all series of the indicator can be chosen here: the datasets below have the others.",
  ],
  all: ["Все ряды", "All series"],
});

export type IndicatorWords = (typeof INDICATOR_WORDS)["ru"];
