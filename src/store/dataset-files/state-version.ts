// The version of the files of a dataset: the name of its present state, which the files and the feed of changes give alike.
import {hash} from "node:crypto";
import type {DatasetRecord} from "../datasets/dataset.ts";
import {versionName} from "./manifest.ts";

/** Raised when the same state would be written differently: part of the name of a version. */
const FILE_LAYOUT = 2;

export function versionOf({changedAt, changedBy}: Pick<DatasetRecord, "changedAt" | "changedBy">): string {
  return versionName(new Date(changedAt).toISOString(), hash("sha256", `${FILE_LAYOUT} ${changedBy}`));
}
