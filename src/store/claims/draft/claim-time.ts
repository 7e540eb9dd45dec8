// The period of a figure in a draft, and the period with which it is compared: each may stand in part in the clauses before it.
import type {ClaimPeriod} from "../claim-period.ts";
import {codeIn} from "../claim-phrases.ts";
import type {Clause, ToldPhrase, YearlessPeriod} from "./clause.ts";
import type {Portion} from "./portions.ts";

/** The period of a clause; `known` is that of the clauses before it, for "in October" and "a month earlier". */
export function periodOf({period, part, back}: Clause, known: ClaimPeriod | null): ClaimPeriod | null {
  if (period !== null) return period;
  if (known === null) return null;
  if (part !== null) {
    const year = yearOf(known);
    return year === null
      ? null
      : {frequency: part.frequency, ordinal: year * (part.frequency === "M" ? 12 : 4) + part.number - 1};
  }
  if (back === null || known.frequency === "D") return null;
  const steps = back === known.frequency ? 1 : back === "A" ? {A: 1, Q: 4, M: 12}[known.frequency] : null;
  return steps === null ? null : {frequency: known.frequency, ordinal: known.ordinal - steps};
}

/** "By 2 % to January" and "105 % to January" compare with a period; "to January it fell to 5 %" tells that of the number. */
export function splitBase({clause, position, by}: Portion): {
  clause: Clause;
  compared: ClaimPeriod | YearlessPeriod | null;
} {
  const {baseAt, period, part} = clause;
  const isBase = baseAt !== null && (baseAt >= position || (by !== null && codeIn("by", by) !== null));
  return isBase ? {clause: {...clause, period: null, part: null}, compared: period ?? part} : {clause, compared: null};
}

/** The phrase for the period with which a number is compared. null: no series compares so. */
export function baseOf(base: ClaimPeriod | YearlessPeriod, own: ClaimPeriod | null): readonly ToldPhrase[] | null {
  const as = (meaning: string, ...words: string[]): ToldPhrase[] => [{meaning, words, at: 0}];
  if (own === null || own.frequency === "D") return null;
  const year = yearOf(own)!;
  const a = "number" in base ? null : base;
  const isDecember = a !== null && a.frequency === "M" && a.ordinal === (year - 1) * 12 + 11;
  if (own.frequency === "A")
    return isDecember
      ? as("dec", "dec", "dec")
      : a?.frequency === "A" && a.ordinal === year - 1
        ? as("yoy", "yoy")
        : null;
  const perYear = {Q: 4, M: 12}[own.frequency];
  if (base.frequency !== own.frequency) return null;
  const ordinal = a?.ordinal ?? year * perYear + (base as YearlessPeriod).number - 1;
  if (ordinal === own.ordinal - 1) return own.frequency === "M" ? as("mom", "mom") : as("qoq", "qoq");
  return ordinal === own.ordinal - perYear ? as("yoy", "yoy") : isDecember ? as("ytd", "ytd") : null;
}

function yearOf({frequency, ordinal}: ClaimPeriod): number | null {
  if (frequency === "D") return null;
  return Math.floor(ordinal / {A: 1, Q: 4, M: 12}[frequency]);
}
