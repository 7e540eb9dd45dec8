// The words of Russian tables: years, parts of the year, days, lead-ins and remarks with their footnote marks, and words about layout.
import {parseDay, type StatedDay} from "../../statistics/time/day.ts";
import type {Frequency} from "../../statistics/time/frequency.ts";
import type {ColumnEnding, DateWords, PeriodWords, TableWords} from "../country.ts";
import {folded, nameCode} from "../plain-text.ts";
import {transformationOf} from "./base-words.ts";
import {isTimes, parseNumberText} from "./number-text.ts";
import {meantPeriod} from "./period-slips.ts";
import {MONTHS, MONTHS_OF, parsePeriodWords} from "./period-words.ts";

export const TABLE_WORDS: TableWords = {
  year,
  period,
  meantPeriod: (text) => (period(text) === null ? meantPeriod(text) : null),
  periodBeforeYear: (text) =>
    parsePeriodWords(text.replace(/^[( ]+(?:за )?|^за |[ ,]+$/g, "").replace(/ ?кв\.?$/i, " квартал")),
  shortMonth,
  namesPartOfYear: (text) => PART_OF_YEAR.test(text) || /(?<![а-яё])(?:с|начиная с|после) $/i.test(text),
  date,
  dayIn,
  number: parseNumberText,
  isTimes,
  currency: /^(?:р|руб|RUB)\.?$/i,
  transformation: transformationOf,
  footnotePeriod,
  codeOfName,
  withoutMarks,
  leadIn: /^(?:в том числе|из (?:него|них|нее))\s?:?\s*/i,
  leadInRow: /^[\s\u00a0]*(?:в том числе|из (?:него|них|нее)|в т\.\s?ч\.)[^а-яё]*$/i,
  remark:
    /^\(?(?:на конец|на начало|в (?:сопоставимых|постоянных|текущих|фактически)|в среднем|без |по полному кругу|за год|оценка)/i,
  prose: /[а-яё]{2,}\s+[а-яё]{1,}\s+[а-яё]+/i,
  confidential: /конфиденциальн/i,
  // A word that is missing here is asked or refused by the proposal; a wrong one makes a wrong proposal, which a person sees.
  layout: {
    navigation: /^\s*(?:к содержанию|содержание:?|таблица \d+[.:]?)\s*$/i,
    passport: /^(?:паспорт|метаданные|описание)(?![а-яё])/i,
    continued: /^\(?продолжение(?: таблицы)?\)?[\s.]*(?:табл\.? ?[\d.]+)?$/i,
    updated: /обновлен[оа]?:?|дата последнего (?:размещения|обновления)[а-я ]*|дата (?:публикации|выпуска):?/i,
    table: /^таблица \d+(?=[.:]?$)/i,
    otherYear: /(?:финансов|учебн|сельскохозяйственн)[а-яё]* год/i,
    wholeCountry: /(?:по|в) российской федерации|^российская федерация$/i,
    growth: /индекс|темп|прирост|рост(?:а|у|ом)?(?![а-я])|динамик|изменени|\bgrowth\b|\bchange\b/i,
    noShare:
      /индекс|медиан(?!.{0,30}инфляци)(?<!инфляци.{0,120})|(?<!\d\s*(?:тысяч\s+)?)руб(?:л|\.)|пункт|балл|средн(?:ее|яя|ий) |оценка |ожидания /i,
    cases: {
      words:
        /^(?=.*(?:заболеваемост|заболеваний|аборт|смертност|рождаемост|числ[оа] (?:родившихся|умерших|браков|разводов|случаев))).*(?<![а-яё])на \d[\d ]* ?(?:человек|женщин|мужчин|детей|родов|родившихся|населения|жителей)/is,
      unit: "единица",
    },
    month: /^(?:month|месяц|номер месяца)$/i,
    quarter: /^(?:quarter|qtr|квартал|номер квартала)$/i,
    note: /^(?:примечани|комментари|пояснени|сноск)/i,
    unit: /^(?:unit|ед(?:\.|иниц[аы])\s?изм(?:\.|ерения)?)$/i,
    value: /^(?:obs_)?value$|^значени[ея]$/i,
    code: /^(?:№|код|номер|code|id|окато|октмо|окпо|оквэд)/i,
    territory:
      /^(?:country|countries|geo|region|territory|territories|area|state|location|стран[аы]|регион|субъект|территори[яи]|федеральный округ|область)(?![\p{L}\d])/iu,
    total: /^\s*(?:всего|итого|в целом)(?![а-я])/i,
    ending,
  },
};

/** "2016 год6", "2014 1)", "20152),3)", 2008: the year without its footnotes; no footnote is 0, so 20000 is a value. */
function year(text: string): number | null {
  const digits =
    /^((?:17|18|19|20|21)\d\d)(?: ?г(?:од[а-я]*|\.)?)?(?: ?[1-9]?\)?(?:, ?\d\))*|\*+\)?| ?[\u00b9\u00b2\u00b3\u2070\u2074-\u2079]+[)\u207e]?)$/.exec(
      text,
    )?.[1];
  return digits === undefined ? null : Number(digits);
}

/** FIX-rosstat-34: "I кв.2015" is not a year. */
const PART_OF_YEAR =
  /(?<![а-яё])(?:кв(?:\.|артал)|полугод|мес(?:яц|\.|(?![а-яё]))|нед(?:ел|\.)|янв(?:ар|(?![а-яё]))|февр?(?:ал|(?![а-яё]))|март|мар(?![а-яё])|апр(?:ел|(?![а-яё]))|ма[йя](?![а-яё])|ию[нл]|авг(?:уст|(?![а-яё]))|сент?(?:яб|(?![а-яё]))|окт(?:яб|(?![а-яё]))|ноя(?:б|(?![а-яё]))|дек(?:аб|(?![а-яё])))/i;

/** FIX-rosstat-45: "фев.25" and "фев.2025" are February 2025. */
function shortMonth(text: string): ReturnType<NonNullable<TableWords["shortMonth"]>> {
  const [, name, digits] = /^([а-яё]{3})[а-яё]?[. -]{1,2}(\d\d|(?:19|20)\d\d)$/i.exec(text.trim()) ?? [];
  const month = MONTHS_OF.find((one) => one.startsWith((name ?? "-").toLowerCase().replace("май", "мая")));
  if (month === undefined) return null;
  const year = Number(digits) + (digits!.length === 4 ? 0 : Number(digits) < 50 ? 2000 : 1900);
  return {year, words: parsePeriodWords(MONTHS[MONTHS_OF.indexOf(month)]!)!};
}

/** FIX-rosstat-02: footnote digits glued to a period, and one known misspelling. */
function period(text: string): PeriodWords | null {
  const bare = text
    .replace(/[\u00b9\u00b2\u00b3\u2070\u2074-\u2079*]+[)\u207e]?$/, "")
    // FIX-rosstat-60: "январь 24" is a month of another year, and no month with a footnote.
    .replace(/(?<=[а-я])(?:\s?\d{1,2}\)|\d{1,2}|\s\d)(?:,\d\)?)*$/i, "")
    .trim();
  return parsePeriodWords(SLIPS.get(bare.toLowerCase()) ?? bare.replace(/(?<=\S) ?кв\.?$/i, " квартал"));
}

const SLIPS: ReadonlyMap<string, string> = new Map([
  // FIX-rosstat-03: in the workbooks 194-199.
  ["авугст", "август"],
  // In the workbook 005-013: all other months there are in the nominative case.
  ["июля", "июль"],
  ["год", "значение показателя за год"],
]);

function date(text: string): DateWords | null {
  const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (iso !== null)
    return parseDay(text) === null ? null : {year: Number(iso[1]), month: Number(iso[2]), dayOfMonth: Number(iso[3])};
  const parts = /^(?:на )?(\d{1,2})(?:\.(\d{1,2})|\s([а-я]+))(?:[. ](\d{4}))?(?: ?г\.?)?(?: ?\*+)?$/i.exec(text);
  if (parts === null) return null;
  const month = parts[2] !== undefined ? Number(parts[2]) : MONTHS_OF.indexOf(parts[3]!.toLowerCase()) + 1;
  if (month < 1) return null;
  return {year: parts[4] === undefined ? null : Number(parts[4]), month, dayOfMonth: Number(parts[1])};
}

/** "26.11.2025", "10 июня 2026 г." */
function dayIn(text: string): StatedDay | null {
  const digits = /(?<!\d)(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/.exec(text);
  if (digits !== null) return parseDay(isoDay(digits[3]!, Number(digits[2]), digits[1]!));
  for (const words of text.toLowerCase().matchAll(/(?<!\d)(\d{1,2})[\s\u00a0]+([а-я]+)[\s\u00a0]+(\d{4})(?!\d)/g)) {
    const month = MONTHS_OF.indexOf(words[2]!) + 1;
    if (month > 0) return parseDay(isoDay(words[3]!, month, words[1]!));
  }
  return null;
}

function isoDay(year: string, month: number, day: string): string {
  return `${year}-${String(month).padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/** FIX-rosstat-07: "2)март 2026 г. в % к декабрю 2025 г.". */
function footnotePeriod(text: string, mark: string): ReturnType<TableWords["footnotePeriod"]> {
  const sign = mark.replace(/[^\d*]/g, "").replaceAll("*", "\\*");
  const says = new RegExp(`(?:^|\\s)${sign}\\)\\s*([а-яё]+)\\s+(\\d{4})\\s*г\\.?\\s+в\\s+%\\s+к`, "i");
  const parts = says.exec(text);
  const words = parts === null ? null : parsePeriodWords(parts[1]!);
  return words === null ? null : {words, year: Number(parts![2]), name: parts![1]!.toLowerCase()};
}

/** "РЫБЫ1)", "ископаемых1", "Промышленное производство 1", "набора**" */
export function withoutMarks(text: string): string {
  return (
    folded(text)
      // After a question a number with a bracket is always a footnote mark.
      .replace(/(?<=[?!]) ?(?:\d{1,2}\)(?:, ?)?)+/g, "")
      .replace(/[\u00b9\u00b2\u00b3\u2070\u2074-\u2079*]+[)\u207e]?$/, "")
      .replace(/(?:(?:\d|\*)\)(?:, ?)?)+$/, "")
      // Only after a small letter: "ОКВЭД2" is a name.
      .replace(/(?<=[а-яё»")]) ?\d(?:,\d)*$/, "")
      .trim()
  );
}

const MULTIPLES: Readonly<Record<string, string>> = {th: "тысяча", mln: "миллион", bln: "миллиард", trln: "триллион"};
/** Names of one unit, and of many. */
const UNITS: Readonly<Record<string, readonly [string, string]>> = {
  rub: ["рубль", "рублей"],
  usd: ["доллар США", "долларов США"],
  t: ["тонна", "тонн"],
  tkm: ["тонно-километр", "тонно-километров"],
  m2: ["квадратный метр", "квадратных метров"],
  kwh: ["киловатт-час", "киловатт-часов"],
  pct: ["процент", "процентов"],
};
const BASES: Readonly<Record<string, (frequency: Frequency | null) => string | null>> = {
  yoy: () => "в % к соответствующему периоду предыдущего года",
  rog: (frequency) =>
    ({M: "в % к предыдущему месяцу", Q: "в % к предыдущему кварталу", A: "в % к предыдущему году"})[
      String(frequency)
    ] ?? null,
};

/** An index is near 100: a rate of growth under the same ending is asked. */
function ending(name: string, frequency: Frequency | null, middle: number | null): ColumnEnding | null {
  const parts = /_(?:(th|mln|bln|trln)_)?([a-z]+\d?)$/.exec(name);
  if (parts === null) return null;
  const [end, multiple, word] = parts;
  const base = multiple === undefined ? BASES[word!]?.(frequency) : undefined;
  if (base != null) return middle !== null && middle > 50 && middle < 200 ? {end, base} : null;
  const unit = UNITS[word!];
  if (unit === undefined) return null;
  return {end, unit: multiple === undefined ? unit[0] : `${MULTIPLES[multiple]} ${unit[1]}`};
}

/** "Добыча полезных ископаемых" → "dobycha_poleznyh_iskopaemyh". Equal for names that differ only in case, blanks or ё. */
export function codeOfName(name: string): string {
  const folded = name
    .toLowerCase()
    .replaceAll("ё", "е")
    .replace(/[\s\u00a0]+/g, " ")
    .trim();
  let latin = "";
  for (let at = 0; at < folded.length; at++) {
    const index = folded.charCodeAt(at) - FIRST_LETTER;
    latin += index >= 0 && index < LATIN.length ? LATIN[index] : folded[at];
  }
  return nameCode(folded, latin);
}

const FIRST_LETTER = "а".charCodeAt(0);
/** By the place in the alphabet; without ё. */
const LATIN = "a b v g d e zh z i y k l m n o p r s t u f h c ch sh sch  y  e yu ya".split(" ");
