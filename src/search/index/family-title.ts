// The titles of a family's series: all begin alike, and the territory ends them.
import {compareCodes} from "../../statistics/catalogue/code-order.ts";
import {seriesTitle} from "../../statistics/catalogue/series-identity.ts";
import type {DatasetPart} from "./dataset-part.ts";

/** Of a part, what makes its titles. */
type Titled = Pick<DatasetPart, "classification" | "indicator" | "classNames" | "indicatorLabels">;

/** The title up to the territory. */
export function headOf({classification, indicator, classNames, indicatorLabels}: Titled, family: number): string {
  return seriesTitle({
    classification: classification.codes[classification.index[family]!] ?? null,
    className: classNames[classification.index[family]!] ?? null,
    indicatorLabel: indicatorLabels[indicator.index[family]!]!,
    territoryName: " ",
  }).slice(0, -1);
}

/** The title of the series of a territory. */
export function titleOf(head: string, territoryName: string): string {
  return territoryName === "" ? head.replace(/, $/, "") : head + territoryName;
}

/** Whether all titles that begin with `head` come after all that begin with `root`; where it continues the root their titles mix. */
export function isAfterAll(head: string, root: string): boolean {
  return !head.startsWith(root) && compareCodes(head, root) > 0;
}
