// The footnotes below the table, and of which span the value with their mark truly is.
//
// FIX-rosstat-14: "41782,11)" in the column "Сентябрь 2017г." is of the first half-year: footnote 1) says so. One footnote may speak of
// two spans, for the first and the second value of the row that bear it.
import {transformationOf} from "../../described/base-words.ts";
import {type Column, comparison} from "./columns.ts";
import {parseSpan, type Span} from "./spans.ts";

export type Footnotes = ReadonlyMap<string, string>;

export function readFootnotes(text: string): Footnotes {
  const notes = new Map<string, string>();
  for (const [, mark, words] of text.matchAll(/(?:^|\s)(\d{1,2})\)\s*(.*?)(?=\s\d{1,2}\)\s|$)/gs)) {
    notes.set(mark!, words!.trim().replace(/\.$/, ""));
  }
  return notes;
}

/**
 * The column as the footnote corrects it; the same column where the footnote says nothing of time; null when it says what can't be
 * understood.
 * @param occurrence how many values of the row bore the mark before this one
 */
export function correctedColumn(column: Column, words: string, occurrence: number): Column | null {
  const bare = words
    .replace(/\s*\([^)]*\)$/, "")
    .replace(/,? (?:в фактически действовавших ценах|соответственно)/g, "");
  if (/^Данные за (?!период)/.test(bare)) {
    const span = spanAt(bare.replace(/^Данные за /, ""), occurrence);
    return span === null ? null : {...column, span};
  }
  const parts = /^(.*?) (в % к .*)$/.exec(bare);
  if (parts === null) return column;
  const span = spanAt(parts[1]!, occurrence);
  if (span === null) return null;
  const base = parseSpan(parts[2]!.replace(/^в % к /, ""));
  if (base !== null) return comparison(span, base);
  const transformation = transformationOf(parts[2]!);
  return transformation === "pct_yoy" || transformation === "pct_mom" ? {span, transformation} : null;
}

/** "Август 2017г. и август 2016г.": the first for the first value, the second for the second. */
function spanAt(words: string, occurrence: number): Span | null {
  const spans = words.split(" и ").map(parseSpan);
  return spans.includes(null) ? null : (spans[spans.length === 1 ? 0 : occurrence] ?? null);
}

/** Whether a text bears a mark, of a footnote that may be there or not. */
export function bearsMark(text: string): boolean {
  return /\d\)/.test(text.replace(/\([^()]*\)/g, ""));
}

export interface MarkedText {
  readonly text: string;
  readonly marks: readonly string[];
}

/**
 * A value and the footnote marks glued behind it. FIX-rosstat-16: marks may have two digits: "3752010)" is 37520 with 10),
 * "14555,910)" is 14555,9 and "3,811)" is 3,8 with 11): every figure of this table has one decimal or none, and a mark has a
 * footnote. null where that leaves two readings or none: the digits alone don't tell the value from its mark (FIX-rosstat-29).
 */
export function splitMarks(raw: string, notes: Footnotes): MarkedText | null {
  const marks: string[] = [];
  let text = raw;
  while (text.endsWith(")")) {
    const bare = text.slice(0, -1);
    const apart = /^(.*\)),\s?(\d{1,2})$/.exec(bare);
    const found =
      apart !== null
        ? [{rest: apart[1]!, mark: apart[2]!}]
        : [1, 2]
            .map((length) => ({rest: bare.slice(0, -length), mark: bare.slice(-length)}))
            .filter(({rest, mark}) => notes.has(mark) && WHOLE.test(rest));
    if (found.length !== 1 || !notes.has(found[0]!.mark)) return null;
    marks.unshift(found[0]!.mark);
    text = found[0]!.rest;
  }
  return {text, marks};
}

const WHOLE = /^-?\d+(?:,\d)?$/;
