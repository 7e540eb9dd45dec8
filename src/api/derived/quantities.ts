// The quantity of the series at a position of a catalogue.
import {quantityOfSeries, type SeriesQuantity} from "../../country/series-quantity.ts";
import {type Catalogue, dimensionsAt} from "../../statistics/catalogue/catalogue.ts";
import type {Quantity} from "../../statistics/derived/quantity.ts";
import type {DatasetRecord} from "../../store/datasets/dataset.ts";

/** @param declared by the package of the dataset, by indicator: for its plain values, not for rates of them */
export function quantityOf(
  dataset: Pick<DatasetRecord, "provider" | "code">,
  catalogue: Catalogue,
  position: number,
  declared?: ReadonlyMap<string, Quantity>,
): SeriesQuantity {
  return quantityOfSeries(dataset, dimensionsAt(catalogue, position), declared);
}
