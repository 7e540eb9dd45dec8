// The words of /silence.
import {inPairs} from "../../words/language.ts";

export const SILENCE_WORDS = inPairs({
  title: ["Что перестало выходить", "What has stopped"],
  lead: [
    "Что перестало выходить, опаздывает, отозвано или вернулось.",
    "What has stopped, is late, was withdrawn, or came back.",
  ],
  late: ["Опаздывающие и завершённые наборы", "Late and ended datasets"],
  noneLate: ["Всё выходит вовремя.", "Everything comes on time."],
  stopped: ["Остановившиеся ряды", "Series that stopped"],
  noneStopped: ["Таких рядов нет: все идут вместе со своим набором.", "None: every series goes on with its dataset."],
  withdrawn: ["Отозвано за 90 дней", "Withdrawn in 90 days"],
  back: ["Вернулось за 90 дней", "Came back in 90 days"],
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
