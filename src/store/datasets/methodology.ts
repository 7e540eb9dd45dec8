// What a reader must know about each dataset, over all datasets; one whose packages say nothing is there too.
import type {Methodology} from "../../statistics/release/release.ts";
import type {Queries} from "../engines/differences.ts";
import {all, type Script, statement, type Take} from "../script.ts";

export interface DatasetMethodology extends Methodology {
  readonly provider: string;
  readonly dataset: string;
  readonly revised: boolean;
  readonly sourceUrl: string | null;
}

/** One for each dataset, ordered by provider and code. */
export function* listMethodologies(q: Queries): Script<DatasetMethodology[]> {
  return (yield* all(every(q, {}))).map((row) => ({
    provider: row.provider_code,
    dataset: row.code,
    coverage: row.coverage,
    exclusions: row.exclusions,
    classifier: row.classifier,
    text: row.text,
    revised: row.revised === 1,
    sourceUrl: row.source_url,
  }));
}

const every = statement((q, _take: Take<object>) =>
  q.db
    .selectFrom("dataset")
    .leftJoin("methodology", "methodology.dataset_id", "dataset.id")
    .select([
      "dataset.provider_code",
      "dataset.code",
      "dataset.revised",
      "dataset.source_url",
      "methodology.coverage",
      "methodology.exclusions",
      "methodology.classifier",
      "methodology.text",
    ])
    .orderBy("dataset.provider_code")
    .orderBy("dataset.code"),
);
