// The slice of everything: for answers whose series are named by keys, or that take a whole dataset, and yet are read as a slice is.
import type {Slice} from "./request.ts";

/** Without bounds and filters; the dataset is filled in by who knows it. */
export const WHOLE_SLICE: Slice = {
  provider: null,
  dataset: "",
  filters: {
    territory: {kind: "level", level: "all"},
    classification: null,
    measure: null,
    transformation: null,
    unit: null,
    frequency: null,
  },
  from: null,
  to: null,
  asOf: null,
  last: null,
  format: "json",
  labels: false,
  language: "published",
  bom: false,
  decimal: "point",
  finality: false,
  limit: 1,
  offset: 0,
};
