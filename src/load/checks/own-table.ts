// A table of a person's own that would join another one: its dataset code is made of the name of its file, and two files may have one name.
//
// A dataset that a person names is his word. So are packages and publishers' files, which say their dataset themselves.
import type {DatasetRecord} from "../../store/datasets/dataset.ts";
import type {Store} from "../../store/open.ts";
import type {RunCheck} from "../../store/releases/run-details.ts";
import {findSeriesKeys} from "../../store/series/series.ts";
import type {Finding} from "../../text/finding.ts";
import {OWN_PROVIDER} from "../input/own-name.ts";
import type {LoadHints} from "../source.ts";
import {checkOfRun} from "./run-check.ts";

/** The dataset that a table would join without one of its series; null: it shares one, or the check does not apply. */
export type OtherTable = Pick<DatasetRecord, "code" | "name" | "seriesCount"> | null;

interface OwnTable {
  readonly keys: readonly string[];
  readonly hints: LoadHints;
  readonly isPackage: boolean;
}

export async function otherTable(
  store: Store,
  dataset: DatasetRecord | null,
  {keys, hints, isPackage}: OwnTable,
): Promise<OtherTable> {
  if (dataset === null || dataset.provider !== OWN_PROVIDER || hints.dataset !== null || isPackage) return null;
  if (dataset.seriesCount === 0 || keys.length === 0) return null;
  const shared = await store.statistics.read((q) => findSeriesKeys(q, dataset.id, keys));
  return shared.length > 0 ? null : dataset;
}

export function ownTableCheck(other: OtherTable): RunCheck {
  const finding: Finding =
    other === null
      ? {code: "same-table"}
      : {code: "other-table", dataset: `${OWN_PROVIDER}/${other.code}`, name: other.name, series: other.seriesCount};
  return checkOfRun("same-table", true, other === null, [finding]);
}
