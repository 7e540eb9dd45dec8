// The kind of thing that the values of a series measure: whether they may be added, averaged, chained, or compared in per cent.
//
// It is declared by a package or a list of the reference. Otherwise it follows from unit and transformation by the rules here, and is unknown
// if none fits: a sum of values that nobody knows to be flows may be a wrong number.

export const QUANTITIES = [
  "level",
  "flow",
  "stock",
  "cumulative",
  "index",
  "index_prev",
  "index_yoy",
  "rate",
  "price",
  "share",
] as const;

/**
 * level: an amount of which nobody said whether it is a flow or a stock; flow: of a period (production, wages paid); stock: on a day
 * (debt); cumulative: from the beginning of the year; index: to a fixed base; index_prev, index_yoy: the period before, or the same period
 * a year before, is 100; rate: per cent a year or per cent of something (a key rate, unemployment); price: of one unit; share: a part of a
 * whole.
 */
export type Quantity = (typeof QUANTITIES)[number];

export function isQuantity(text: string): text is Quantity {
  return (QUANTITIES as readonly string[]).includes(text);
}

/** Quantities, and what steps make of them. `unknown`: neither declared nor found by a rule. */
export type DerivedQuantity =
  | Quantity
  | "unknown"
  | "difference"
  | "pct_prev"
  | "pct_yoy"
  | "pct_ytd"
  | "annual_rate"
  | "log"
  | "ratio";

/** Whether the difference of two values is one of growth rates, and no change of what grows. */
export function meansGrowth(meaning: DerivedQuantity): boolean {
  return ["index_prev", "index_yoy", "pct_prev", "pct_yoy", "pct_ytd"].includes(meaning);
}

/** The codes that a rule reads; null: the series has no such code. */
export interface MeasuredBy {
  readonly measure: string | null;
  readonly transformation: string | null;
  /** Whether the unit is per cent. */
  readonly isPercent: boolean;
}

interface QuantityRule {
  /** Of measure or transformation: publishers use either. */
  readonly code: RegExp;
  readonly isPercent: boolean | null;
  readonly quantity: Quantity;
}

/** The first that fits counts. */
const RULES: readonly QuantityRule[] = [
  {code: /^(?:pct_(?:prev|mom|qoq)|prev_(?:month|quarter|date))$/, isPercent: true, quantity: "index_prev"},
  {code: /^(?:pct_yoy|prev_year_(?:month|quarter))$/, isPercent: true, quantity: "index_yoy"},
  {code: /^level_ytd$/, isPercent: null, quantity: "cumulative"},
  {code: /^level$/, isPercent: false, quantity: "level"},
];

/** null: no rule fits. */
export function quantityByCodes({measure, transformation, isPercent}: MeasuredBy): Quantity | null {
  const codes = [measure, transformation].filter((code) => code !== null);
  const rule = RULES.find(
    (one) => (one.isPercent ?? isPercent) === isPercent && codes.some((code) => one.code.test(code)),
  );
  return rule?.quantity ?? null;
}
