// Tables of the statistics and of the archive: datasets, releases, series and their descriptions.
//
// Part of the first step of the schema (steps.ts): once released it never changes, later steps add.
import type {TableShapes} from "./table-shape.ts";

export const DATASET_TABLES = {
  dataset: {
    identity: "alone",
    columns: {
      provider_code: "text",
      code: "text",
      // First characters of the keys of its series; two datasets may share them.
      key_prefix: "text",
      name: "text",
      revised: "integer",
      archival: "integer",
      // Random id of the load run that changed the dataset last.
      changed_by: "text",
      changed_at: "text",
      spans: "text",
      dimensions: "text",
      series_count: "integer",
      territory_count: "integer",
      source_url: "text?",
      next_release: "text?",
      // The fold over the metadata of the releases, as of the last load.
      metadata: "text",
    },
    unique: [["provider_code", "code"]],
    indexes: [["code"], ["key_prefix"]],
  },
  release: {
    identity: {behind: "dataset_id"},
    columns: {
      dataset_id: "integer",
      published_at: "text",
      // Place among the dataset's releases of that day, in the order of loading.
      sequence: "integer",
      fingerprint: "text",
      // Of what its files say, however they are packed and by whatever descriptor they are read.
      content: "text",
      source_file: "text?",
      source_url: "text?",
      parser: "text",
      hints: "text",
      load_run: "text",
      loaded_at: "text",
      metadata: "text",
      value_count: "bigint",
      new_values: "bigint",
      revised_values: "bigint",
      withdrawn_values: "bigint",
      // Over what is written once (releases/row-seal.ts), as is that of a load run.
      seal: "text",
    },
    unique: [
      ["dataset_id", "published_at", "sequence"],
      ["dataset_id", "published_at", "fingerprint"],
    ],
    indexes: [["fingerprint"], ["content"]],
  },
  release_file: {
    columns: {
      dataset_id: "integer",
      release_id: "integer",
      position: "integer",
      name: "text",
      sha256: "text",
      size: "bigint",
    },
    key: ["dataset_id", "release_id", "position"],
    indexes: [["sha256"]],
    clustered: true,
  },
  // Outlives its dataset: the feed of updates lists dropped datasets too.
  load_run: {
    columns: {
      id: "text",
      dataset_id: "integer?",
      provider_code: "text",
      dataset_code: "text",
      // The name at that time.
      dataset_name: "text",
      kind: "text",
      day: "text",
      loaded_at: "text",
      published_at: "text?",
      release_id: "integer?",
      new_values: "bigint",
      revised_values: "bigint",
      latest_period: "text?",
      seal: "text",
    },
    key: ["id"],
    indexes: [["day"]],
  },
  // Load runs by day and dataset, for the feed of updates; the name and the latest period are those after the last run of the day.
  update_day: {
    columns: {
      day: "text",
      provider_code: "text",
      dataset_code: "text",
      dataset_name: "text",
      latest_period: "text?",
      latest_published_at: "text?",
      releases: "bigint",
      new_values: "bigint",
      revised_values: "bigint",
    },
    key: ["day", "provider_code", "dataset_code"],
    indexes: [["dataset_code"]],
    clustered: true,
  },
  // One row: the last load run that changed any dataset.
  last_change: {columns: {id: "integer", load_run: "text"}, key: ["id"]},
  series: {
    columns: {
      dataset_id: "integer",
      number: "integer",
      key: "text",
      indicator: "text",
      classification: "text?",
      measure: "text?",
      transformation: "text?",
      unit: "text?",
      frequency: "text",
      territory: "text",
      first_period: "text",
      last_period: "text",
      observation_count: "integer",
    },
    key: ["dataset_id", "number"],
    unique: [["dataset_id", "key"]],
    clustered: true,
  },
  catalogue: {columns: {dataset_id: "integer", columns: "bytes"}, key: ["dataset_id"]},
  // named_on and named_at, here and below: the day of publication and the loading time of the release that gave the name; null: none did.
  indicator: {
    columns: {
      dataset_id: "integer",
      code: "text",
      label: "text",
      concept: "text",
      description: "text?",
      synonyms: "text",
      quantity: "text?",
      named_on: "text?",
      named_at: "text?",
    },
    key: ["dataset_id", "code"],
    indexes: [["concept"]],
    clustered: true,
  },
  class: {
    columns: {dataset_id: "integer", code: "text", name: "text", note: "text?"},
    key: ["dataset_id", "code"],
    clustered: true,
  },
  // Of series, or described by packages; without a description `name` and `mult` are null.
  unit: {
    columns: {
      dataset_id: "integer",
      code: "text",
      name: "text?",
      okei: "text?",
      mult: "real?",
      series_count: "integer",
      named_on: "text?",
      named_at: "text?",
    },
    key: ["dataset_id", "code"],
    clustered: true,
  },
  // Of series, or described by packages; named by no release: built in.
  territory: {
    columns: {
      dataset_id: "integer",
      code: "text",
      name: "text",
      level: "text",
      canonical: "text",
      parent: "text?",
      named_on: "text?",
      named_at: "text?",
    },
    key: ["dataset_id", "code"],
    indexes: [["named_on"]],
    clustered: true,
  },
  methodology: {
    columns: {dataset_id: "integer", coverage: "text?", exclusions: "text?", classifier: "text?", text: "text?"},
    key: ["dataset_id"],
  },
  // period_from, period_to: of an event, as its package wrote them; null: no event.
  note: {
    columns: {
      dataset_id: "integer",
      position: "integer",
      classification: "text?",
      text: "text",
      period_from: "text?",
      period_to: "text?",
    },
    key: ["dataset_id", "position"],
    clustered: true,
  },
  relation: {
    columns: {
      dataset_id: "integer",
      position: "integer",
      related_provider_code: "text",
      related_dataset_code: "text",
      relation: "text",
      splice: "integer",
      note: "text?",
    },
    key: ["dataset_id", "position"],
    clustered: true,
  },
  continuity: {
    columns: {
      dataset_id: "integer",
      position: "integer",
      class_from: "text",
      class_to: "text",
      period: "text",
      note: "text?",
    },
    key: ["dataset_id", "position"],
    clustered: true,
  },
  // English names that packages give to the dataset, its indicators, classes, units and territories, by the published name.
  english_name: {
    columns: {dataset_id: "integer", name: "text", english: "text"},
    key: ["dataset_id", "name"],
    clustered: true,
  },
  price_week: {
    columns: {dataset_id: "integer", year: "integer", week: "integer", day: "text"},
    key: ["dataset_id", "year", "week"],
    clustered: true,
  },
} as const satisfies TableShapes;

/** `place` is dataset_id * 2^24 + number: histories of one dataset are neighbours, in the order of their numbers. */
export const HISTORY_COLUMNS = {dataset_id: "integer", place: "bigint", estimates: "bytes"} as const;

/** Archived files of publishers, in chunks. */
export const SOURCE_TABLES = {
  source_file: {columns: {sha256: "text", size: "bigint", chunks: "integer"}, key: ["sha256"], clustered: true},
  source_chunk: {columns: {sha256: "text", number: "integer", bytes: "bytes"}, key: ["sha256", "number"]},
} as const satisfies TableShapes;
