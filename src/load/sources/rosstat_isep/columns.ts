// What the columns of the table are, from its three header rows. Merged cells are one cell in the text, so the rows do not stand
// under one another: words of the rows above say how many of those below are theirs.
import type {Span} from "./spans.ts";
import {parseSpan} from "./spans.ts";

export interface Column {
  readonly span: Span;
  readonly transformation: "level" | "pct_yoy" | "pct_mom";
}

/** null when the header is not as it was ever seen. */
export function readColumns(header: readonly (readonly string[])[]): readonly Column[] | null {
  const [tops, middles, bottoms] = header.map((row) => row.slice(1).filter((cell) => cell !== ""));
  if (!tops || !middles || !bottoms) return null;
  const columns: (Column | null)[] = [];
  let last: Span | null = null;
  const compare = (words: string | undefined): Column | null => {
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
  return columns.some((column) => column === null) || bottoms.length > 0 ? null : (columns as Column[]);
}

/** A span against the same one of the year before, or a month against the month before; null for anything else. */
export function comparison(span: Span, base: Span): Column | null {
  if (span.frequency !== base.frequency || span.cumulative !== base.cumulative) return null;
  const step = span.ordinal - base.ordinal;
  const periods = {A: 1, Q: 4, M: 12}[span.frequency];
  if (step === periods) return {span, transformation: "pct_yoy"};
  return step === 1 && span.frequency === "M" ? {span, transformation: "pct_mom"} : null;
}
