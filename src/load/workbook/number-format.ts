// What a person sees of a number under its format: per cent, thousands, decimals, a day, or nothing at all.
//
// The number in the file is another one than the number on the page if the format multiplies or divides. A value is the number on the page;
// a format that shows a day, a time, only words or nothing is no format of a value (FIX-rosstat-55). Words beside the digits belong to the
// number that the page shows: "2.3 times", "12.5 thousand", "less than 0.1". Only a currency changes nothing.
import type {TableWords} from "../../country/country.ts";

export interface NumberFormat {
  /** A cell that shows 5 % contains 0.05. */
  readonly percent: boolean;
  /** The number is one of per cent, as it is. */
  readonly namesPercent: boolean;
  /** How often the shown number is divided by a thousand. */
  readonly thousands: number;
  /** null: the format does not fix them. */
  readonly decimals: number | null;
  /** A number of times, in a table of per cent. */
  readonly times: boolean;
  /** The format names a currency, whose short form may also be that of times. */
  readonly currency: boolean;
  /** Why a number in this format is no value; null: it is a value. */
  readonly problem: string | null;
}

type FormatWords = Pick<TableWords, "number" | "currency">;

/** Formats are few, and are asked for with each value. */
export function createFormatReader(words: FormatWords): (format: string, number: number) => NumberFormat {
  const known = new Map<string, (number: number) => NumberFormat>();
  return (format, number) => {
    let read = known.get(format);
    if (read === undefined) {
      read = formatReader(format, words);
      known.set(format, read);
    }
    return read(number);
  };
}

/** "#,##0.0;-0;;@": the sections of positive and negative numbers, of zero, and of texts; "[<100]0;#,##0" decides by the number. */
function formatReader(format: string, words: FormatWords): (number: number) => NumberFormat {
  const literals: string[] = [];
  const sections = format
    .replace(/"([^"]*)"|\\(.)|\[\$[^\]-]+[^\]]*\]/g, (literal, quoted?: string, escaped?: string) => {
      literals.push(quoted ?? escaped ?? "");
      const kind = literal.includes("%") ? PERCENT : /\p{L}/u.test(literal) ? WORDS : SIGNS;
      return kind + String.fromCharCode(FIRST_LITERAL + literals.length - 1);
    })
    .replace(/\[(?![<>=])[^\]]*\]|_./g, "")
    .split(";")
    .map((section, at) => ({...readSection(section, literals, words, at), condition: CONDITION.exec(section)}));
  const first = sections[0]!;
  return (number) => {
    const conditional = sections.find(({condition}) => condition !== null && holds(number, condition));
    const other = sections.find(({condition}) => condition === null) ?? first;
    // Zero often has a section of its own, which shows a dash or nothing: it is a zero all the same.
    if (conditional !== undefined) return number === 0 && conditional.problem !== null ? other : conditional;
    if (sections.some(({condition}) => condition !== null)) return other;
    return number < 0 ? (sections[1] ?? first) : first;
  };
}

/** Signs for literal texts of a format, with letters or without. */
const WORDS = "\ue000";
const SIGNS = "\ue001";
/** "%" as a text: the number is shown as it is. */
const PERCENT = "\ue002";
/** Behind a sign: which literal of the format it is for. */
const FIRST_LITERAL = 0xe100;
const CONDITION = /\[(<=|>=|<>|<|>|=)(-?\d+(?:\.\d+)?)\]/;

function holds(number: number, [, sign, text]: RegExpExecArray): boolean {
  const limit = Number(text);
  if (sign === "<>") return number !== limit;
  if (sign!.startsWith("<") ? number < limit : sign!.startsWith(">") ? number > limit : false) return true;
  return sign!.endsWith("=") && number === limit;
}

function readSection(section: string, literals: readonly string[], words: FormatWords, at: number): NumberFormat {
  const code = section.replace(/[\ue000-\uf8ff]|\[[^\]]*\]/g, "");
  let thousands = 0;
  // The commas behind the last digit before the point, or behind all digits.
  for (const [, commas] of code.matchAll(/[0#?](,+)(?=\.|[^0#?,.]*$)/g)) thousands += commas!.length;
  return {
    percent: code.includes("%"),
    namesPercent: section.includes(PERCENT),
    thousands,
    decimals: shownDecimals(code),
    ...problemOf({section, code, thousands}, shownWords(section, literals), words, at),
  };
}

/** The format as a text with DIGITS in the place of its digits. */
function shownWords(section: string, literals: readonly string[]): string {
  return section
    .replace(/\[[^\]]*\]/g, "")
    .replace(/[0#?@](?:[0#?.,@ ]*[0#?@])?,*(?:[eE][+-][0#?]+)?|general/i, DIGITS)
    .replace(/[\ue000-\ue002]([\ue100-\uf8ff])/g, (_, at: string) => literals[at.charCodeAt(0) - FIRST_LITERAL]!)
    .trim();
}

function problemOf(
  {section, code, thousands}: {readonly section: string; readonly code: string; readonly thousands: number},
  shown: string,
  words: FormatWords,
  at: number,
): Pick<NumberFormat, "problem" | "times" | "currency"> {
  const because = (problem: string | null, times = false, currency = false) => ({problem, times, currency});
  if (/[dmyhs]/i.test(code.replace(/general/gi, ""))) return because("is shown as a date or a time");
  if (!/general|[0#?@]/i.test(code))
    return because(/\S/.test(section) ? "is shown as words or signs" : "is hidden by its format");
  if (thousands > 0 && section.includes(WORDS))
    return because("is shown in thousands or millions that its format names");
  const around = shown.replace(DIGITS, " ").trim();
  // A digit of the format looks like one of the number; a minus or brackets of the first section make a positive number negative.
  const isNegative = at === 0 && !CONDITION.test(section) && /[-\u2212\u2013]\s*\ue003|^\(.*\)$/.test(shown);
  if (/[<>≤≥‰\d]/.test(around) || isNegative) return because(CHANGED);
  if (!/\p{L}/u.test(around)) return because(null);
  if (words.currency.test(around)) return because(null, false, true);
  const inPercent = words.number(shown.replace(DIGITS, "2"), {percent: true});
  return inPercent.kind === "value" && inPercent.value === 200 ? because(null, true) : because(CHANGED);
}

const DIGITS = "\ue003";
const CHANGED = "is shown with words or signs of its format, which say more than the number";

function shownDecimals(code: string): number | null {
  const digits = /[0#?](?:\.([0#?]+))?[^0#?.]*$/.exec(code);
  return digits === null || /[eE]/.test(code) ? null : (digits[1]?.length ?? 0);
}
