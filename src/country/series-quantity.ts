// The quantity of a series: declared by a list of the reference or by its package, else by the rules for its codes, else unknown.
import {readQuantities} from "../reference/reference.ts";
import type {SeriesDimensions} from "../statistics/catalogue/catalogue.ts";
import {type DerivedQuantity, isQuantity, type Quantity, quantityByCodes} from "../statistics/derived/quantity.ts";
import {COUNTRIES} from "./countries.ts";

export interface SeriesQuantity {
  readonly meaning: DerivedQuantity;
  readonly isAdjusted: boolean;
}

/** @param declared by the package of the dataset, by indicator: for its plain values, not for rates of them */
export function quantityOfCodes(
  {provider, code}: {readonly provider: string; readonly code: string},
  {
    indicator,
    measure,
    transformation,
    unit,
  }: Pick<SeriesDimensions, "indicator" | "measure" | "transformation" | "unit">,
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
  if (row !== undefined)
    return {meaning: isQuantity(row.quantity) ? row.quantity : "unknown", isAdjusted: row.isAdjusted};
  const byCodes = quantityByCodes({measure, transformation, isPercent: isPercentUnit(unit)});
  const own = byCodes === null || byCodes === "level" ? declared.get(indicator) : undefined;
  return {meaning: own ?? byCodes ?? "unknown", isAdjusted: false};
}

const NOTHING: ReadonlyMap<string, Quantity> = new Map();

/** A code of a unit may be its name in the language of the publisher. */
export function isPercentUnit(unit: string | null): boolean {
  if (unit === null) return false;
  if (/^(?:pct|percent|744)$/i.test(unit)) return true;
  return COUNTRIES.some(({units}) => units.known(unit)?.code === units.percent().code);
}
