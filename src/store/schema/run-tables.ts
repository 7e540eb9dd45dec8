// Tables that later steps added to the statistics: load runs beside what they published, missing values, publishers' lists of indicators.
//
// A run may outlive its dataset, and a held run may be the first of a dataset that does not exist yet. Part of the first
// step of the schema (steps.ts).
import type {TableShapes} from "./table-shape.ts";

/** The dataset of a run, and the time when it was held. */
const HELD = {
  id: "text",
  provider_code: "text",
  dataset_code: "text",
  dataset_name: "text",
  published_at: "text",
  held_at: "text",
} as const;

/** The bytes that were read, and the parser. */
const READ = {fingerprint: "text", source_file: "text", parser: "text"} as const;

export const RUN_TABLES = {
  // Held by its checks; the bytes are in the archive.
  held_run: {
    columns: {
      ...HELD,
      ...READ,
      hints: "text",
      // Name, SHA-256 and size of each, as JSON text.
      files: "text",
      series_count: "integer",
      value_count: "bigint",
      unreadable_count: "bigint",
    },
    key: ["id"],
    indexes: [["fingerprint"]],
  },
  run_check: {
    columns: {
      load_run: "text",
      position: "integer",
      name: "text",
      required: "integer",
      passed: "integer",
      // Findings as JSON text (text/finding.ts); of runs of version 1.0.0 an English text.
      seen: "text",
    },
    key: ["load_run", "position"],
  },
  // A value that could not be read and is in no release: of a held run, or of one accepted without it.
  quarantined_cell: {
    columns: {
      load_run: "text",
      position: "integer",
      kind: "text",
      file: "text",
      // Of a workbook, as is `cell`.
      sheet: "text?",
      cell: "text?",
      line: "integer?",
      // A column's name or an element's path.
      place: "text?",
      reason: "text",
      text: "text",
    },
    key: ["load_run", "position"],
  },
} as const satisfies TableShapes;

/** Why a release gives a series no value in some periods. */
export const MISSING_TABLES = {
  missing_value: {
    // number: of the series; cells: reasons and runs of periods (statistics/time/missing-periods.ts)
    columns: {dataset_id: "integer", release_id: "integer", number: "integer", cells: "text"},
    key: ["dataset_id", "release_id", "number"],
    // Every answer of observations looks up the reasons of one series.
    indexes: [["dataset_id", "number"]],
  },
} as const satisfies TableShapes;

/** Runs that were held until a user discarded them; their checks and cells stay. */
export const DISCARDED_TABLES = {
  discarded_run: {
    columns: {
      ...HELD,
      discarded_at: "text",
      // The user, as given to the command or known to the system.
      discarded_by: "text",
      ...READ,
      files: "text",
      value_count: "bigint",
      unreadable_count: "bigint",
    },
    key: ["id"],
  },
} as const satisfies TableShapes;

/** What a load of a large dataset writes only in part: the blocks of its catalogue, of which the column of `catalogue` has the manifest (statistics/catalogue/catalogue-code.ts). */
export const BLOB_TABLES = {
  catalogue_piece: {columns: {dataset_id: "integer", number: "integer", bytes: "bytes"}, key: ["dataset_id", "number"]},
  // Classes of the metadata of a dataset that has many, as JSON text (datasets/metadata-classes.ts).
  metadata_piece: {columns: {dataset_id: "integer", number: "integer", classes: "text"}, key: ["dataset_id", "number"]},
} as const satisfies TableShapes;

/** What a run gives up, or would give up if it is accepted: unreadable places with one text, and series that are gone. */
export const LOSS_TABLES = {
  run_loss: {
    columns: {
      load_run: "text",
      position: "integer",
      kind: "text",
      reason: "text",
      text: "text",
      places: "bigint",
      value_count: "bigint",
      // The first of the places.
      example: "text",
    },
    key: ["load_run", "position"],
  },
} as const satisfies TableShapes;

/** What a held run would change, and what a person said of it. */
export const DECISION_TABLES = {
  run_difference: {
    columns: {
      load_run: "text",
      new_values: "bigint",
      changed_values: "bigint",
      gone_values: "bigint",
      changed_series: "integer",
      // The series that change most, as JSON text (statistics/value-difference.ts).
      series: "text",
    },
    key: ["load_run"],
  },
  run_decision: {
    // decision: accepted or discarded
    columns: {load_run: "text", decision: "text", decided_at: "text", decided_by: "text", reason: "text"},
    key: ["load_run"],
  },
} as const satisfies TableShapes;

/** Publishers' lists of indicators. They name datasets by code, because a dataset need not exist. */
export const LISTING_TABLES = {
  // A list that was loaded; its bytes are in the archive.
  listing: {
    columns: {
      id: "text",
      provider_code: "text",
      published_at: "text",
      loaded_at: "text",
      fingerprint: "text",
      source_file: "text",
      parser: "text",
      hints: "text",
      files: "text",
      entry_count: "integer",
    },
    key: ["id"],
  },
  // One indicator of a list; null where the form of the list does not say.
  listed_indicator: {
    columns: {
      provider_code: "text",
      code: "text",
      listing_id: "text",
      // Of the list, as is `loaded_at`.
      published_at: "text",
      loaded_at: "text",
      name: "text?",
      agency: "text?",
      // Lists of headings as JSON text.
      topics: "text?",
      excluded: "integer?",
    },
    key: ["provider_code", "code", "listing_id"],
    clustered: true,
  },
} as const satisfies TableShapes;

/** What loads made of datasets for search (search/segment.ts): blob 0 tells of what, and what the others are. */
export const SEARCH_TABLES = {
  search_piece: {columns: {dataset_id: "integer", number: "integer", bytes: "bytes"}, key: ["dataset_id", "number"]},
} as const satisfies TableShapes;
