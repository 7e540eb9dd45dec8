// The seal of a row that is written once: the SHA-256 of its columns. Most facts of a release and of a load run (the parser, the time of
// loading) are in no other place of the store, so only the seal shows that a cell was changed.
//
// Stores contain it, so it never changes: a column that a later step of the schema adds is not sealed here.
import {createHash} from "node:crypto";
import {DATASET_TABLES} from "../schema/statistics-tables.ts";
import type {ReleaseFile} from "./release-file.ts";

type Cells = object;

/** Later loads change the counts. */
const OF_RELEASE = Object.keys(DATASET_TABLES.release.columns).filter(
  (name) => !/^(?:(?:new|revised|withdrawn)_values|seal)$/.test(name),
);
const OF_RUN = Object.keys(DATASET_TABLES.load_run.columns).filter((name) => name !== "seal");

/** @param files in order */
export function sealOfRelease(row: Cells, files: readonly ReleaseFile[]): string {
  return sealOf([...valuesOf(row, OF_RELEASE), ...files.flatMap(({name, sha256, size}) => [name, sha256, size])]);
}

export function sealOfRun(row: Cells): string {
  return sealOf(valuesOf(row, OF_RUN));
}

function valuesOf(row: Cells, names: readonly string[]): unknown[] {
  return names.map((name) => (row as Readonly<Record<string, unknown>>)[name]);
}

/** The hash of the values as one JSON array, which is never whole in memory: the metadata of a release may be megabytes. */
function sealOf(values: readonly unknown[]): string {
  const hash = createHash("sha256").update("[");
  for (const [index, value] of values.entries()) {
    if (index > 0) hash.update(",");
    if (typeof value !== "string") hash.update(JSON.stringify(value) ?? "null");
    else {
      hash.update('"');
      for (const blob of blobs(value)) hash.update(JSON.stringify(blob).slice(1, -1));
      hash.update('"');
    }
  }
  return hash.update("]").digest("hex");
}

const CHUNK_LENGTH = 65_536;

/** Never cut inside of a pair of surrogates. */
function* blobs(text: string): Iterable<string> {
  for (let from = 0; from < text.length; ) {
    const end = from + CHUNK_LENGTH;
    const isInside = end < text.length && (text.charCodeAt(end) & 0xfc00) === 0xdc00;
    const to = isInside ? end + 1 : end;
    yield text.slice(from, to);
    from = to;
  }
}
