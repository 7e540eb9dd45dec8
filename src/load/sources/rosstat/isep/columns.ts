// The columns of the table, from its three header rows, and the footnotes that correct the period of a value.
//
// A merged cell is one cell in the text, so cells of different rows are not aligned: the words of a cell say how many cells of the row
// below belong to it.
import {transformationOf} from "../../../../country/ru/base-words.ts";
import {parsePeriodWords} from "../../../../country/ru/period-words.ts";

export interface IsepColumn {
  readonly span: ColumnSpan;
  readonly transformation: "level" | "pct_yoy" | "pct_mom";
}

/** null: the header has an unknown form. */
export function readIsepColumns(header: readonly (readonly string[])[]): readonly IsepColumn[] | null {
  const [tops, middles, bottoms] = header.map((row) => row.slice(1).filter((cell) => cell !== ""));
  if (!tops || !middles || !bottoms) return null;
  const columns: (IsepColumn | null)[] = [];
  let last: ColumnSpan | null = null;
  const compare = (words: string | undefined): IsepColumn | null => {
    const base = parseSpan(words ?? "");
    return last === null || base === null ? null : comparison(last, base);
  };
  const whole = (words: string): void => {
    // "2016г. в % к 2015г.", "январь-октябрь 2017г. в % к январю-октябрю 2016г.", or with the base in the row below.
    const [of, to] = words.split(/\s*в % к\s*/);
    last = parseSpan(of!) ?? last;
    if (to === undefined) columns.push(last === null ? null : {span: last, transformation: "level"});
    else if (to !== "") columns.push(compare(to));
    else columns.push(compare(bottoms.shift()), compare(bottoms.shift()));
  };
  for (const top of tops) {
    if (top === "Справочно") while (middles.length > 0) whole(middles.shift()!);
    else if (top === "В % к") columns.push(compare(middles.shift()), compare(middles.shift()));
    else if (/^В % к /.test(top)) columns.push(compare(top.slice(6)));
    else whole(top);
  }
  return columns.some((column) => column === null) || bottoms.length > 0 ? null : (columns as IsepColumn[]);
}

/** A span compared with the same span a year before, or a month with the month before; null for any other pair. */
function comparison(span: ColumnSpan, base: ColumnSpan): IsepColumn | null {
  if (span.frequency !== base.frequency || span.cumulative !== base.cumulative) return null;
  const step = span.ordinal - base.ordinal;
  const periods = {A: 1, Q: 4, M: 12}[span.frequency];
  if (step === periods) return {span, transformation: "pct_yoy"};
  return step === 1 && span.frequency === "M" ? {span, transformation: "pct_mom"} : null;
}

export interface ColumnSpan {
  readonly frequency: "A" | "Q" | "M";
  readonly ordinal: number;
  /** Summed from January on. */
  readonly cumulative: boolean;
}

/** "Октябрь 2017г.", "январю-октябрю 2016 года", "I полугодие 2017г.", "2016г."; null for any other text. */
export function parseSpan(text: string): ColumnSpan | null {
  const parts = /^(.*?)\s*((?:19|20)\d\d)\s*(?:г\.?|год[ау]?)?$/i.exec(text.trim());
  if (parts === null) return null;
  const year = Number(parts[2]);
  if (parts[1] === "") return {frequency: "A", ordinal: year, cumulative: false};
  // "к январю-октябрю", "к I полугодию": the dative.
  const words = parts[1]!
    .toLowerCase()
    .replace(/\s*-\s*/g, "-")
    .replace(/(янв|февр|апр|сент|окт|но|дек)([а-я]*)рю/g, "$1$2рь")
    .replace(/(февра|апре)лю/g, "$1ль")
    .replace(/(июн|июл)ю/g, "$1ь")
    .replace(/(март|август)у/g, "$1")
    .replace(/(?<![а-я])маю/g, "май")
    .replace(/полугодию/g, "полугодие")
    .replace(/кварталу/g, "квартал");
  const found = parsePeriodWords(words);
  if (found === null || found.kind !== "part") return null;
  const {frequency, periodsAYear, offset, cumulative} = found;
  return {frequency, ordinal: year * periodsAYear + offset, cumulative};
}

export type Footnotes = ReadonlyMap<string, string>;

export function readFootnotes(text: string): Footnotes {
  const notes = new Map<string, string>();
  for (const [, mark, words] of text.matchAll(/(?:^|\s)(\d{1,2})\)\s*(.*?)(?=\s\d{1,2}\)\s|$)/gs)) {
    notes.set(mark!, words!.trim().replace(/\.$/, ""));
  }
  return notes;
}

/**
 * The column as the footnote corrects it; the same column if the footnote names no period; null if its words are unknown.
 * FIX-rosstat-14: "41782,11)" in the column "Сентябрь 2017г." is about the first half-year, as footnote 1) says. A footnote may name two
 * periods, for the first and the second value of the row that has its mark.
 * @param occurrence number of earlier values of the row with this mark
 */
export function correctedColumn(column: IsepColumn, words: string, occurrence: number): IsepColumn | null {
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
function spanAt(words: string, occurrence: number): ColumnSpan | null {
  const spans = words.split(" и ").map(parseSpan);
  return spans.includes(null) ? null : (spans[spans.length === 1 ? 0 : occurrence] ?? null);
}

/** Whether the text ends in a footnote mark, with or without such a footnote. */
export function hasMark(text: string): boolean {
  return /\d\)/.test(text.replace(/\([^()]*\)/g, ""));
}

export interface MarkedText {
  readonly text: string;
  readonly marks: readonly string[];
}

/**
 * A value and the footnote marks glued to its end. FIX-rosstat-16: marks may have two digits: "3752010)" is 37520 with 10),
 * "14555,910)" is 14555,9 with 10) and "3,811)" is 3,8 with 11), because every figure of this table has at most one decimal, and every
 * mark has a footnote. null if two readings remain, or none: the digits alone don't separate the value from its mark (FIX-rosstat-29).
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
