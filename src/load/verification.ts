// Everything read and verified: every history's CRC, every reference between tables, every estimate against the archived source.
//
// The archive is the judge: all releases of a dataset are parsed again and replayed, and what the store holds must be what
// comes out. So a changed number is found even where its checksum was made to fit. A deep look holds each value to the text of its
// cell too, by another way than its parser's (evidence/cell-witness.ts), and adds what no answer is made of today: the pages of the databases, archived files that no release names or reads, and the sums of charges.
import {findBrokenAccounts, findBrokenStatistics} from "../store/broken-reference.ts";
import {findBrokenUsage} from "../store/broken-usage.ts";
import {readCatalogueColumns} from "../store/catalogue.ts";
import {type DatasetRecord, listDatasets} from "../store/dataset.ts";
import {readListed} from "../store/listing.ts";
import type {Store} from "../store/open.ts";
import {listReleases, type ReleaseRecord} from "../store/release.ts";
import {readSeries} from "../store/series.ts";
import {findStorageFaults} from "../store/storage-fault.ts";
import {verifyArchivedFiles} from "./archive-verification.ts";
import {verifyCatalogue} from "./catalogue-verification.ts";
import {cellLook} from "./evidence/cell-findings.ts";
import {verifyHistories} from "./history-verification.ts";
import {parseForReplay} from "./replay-release.ts";

export interface VerifyEffects {
  readonly deep?: boolean;
  readonly memoryLimit: number;
  /** one sentence: where and what is wrong */
  readonly onFinding: (finding: string) => void;
}

export interface VerifySummary {
  datasets: number;
  releases: number;
  series: number;
  estimates: number;
  /** archived files read to their end by a deep look */
  files: number;
  /** values whose cells a deep look held to the archived bytes */
  cells: number;
}

/** Reads the whole store; every fault is told to `onFinding`, and reading goes on. A store that changes meanwhile is read dataset by dataset, each of one state. */
export async function verifyStore(store: Store, effects: VerifyEffects): Promise<VerifySummary> {
  const summary: VerifySummary = {datasets: 0, releases: 0, series: 0, estimates: 0, files: 0, cells: 0};
  if (effects.deep && (await verifyStorage(store, effects)) > 0) return summary;
  const broken = [
    ...(await store.statistics.read((q) => findBrokenStatistics(q))),
    ...(await store.accounts.read((q) => findBrokenAccounts(q))),
    ...(effects.deep ? await store.accounts.read((q) => findBrokenUsage(q)) : []),
  ];
  for (const finding of broken) effects.onFinding(finding);
  if (effects.deep) summary.files = await verifyArchivedFiles(store, effects.onFinding);
  for (const dataset of await store.statistics.read((q) => listDatasets(q))) {
    await verifyDataset(store, dataset, effects, summary);
    summary.datasets++;
  }
  return summary;
}

/** How many faults the databases themselves have; with any, nothing that is read from them proves anything. */
async function verifyStorage(store: Store, {onFinding}: VerifyEffects): Promise<number> {
  let faults = 0;
  for (const part of ["statistics", "sources", "accounts"] as const) {
    for (const fault of await findStorageFaults(store[part])) {
      faults++;
      onFinding(`the database of the ${part} is damaged: ${fault}`);
    }
  }
  if (faults > 0) onFinding("nothing else was verified; ryad restore puts a backup in its place");
  return faults;
}

async function verifyDataset(
  store: Store,
  dataset: DatasetRecord,
  effects: VerifyEffects,
  summary: VerifySummary,
): Promise<void> {
  const name = `${dataset.provider}/${dataset.code}`;
  const {releases, series, columns, listings} = await store.statistics.read(function* (q) {
    const releases = yield* listReleases(q, dataset.id);
    const series = yield* readSeries(q, dataset.id);
    return {
      releases,
      series: series.sort((a, b) => a.number - b.number),
      columns: yield* readCatalogueColumns(q, dataset.id),
      listings: yield* readListed(q, {provider: dataset.provider, dataset: dataset.code}),
    };
  });
  summary.releases += releases.length;
  summary.series += series.length;
  const say = (finding: string) => effects.onFinding(`${name}: ${finding}`);
  const catalogue = verifyCatalogue(dataset, columns, series, releases, listings, say);
  const code = {provider: dataset.provider, dataset: dataset.code};
  const look = effects.deep ? cellLook(code, catalogue?.weeks ?? null, summary, say) : null;
  const onFault = (release: ReleaseRecord, error: Error): void => say(`release ${release.id}: ${error.message}`);
  const replayed = await parseForReplay(store, code, releases, effects.memoryLimit, onFault, {look});
  if (!replayed) say("its values can't be compared with the archive");
  try {
    summary.estimates += await verifyHistories(
      store,
      dataset,
      releases,
      series,
      catalogue?.weeks ?? null,
      replayed,
      say,
    );
  } finally {
    for (const release of replayed ?? []) release.discard();
  }
}
