// What a person sees of a number under its format: per cent, thousands, decimals, a day, or nothing at all.
//
// The number in the file is another one than the number on the page if the format multiplies or divides. A value is the number on the page;
// a format that shows a day, only words or nothing is no format of a value (FIX-rosstat-55).
import {isDateFormat} from "./sheet.ts";

export interface NumberFormat {
  /** A cell that shows 5 % contains 0.05. */
  readonly percent: boolean;
  /** The number is one of per cent, as it is. */
  readonly namesPercent: boolean;
  /** How often the shown number is divided by a thousand. */
  readonly thousands: number;
  /** null: the format does not fix them. */
  readonly decimals: number | null;
  /** Why a number under it is no value; null: it is one. */
  readonly problem: string | null;
}

/** Formats are few, and are asked for with each value. */
export function createFormatReader(): (format: string, number: number) => NumberFormat {
  const known = new Map<string, (number: number) => NumberFormat>();
  return (format, number) => {
    let read = known.get(format);
    if (read === undefined) {
      read = formatReader(format);
      known.set(format, read);
    }
    return read(number);
  };
}

/** "#,##0.0;-0;;@": the sections of positive and negative numbers, of zero, and of texts; "[<100]0;#,##0" decides by the number. */
function formatReader(format: string): (number: number) => NumberFormat {
  const sections = format
    .replace(/"[^"]*"|\\.|\[\$[^\]-]+[^\]]*\]/g, (literal) =>
      literal.includes("%") ? PERCENT : /\p{L}/u.test(literal) ? WORDS : SIGNS,
    )
    .replace(/\[(?![<>=])[^\]]*\]|_./g, "")
    .split(";")
    .map((section) => ({...readSection(section), condition: CONDITION.exec(section)}));
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
const CONDITION = /\[(<=|>=|<>|<|>|=)(-?\d+(?:\.\d+)?)\]/;

function holds(number: number, [, sign, text]: RegExpExecArray): boolean {
  const limit = Number(text);
  if (sign === "<>") return number !== limit;
  if (sign!.startsWith("<") ? number < limit : sign!.startsWith(">") ? number > limit : false) return true;
  return sign!.endsWith("=") && number === limit;
}

function readSection(section: string): NumberFormat {
  const code = section.replace(/[\ue000-\ue002]|\[[^\]]*\]/g, "");
  let thousands = 0;
  // The commas behind the last digit before the point, or behind all digits.
  for (const [, commas] of code.matchAll(/[0#?](,+)(?=\.|[^0#?,.]*$)/g)) thousands += commas!.length;
  return {
    percent: code.includes("%"),
    namesPercent: section.includes(PERCENT),
    thousands,
    decimals: shownDecimals(code),
    problem: problemOf(section, code, thousands),
  };
}

function problemOf(section: string, code: string, thousands: number): string | null {
  if (isDateFormat(code)) return "is shown as a date";
  if (!/general|[0#?@]/i.test(code))
    return /\S/.test(section) ? "is shown as words or signs" : "is hidden by its format";
  return thousands > 0 && section.includes(WORDS) ? "is shown in thousands or millions that its format names" : null;
}

function shownDecimals(code: string): number | null {
  const digits = /[0#?](?:\.([0#?]+))?[^0#?.]*$/.exec(code);
  return digits === null || /[eE]/.test(code) ? null : (digits[1]?.length ?? 0);
}
