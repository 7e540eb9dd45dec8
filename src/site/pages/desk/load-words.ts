// The words of the page that loads a table.
import {inPairs} from "../../words/language.ts";

export const LOAD_WORDS = inPairs({
  title: ["Загрузить таблицу", "Load a table"],
  lead: [
    "Таблица, которую никто не описал: CSV, JSON, XLSX, XLS или ODS до 8 МБ. Ничего не публикуется, пока вы не увидите значения и не согласитесь.",
    "A table that nobody described: CSV, JSON, XLSX, XLS or ODS up to 8 MB. Nothing is published before you have seen its values and agreed.",
  ],
  file: ["Файл", "File"],
  look: ["Посмотреть", "Look at it"],
  again: ["Посмотреть с ответами", "Look with these answers"],
  publish: ["Опубликовать", "Publish"],
  decide: ["Посмотреть и решить", "Look at it and decide"],
  another: ["Ещё одна таблица", "Another table"],
  empty: ["Выберите файл.", "Choose a file."],
  large: [
    "Файл больше 8 МБ: загрузите его командой ryad load.",
    "The file is larger than 8 MB: load it with the command ryad load.",
  ],
  none: ["Этот сервер не загружает таблицы.", "This server loads no tables."],
  leftOut: ["Не будет прочитано:", "Will be left out:"],
  values: ["Значения", "Values"],
  examples: ["По одному из первых рядов.", "One of each of the first series."],
  losses: ["Не будет опубликовано", "Will not be published"],
  reason: ["Причина", "Reason"],
  text: ["В файле", "In the file"],
  count: ["Значений", "Values"],
  location: ["Где", "Where"],
  value: ["Значение", "Value"],
  period: ["Период", "Period"],
  territory: ["Территория", "Territory"],
  unit: ["Единица", "Unit"],
  indicator: ["Показатель", "Indicator"],
  class: ["Класс", "Class"],
  published: ["новых значений", "new values"],
  revised: ["пересмотрено", "revised"],
  held: ["задержано проверками, ничего не опубликовано", "held by its checks, nothing is published"],
});

/** The questions by the option that answers them. */
export const OPTION_WORDS = inPairs({
  published: ["День публикации (ГГГГ-ММ-ДД)", "Day of publication (YYYY-MM-DD)"],
  territory: ["Территория, код ISO 3166 или классификатора", "Territory, by ISO 3166 or the classifier"],
  territories: [
    "Территории какой страны в таблице (ISO 3166) или none; о странах: world или partners",
    "Territories of what country (ISO 3166), or none; of countries: world or partners",
  ],
  country: ["На языке какой страны написана таблица (RU, US)", "Whose words the table uses (RU, US)"],
  period: ["Год и слова его части", "Year, with the words of its part"],
  dates: ["Что в датах первое: day first или month first", "What comes first in dates: day first or month first"],
  years: ["Какой год значит 2023/24: first или last", "Which year 2023/24 means: first or last"],
  unit: ["Единица; для столбцов: СТОЛБЕЦ=ЕДИНИЦА; …", "Unit; of columns: COLUMN=UNIT; …"],
  base: ["Процент от чего", "Per cent of what"],
  provider: ["Код источника (без него own)", "Code of the provider (without it own)"],
  dataset: ["Код набора данных", "Code of the dataset"],
});
