// The words of the page of one value.
import {inPairs} from "../../words/language.ts";

export const VALUE_WORDS = inPairs({
  heading: ["Опубликованное значение", "A published value"],
  value: ["Значение", "Value"],
  unit: ["Единица", "Unit"],
  period: ["Период", "Period"],
  published: ["Опубликовано", "Published"],
  publishedOn: ["опубликовано", "published"],
  by: ["Кем", "By"],
  file: ["Файл", "File"],
  cell: ["Место в файле", "Place in the file"],
  raw: ["В файле", "In the file"],
  licence: ["Лицензия", "Licence"],
  address: ["Адрес этого значения", "Address of this value"],
  current: ["Это последнее опубликованное значение за период.", "This is the latest published value of the period."],
  superseded: ["Значение пересмотрено:", "The value was revised on"],
  newer: ["новое значение", "the newer value"],
  withdrawn: ["Издатель больше не публикует это значение с", "Its publisher no longer gives this value since"],
  series: ["Весь ряд на тот день", "The whole series as known on that day"],
  busy: [
    "Место в файле сейчас нельзя показать: слишком много запросов.",
    "The place in the file cannot be shown now: too many requests.",
  ],
  link: ["адрес значения", "address of the value"],
});
