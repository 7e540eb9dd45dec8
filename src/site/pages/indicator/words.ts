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
    "График — по первым наборам; остальные есть в списке ниже.",
    "The chart looks at the first datasets; the list below has the others.",
  ],
  all: ["Все ряды", "All series"],
});

export type IndicatorWords = (typeof INDICATOR_WORDS)["ru"];
