// The rate for one unit of a currency: Value divided by Nominal, exactly.
//
// The nominal of a currency changes over time (100 yen, then 10 dirhams), so a series of Values as they stand would leap.

import {parseNumberText} from "../../../country/ru/number-text.ts";
import {exactQuotient} from "../../../statistics/exact-quotient.ts";
import type {RateRecord} from "./rate-records.ts";

export interface RateProblem {
  readonly column: string;
  readonly reason: string;
  readonly text: string;
}

/** The rate, or why it can't be told. */
export function unitRate({value, nominal, unitRate: written}: RateRecord): number | RateProblem {
  const rate = plainDecimal(value?.text ?? "");
  if (rate === null || Number(rate) <= 0) return {column: "Value", reason: "is not a rate", text: value?.text ?? ""};
  const units = plainDecimal(nominal?.text ?? "");
  if (units === null || !/^[1-9]\d*$/.test(units))
    return {column: "Nominal", reason: "is not a number of units", text: nominal?.text ?? ""};
  const quotient = exactQuotient(rate, units);
  const own = written === undefined ? null : plainDecimal(written.text);
  if (written !== undefined && (own === null || !agrees(quotient, own)))
    return {column: "VunitRate", reason: `is not Value / Nominal, which is ${quotient}`, text: written.text};
  return quotient;
}

/** What was done to the value, in words. */
export function rateSteps({value, nominal}: RateRecord): string[] {
  const steps: string[] = [];
  if (/[\s\u00a0\u202f]/.test((value?.text ?? "").trim())) steps.push("blanks between thousands taken out");
  const units = plainDecimal(nominal?.text ?? "");
  if (units !== null && units !== "1") steps.push(`divided by the nominal ${units}`);
  return steps;
}

/** FIX-cbr-06: "1\u00a0050,0000" has a no-break space between its thousands. Digits with a decimal point, or null. */
function plainDecimal(text: string): string | null {
  if (parseNumberText(text).kind !== "value") return null;
  const plain = text.replace(/[\s\u00a0\u202f\u2009]/g, "").replace(",", ".");
  return /^\d+(\.\d+)?$/.test(plain) ? plain : null;
}

/** To as many decimals as the Bank gives. */
function agrees(quotient: number, written: string): boolean {
  const decimals = written.split(".")[1]?.length ?? 0;
  return Math.abs(quotient - Number(written)) <= 0.5000001 * 10 ** -decimals;
}
