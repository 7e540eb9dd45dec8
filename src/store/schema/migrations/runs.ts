// Tables of load runs beside what they published: the checks of each, runs that were held, and what could not be read.
//
// Part of a released migration: a later step adds, nothing here changes.
import type {TableShape} from "./table.ts";

/** Which dataset's a run would have been, and since when it is held. */
const HELD = {
  id: "text",
  provider_code: "text",
  dataset_code: "text",
  dataset_name: "text",
  published_at: "text",
  held_at: "text",
} as const;

/** What a run read, and by which parser. */
const READ = {fingerprint: "text", source_file: "text", parser: "text"} as const;

/** A later step's: why a release gives a series no value in some periods. */
export const MISSING_VALUE: TableShape = {
  columns: {dataset_id: "integer", release_id: "integer", number: "integer", cells: "text"},
  key: ["dataset_id", "release_id", "number"],
};

/** A later step's: runs that were held and that somebody did not want; their checks and cells stay with them. */
export const DISCARDED_RUN: TableShape = {
  columns: {
    ...HELD,
    discarded_at: "text",
    discarded_by: "text",
    ...READ,
    files: "text",
    value_count: "bigint",
    unreadable_count: "bigint",
  },
  key: ["id"],
};

export const RUN_TABLES: Readonly<Record<string, TableShape>> = {
  held_run: {
    columns: {
      ...HELD,
      ...READ,
      hints: "text",
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
      seen: "text",
    },
    key: ["load_run", "position"],
  },
  quarantined_cell: {
    columns: {
      load_run: "text",
      position: "integer",
      kind: "text",
      file: "text",
      sheet: "text?",
      cell: "text?",
      line: "integer?",
      place: "text?",
      reason: "text",
      text: "text",
    },
    key: ["load_run", "position"],
  },
};
