// Whether the line of a series is steps: its values hold until another is decided.
import {valuesAreHeld} from "../../country/series-quantity.ts";
import type {SeriesDimensions} from "../../statistics/catalogue/catalogue.ts";

type Held = Pick<SeriesDimensions, "indicator" | "measure" | "transformation">;

/** For a line of published values. */
export function steppedView({
  dataset,
  series,
}: {
  readonly dataset: {readonly provider: string; readonly code: string};
  readonly series: Held;
}): {readonly isStepped: boolean} {
  return {isStepped: valuesAreHeld(dataset, series)};
}

/** The same of a series that was found with the codes of its dataset. */
export function steppedFound(series: Held & {readonly provider: string; readonly dataset: string}): {
  readonly isStepped: boolean;
} {
  return {isStepped: valuesAreHeld({provider: series.provider, code: series.dataset}, series)};
}
