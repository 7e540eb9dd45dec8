// What computed values are counted in: it decides how many digits pages show of them (client/computed-digits.ts).
import {derivedUnit} from "../../statistics/derived/formula.ts";
import type {DerivedQuantity} from "../../statistics/derived/quantity.ts";
import type {ComputedUnit} from "../client/computed-digits.ts";

/** @param before the quantity of the published values */
export function computedUnit(meaning: DerivedQuantity, before: DerivedQuantity = "unknown"): ComputedUnit {
  if (/^(?:pct_|annual_rate)/.test(meaning)) return "percent";
  return meaning === "difference" && derivedUnit(meaning, before, "") !== "" ? "points" : "other";
}
