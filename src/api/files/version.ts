// The version of the files of a dataset: the name of its present state, which the files and the feed of changes give alike.
import {hash} from "node:crypto";
import {FILE_LAYOUT} from "../../formats/dataset-file/columns.ts";
import {versionName} from "../../store/dataset-files/manifest.ts";
import type {DatasetRecord} from "../../store/datasets/dataset.ts";

export function versionOf({changedAt, changedBy}: Pick<DatasetRecord, "changedAt" | "changedBy">): string {
  return versionName(new Date(changedAt).toISOString(), hash("sha256", `${FILE_LAYOUT} ${changedBy}`));
}
