// The quantity of a series: declared by a list of the reference, else by the rules for its codes, else unknown.
import {COUNTRIES} from "../../country/countries.ts";
import {readQuantities} from "../../reference/reference.ts";
import {type Catalogue, dimensionsAt} from "../../statistics/catalogue/catalogue.ts";
import {type DerivedQuantity, isQuantity, quantityByCodes} from "../../statistics/derived/quantity.ts";
import type {DatasetRecord} from "../../store/datasets/dataset.ts";

export interface SeriesQuantity {
  readonly meaning: DerivedQuantity;
  readonly isAdjusted: boolean;
}

export function quantityOf(
  {provider, code}: Pick<DatasetRecord, "provider" | "code">,
  catalogue: Catalogue,
  position: number,
): SeriesQuantity {
  const {indicator, measure, transformation, unit} = dimensionsAt(catalogue, position);
  const dataset = `${provider}/${code}`;
  const fits = (declared: string | null, own: string | null) => declared === null || declared === own;
  const row = readQuantities().find(
    (one) =>
      one.dataset === dataset &&
      fits(one.indicator, indicator) &&
      fits(one.measure, measure) &&
      fits(one.transformation, transformation),
  );
  if (row === undefined)
    return {
      meaning: quantityByCodes({measure, transformation, isPercent: isPercent(unit)}) ?? "unknown",
      isAdjusted: false,
    };
  return {meaning: isQuantity(row.quantity) ? row.quantity : "unknown", isAdjusted: row.isAdjusted};
}

/** A code of a unit may be its name in the language of the publisher. */
function isPercent(unit: string | null): boolean {
  if (unit === null) return false;
  if (/^(?:pct|percent|744)$/i.test(unit)) return true;
  return COUNTRIES.some(({units}) => units.known(unit)?.code === units.percent().code);
}
