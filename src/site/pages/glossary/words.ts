// The words of the site with their meanings, and where each is shown. The order is that of reading: each entry uses only words above it.
import {inPairs} from "../../words/language.ts";

export const GLOSSARY_WORDS = inPairs({
  title: ["Словарь", "Glossary"],
  lead: [
    "Слова, которыми здесь названы данные и то, что с ними происходит.",
    "The words by which this site calls the data and what happens to them.",
  ],
  more: ["Подробнее:", "More:"],
  methodology: ["методика", "the methodology"],
  entries: {
    series: [
      [
        "Ряд",
        "Значения одного показателя для одной территории в одном виде, единице и частоте, по периодам. У ряда есть ключ из 16 знаков, который не меняется.",
      ],
      [
        "Series",
        "The values of one indicator for one territory in one form, unit and frequency, by period. A series has a key of 16 characters, which never changes.",
      ],
    ],
    dataset: [
      ["Набор данных", "Ряды, которые источник публикует вместе: одной таблицей, файлом или показателем ЕМИСС."],
      ["Dataset", "The series that a publisher publishes together: as one table, file or indicator."],
    ],
    indicator: [
      [
        "Показатель",
        "То, что измерено: цены, население, валовой внутренний продукт. Один показатель бывает в нескольких наборах.",
      ],
      [
        "Indicator",
        "What is measured: prices, population, gross domestic product. One indicator may be in several datasets.",
      ],
    ],
    class: [
      [
        "Позиция",
        "Товар, вид деятельности или раздел классификатора, к которому относится ряд: хлеб, строительство, образование.",
      ],
      [
        "Class",
        "The product, activity or section of a classifier that a series is about: bread, construction, education.",
      ],
    ],
    form: [
      [
        "Вид",
        "Как выражено значение: уровень, процент к прошлому месяцу, процент к тому же периоду прошлого года, сумма с начала года. Значения разных видов сравнивать нельзя.",
      ],
      [
        "Form",
        "How a value is expressed: a level, per cent of the previous month, per cent of the same period a year earlier, a sum since January. Values of different forms can't be compared.",
      ],
    ],
    period: [
      ["Период", "День, неделя, месяц, квартал или год, о котором говорит значение. Обозначен своим первым днём."],
      ["Period", "The day, week, month, quarter or year that a value is about. It is written as its first day."],
    ],
    footnote: [
      [
        "Примечание (сноска)",
        "То, что источник оговорил под таблицей: о каких периодах, организациях или территориях значение. Номер сноски — у источника свой в каждом файле. На странице ряда примечания стоят под значениями, а знак у периода ведёт к тексту; примечания всего набора — на его странице.",
      ],
      [
        "Note (footnote)",
        "What the publisher says below its table: of which periods, organisations or territories a value is. The number of a footnote is that of the publisher's file. The page of a series has its notes below the values, and a mark at a period leads to the text; those of a whole dataset are on its page.",
      ],
    ],
    release: [
      ["Выпуск", "Одна публикация набора: файлы одного дня. Файл хранится, и у него есть отпечаток SHA-256."],
      [
        "Release",
        "One publication of a dataset: the files of one day. The file is kept, and has a fingerprint, SHA-256.",
      ],
    ],
    estimate: [
      [
        "Оценка",
        "Значение периода, каким его дал один выпуск. У периода бывает несколько оценок; действует последняя.",
      ],
      [
        "Estimate",
        "The value of a period as one release gave it. A period may have several estimates; the last one is in force.",
      ],
    ],
    vintage: [
      [
        "Версия (vintage)",
        "Все оценки, которые были известны в один день. Любую страницу ряда можно открыть такой, какой она была бы в тот день.",
      ],
      [
        "Vintage",
        "All estimates that were known on one day. Every page of a series can be opened as it would have been on that day.",
      ],
    ],
    revision: [
      [
        "Пересмотр",
        "Оценка, которая отличается от прежней оценки того же периода. То же число, опубликованное ещё раз, — не пересмотр.",
      ],
      [
        "Revision",
        "An estimate that differs from the one before it for the same period. The same number published again is no revision.",
      ],
    ],
    finality: [
      [
        "Окончательность",
        "Можно ли ждать пересмотра: набор не пересматривается, период пересматривался раньше, или прошло больше времени, чем источник до сих пор менял значения.",
      ],
      [
        "Finality",
        "Whether a revision can be expected: the dataset is never revised, a period was revised before, or more time has passed than that in which the publisher has changed values so far.",
      ],
    ],
    withdrawn: [
      [
        "Отзыв",
        "Источник взял значение назад и не дал другого. Отозванное значение зачёркнуто и не входит в изменения.",
      ],
      [
        "Withdrawn",
        "The publisher took a value back and gave no other. A withdrawn value is struck through and is part of no change.",
      ],
    ],
    frontier: [
      ["Последний период набора", "Самый поздний период, по которому в наборе есть значения этой частоты."],
      ["Frontier", "The latest period for which the dataset has values of a frequency."],
    ],
    stalled: [
      ["Не обновляется", "Ряд отстал от последнего периода своего набора больше, чем допускает частота."],
      ["Not updated", "The series is further behind the frontier of its dataset than its frequency allows."],
    ],
    overdue: [
      ["Запаздывает", "По набору уже должен был выйти следующий период, а его нет."],
      ["Overdue", "The next period of the dataset should have been published by today, and was not."],
    ],
    silent: [
      [
        "Молчит дольше обычного",
        "К дню, который назвал источник, или к обычному дню новый выпуск не загружен, а общий для частоты срок, после которого набор запаздывает, ещё не прошёл.",
      ],
      [
        "Silent for longer than usual",
        "No new release is loaded by the announced or usual day; the term of its frequency, after which a dataset is overdue, has not passed yet.",
      ],
    ],
    ended: [
      [
        "Новых данных здесь нет",
        "Новые значения опаздывают больше чем на три периода и три месяца: источник перестал публиковать, или новее сюда не загрузили.",
      ],
      [
        "No newer values here",
        "New values are late by more than three periods and three months: the publisher has stopped, or nothing newer was loaded here.",
      ],
    ],
    fresh: [
      ["Свежий", "Все периоды, которые по сроку частоты уже должны были выйти, загружены."],
      ["Up to date", "All periods that the term of the frequency says should be out by today are loaded."],
    ],
    archival: [
      [
        "Архив",
        "Набор, который здесь больше не пополняется по замыслу: закрытый источник или копия на один день. Запаздывающим он не бывает.",
      ],
      [
        "Archival",
        "A dataset to which nothing is added here, by intent: a closed source, or a copy of one day. It is never overdue.",
      ],
    ],
    unknown: [
      ["Срок неизвестен", "В наборе ещё нет значений, поэтому неизвестно, чего ждать."],
      ["Term unknown", "The dataset has no values yet, so it is not known what to wait for."],
    ],
    splice: [
      [
        "Сращивание",
        "Соединение двух рядов в один. Там, где методика изменилась, сращивать нельзя, и страница это говорит.",
      ],
      [
        "Splice",
        "Joining two series into one. Where the method has changed they must not be joined, and the page says so.",
      ],
    ],
    territory: [
      [
        "Территория",
        "Страна, округ, регион или город, со своим кодом классификатора и единым кодом, одинаковым во всех наборах.",
      ],
      [
        "Territory",
        "A country, district, region or city, with the code of its classifier and a normalised one, the same in all datasets.",
      ],
    ],
    evidence: [
      ["Доказательство", "Выпуск, файл, лист и ячейка, из которых взято значение."],
      ["Evidence", "The release, file, sheet and cell that a value comes from."],
    ],
  },
});
