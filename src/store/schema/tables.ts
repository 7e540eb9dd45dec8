// Tables of the store, one description for every engine. Singular, snake_case; every day is text YYYY-MM-DD.
//
// Columns hold only texts, numbers and bytes, so that a column has the same JavaScript type on every engine: yes and no are
// 1 and 0, lists and records are JSON text. Every unique key of a dataset's table begins with dataset_id (it may be distributed by it).
import type {GeneratedAlways, Insertable, Selectable} from "kysely";
import type {AccountSchema} from "./account-tables.ts";
import type {ListedIndicatorTable, ListingTable} from "./listing-tables.ts";
import type {
  DiscardedRunTable,
  HeldRunTable,
  LastChangeTable,
  LoadRunTable,
  MissingValueTable,
  QuarantinedCellTable,
  RunCheckTable,
  UpdateDayTable,
} from "./run-tables.ts";

/** 1 or 0. */
export type Flag = number;
/** A record or a list as JSON text. */
export type Json = string;

interface SchemaVersionTable {
  part: string;
  version: number;
}

interface DatasetTable {
  id: GeneratedAlways<number>;
  provider_code: string;
  code: string;
  /** First characters of the keys of its series; two datasets may share them. */
  key_prefix: string;
  name: string;
  revised: Flag;
  archival: Flag;
  /** Random id of the load run that changed the dataset last. */
  changed_by: string;
  changed_at: string;
  spans: Json;
  dimensions: Json;
  series_count: number;
  territory_count: number;
  source_url: string | null;
  next_release: string | null;
  /** The fold over the releases' metadata, as it was at the last load. */
  metadata: Json;
}

interface ReleaseTable {
  dataset_id: number;
  id: GeneratedAlways<number>;
  published_at: string;
  /** Place among the dataset's releases of that day, in the order of loading. */
  sequence: number;
  fingerprint: string;
  source_file: string | null;
  source_url: string | null;
  parser: string;
  hints: Json;
  load_run: string;
  loaded_at: string;
  metadata: Json;
  value_count: number;
  new_values: number;
  revised_values: number;
}

interface ReleaseFileTable {
  dataset_id: number;
  release_id: number;
  position: number;
  name: string;
  sha256: string;
  size: number;
}

interface SeriesTable {
  dataset_id: number;
  number: number;
  key: string;
  indicator: string;
  classification: string | null;
  measure: string | null;
  transformation: string | null;
  unit: string | null;
  frequency: string;
  territory: string;
  first_period: string;
  last_period: string;
  observation_count: number;
}

/** `place` is dataset_id * 2^24 + number: histories of one dataset lie side by side, in the order of their numbers. */
interface HistoryTable {
  dataset_id: number;
  place: number;
  estimates: Uint8Array;
}

interface CatalogueTable {
  dataset_id: number;
  columns: Uint8Array;
}

/** Which release gave a name: its day of publication, and when it was loaded. Null where none did. */
interface Named {
  named_on: string | null;
  named_at: string | null;
}

interface IndicatorTable extends Named {
  dataset_id: number;
  code: string;
  label: string;
  concept: string;
  description: string | null;
  synonyms: Json;
}

interface ClassTable {
  dataset_id: number;
  code: string;
  name: string;
  note: string | null;
}

/** Units that the dataset's series bear or its packages describe; without a description `name` and `mult` are null. */
interface UnitTable extends Named {
  dataset_id: number;
  code: string;
  name: string | null;
  okei: string | null;
  mult: number | null;
  series_count: number;
}

/** Territories that the dataset's series bear or its packages describe; named by no release: built in. */
interface TerritoryTable extends Named {
  dataset_id: number;
  code: string;
  name: string;
  level: string;
  canonical: string;
  parent: string | null;
}

interface MethodologyTable {
  dataset_id: number;
  coverage: string | null;
  exclusions: string | null;
  classifier: string | null;
  text: string | null;
}

interface NoteTable {
  dataset_id: number;
  position: number;
  classification: string | null;
  text: string;
}

interface RelationTable {
  dataset_id: number;
  position: number;
  related_provider_code: string;
  related_dataset_code: string;
  relation: string;
  splice: Flag;
  note: string | null;
}

interface ContinuityTable {
  dataset_id: number;
  position: number;
  class_from: string;
  class_to: string;
  period: string;
  note: string | null;
}

interface PriceWeekTable {
  dataset_id: number;
  year: number;
  week: number;
  day: string;
}

interface SourceFileTable {
  sha256: string;
  size: number;
  chunks: number;
}

interface SourceChunkTable {
  sha256: string;
  number: number;
  bytes: Uint8Array;
}

export interface Schema extends AccountSchema {
  schema_version: SchemaVersionTable;
  dataset: DatasetTable;
  release: ReleaseTable;
  release_file: ReleaseFileTable;
  load_run: LoadRunTable;
  held_run: HeldRunTable;
  discarded_run: DiscardedRunTable;
  run_check: RunCheckTable;
  quarantined_cell: QuarantinedCellTable;
  missing_value: MissingValueTable;
  update_day: UpdateDayTable;
  last_change: LastChangeTable;
  series: SeriesTable;
  history: HistoryTable;
  catalogue: CatalogueTable;
  indicator: IndicatorTable;
  class: ClassTable;
  unit: UnitTable;
  territory: TerritoryTable;
  methodology: MethodologyTable;
  note: NoteTable;
  relation: RelationTable;
  continuity: ContinuityTable;
  price_week: PriceWeekTable;
  listing: ListingTable;
  listed_indicator: ListedIndicatorTable;
  source_file: SourceFileTable;
  source_chunk: SourceChunkTable;
}

export type TableName = keyof Schema;
/** A row as it is read, or as it is written. */
export type RowOf<T extends TableName> = Selectable<Schema[T]>;
export type NewRow<T extends TableName> = Insertable<Schema[T]>;
