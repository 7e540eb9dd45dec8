// The quantity of a series: declared by a list of the reference, else by the rules for its codes, else unknown.
import {COUNTRIES} from "../../country/countries.ts";
import {readQuantities} from "../../reference/reference.ts";
import {type Catalogue, dimensionsAt} from "../../statistics/catalogue/catalogue.ts";
import {type DerivedQuantity, isQuantity, type Quantity, quantityByCodes} from "../../statistics/derived/quantity.ts";
import type {DatasetRecord} from "../../store/datasets/dataset.ts";

export interface SeriesQuantity {
  readonly meaning: DerivedQuantity;
  readonly isAdjusted: boolean;
}

/** The same for many series: neighbours mostly have the same codes, and a list of rules is long. @param declared by dataset */
export function createQuantities(
  declared: ReadonlyMap<number, ReadonlyMap<string, Quantity>>,
): (dataset: DatasetRecord, catalogue: Catalogue, position: number) => SeriesQuantity {
  let known: {readonly catalogue: Catalogue; readonly position: number; readonly quantity: SeriesQuantity} | null =
    null;
  return (dataset, catalogue, position) => {
    if (known?.catalogue === catalogue && isAlike(catalogue, known.position, position)) return known.quantity;
    const quantity = quantityOf(dataset, catalogue, position, declared.get(dataset.id));
    known = {catalogue, position, quantity};
    return quantity;
  };
}

/** Whether two series of a catalogue have the codes that decide on the quantity in common. */
function isAlike({indicator, measure, transformation, unit}: Catalogue, one: number, other: number): boolean {
  for (const {index} of [indicator, measure, transformation, unit]) if (index[one] !== index[other]) return false;
  return true;
}

/** @param declared by the package of the dataset, by indicator: for its plain values, not for rates of them */
export function quantityOf(
  {provider, code}: Pick<DatasetRecord, "provider" | "code">,
  catalogue: Catalogue,
  position: number,
  declared: ReadonlyMap<string, Quantity> = NOTHING,
): SeriesQuantity {
  const {indicator, measure, transformation, unit} = dimensionsAt(catalogue, position);
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

/** A code of a unit may be its name in the language of the publisher. */
export function isPercent(unit: string | null): boolean {
  if (unit === null) return false;
  if (/^(?:pct|percent|744)$/i.test(unit)) return true;
  return COUNTRIES.some(({units}) => units.known(unit)?.code === units.percent().code);
}
