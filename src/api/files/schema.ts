// The list of files and the manifest of a version as the OpenAPI document describes them.
import {Type} from "typebox";
import {closedObject, count, momentField, nullable, text, yesNo} from "../http/field-schemas.ts";
import type {Operation} from "../http/operation.ts";

const COUNTS = {
  since: text("the version before"),
  series_added: count("series that it did not have"),
  series_gone: count("series that it had"),
  values_new: count("periods that had no value"),
  values_revised: count("periods whose value is another one"),
  values_withdrawn: count("values that the publisher took back since, and values that are gone"),
  values_restored: count("values that were withdrawn, and are in force again"),
};

const WITHOUT_CHANGES = "null: it is the first version that is known here";

const FILE = closedObject({
  name: text("name: latest or estimates, as .parquet or .csv.gz; or everything.ndjson.gz"),
  address: text("path on this server; it never gives other bytes"),
  media_type: text("media type"),
  bytes: count("size"),
  sha256: text("SHA-256, hexadecimal"),
  rows: count(
    "rows without a head, of everything.ndjson.gz those with a value: the values that the whole file charges",
  ),
});

const VERSION = {
  provider_code: text("provider of the dataset"),
  dataset_code: text("code of the dataset"),
  name: text("name of the dataset"),
  version: text("name of the version: of the moment and the load by which the dataset came to this state"),
  changed_at: momentField("when a load changed the dataset to this state"),
  written_at: momentField("when the files were written"),
  cursor: text(
    "cursor of `/api/v1/changes` from which the changes since this state follow; some of its items may be in the files already",
  ),
  digest: text(
    "digest of the content at this state, hexadecimal: the SHA-256 of each series, joined by XOR; a mirror compares it with its own",
  ),
  licence: nullable(Type.String(), "licence of the data: an SPDX identifier or an address; null: nothing says one"),
  source_url: nullable(Type.String(), "where the source publishes the dataset"),
  series: count("series of the dataset"),
  files: Type.Array(FILE, {description: "the files of the version"}),
};

export const FILES_SCHEMA = closedObject({
  datasets: Type.Array(
    closedObject({
      ...VERSION,
      changes: nullable(closedObject(COUNTS), `what changed since the version before; ${WITHOUT_CHANGES}`),
      versions: Type.Array(Type.String(), {description: "versions that are kept, newest first"}),
    }),
    {description: "the newest version of each dataset"},
  ),
});

const COLUMNS = Type.Array(
  closedObject({
    name: text("name"),
    type: Type.Enum(["text", "date", "number"], {description: "in Parquet UTF-8, DATE and DOUBLE"}),
    nullable: yesNo("some rows may have no value"),
    description: text("meaning"),
  }),
  {description: "the columns, in their order"},
);

export const MANIFEST_SCHEMA = closedObject({
  ...VERSION,
  changes: nullable(
    closedObject({
      ...COUNTS,
      added_keys: Type.Array(Type.String(), {description: "keys of series that were added, at most 1,000"}),
      gone_keys: Type.Array(Type.String(), {description: "keys of series that are gone, at most 1,000"}),
    }),
    `what changed since the version before; ${WITHOUT_CHANGES}`,
  ),
  columns: closedObject({latest: COLUMNS, estimates: COLUMNS}, "the columns of the files, by their content"),
});

export const VERSION_PATH = Type.Object({
  provider: Type.String({description: "provider code"}),
  dataset: Type.String({description: "dataset code"}),
  version: Type.String({description: "name of a version; `latest` leads to the newest one by a redirect"}),
});

export const FILES_OPERATION: Operation = {
  operationId: "listFiles",
  tag: "Files",
  summary: "Files of whole datasets: the newest version of each",
  description:
    "Every dataset that has files, with the sizes, the SHA-256 and the addresses of those of its newest version, what changed since the version before, and the versions that are kept. Files are written after each load; until then the last version stays. Charges nothing.",
  answers: {200: "The list, whole."},
  answer: "FileList",
  item: null,
  examples: [],
};

export const MANIFEST_OPERATION: Operation = {
  operationId: "getManifest",
  tag: "Files",
  summary: "A version of the files of a dataset, byte for byte",
  description:
    "The files of a version are beside its manifest, by their names. `latest` has the last published value of each period, as a slice gives it, `estimates` every published value with the day that superseded it; each as Parquet (sorted by indicator, with bounds of row groups and pages, so that DuckDB, pandas, polars and R fetch one indicator by ranges) and as CSV packed by gzip (semicolons). `everything.ndjson.gz` has the items of `/api/v1/changes?cursor=start`, one in a line: a copy begins with it and goes on from `cursor`. An address with a version never gives other bytes: keep it for ever. A whole file charges its rows as values; a range (`Range`, one in a request; several are 416) charges its share of them, rounded up; what had not left the server when a connection broke is given back (some megabytes that were on the way count as sent). Go on by ranges only at the address with the version. Beyond what is left of the month a file is refused whole. The manifest charges nothing; `latest` in the place of the version is answered by 302.",
  answers: {
    200: "The manifest.",
    404: "There is no such version here. Versions are deleted when newer ones take their place.",
  },
  answer: "FileManifest",
  item: null,
  examples: [],
};
