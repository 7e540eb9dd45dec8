// The reasons why a series has no value in some periods, as one short text: "none:24108-24119,24130;not-available:24200".
//
// Sources have long runs of missing periods; as runs they are short for one cell and for a century. Periods are ordinals.
import type {PeriodOrdinal} from "./day.ts";

/**
 * In tables usually written as `-`; `…`; `…` with a footnote; a cross; a blank cell, which the store does not keep; `…` with a footnote that
 * names confidentiality, `(D)`, or the status `C` or `Q`.
 */
export const MISSING_REASONS = [
  "none",
  "not-available",
  "not-published",
  "not-applicable",
  "empty",
  "suppressed",
] as const;
export type MissingReason = (typeof MISSING_REASONS)[number];

export interface MissingPeriod {
  readonly period: PeriodOrdinal;
  readonly reason: MissingReason;
}

/** In any order; of two entries for one period the last is used. */
export function encodeMissing(cells: readonly MissingPeriod[]): string {
  const reasons = new Map(cells.map(({period, reason}) => [period, reason]));
  const parts: string[] = [];
  for (const reason of MISSING_REASONS) {
    const periods = [...reasons].filter(([, own]) => own === reason).map(([period]) => period);
    if (periods.length > 0) parts.push(`${reason}:${runsOf(periods.sort((a, b) => a - b)).join(",")}`);
  }
  return parts.join(";");
}

/** Ascending by period. @throws Error for a text in another form */
export function decodeMissing(text: string): MissingPeriod[] {
  const cells: MissingPeriod[] = [];
  for (const part of text === "" ? [] : text.split(";")) {
    const [, name, runs] = /^([a-z-]+):([-\d,]+)$/.exec(part) ?? [];
    const reason = MISSING_REASONS.find((known) => known === name);
    if (reason === undefined) throw new Error(`reasons for missing values can't be read: ${JSON.stringify(part)}`);
    for (const run of runs!.split(",")) {
      const [, first, last = first] = /^(-?\d+)(?:-(-?\d+))?$/.exec(run) ?? [];
      if (first === undefined) throw new Error(`reasons for missing values can't be read: ${JSON.stringify(run)}`);
      for (let period = Number(first); period <= Number(last); period++) cells.push({period, reason});
    }
  }
  return cells.sort((a, b) => a.period - b.period);
}

function runsOf(ascending: readonly number[]): string[] {
  const runs: string[] = [];
  for (let at = 0; at < ascending.length; ) {
    let end = at;
    while (ascending[end + 1] === ascending[end]! + 1) end++;
    runs.push(end === at ? String(ascending[at]) : `${ascending[at]}-${ascending[end]}`);
    at = end + 1;
  }
  return runs;
}
