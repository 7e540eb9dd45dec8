// The quantities of the series of a catalogue (country/series-quantity.ts), for pages of many of them.
import {quantityOfCodes, type SeriesQuantity} from "../../country/series-quantity.ts";
import {type Catalogue, dimensionsAt} from "../../statistics/catalogue/catalogue.ts";
import type {Quantity} from "../../statistics/derived/quantity.ts";
import type {DatasetRecord} from "../../store/datasets/dataset.ts";

/** Neighbours mostly have the same codes, and a list of rules is long. @param declared by packages: by dataset, then by indicator */
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

export function quantityOf(
  dataset: Pick<DatasetRecord, "provider" | "code">,
  catalogue: Catalogue,
  position: number,
  declared?: ReadonlyMap<string, Quantity>,
): SeriesQuantity {
  return quantityOfCodes(dataset, dimensionsAt(catalogue, position), declared);
}
