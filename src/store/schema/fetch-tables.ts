// Tables of fetching (sources engine): who does work of one process now, what was fetched, and the pace of each host (store/fetches).
//
// Part of the first step of the schema (steps.ts): once released it never changes, later steps add. Moments are ISO 8601, UTC; `until` and
// `free_at` are milliseconds since 1970-01-01.
import type {TableShapes} from "./table-shape.ts";

export const FETCH_TABLES = {
  // Work that one process at a time does; it ends by itself at `until`, by the clock of the store.
  lease: {columns: {name: "text", holder: "text", until: "bigint"}, key: ["name"]},
  // The last due moment that was taken up; finished: 1 when its run has ended.
  fetch_source: {
    columns: {
      source: "text",
      moment: "text",
      finished: "integer",
      // Of runs in a row that reached nothing, and when the next try comes.
      failures: "integer",
      retry_at: "text?",
    },
    key: ["source"],
  },
  fetch_attempt: {
    identity: "alone",
    columns: {
      source: "text",
      address: "text",
      started_at: "text",
      milliseconds: "integer",
      status: "integer?",
      bytes: "bigint?",
      sha256: "text?",
      // Of the content, and of what it is read by; the release that has it, by its fingerprint.
      content: "text?",
      reading: "text",
      fingerprint: "text?",
      // As JSON text.
      headers: "text",
      // null: under way, or its process ended before its end.
      outcome: "text?",
      words: "text",
      provider_code: "text?",
      dataset_code: "text?",
      published_at: "text?",
      published_at_from: "text?",
      held_run: "text?",
    },
    indexes: [["source"]],
  },
  fetch_host: {columns: {host: "text", free_at: "bigint"}, key: ["host"]},
} as const satisfies TableShapes;
