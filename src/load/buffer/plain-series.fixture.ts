// A series for tests that do not need its dimensions.
import type {SeriesDimensions} from "../../statistics/catalogue/catalogue.ts";

export const PLAIN_SERIES: SeriesDimensions = {
  indicator: "x",
  classification: null,
  measure: null,
  transformation: null,
  unit: null,
  frequency: "A",
  territory: "643",
};
