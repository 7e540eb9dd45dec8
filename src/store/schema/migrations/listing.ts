// Tables of providers' catalogues. Part of a released migration: a later step adds, nothing here changes.
import type {TableShape} from "./table.ts";

export const LISTING_TABLES: Readonly<Record<string, TableShape>> = {
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
  listed_indicator: {
    columns: {
      provider_code: "text",
      code: "text",
      listing_id: "text",
      published_at: "text",
      loaded_at: "text",
      name: "text?",
      agency: "text?",
      topics: "text?",
      excluded: "integer?",
    },
    key: ["provider_code", "code", "listing_id"],
    clustered: true,
  },
};
