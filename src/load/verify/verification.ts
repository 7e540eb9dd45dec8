// The verification of the whole store: every history's CRC, every reference between tables, every estimate against the archived source.
//
// All releases of a dataset are parsed again and replayed, and the store must have the result. So a changed number is found even if its
// checksum was adapted. A deep check also compares each value with the text of its cell, independently of its parser
// (evidence/cell-verifier.ts), and reads what no answer uses: the pages of the databases, archived files without a release, and the sums
// of charges.
import type {WholeCatalogue} from "../../statistics/catalogue/catalogue.ts";
import {DamagedCatalogue} from "../../statistics/catalogue/catalogue-code.ts";
import type {DatedListing} from "../../statistics/release/release.ts";
import type {PeriodTable} from "../../statistics/time/day.ts";
import {periodText} from "../../statistics/time/week.ts";
import {readMirrorCursor} from "../../store/changes/mirror.ts";
import {type DatasetAddress, type DatasetRecord, findDatasets, listDatasetCodes} from "../../store/datasets/dataset.ts";
import {type MissingRow, readMissing} from "../../store/datasets/missing.ts";
import type {Queries} from "../../store/engines/differences.ts";
import {findBrokenAccounts, findBrokenStatistics, findBrokenUsage, findStorageFaults} from "../../store/faults.ts";
import type {Store} from "../../store/open.ts";
import {readListed} from "../../store/releases/listing.ts";
import {findBrokenReleases, listReleases, type ReleaseRecord} from "../../store/releases/release.ts";
import {findBrokenRuns} from "../../store/releases/run-faults.ts";
import type {Script} from "../../store/script.ts";
import {findSegmentFault} from "../../store/search/deltas.ts";
import {readWholeCatalogue} from "../../store/series/catalogue.ts";
import {readSeries} from "../../store/series/series.ts";
import {type CellListener, parseForReplay} from "../change/replay.ts";
import {keysOf} from "../change/series-targets.ts";
import {locatorText} from "../evidence/cell-verifier.ts";
import {lacksFiles, verifyArchivedFiles, verifyOwnedFiles} from "./archived-files.ts";
import {findOtherDescription, verifyCatalogue} from "./description.ts";
import {type HistoryOwner, verifyHistories} from "./histories.ts";
import {createReleaseCheck, hasOwnFingerprint, verifyListings} from "./releases.ts";

export interface VerifyEffects {
  readonly deep?: boolean;
  readonly memoryLimit: number;
  /** Called with one sentence: the place of the fault and its kind. */
  readonly onFinding: (finding: string) => void;
}

export interface VerifySummary {
  datasets: number;
  releases: number;
  series: number;
  estimates: number;
  /** Archived files that a deep check read to their end. */
  files: number;
  /** Values whose cells a deep check compared with the archived bytes. */
  cells: number;
}

const NOTHING_READ: VerifySummary = {datasets: 0, releases: 0, series: 0, estimates: 0, files: 0, cells: 0};

/** Reads the whole store and reports every fault to `onFinding`. Each dataset is read from one state of the store, which may change in between. */
export async function verifyStore(store: Store, effects: VerifyEffects): Promise<VerifySummary> {
  const summary = {...NOTHING_READ};
  if (effects.deep && (await verifyStorage(store, effects)) > 0) return summary;
  const {onFinding} = effects;
  const broken = [
    ...(await store.statistics.read((q) => findBrokenStatistics(q))),
    ...(await store.statistics.read((q) => findBrokenRuns(q))),
    ...(await store.accounts.read((q) => findBrokenAccounts(q))),
    ...(effects.deep ? await store.accounts.read((q) => findBrokenUsage(q)) : []),
  ];
  for (const finding of broken) onFinding(finding);
  if (effects.deep) {
    await orSay("the archive", onFinding, async () => {
      summary.files = await verifyArchivedFiles(store, onFinding);
    });
    await orSay("the catalogues of providers", onFinding, () => verifyListings(store, onFinding));
  } else {
    await orSay("the archive", onFinding, () => verifyOwnedFiles(store, onFinding));
  }
  for (const {provider, code: dataset} of await store.statistics.read((q) => listDatasetCodes(q)))
    await orSay(`${provider}/${dataset}`, onFinding, () => verifySettled(store, {provider, dataset}, effects, summary));
  return summary;
}

/** A value that can't be read at all is a finding too, and ends the look at this one thing alone. */
async function orSay(
  what: string,
  onFinding: (finding: string) => void,
  verify: () => Promise<unknown>,
): Promise<void> {
  try {
    await verify();
  } catch (error) {
    onFinding(`${what}: it can't be read to its end: ${(error as Error).message}`);
  }
}

/** The number of faults in the database files; if there are any, their contents prove nothing. */
async function verifyStorage(store: Store, {onFinding}: VerifyEffects): Promise<number> {
  let faults = 0;
  for (const part of ["statistics", "sources", "accounts"] as const) {
    for (const fault of await findStorageFaults(store[part])) {
      faults++;
      onFinding(`the database of the ${part} is damaged: ${fault}`);
    }
  }
  if (faults > 0) onFinding("nothing else was verified; ryad restore replaces the store by a backup");
  return faults;
}

const ATTEMPTS = 5;

/** A finding during a load that changes the dataset may be wrong: then the dataset is verified again. */
async function verifySettled(
  store: Store,
  address: DatasetAddress,
  effects: VerifyEffects,
  summary: VerifySummary,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    const state = await store.statistics.read((q) => readState(q, address));
    // The dataset was dropped.
    if (state === null) return;
    const findings: string[] = [];
    const own = {...NOTHING_READ, datasets: 1};
    await verifyDataset(store, state, {...effects, onFinding: (finding) => findings.push(finding)}, own);
    if (findings.length > 0 && tries < ATTEMPTS && (await isChanged(store, address, state.dataset))) continue;
    for (const finding of findings) effects.onFinding(finding);
    for (const count of Object.keys(own) as (keyof VerifySummary)[]) summary[count] += own[count];
    return;
  }
}

async function isChanged(store: Store, address: DatasetAddress, {changedBy}: DatasetRecord): Promise<boolean> {
  const [now] = await store.statistics.read((q) => findDatasets(q, address));
  return now?.changedBy !== changedBy;
}

interface DatasetState extends HistoryOwner {
  readonly stored: WholeCatalogue | DamagedCatalogue | null;
  readonly listings: readonly DatedListing[];
  /** It comes from another service. */
  readonly isMirrored: boolean;
  readonly missing: readonly MissingRow[];
  /** Releases whose rows are not as they were written. */
  readonly changed: readonly number[];
}

function* readState(q: Queries, address: DatasetAddress): Script<DatasetState | null> {
  const [dataset] = yield* findDatasets(q, address);
  if (dataset === undefined) return null;
  return {
    dataset,
    releases: yield* listReleases(q, dataset.id),
    series: yield* readSeries(q, dataset.id),
    stored: yield* orDamage(readWholeCatalogue(q, dataset.id)),
    listings: yield* readListed(q, address),
    isMirrored: (yield* readMirrorCursor(q, address)) !== null,
    missing: yield* readMissing(q, dataset.id),
    changed: yield* findBrokenReleases(q, dataset.id),
  };
}

function* orDamage<T>(script: Script<T>): Script<T | DamagedCatalogue> {
  try {
    return yield* script;
  } catch (error) {
    if (error instanceof DamagedCatalogue) return error;
    throw error;
  }
}

async function verifyDataset(
  store: Store,
  state: DatasetState,
  effects: VerifyEffects,
  summary: VerifySummary,
): Promise<void> {
  const {dataset, releases, series, stored, listings, missing, changed} = state;
  const address = {provider: dataset.provider, dataset: dataset.code};
  summary.releases += releases.length;
  summary.series += series.length;
  const say = (finding: string) => effects.onFinding(`${address.provider}/${address.dataset}: ${finding}`);
  for (const id of changed)
    say(`release ${id} is not as it was written: a cell of its row or of its files was changed`);
  for (const release of releases)
    if (!hasOwnFingerprint(release)) say(`release ${release.id}: its fingerprint is not that of its files`);
  const catalogue = verifyCatalogue(stored, series, say);
  await orSay("its description", say, async () => {
    const described = {releases, series, listings, catalogue};
    for (const finding of await store.statistics.read((q) => findOtherDescription(q, dataset.id, described)))
      say(finding);
  });
  if (effects.deep && catalogue !== null) {
    await orSay("what is stored for search", say, async () => {
      const fault = await store.statistics.read((q) => findSegmentFault(q, dataset.id));
      if (fault !== null) say(fault);
    });
  }
  const look = effects.deep ? cellListener(address, catalogue?.weeks ?? null, summary, say) : null;
  const onFault = (release: ReleaseRecord, error: Error): void => say(`release ${release.id}: ${error.message}`);
  const again = createReleaseCheck(address, series, missing, say);
  // The files of a mirrored dataset may be at the service that it comes from alone.
  const parse = {memoryLimit: effects.memoryLimit, onFault, look, onParsed: again.onParsed};
  const isWithoutFiles = state.isMirrored && (await lacksFiles(store, releases));
  const replayed = isWithoutFiles ? null : await parseForReplay(store, address, releases, parse);
  if (replayed) again.end();
  else if (!isWithoutFiles) say("its values can't be compared with the archive");
  try {
    summary.estimates += await verifyHistories(store, state, catalogue?.weeks ?? null, replayed, say);
  } finally {
    for (const release of replayed ?? []) release.discard();
  }
}

/** Findings of one release that are listed one by one: a wrong parser is wrong everywhere. */
const MOST_SAID = 20;

/** Reports values whose cells do not contain the text that their parser read. @param summary its `cells` counts the values that were looked up */
export function cellListener(
  address: DatasetAddress,
  weeks: PeriodTable | null,
  summary: {cells: number},
  say: (finding: string) => void,
): CellListener {
  const mismatches = new Map<number, number>();
  return {
    onLooked(cells) {
      summary.cells += cells;
    },
    onMismatch({id}, {explained, reason}) {
      const count = (mismatches.get(id) ?? 0) + 1;
      mismatches.set(id, count);
      if (count === MOST_SAID + 1) say(`release ${id}: more cells do not contain the text that was read from them`);
      if (count > MOST_SAID) return;
      const [key] = keysOf(address, [explained.series]);
      say(
        `release ${id}: series ${key}, ${periodText(explained.series.frequency, explained.period, weeks)}: ${locatorText(explained.locator)} ${reason}`,
      );
    },
  };
}
