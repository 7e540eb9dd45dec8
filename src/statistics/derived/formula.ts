// How a derived series is explained to its reader: each step as a formula, and the unit of the result.
import type {Frequency} from "../time/frequency.ts";
import type {DerivedQuantity} from "./quantity.ts";
import {type DeriveStep, stepText} from "./step.ts";

const YEAR: Readonly<Record<Frequency, string>> = {
  ...{D: "the same day a year before", W: "the same week a year before", M: "t−12", Q: "t−4", A: "t−1"},
};

/** "yoy_pct: 100 × (x[t] / x[t−12] − 1)". @param frequency of the input of the step */
function formulaOf(step: DeriveStep, frequency: Frequency): string {
  return `${stepText(step)}: ${rightSide(step, YEAR[frequency])}`;
}

/** The formulas of the steps, and the frequency of their result. @param of the frequency of the published values */
export function formulasOf(
  steps: readonly DeriveStep[],
  of: Frequency,
): {readonly formula: string; readonly frequency: Frequency} {
  let frequency = of;
  const formulas = steps.map((step) => {
    const own = formulaOf(step, frequency);
    if (step.name === "to") frequency = step.target;
    return own;
  });
  return {formula: formulas.join("; "), frequency};
}

function rightSide(step: DeriveStep, year: string): string {
  switch (step.name) {
    case "change":
      return "x[t] − x[t−1]";
    case "yoy":
      return `x[t] − x[${year}]`;
    case "pct":
      return "100 × (x[t] / x[t−1] − 1)";
    case "yoy_pct":
      return `100 × (x[t] / x[${year}] − 1)`;
    case "ytd_pct":
      return "100 × (x[t] / x[December before] − 1)";
    case "saar":
      return "100 × (g[t]^n − 1), g the growth on the period before, n the periods of a year";
    case "cca":
      return "100 × n × ln g[t], g the growth on the period before, n the periods of a year";
    case "log":
      return "ln x[t]";
    case "index":
      return `100 × x[t] / x[${step.period}]`;
    case "chain":
      return `I[t] = I[t−1] × g[t], I[${step.period}] = 100`;
    case "rolling":
      return `${step.by} of x[t−${step.periods - 1}] … x[t]`;
    case "to":
      return `${step.by === "chain" ? "product of the growth" : step.by === "end" ? "last value" : step.by} of the ${step.target === "A" ? "year" : "quarter"}`;
    case "minus":
      return `x[t] − y[t], y is ${step.key}`;
    case "over":
      return `x[t] / y[t], y is ${step.key}`;
    case "real":
      return `x[t] × p[last] / p[t], p is the price index ${step.key}, a finer one by its mean over t, for stocks at the end of t`;
  }
}

/** @param quantity of the result @param before quantity of the published values @param unit their unit */
export function derivedUnit(quantity: DerivedQuantity, before: DerivedQuantity, unit: string): string {
  if (quantity === "difference") return isPercent(before) ? "percentage points" : unit;
  if (quantity === "index") return before === "index" ? unit : "index";
  if (quantity === "log" || quantity === "ratio") return quantity;
  return isPercent(quantity) && !isPercent(before) ? "percent" : unit;
}

function isPercent(quantity: DerivedQuantity): boolean {
  return /^(?:rate|share|index_|pct_|annual_rate)/.test(quantity);
}
