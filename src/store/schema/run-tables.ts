// Tables of load runs: what they did, what their checks found, those that were held. Part of the schema (schema.ts).
//
// A run may outlive its dataset, and a held one may be the first of a dataset that is not there yet.

/** 1 or 0, as in the rest of the schema. */
type Flag = number;
/** A record or a list as JSON text. */
type Json = string;

/** Outlives its dataset: the feed of updates tells of a dropped one too. */
export interface LoadRunTable {
  id: string;
  dataset_id: number | null;
  provider_code: string;
  dataset_code: string;
  /** As it was then: the dataset may be gone. */
  dataset_name: string;
  kind: "load" | "withdraw" | "drop" | "describe";
  day: string;
  loaded_at: string;
  published_at: string | null;
  release_id: number | null;
  new_values: number;
  revised_values: number;
  latest_period: string | null;
}

/** Load runs by day and dataset: the feed of updates as it is read. */
export interface UpdateDayTable {
  day: string;
  provider_code: string;
  dataset_code: string;
  /** As of the day's last act, like the latest period. */
  dataset_name: string;
  latest_period: string | null;
  latest_published_at: string | null;
  releases: number;
  new_values: number;
  revised_values: number;
}

/** One row: the load run that changed any dataset last. */
export interface LastChangeTable {
  id: number;
  load_run: string;
}

/** A run that published nothing. */
interface UnpublishedRunTable {
  id: string;
  provider_code: string;
  dataset_code: string;
  dataset_name: string;
  published_at: string;
  held_at: string;
  fingerprint: string;
  source_file: string;
  parser: string;
  /** Name, SHA-256 and size of each. */
  files: Json;
  value_count: number;
  unreadable_count: number;
}

/** A run that its checks held. Its bytes are in the archive. */
export interface HeldRunTable extends UnpublishedRunTable {
  hints: Json;
  series_count: number;
}

/** A run that was held until somebody discarded it: what is left to tell of it. */
export interface DiscardedRunTable extends UnpublishedRunTable {
  discarded_at: string;
  /** Whoever did it, as the command was told or the system knows. */
  discarded_by: string;
}

/** Why a release gives a series no value in some periods. Belongs to the dataset, unlike the rest of this file. */
export interface MissingValueTable {
  dataset_id: number;
  release_id: number;
  /** Of the series. */
  number: number;
  /** Reasons and runs of periods (statistics/missing-periods.ts). */
  cells: string;
}

/** Of a held run or of one that published. */
export interface RunCheckTable {
  load_run: string;
  position: number;
  name: string;
  required: Flag;
  passed: Flag;
  seen: string;
}

/** What could not be read and is in no release: of a held run, or of one that was accepted without it. */
export interface QuarantinedCellTable {
  load_run: string;
  position: number;
  kind: string;
  file: string;
  /** Of a workbook. */
  sheet: string | null;
  cell: string | null;
  line: number | null;
  /** A column's name or an element's path. */
  place: string | null;
  reason: string;
  text: string;
}
