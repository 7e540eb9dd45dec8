// Damage that is found without reading releases again: pages, checksums, seals, references, archived bytes. For a copy of a store that
// is to be kept, where nothing changes meanwhile, and for a served one in which a request has met damage.

import {checkSum} from "../../statistics/history/layout.ts";
import {type DatasetAddress, findDatasets, listDatasetCodes} from "../../store/datasets/dataset.ts";
import {findBrokenStatistics, findStorageFaults} from "../../store/faults.ts";
import type {Store} from "../../store/open.ts";
import {findBrokenReleases} from "../../store/releases/release.ts";
import {findBrokenRuns} from "../../store/releases/run-faults.ts";
import {readCatalogue} from "../../store/series/catalogue.ts";
import {scanHistories} from "../../store/series/history.ts";
import {createPace} from "../../work/pace.ts";
import {verifyArchivedFiles} from "./archived-files.ts";

/** One sentence for each fault of the store, or of a dataset. */
export async function findDamage(store: Store): Promise<string[]> {
  const findings: string[] = [];
  const parts = ["statistics", "sources", "accounts"] as const;
  for (const part of parts)
    for (const fault of await findStorageFaults(store[part])) findings.push(`the database of the ${part}: ${fault}`);
  if (findings.length > 0) return findings;
  try {
    findings.push(...(await store.statistics.read((q) => findBrokenStatistics(q))));
    findings.push(...(await store.statistics.read((q) => findBrokenRuns(q))));
    await verifyArchivedFiles(store, (finding) => findings.push(finding));
  } catch (error) {
    findings.push((error as Error).message);
  }
  for (const {address, reason} of await findDamagedDatasets(store))
    findings.push(`${address.provider}/${address.dataset}: ${reason}`);
  return findings;
}

export interface DamagedDataset {
  readonly address: DatasetAddress;
  /** The first fault. */
  readonly reason: string;
}

export async function findDamagedDatasets(store: Store): Promise<DamagedDataset[]> {
  const damaged: DamagedDataset[] = [];
  for (const {provider, code: dataset} of await store.statistics.read((q) => listDatasetCodes(q))) {
    const address = {provider, dataset};
    const reason = await findFault(store, address).catch((error: Error) => error.message);
    if (reason !== null) damaged.push({address, reason});
  }
  return damaged;
}

/** Histories that are read at a time; other work runs between. */
const HISTORIES_AT_ONCE = 200;

/** Throws for damage that is met. */
async function findFault({statistics}: Store, address: DatasetAddress): Promise<string | null> {
  const [dataset] = await statistics.read((q) => findDatasets(q, address));
  // It was dropped.
  if (dataset === undefined) return null;
  const [changed] = await statistics.read((q) => findBrokenReleases(q, dataset.id));
  if (changed !== undefined) return `release ${changed} is not as it was written`;
  const catalogue = await statistics.read((q) => readCatalogue(q, dataset.id));
  if (catalogue === null) return "its catalogue is missing";
  const pace = createPace("visitor");
  for (let after = 0; ; ) {
    const page = await statistics.read((q) => scanHistories(q, dataset.id, after, HISTORIES_AT_ONCE));
    for (const {number, estimates} of page) {
      after = number;
      checkSum(estimates);
    }
    if (page.length < HISTORIES_AT_ONCE) return null;
    if (pace.isOver()) await pace.letOthersIn();
  }
}
