// Everything read and verified: every history's CRC, every reference between tables, every estimate against the archived source.
//
// The archive is the judge: all releases of a dataset are parsed again and replayed, and what the store holds must be what
// comes out. So a changed number is found even where its checksum was made to fit.
import type {Catalogue} from "../statistics/catalogue.ts";
import {decodeCatalogue} from "../statistics/catalogue-code.ts";
import {findBrokenAccounts, findBrokenStatistics} from "../store/broken-reference.ts";
import {readCatalogueColumns} from "../store/catalogue.ts";
import {type DatasetRecord, listDatasets} from "../store/dataset.ts";
import type {Store} from "../store/open.ts";
import {listReleases, type ReleaseRecord} from "../store/release.ts";
import {readSeries, type SeriesRecord} from "../store/series.ts";
import {parseArchived} from "./archive.ts";
import type {ReplayRelease} from "./change-plan.ts";
import {verifyHistories} from "./history-verification.ts";

export interface VerifyEffects {
  readonly memoryLimit: number;
  /** one sentence: where and what is wrong */
  readonly onFinding: (finding: string) => void;
}

export interface VerifySummary {
  datasets: number;
  releases: number;
  series: number;
  estimates: number;
}

/** Reads the whole store; every fault is told to `onFinding`, and reading goes on. A store that changes meanwhile is read dataset by dataset, each of one state. */
export async function verifyStore(store: Store, effects: VerifyEffects): Promise<VerifySummary> {
  const summary: VerifySummary = {datasets: 0, releases: 0, series: 0, estimates: 0};
  const broken = [
    ...(await store.statistics.read((q) => findBrokenStatistics(q))),
    ...(await store.accounts.read((q) => findBrokenAccounts(q))),
  ];
  for (const finding of broken) effects.onFinding(finding);
  for (const dataset of await store.statistics.read((q) => listDatasets(q))) {
    await verifyDataset(store, dataset, effects, summary);
    summary.datasets++;
  }
  return summary;
}

async function verifyDataset(
  store: Store,
  dataset: DatasetRecord,
  effects: VerifyEffects,
  summary: VerifySummary,
): Promise<void> {
  const name = `${dataset.provider}/${dataset.code}`;
  const {releases, series, columns} = await store.statistics.read(function* (q) {
    const releases = yield* listReleases(q, dataset.id);
    const series = yield* readSeries(q, dataset.id);
    return {
      releases,
      series: series.sort((a, b) => a.number - b.number),
      columns: yield* readCatalogueColumns(q, dataset.id),
    };
  });
  summary.releases += releases.length;
  summary.series += series.length;
  const say = (finding: string) => effects.onFinding(`${name}: ${finding}`);
  verifyCatalogue(columns, series, say);
  const replayed = await parseReleases(store, releases, effects.memoryLimit, say);
  try {
    summary.estimates += await verifyHistories(store, dataset, releases, series, replayed, say);
  } finally {
    for (const release of replayed ?? []) release.gathered.discard();
  }
}

function verifyCatalogue(
  columns: Uint8Array | null,
  series: readonly SeriesRecord[],
  say: (finding: string) => void,
): void {
  if (!columns) {
    say("its catalogue is missing");
    return;
  }
  let catalogue: Catalogue;
  try {
    catalogue = decodeCatalogue(columns);
  } catch (error) {
    say(`its catalogue is damaged: ${(error as Error).message}`);
    return;
  }
  const listed = new Map(Array.from(catalogue.numbers, (number, position) => [number, position]));
  const missing = series.filter(
    (record) => catalogue.lastPeriod[listed.get(record.number) ?? -1] !== record.lastPeriod,
  );
  if (catalogue.size !== series.length || missing.length > 0)
    say(`its catalogue lists ${catalogue.size} series, the table ${series.length}; ${missing.length} differ`);
}

/** The releases with their observations from the archive; null when one of them can't be had, so that no history can be judged. */
async function parseReleases(
  store: Store,
  releases: readonly ReleaseRecord[],
  memoryLimit: number,
  say: (finding: string) => void,
): Promise<ReplayRelease[] | null> {
  const share = Math.max(1_000_000, Math.floor(memoryLimit / Math.max(1, releases.length)));
  const parsed: ReplayRelease[] = [];
  let whole = true;
  for (const release of releases) {
    try {
      const {gathered} = await parseArchived(store, release, share);
      parsed.push({stamp: {day: release.publishedAt, sequence: release.sequence}, gathered});
    } catch (error) {
      whole = false;
      say(`release ${release.id}: ${(error as Error).message}`);
    }
  }
  if (whole) return parsed;
  for (const release of parsed) release.gathered.discard();
  say("its values can't be compared with the archive");
  return null;
}
