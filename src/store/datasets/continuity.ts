// Declared breaks of continuity, over all datasets: which class goes on under which other one.
//
// Which series they join is found in the dataset's catalogue.
import type {ContinuityBreak} from "../../statistics/release/release.ts";
import type {Queries} from "../engines/differences.ts";
import {all, type Script, statement, type Take} from "../script.ts";

export interface DeclaredBreak extends ContinuityBreak {
  readonly datasetId: number;
  readonly provider: string;
  readonly dataset: string;
  /** The dataset's version. */
  readonly changedBy: string;
}

/** Ordered by provider and code, and for each dataset in the order of its package. */
export function* listContinuityBreaks(q: Queries): Script<DeclaredBreak[]> {
  return (yield* all(every(q, {}))).map((row) => ({
    datasetId: row.dataset_id,
    provider: row.provider_code,
    dataset: row.dataset_code,
    changedBy: row.changed_by,
    from: row.class_from,
    to: row.class_to,
    period: row.period,
    note: row.note,
  }));
}

const every = statement((q, _take: Take<object>) =>
  q.db
    .selectFrom("continuity")
    .innerJoin("dataset", "dataset.id", "continuity.dataset_id")
    .select([
      "continuity.dataset_id",
      "dataset.provider_code",
      "dataset.code as dataset_code",
      "dataset.changed_by",
      "continuity.class_from",
      "continuity.class_to",
      "continuity.period",
      "continuity.note",
    ])
    .orderBy("dataset.provider_code")
    .orderBy("dataset.code")
    .orderBy("continuity.position"),
);
