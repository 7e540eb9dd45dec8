// Migrations of the statistics: datasets, releases, series, histories and what describes them.
//
// Released steps stay as they are; the list only grows.
import type {Queries} from "../engines.ts";
import type {Migration} from "../migration.ts";
import {run, type Script} from "../script.ts";
import {LISTING_TABLES} from "./listing.ts";
import {DISCARDED_RUN, MISSING_VALUE, RUN_TABLES} from "./runs.ts";
import {createTable, type TableShape} from "./table.ts";

export const STATISTICS_MIGRATIONS: readonly Migration[] = [
  createStatistics,
  addRuns,
  keepHistoriesPacked,
  addMissingValues,
  addDiscardedRuns,
  addListings,
];

function* createStatistics(q: Queries): Script<void> {
  for (const [name, shape] of Object.entries(FIRST_TABLES)) yield* createTable(q, name, shape);
  yield* createTable(q, "history", {
    columns: {dataset_id: "integer", place: "bigint", estimates: "bytes"},
    key: q.differences.historyKey,
  });
}

function* addRuns(q: Queries): Script<void> {
  for (const [name, shape] of Object.entries(RUN_TABLES)) yield* createTable(q, name, shape);
}

/** They are packed already, and unpacking what was packed twice costs every reader. */
function* keepHistoriesPacked(q: Queries): Script<void> {
  const statement = q.differences.keepPacked?.("history", "estimates");
  if (statement !== undefined) yield* run(statement.compile(q.db));
}

function* addMissingValues(q: Queries): Script<void> {
  yield* createTable(q, "missing_value", MISSING_VALUE);
}

function* addDiscardedRuns(q: Queries): Script<void> {
  yield* createTable(q, "discarded_run", DISCARDED_RUN);
}

/** Catalogues of providers. */
function* addListings(q: Queries): Script<void> {
  for (const [name, shape] of Object.entries(LISTING_TABLES)) yield* createTable(q, name, shape);
}

const FIRST_TABLES: Readonly<Record<string, TableShape>> = {
  dataset: {
    identity: "alone",
    columns: {
      provider_code: "text",
      code: "text",
      key_prefix: "text",
      name: "text",
      revised: "integer",
      archival: "integer",
      changed_by: "text",
      changed_at: "text",
      spans: "text",
      dimensions: "text",
      series_count: "integer",
      territory_count: "integer",
      source_url: "text?",
      next_release: "text?",
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
      sequence: "integer",
      fingerprint: "text",
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
    },
    unique: [
      ["dataset_id", "published_at", "sequence"],
      ["dataset_id", "published_at", "fingerprint"],
    ],
    indexes: [["fingerprint"]],
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
    clustered: true,
  },
  load_run: {
    columns: {
      id: "text",
      dataset_id: "integer?",
      provider_code: "text",
      dataset_code: "text",
      dataset_name: "text",
      kind: "text",
      day: "text",
      loaded_at: "text",
      published_at: "text?",
      release_id: "integer?",
      new_values: "bigint",
      revised_values: "bigint",
      latest_period: "text?",
    },
    key: ["id"],
    indexes: [["day"]],
  },
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
  indicator: {
    columns: {
      dataset_id: "integer",
      code: "text",
      label: "text",
      concept: "text",
      description: "text?",
      synonyms: "text",
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
  note: {
    columns: {dataset_id: "integer", position: "integer", classification: "text?", text: "text"},
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
  price_week: {
    columns: {dataset_id: "integer", year: "integer", week: "integer", day: "text"},
    key: ["dataset_id", "year", "week"],
    clustered: true,
  },
};
