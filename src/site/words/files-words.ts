// The words of the files of a whole dataset.
import {inPairs} from "./language.ts";

export const FILES_WORDS = inPairs({
  title: ["Файлы всего набора", "Files of the whole dataset"],
  about: [
    "`latest` — последние опубликованные значения, `estimates` — все опубликованные оценки с днями публикации и замены, `everything` — для зеркал. Адрес с версией всегда даёт одни и те же байты; `latest` на месте версии ведёт к новейшей.",
    "`latest` has the last published values, `estimates` every published one with the days of its publication and of its replacement, `everything` is for mirrors. An address with a version always gives the same bytes; `latest` in its place leads to the newest.",
  ],
  file: ["Файл", "File"],
  rows: ["Строк", "Rows"],
  size: ["Размер", "Size"],
  megabytes: ["МБ", "MB"],
  licence: ["Лицензия", "Licence"],
  noLicence: ["источник не указал", "the source states none"],
  version: ["Версия", "Version"],
  kept: ["Хранятся версии", "Versions kept"],
  changes: ["Изменилось с прошлой версии", "Changed since the version before"],
  nothing: ["последние значения те же", "the last values are the same"],
  seriesAdded: ["рядов добавлено:", "series added:"],
  seriesGone: ["рядов исчезло:", "series gone:"],
  valuesNew: ["новых значений:", "new values:"],
  valuesRevised: ["пересмотрено:", "revised:"],
  valuesWithdrawn: ["отозвано:", "withdrawn:"],
  price: [
    "За файл списывается столько значений, сколько в нём строк, за его часть — её доля.",
    "A file is charged as its rows, a part of it as its share of them.",
  ],
});
