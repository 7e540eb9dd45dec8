// The findings of a load's checks in the words of a page or a letter. The English ones are those of the commands (text/finding.ts).
//
// The reasons of parsers are a fixed text for most cells; those without words here stay English, as do words of refusals and of differences.
import {
  type Finding,
  type FindingWords,
  findingText,
  firstText,
  type LocatedValue,
  type LossWords,
  listText,
  locatedText,
  type OtherCount,
  wordsOfFinding,
} from "../../text/finding.ts";
import {type Html, html} from "../html/html.ts";
import type {Language} from "./language.ts";
import {countText, dayWords, numberText} from "./wording.ts";

export function findingsText(findings: readonly Finding[], language: Language): string {
  if (language === "en") return findingText(findings);
  return findings.map((finding) => wordsOfFinding(finding, RUSSIAN)).join("; ");
}

/** As above; what an older program kept is marked as English. */
export function findingsWords(findings: readonly Finding[], language: Language): Html {
  const isEnglish = findings.some(({code}) => code === "text");
  return isEnglish ? html`<span lang="en">${findingText(findings)}</span>` : html`${findingsText(findings, language)}`;
}

/** The reason of a parser why something is not read. */
function reasonText(reason: string, language: Language): string {
  return language === "en" ? reason : (REASONS[reason] ?? reason);
}

/** As above; one without words of the language is marked as English. */
export function reasonWords(reason: string, language: Language): Html {
  const words = reasonText(reason, language);
  return words === reason ? html`<span lang="en">${reason}</span>` : html`${words}`;
}

/** Where something is in a file, as the record of a run has it. */
export function locationWords(location: string, language: Language): string {
  if (language === "en") return location;
  return LOCATIONS.reduce((text, [english, own]) => text.replace(english, own), location);
}

const LOCATIONS: readonly (readonly [RegExp, string])[] = [
  [/, sheet "/, ', лист "'],
  [/, cell ([A-Z]+\d+)/, ", ячейка $1"],
  [/, line (\d+)/, ", строка $1"],
  [/, column /, ", столбец "],
  [/^release of /, "выпуск от "],
];

const number = (value: number): string => numberText(value, "ru");
const day = (text: string): string => dayWords(text, "ru");
const values = (count: number): string => countText(count, "value", "ru");
const located = (seen: LocatedValue): string => locatedText(seen, "станет");
const quoted = (names: readonly string[], isMore: boolean): string =>
  listText(
    names.map((name) => `«${name}»`),
    isMore,
  );

function lossText({example, reason, text, locations, values: count}: LossWords): string {
  const more = locations === 1 && count === 1 ? "" : `, ${values(count)}`;
  return `${locationWords(example, "ru")}: ${reasonText(reason, "ru")}${text ? ` («${text}»)` : ""}${more}`;
}

function otherCountText({release, had, reads}: OtherCount): string {
  return `в выпуске ${release} при загрузке было ${values(had)}, а эта программа читает ${number(reads)}`;
}

function goneText({gone, carried, before}: {gone: number; carried: number; before: string | null}): string {
  const whose = before === null ? "пакетов и частичных выпусков" : `выпуска от ${day(before)}`;
  return `нет ${number(gone)} из ${countText(carried, "series", "ru")} ${whose}`;
}

const IGNORED = {
  attribute: "признаки значений, которые не хранятся",
  sheet: "листы, которые не читаются",
  file: "файлы, которые не читаются",
  missing: "периоды без значения",
} as const;

const RUSSIAN: FindingWords = {
  text: ({text}) => text,
  unreadable({values: count, locations, isAside, named, isMore}) {
    const where = count === locations ? "" : `, мест: ${number(locations)}`;
    const aside = isAside ? ", отложено по просьбе" : "";
    return `не прочитано: ${values(count)}${where}${aside}${listText(named.map(lossText), isMore)}`;
  },
  "unknown-units": ({count, named, isMore}) => `неизвестных единиц: ${number(count)}${quoted(named, isMore)}`,
  "cut-off": ({file}) => `последняя строка файла ${file} не окончена: он, похоже, обрезан`,
  "not-cut-off": () => "все файлы кончаются концом строки",
  values: ({count}) => values(count),
  "lists-alone": () => "только списки названий",
  "no-values": () => "нет ни одного значения",
  unconfirmed: () =>
    "описание таблицы составлено программой, и никто его не подтвердил: примите выпуск или исправьте описание и уберите из него «proposed»",
  ignored: ({parts}) =>
    parts.map(({kind, named, isMore}) => `${IGNORED[kind]}${listText(named, isMore, ", ")}`).join("; "),
  "revised-source": () => "источник пересматривает свои значения",
  changed: (seen) =>
    `изменилось бы опубликованных значений: ${number(seen.count)}, а набор объявлен непересматриваемым${firstText(seen, located)}`,
  leaps: (seen) => `${values(seen.count)} в тысячу раз больше соседних${firstText(seen, located)}`,
  ahead: (seen) =>
    `${values(seen.count)} за месяцы и кварталы, которые начинаются после дня публикации${firstText(seen, located)}`,
  reread: (seen) =>
    `другие оценки получили бы ${countText(seen.count, "series", "ru")}${firstText(seen, ({key, difference}) => `ряд ${key}: ${difference}`)}`,
  "other-counts": (seen) =>
    `${countText(seen.count, "release", "ru")} с другим числом значений${firstText(seen, otherCountText)}`,
  "not-reread": () => "прежние выпуски не пришлось читать заново",
  "reread-alike": () => "прежние выпуски читаются так же, как раньше",
  "first-series": () => "нет прежнего выпуска, с которым можно сравнить",
  "all-series": () => "есть все ряды набора",
  "package-may-lack": () => "в пакете может быть только часть рядов",
  "part-may-lack": () => "в таком файле бывает только часть рядов",
  "no-text-table": () => "это не текстовая таблица",
  "series-gone": ({named, isMore, ...gone}) => `${goneText(gone)}${quoted(named, isMore)}`,
  "series-cut": ({mayBePart, ...gone}) => {
    const part = mayBePart ? '; в пакете, который и есть часть набора, пишут "partial": true' : "";
    return `${goneText(gone)}: файл мог быть обрезан по концу строки${part}`;
  },
  "before-unknown-series": ({before, unknown, of}) =>
    `предыдущий выпуск, от ${day(before)}, читается теперь иначе: ${number(unknown)} из ${countText(of, "series", "ru")} нет в базе`,
  "before-other-count": ({before, other}) =>
    `предыдущий выпуск, от ${day(before)}, читается теперь иначе: ${otherCountText(other)}`,
  "before-unreadable": ({before, why}) => `предыдущий выпуск, от ${day(before)}, не удаётся прочитать снова: ${why}`,
  withdrawn({count, of, isTooMany}) {
    const partly = isTooMany ? '; в пакете, где есть только новое и изменённое, пишут "partial": true' : "";
    return `из ${number(of)} значений набора выпуск оставляет пустыми ${number(count)}, и они были бы отозваны${partly}`;
  },
  "first-release": () => "первый выпуск",
  "same-table": () => "это не другая таблица под именем набора",
  "other-table": ({dataset, name, series}) =>
    `ни одного её ряда нет среди рядов набора ${dataset} «${name}» (их ${number(series)}): другая таблица с тем же именем? загрузите её с --dataset КОД или примите загрузку, если это та же таблица`,
  order: ({published, newest}) => `опубликован ${day(published)}, новейший — ${day(newest)}`,
  lag: ({published, end}) => `опубликован ${day(published)}, последний период кончается ${day(end)}`,
  "long-lag": ({published, end}) =>
    `опубликован ли он ${day(published)}? Последний период кончается ${day(end)}, больше чем на два года раньше, а названия территорий читаются по дню публикации: задайте день, когда файл вышел (--published), или примите выпуск, если день верен`,
};

/** By the words of parsers, the usual ones. */
const REASONS: Readonly<Record<string, string>> = {
  "other reasons and texts": "другие причины и тексты",
  "unknown territory": "неизвестная территория",
  "unknown unit": "неизвестная единица",
  "unknown country": "неизвестная страна",
  "unknown words for a period": "неизвестные слова о периоде",
  "not a number": "не число",
  "is not a number": "не число",
  "is not a number of units": "не число единиц",
  "is not a rate": "не курс и не ставка",
  "is not a date": "не дата",
  "is not a day": "не день",
  "is not the first day of a month": "не первое число месяца",
  "is not a year from 1700 to 2199": "не год от 1700 до 2199",
  "is not a period that is known": "неизвестный период",
  "is empty": "пусто",
  "is missing": "нет",
  "is no currency of the Bank": "такой валюты у Банка нет",
  "has no column header": "нет заголовка столбца",
  "is under an unknown column header": "под неизвестным заголовком столбца",
  "is in a row without a code": "в строке без кода",
  "has no year above or beside it": "нет года ни над ним, ни рядом",
  "names several units": "названо несколько единиц",
  "no known unit in its last brackets": "в последних скобках нет известной единицы",
  "no known unit after the last comma": "после последней запятой нет известной единицы",
  "names a part of its year in unknown words": "часть года названа неизвестными словами",
  "is one number for several rows or columns": "одно число на несколько строк или столбцов",
  "the header that the descriptor describes is not on this sheet": "на листе нет шапки из описания",
  "no row has all the labels that the descriptor names": "нет строки со всеми названиями из описания",
  "is not in this release; its published values stay": "нет в этом выпуске; опубликованные значения остаются",
};
