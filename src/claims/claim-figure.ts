// The number of a claim as people write it, with its unit: "10,3 %", "22 239 bn rubles", "RUB" after it or nothing.
//
// The unit is part of the claim: 92 trillion and 92 billion are two numbers. So what stands behind the digits must be a whole unit; a word
// that is none might change what the number says, and is refused.
import {plainWordsOf} from "../search/language/words.ts";
import {type Decimal, readClaim} from "../statistics/claim/claim.ts";
import {type ClaimUnit, unitAt} from "./claim-unit.ts";

export interface ClaimFigure {
  readonly number: Decimal;
  /** null: only digits are given. */
  readonly unit: ClaimUnit | null;
}

const DIGITS = /^([-+\u2212\u2012\u2013]?\s*\d[\d\s.,']*)(.*)$/su;

/** null: no number, more than 30 digits, or other words than a unit behind it [verify.*]. */
export function readFigure(text: string): ClaimFigure | null {
  const [, digits = "", rest = ""] = DIGITS.exec(text.trim()) ?? [];
  const number = readClaim(digits.replace(/[\s.,]+$/u, ""));
  if (number === null) return null;
  const words = plainWordsOf(rest.replaceAll("%", " percent "));
  if (words.length === 0) return {number, unit: null};
  const measured = unitAt(words, 0);
  return measured === null || measured.length < words.length ? null : {number, unit: measured.unit};
}
