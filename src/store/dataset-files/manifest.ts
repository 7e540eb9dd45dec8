// The manifest of one version of a dataset's files: what they are, byte for byte, and what changed since the version before [files.*].
//
// It is written after the files that it describes and never again, so it is the truth about them: a version without a manifest does not exist.

/** What changed in the last published values, series by series and period by period. */
export interface FileChanges {
  /** The version before. */
  readonly since: string;
  readonly series_added: number;
  readonly series_gone: number;
  /** Keys of these series, at most MOST_KEYS of each. */
  readonly added_keys: readonly string[];
  readonly gone_keys: readonly string[];
  /** Periods that had no value. */
  readonly values_new: number;
  /** Periods whose value is another one. */
  readonly values_revised: number;
  /** Values that the publisher took back since, and values in force that the dataset has no more. */
  readonly values_withdrawn: number;
  /** Values that were withdrawn, and are in force again as they were. */
  readonly values_restored: number;
}

export const MOST_KEYS = 1000;

export interface ManifestColumn {
  readonly name: string;
  readonly type: "text" | "date" | "number";
  readonly nullable: boolean;
  readonly description: string;
}

export interface ManifestFile {
  readonly name: string;
  readonly address: string;
  readonly media_type: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly rows: number;
}

export interface Manifest {
  readonly provider_code: string;
  readonly dataset_code: string;
  readonly name: string;
  readonly version: string;
  /** When a load changed the dataset to this state, and when the files were written; ISO 8601, UTC. */
  readonly changed_at: string;
  readonly written_at: string;
  /** Of the feed of changes: behind the last run before the state was read. */
  readonly cursor: string;
  /** Of all series with their estimates and withdrawals (statistics/changes/content-digest.ts). */
  readonly digest: string;
  /** SPDX identifier or address; null: nothing says one. */
  readonly licence: string | null;
  readonly source_url: string | null;
  readonly series: number;
  /** null: it is the first version that is known here. */
  readonly changes: FileChanges | null;
  readonly files: readonly ManifestFile[];
  /** By what the file has: `latest`, `estimates`. */
  readonly columns: Readonly<Record<string, readonly ManifestColumn[]>>;
}

export const MANIFEST_NAME = "manifest.json";

const VERSION = /^\d{8}T\d{9}Z-[0-9a-f]{8}$/;

export function isVersion(text: string): boolean {
  return VERSION.test(text);
}

/**
 * The name of the version of a state: it sorts by the moment of the change, and two states never share it.
 * @param changedAt ISO 8601 in UTC, with milliseconds
 * @param digest of the state and of the layout of the files, at least 8 hexadecimal digits
 */
export function versionName(changedAt: string, digest: string): string {
  return `${changedAt.replaceAll(/[-:.]/g, "")}-${digest.slice(0, 8)}`;
}

/** The path of a version on any server. */
export function versionAddress({provider, dataset}: FilesOf, version: string): string {
  return `/api/v1/files/${provider}/${dataset}/${version}`;
}

export interface FilesOf {
  readonly provider: string;
  readonly dataset: string;
}
