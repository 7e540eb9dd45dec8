// The words of /silence.
import {inPairs} from "../../words/language.ts";

export const SILENCE_WORDS = inPairs({
  title: ["Что перестало выходить", "What has stopped"],
  lead: [
    "Наборы, которые опаздывают или новее сюда не загружены; ряды, которые кончились раньше своего набора; значения, которые источник отозвал.",
    "Datasets that are late or of which nothing newer is here, series that ended before their dataset, and values that their source withdrew.",
  ],
  late: [
    "Наборы, которые опаздывают или новее сюда не загружены",
    "Datasets that are late or of which nothing newer is here",
  ],
  copyIsOld: [
    "«Новых данных здесь нет» не значит, что источник перестал публиковать: возможно, он продолжает, а устарела эта копия.",
    "“No newer values here” does not say that the publisher has stopped: it may go on, and this copy be old.",
  ],
  noneLate: ["Всё выходит вовремя.", "Everything comes on time."],
  stopped: ["Ряды, которые кончились раньше своего набора", "Series that ended before their dataset"],
  noneStopped: ["Таких рядов нет: все идут вместе со своим набором.", "None: every series goes on with its dataset."],
  withdrawn: ["Отозвано за последние 90 дней", "Withdrawn in the last 90 days"],
  back: ["Вернулось за последние 90 дней", "Came back in the last 90 days"],
  noneLately: ["Ничего.", "Nothing."],
  dataset: ["Набор", "Dataset"],
  series: ["Ряд", "Series"],
  state: ["Что с ним", "State"],
  expected: ["Ждали", "Expected"],
  last: ["Последний период", "Last period"],
  value: ["Последнее значение", "Last value"],
  published: ["Опубликовано", "Published"],
  file: ["Файл источника", "Source file"],
  unknown: ["нет данных", "not known"],
  release: ["выпуск", "release of"],
  dropped: ["набор удалён", "the dataset was dropped"],
});
