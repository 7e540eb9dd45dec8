// Tables of the feed of changes [changes.*]: the load runs in the order of their commits, and what each touched; and what is followed of another service.
//
// Values are not stored again: blobs say where something changed (statistics/changes/touched-code.ts), and histories have the values. Part
// of the first step of the schema (steps.ts).
import type {TableShapes} from "./table-shape.ts";

export const CHANGE_TABLES = {
  change_run: {
    columns: {
      // From 1 without gaps, in the order of commits.
      sequence: "integer",
      load_run: "text",
      dataset_id: "integer",
      provider_code: "text",
      dataset_code: "text",
      // ISO 8601, UTC.
      changed_at: "text",
      // changed or dropped
      kind: "text",
      // Number of its blobs; 0: of a dataset that was dropped later; -1: deleted by age.
      blobs: "integer",
    },
    key: ["sequence"],
    indexes: [["provider_code", "sequence"], ["dataset_code", "sequence"], ["dataset_id"]],
  },
  change_blob: {
    columns: {load_run: "text", dataset_id: "integer", number: "integer", bytes: "bytes"},
    key: ["load_run", "dataset_id", "number"],
  },
  // One row: the service that the store mirrors (ryad pull), and since when it had everything of it; ISO 8601, UTC; null: not yet.
  mirror: {columns: {id: "integer", origin: "text", exact_at: "text?"}, key: ["id"]},
  // How far a dataset is followed: the cursor of the feed of the origin behind what is stored of it; and the version of the files of the origin with whose
  // digest it was compared last; null: it was not; with "!" before it: they differed, and the dataset was taken anew; and the load run that made the state there;
  // and what lists say of the dataset there, as JSON text.
  mirror_dataset: {
    columns: {
      provider_code: "text",
      dataset_code: "text",
      cursor: "text",
      compared: "text?",
      state: "text?",
      listed: "text",
    },
    key: ["provider_code", "dataset_code"],
  },
} as const satisfies TableShapes;
