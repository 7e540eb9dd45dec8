// The head of a Treasury form: the number of the form, its day, its unit, and the territory of the budget.
//
// A code is in the cell after its caption ("Форма по ОКУД" | "0503317"). The day in "на 1 января 2022 г." is the end of the summed period,
// not the day of publication.
import {folded} from "../../../country/plain-text.ts";
import {parseDottedDay} from "../../../country/ru/period-words.ts";
import {matchTerritoryCode, subjectOfCode} from "../../../country/ru/territory-matcher.ts";
import {readTerritories} from "../../../reference/reference.ts";
import type {Territory} from "../../../statistics/territory.ts";
import type {StatedDay} from "../../../statistics/time/day.ts";
import type {Sheet} from "../../workbook/sheet.ts";

/** The numbers of the two published forms, which are the codes of their datasets. */
export const FEDERAL = "0507011";
export const REGIONAL = "0503317";

export interface FormHead {
  /** "0507011" */
  readonly form: string;
  /** The day of the amounts: the first of a month. */
  readonly day: StatedDay;
  readonly okei: string;
  /** ОКТМО, before 2014 ОКАТО; empty if the form has none. */
  readonly municipality: string;
  readonly okpo: string;
  readonly quarterly: boolean;
  readonly names: string;
}

/** null: the sheet does not have the head of one of these forms. */
export function readFormHead(sheet: Sheet, forms: readonly string[]): FormHead | null {
  const texts = headTexts(sheet);
  const caption = (pattern: RegExp): string => findBehind(texts, pattern) ?? "";
  const whole = (pattern: RegExp): string => {
    const own = texts.find(({text}) => pattern.test(text))?.text;
    return own === undefined ? "" : `${own} ${caption(pattern)}`;
  };
  const number = caption(/^Форма по ОКУД$/);
  const isFederal =
    texts.some(({text}) => FEDERAL_TITLE.test(text)) ||
    (BUDGET_NAME.test(caption(/^Наименование публично-правового образования$/)) &&
      caption(/^по ОК(?:ТМО|АТО)$/) === FEDERAL_CODE);
  const form = number === GENERAL && isFederal ? FEDERAL : number;
  if (!forms.includes(form)) return null;
  const day = parseDottedDay(caption(/^Дата$/));
  if (day === null) return null;
  const terms = whole(/^Периодичность/);
  return {
    form,
    day,
    // FIX-roskazna-10: templates of 2014 leave the code empty beside "Единица измерения: руб."
    okei: caption(/^по ОКЕИ$/) || (ROUBLES.test(whole(/^Единица измерения/)) ? "383" : ""),
    municipality: caption(/^по ОК(?:ТМО|АТО)$/).replace(/^-$/, ""),
    okpo: caption(/^по ОКПО$/),
    // A template that names several periods ("квартальная, годовая") is for the shortest.
    quarterly: /квартальная/i.test(terms) && !/месячная/i.test(terms),
    names: [caption(/^Наименование финансового органа/), caption(/^Наименование бюджета/)].join(" "),
  };
}

/**
 * FIX-roskazna-11: the template of 2021 has the number of the general form in its head. Towns use that form too, so the title decides, or
 * the name of the budget together with its code.
 */
const GENERAL = "0503117";
const BUDGET_NAME = /^Федеральный бюджет$/i;
const FEDERAL_CODE = "00000001";

const FEDERAL_TITLE = /^отч[её]т об исполнении федерального бюджета/i;
const ROUBLES = /^Единица измерения ?: ?руб(?:\.|л[а-я]+)?\s*$/i;

const HEAD_ROWS = 14;

interface HeadText {
  readonly row: number;
  readonly text: string;
}

/** Row by row. */
function headTexts(sheet: Sheet): HeadText[] {
  const texts: HeadText[] = [];
  for (let row = 1; row <= Math.min(HEAD_ROWS, sheet.rowCount); row++)
    for (let column = 1; column <= sheet.columnCount; column++) {
      const cell = sheet.cell(row, column);
      if (cell !== null) texts.push({row, text: folded(cell.text)});
    }
  return texts;
}

/** The next text after the caption in its row; a number as its digits. */
function findBehind(texts: readonly HeadText[], caption: RegExp): string | null {
  for (const [index, {row, text}] of texts.entries()) {
    const next = texts[index + 1];
    if (!caption.test(text) || next?.row !== row) continue;
    return /^(?:Дата|по ОК|Форма по)/.test(next.text) ? null : next.text.replace(/\.0$/, "");
  }
  return null;
}

/**
 * The territory of a regional budget: by ОКТМО, by the number of the Treasury body, or by the name in the head. null: unknown, or two
 * of the three contradict each other. FIX-roskazna-04: the number in a file's name (84, 74, 69, 95) is the Treasury body's own number,
 * neither OKATO nor the number of the subject: 74 is Sevastopol here and Chelyabinsk in other lists. Only numbers of real files are known.
 */
export function budgetTerritory({municipality, okpo, names}: FormHead, file: string): Territory | null {
  const body = BODIES[bodyNumber(okpo, file)];
  const said = [territoryOfOktmo(municipality), body ? matchTerritoryCode(body) : null, territoryNamed(names)];
  const known = said.filter((territory) => territory !== null);
  return known.every(({code}) => code === known[0]!.code) ? (known[0] ?? null) : null;
}

/** ОКТМО has the digits of OKATO, except for three autonomous districts. */
export function territoryOfOktmo(code: string): Territory | null {
  if (!/^\d{8}(?:\d{3})?$/.test(code)) return null;
  const okato = OKTMO_DISTRICTS.find(([start]) => code.startsWith(start))?.[1];
  return okato === undefined ? subjectOfCode(`${code.slice(0, 2)}000000000`) : matchTerritoryCode(okato);
}

const OKTMO_DISTRICTS: readonly (readonly [string, string])[] = [
  ["118", "11100000000"],
  ["718", "71100000000"],
  ["719", "71140000000"],
];

/** Until 2017 the form has the number of the Treasury body in the field of ОКПО: "84", "9500". */
function bodyNumber(okpo: string, file: string): string {
  const inForm = /^(\d\d)(?:00)?$/.exec(okpo)?.[1];
  return inForm ?? /^(?:20\d\d_)?(\d\d)[-_]/.exec(file)?.[1] ?? "";
}

const BODIES: Readonly<Record<string, string>> = {
  "69": "75000000000",
  "74": "67000000000",
  "84": "11100000000",
  // The interregional operational body reports the budgets of all subjects in one form.
  "95": "643",
};

/** The only subject whose name is in the text, in any grammatical case. */
export function territoryNamed(text: string): Territory | null {
  const words = text
    .toLowerCase()
    .replaceAll("ё", "е")
    .split(/[^а-я-]+/);
  const found = readTerritories().filter(({level, name}) => {
    if (level !== "region") return false;
    const stems = nameStems(name);
    return stems.length > 0 && stems.every((stem) => words.some((word) => word.startsWith(stem)));
  });
  return found.length === 1 ? found[0]! : null;
}

/** "Ненецкий автономный округ" → "ненецк": the words that only this name has, without their endings. */
function nameStems(name: string): string[] {
  return name
    .toLowerCase()
    .replaceAll("ё", "е")
    .replace(/\(.*\)/, "")
    .split(/[^а-я-]+/)
    .filter((word) => word.length > 3 && !COMMON.test(word))
    .map((word) => word.slice(0, Math.max(4, word.length - 2)));
}

const COMMON = /^(?:област|кра[йя]$|республик|автономн|округ|город|федеральн|значени|народн)/;
