// The datasets that have an indicator of a concept, with the code of the indicator.
import type {Queries} from "../engines/differences.ts";
import {all, type Param, type Script, statement} from "../script.ts";

export interface ConceptIndicator {
  readonly provider: string;
  readonly dataset: string;
  readonly indicator: string;
}

/** At most `most` of them, ordered by provider, dataset and indicator. */
export function* listConceptIndicators(q: Queries, concept: string, most: number): Script<readonly ConceptIndicator[]> {
  return yield* all(ofConcept(q, {concept, most}));
}

const ofConcept = statement((q, param: Param<{concept: string; most: number}>) =>
  q.db
    .selectFrom("indicator")
    .innerJoin("dataset", "dataset.id", "indicator.dataset_id")
    .select(["dataset.provider_code as provider", "dataset.code as dataset", "indicator.code as indicator"])
    .where("indicator.concept", "=", param("concept"))
    .orderBy("dataset.provider_code")
    .orderBy("dataset.code")
    .orderBy("indicator.code")
    .limit(param("most")),
);
