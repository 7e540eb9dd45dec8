// Corrects a wrong load: withdraws a release, or drops a whole dataset.
//
// The archived bytes stay: they are the proof of the values that were once served.
import {Refusal} from "../service/refusal.ts";
import {type DatasetAddress, type DatasetRecord, findDatasets} from "../store/datasets/dataset.ts";
import {lockDataset} from "../store/engines/dataset-lock.ts";
import type {Queries} from "../store/engines/differences.ts";
import type {Store} from "../store/open.ts";
import {type LoadRunFields, recordChange} from "../store/releases/load-run.ts";
import {findRelease} from "../store/releases/release.ts";
import type {Script} from "../store/script.ts";
import {deleteDataset} from "../store/series/delete-dataset.ts";
import {type ChangeEffects, withdrawRelease} from "./change/dataset-change.ts";
import type {AppliedChange} from "./change/dataset-transaction.ts";

/** @throws Refusal if there is no such release */
export async function withdraw(
  store: Store,
  releaseId: number,
  effects: ChangeEffects,
): Promise<AppliedChange & DatasetAddress> {
  const release = await store.statistics.read((q) => findRelease(q, releaseId));
  if (!release) throw new Refusal(`there is no release ${releaseId}`, "ryad release list lists them");
  const {provider, dataset} = release;
  return {...(await withdrawRelease(store, {provider, dataset}, releaseId, effects)), provider, dataset};
}

/**
 * Drops a dataset by its code, full (provider/dataset) or bare.
 * @throws Refusal if there is none, or if two providers have a dataset with this bare code
 */
export async function dropDataset(store: Store, text: string, now: Date): Promise<DatasetAddress> {
  const code = parseDatasetCode(text);
  return store.statistics.write(function* (q) {
    const found = yield* findDatasets(q, code);
    if (found.length === 0) throw noSuchDataset(text);
    if (found.length > 1)
      throw new Refusal(
        `${text} is a dataset of several providers: ${found.map(({provider, code}) => `${provider}/${code}`).join(", ")}`,
        "give the full code",
      );
    const provider = found[0]!.provider;
    yield* lockDataset(q, {provider, dataset: code.dataset});
    // Another process may have dropped it while this one waited for the lock.
    const [dataset] = yield* findDatasets(q, {provider, dataset: code.dataset});
    if (!dataset) throw noSuchDataset(text);
    yield* dropRecord(q, dataset, now);
    return {provider: dataset.provider, dataset: dataset.code};
  });
}

/** Deletes a dataset and records that. The caller has its lock. */
export function* dropRecord(q: Queries, dataset: DatasetRecord, now: Date): Script<void> {
  yield* deleteDataset(q, dataset.id);
  const fields: LoadRunFields = {
    id: globalThis.crypto.randomUUID(),
    datasetId: dataset.id,
    provider: dataset.provider,
    dataset: dataset.code,
    name: dataset.name,
    kind: "drop",
    day: now.toISOString().slice(0, 10),
    loadedAt: now.toISOString(),
    publishedAt: null,
    releaseId: null,
    newValues: 0,
    revisedValues: 0,
    latestPeriod: null,
  };
  yield* recordChange(q, fields, {datasetId: dataset.id, blobs: null});
}

function noSuchDataset(text: string): Refusal {
  return new Refusal(`there is no dataset ${text}`, "ryad release list lists them");
}

export function parseDatasetCode(text: string): {provider: string | null; dataset: string} {
  const slash = text.indexOf("/");
  return slash < 0 ? {provider: null, dataset: text} : {provider: text.slice(0, slash), dataset: text.slice(slash + 1)};
}
