// Steps with two series whose datasets must not be joined: their packages say that the methodology changed between them [derived.*].
//
// A difference or a ratio of two eras of the same data is how people splice them, and a price index of another era is no deflator. Neighbours
// are other data, such as a rate and an inflation, so they may stand in one step whatever their packages say of splicing.
import {type DeriveStep, stepText} from "../../statistics/derived/step.ts";
import type {DatasetRecord} from "../../store/datasets/dataset.ts";
import type {RelatedDataset} from "../../store/datasets/declarations.ts";

/** Relations that forbid to splice, by the id of the dataset that declares them. */
export type DeclaredRelations = Map<number, readonly RelatedDataset[]>;

/** Those of another era of the same data with `splice` false. */
export function noSplices(related: readonly RelatedDataset[]): readonly RelatedDataset[] {
  return related.filter(({relation, splice}) => relation === "era" && !splice);
}

interface StepSeries {
  readonly dataset: Pick<DatasetRecord, "id" | "provider" | "code">;
}

/** The first step that joins two eras, with the reason; null: none does. @param others by the key in the step */
export function forbiddenSplice(
  steps: readonly DeriveStep[],
  {dataset}: StepSeries,
  others: ReadonlyMap<string, StepSeries>,
  relations: DeclaredRelations,
): {readonly step: string; readonly refusal: string} | null {
  for (const step of steps) {
    const other = "key" in step ? others.get(step.key)?.dataset : undefined;
    if (other === undefined || other.id === dataset.id) continue;
    const declared = declaredBetween(relations, dataset, other) ?? declaredBetween(relations, other, dataset);
    if (declared === null) continue;
    const [one, two] = [dataset, other].map(({provider, code}) => `${provider}/${code}`);
    const note = declared.note === null ? "" : ` (${declared.note})`;
    const refusal = `${one} and ${two} are two eras that must not be spliced, because the methodology changed${note}`;
    return {step: stepText(step), refusal};
  }
  return null;
}

type Codes = StepSeries["dataset"];

function declaredBetween(relations: DeclaredRelations, {id}: Codes, {provider, code}: Codes): RelatedDataset | null {
  const own = relations.get(id) ?? [];
  return own.find((one) => one.provider === provider && one.dataset === code) ?? null;
}
