// Everything read and verified: every history's CRC, every reference between tables, every estimate against the archived source.
//
// The archive is the judge: all releases of a dataset are parsed again and replayed, and what the store holds must be what
// comes out. So a changed number is found even where its checksum was made to fit.
import type {Catalogue} from "../statistics/catalogue.ts";
import {decodeCatalogue} from "../statistics/catalogue-code.ts";
import {DamagedHistory, decodeHistory} from "../statistics/history/decode.ts";
import type {Estimates} from "../statistics/history/estimates.ts";
import {findBrokenAccounts, findBrokenStatistics} from "../store/broken-reference.ts";
import {readCatalogueColumns} from "../store/catalogue.ts";
import {type DatasetRecord, listDatasets} from "../store/dataset.ts";
import {readHistories} from "../store/history.ts";
import type {Store} from "../store/open.ts";
import {listReleases, type ReleaseRecord} from "../store/release.ts";
import {readSeries, type SeriesRecord} from "../store/series.ts";
import {parseArchived} from "./archive.ts";
import type {ReplayRelease} from "./change-plan.ts";
import {differenceText} from "./estimate-difference.ts";
import {createReplay} from "./replay.ts";
import {keysOf} from "./series-targets.ts";
import {addTally, stampName, type TallyBook} from "./tally-book.ts";

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

const SERIES_A_BATCH = 500;

/** Reads the whole store; every fault is told to `onFinding`, and reading goes on. A store that changes meanwhile is read dataset by dataset, each of one state. */
export async function verifyStore(store: Store, effects: VerifyEffects): Promise<VerifySummary> {
  const summary: VerifySummary = {datasets: 0, releases: 0, series: 0, estimates: 0};
  const broken = [...(await store.statistics.read((q) => findBrokenStatistics(q))), ...(await store.accounts.read((q) => findBrokenAccounts(q)))];
  for (const finding of broken) effects.onFinding(finding);
  for (const dataset of await store.statistics.read((q) => listDatasets(q))) {
    await verifyDataset(store, dataset, effects, summary);
    summary.datasets++;
  }
  return summary;
}

async function verifyDataset(store: Store, dataset: DatasetRecord, effects: VerifyEffects, summary: VerifySummary): Promise<void> {
  const name = `${dataset.provider}/${dataset.code}`;
  const {releases, series, columns} = await store.statistics.read(function* (q) {
    const releases = yield* listReleases(q, dataset.id);
    const series = yield* readSeries(q, dataset.id);
    return {releases, series: series.sort((a, b) => a.number - b.number), columns: yield* readCatalogueColumns(q, dataset.id)};
  });
  summary.releases += releases.length;
  summary.series += series.length;
  const say = (finding: string) => effects.onFinding(`${name}: ${finding}`);
  verifyCatalogue(columns, series, say);
  const replayed = await parseReleases(store, releases, effects.memoryLimit, say);
  try {
    await verifyHistories(store, dataset, releases, series, replayed, say, summary);
  } finally {
    for (const release of replayed ?? []) release.gathered.discard();
  }
}

function verifyCatalogue(columns: Uint8Array | null, series: readonly SeriesRecord[], say: (finding: string) => void): void {
  if (!columns) return say("its catalogue is missing");
  let catalogue: Catalogue;
  try {
    catalogue = decodeCatalogue(columns);
  } catch (error) {
    return say(`its catalogue is damaged: ${(error as Error).message}`);
  }
  const listed = new Map(Array.from(catalogue.numbers, (number, position) => [number, position]));
  const missing = series.filter((record) => catalogue.lastPeriod[listed.get(record.number) ?? -1] !== record.lastPeriod);
  if (catalogue.size !== series.length || missing.length > 0) say(`its catalogue lists ${catalogue.size} series, the table ${series.length}; ${missing.length} differ`);
}

/** The releases with their observations from the archive; null when one of them can't be had, so that no history can be judged. */
async function parseReleases(store: Store, releases: readonly ReleaseRecord[], memoryLimit: number, say: (finding: string) => void): Promise<ReplayRelease[] | null> {
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

async function verifyHistories(
  store: Store,
  dataset: DatasetRecord,
  releases: readonly ReleaseRecord[],
  series: readonly SeriesRecord[],
  replayed: readonly ReplayRelease[] | null,
  say: (finding: string) => void,
  summary: VerifySummary,
): Promise<void> {
  const code = {provider: dataset.provider, dataset: dataset.code};
  const replay = replayed && createReplay(code, replayed, series.map((record) => record.key));
  const book: TallyBook = new Map();
  for (let start = 0; start < series.length; start += SERIES_A_BATCH) {
    const batch = series.slice(start, start + SERIES_A_BATCH);
    const stored = await store.statistics.read((q) => readHistories(q, dataset.id, batch.map((record) => record.number)));
    for (const [place, record] of batch.entries()) {
      const held = decodeOrSay(stored[place], record, say);
      const proved = replay ? replay(start + place, null) : null;
      summary.estimates += held?.count ?? 0;
      addTally(book, held, +1);
      if (!held) continue;
      const difference = replay ? differenceText(held, proved, record.frequency) : null;
      if (difference) say(`series ${record.key}: ${difference}`);
    }
  }
  verifyUnknownSeries(code, series, replayed ?? [], say);
  verifyCounts(releases, book, say);
}

function decodeOrSay(bytes: Uint8Array | undefined, record: SeriesRecord, say: (finding: string) => void): Estimates | null {
  if (!bytes) {
    say(`series ${record.key} has no history`);
    return null;
  }
  try {
    return decodeHistory(bytes);
  } catch (error) {
    if (!(error instanceof DamagedHistory)) throw error;
    say(`series ${record.key}: its history is damaged: ${error.message}`);
    return null;
  }
}

/** Series that stand in an archived release and nowhere in the store: a silent gap. */
function verifyUnknownSeries(code: {provider: string; dataset: string}, series: readonly SeriesRecord[], replayed: readonly ReplayRelease[], say: (finding: string) => void): void {
  const known = new Set(series.map((record) => record.key));
  const lost = new Set(replayed.flatMap(({gathered}) => keysOf(code, gathered.series).filter((key) => !known.has(key))));
  for (const key of lost) say(`series ${key} is in the archive and not in the store`);
}

function verifyCounts(releases: readonly ReleaseRecord[], book: TallyBook, say: (finding: string) => void): void {
  for (const release of releases) {
    const counted = book.get(stampName({day: release.publishedAt, sequence: release.sequence})) ?? {newValues: 0, revisedValues: 0};
    if (counted.newValues === release.newValues && counted.revisedValues === release.revisedValues) continue;
    say(`release ${release.id} is said to have ${release.newValues} new and ${release.revisedValues} revised values; ${counted.newValues} and ${counted.revisedValues} stand`);
  }
}
