// Tables of providers' catalogues. Part of the schema (schema.ts). They name datasets by code, since a dataset need not be there.

/** A catalogue that was loaded; its bytes are in the archive. */
export interface ListingTable {
  id: string;
  provider_code: string;
  published_at: string;
  loaded_at: string;
  fingerprint: string;
  source_file: string;
  parser: string;
  /** A record as JSON text. */
  hints: string;
  /** Name, SHA-256 and size of each. */
  files: string;
  entry_count: number;
}

/** What a catalogue says of one indicator; null where its form does not tell. */
export interface ListedIndicatorTable {
  provider_code: string;
  code: string;
  listing_id: string;
  /** Of the catalogue, as is the next. */
  published_at: string;
  loaded_at: string;
  name: string | null;
  agency: string | null;
  /** Lists of headings as JSON text. */
  topics: string | null;
  /** 1 or 0. */
  excluded: number | null;
}
