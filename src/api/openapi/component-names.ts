// Names of the schemas that stand as components, beside the answers themselves (operations.ts): clients generate their types
// from these, so a name is part of the interface.

import {ENVELOPE_SCHEMA, VALIDATION_SCHEMA} from "../errors.ts";
import {DATASET_BLOCK_SCHEMA, SERIES_SCHEMA, SLICE_SCHEMA} from "../slice/schema.ts";

export const COMPONENT_NAMES: ReadonlyMap<object, string> = new Map<object, string>([
  [ENVELOPE_SCHEMA, "Error"],
  [VALIDATION_SCHEMA, "ValidationError"],
  [SERIES_SCHEMA, "Series"],
  [SLICE_SCHEMA.properties.observations.items, "SliceObservation"],
  [DATASET_BLOCK_SCHEMA, "DatasetBlock"],
]);
