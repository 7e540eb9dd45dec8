// The quantity of a series: declared by a list of the reference, else by its package, else by the rules for its codes, else unknown.
//
// It is here because a code of a unit may be its name in the language of a country's publishers.
import {readQuantities} from "../reference/reference.ts";
import {type DerivedQuantity, isQuantity, type Quantity, quantityByCodes} from "../statistics/derived/quantity.ts";
import {COUNTRIES} from "./countries.ts";

export interface SeriesQuantity {
  readonly meaning: DerivedQuantity;
  readonly isAdjusted: boolean;
}

interface OfSeries {
  readonly indicator: string;
  readonly measure: string | null;
  readonly transformation: string | null;
  readonly unit: string | null;
}

/** @param declared by the package of the dataset, by indicator: for its plain values, not for rates of them (CONTRACT 6.9) */
export function quantityOfSeries(
  {provider, code}: {readonly provider: string; readonly code: string},
  {indicator, measure, transformation, unit}: OfSeries,
  declared: ReadonlyMap<string, Quantity> = NOTHING,
): SeriesQuantity {
  const dataset = `${provider}/${code}`;
  const fits = (wanted: string | null, own: string | null) => wanted === null || wanted === own;
  const row = readQuantities().find(
    (one) =>
      one.dataset === dataset &&
      fits(one.indicator, indicator) &&
      fits(one.measure, measure) &&
      fits(one.transformation, transformation),
  );
  if (row === undefined) {
    const byCodes = quantityByCodes({measure, transformation, isPercent: isPercent(unit)});
    const own = byCodes === null || byCodes === "level" ? declared.get(indicator) : undefined;
    return {meaning: own ?? byCodes ?? "unknown", isAdjusted: false};
  }
  return {meaning: isQuantity(row.quantity) ? row.quantity : "unknown", isAdjusted: row.isAdjusted};
}

const NOTHING: ReadonlyMap<string, Quantity> = new Map();

function isPercent(unit: string | null): boolean {
  if (unit === null) return false;
  if (/^(?:pct|percent|744)$/i.test(unit)) return true;
  return COUNTRIES.some(({units}) => units.known(unit)?.code === units.percent().code);
}
