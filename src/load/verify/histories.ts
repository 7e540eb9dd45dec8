// Histories compared with the archive: a stored history must equal the replay of its releases.
//
// Only this check finds a history with a correct checksum and a wrong number.
import {decodeHistory} from "../../statistics/history/decode.ts";
import type {Estimates} from "../../statistics/history/estimates.ts";
import {DamagedHistory} from "../../statistics/history/layout.ts";
import {dayText, NO_DAY, type PeriodTable, periodTable} from "../../statistics/time/day.ts";
import type {DatasetRecord} from "../../store/datasets/dataset.ts";
import type {Store} from "../../store/open.ts";
import {haveSameCounts, type ReleaseCounts, type ReleaseRecord} from "../../store/releases/release.ts";
import {readHistories} from "../../store/series/history.ts";
import type {SeriesRecord} from "../../store/series/series.ts";
import {historyDifferenceText} from "../change/history-difference.ts";
import {addCounts, type CountsByRelease, stampNumber} from "../change/release-rows.ts";
import {type ReplayRelease, replayWithAndWithout} from "../change/replay.ts";
import {isReadByTheSame} from "./releases.ts";

const SERIES_A_BATCH = 500;

export interface HistoryOwner {
  readonly dataset: DatasetRecord;
  readonly releases: readonly ReleaseRecord[];
  /** Ascending by number. */
  readonly series: readonly SeriesRecord[];
}

/**
 * Verifies that every history of the dataset can be decoded and equals the replay of its releases.
 * @param replayed null: the archive can't be read, and only the histories themselves are verified
 * @returns the number of estimates
 */
export async function verifyHistories(
  store: Store,
  {dataset, releases, series}: HistoryOwner,
  weeks: PeriodTable | null,
  replayed: readonly ReplayRelease[] | null,
  say: (finding: string) => void,
): Promise<number> {
  let estimates = 0;
  const replay = replayed && replayWithAndWithout(replayed, [], series);
  const counts: CountsByRelease = new Map();
  const sameReasons = releases.every(isReadByTheSame);
  for (let start = 0; start < series.length; start += SERIES_A_BATCH) {
    const batch = series.slice(start, start + SERIES_A_BATCH);
    const numbers = batch.map((record) => record.number);
    const stored = await store.statistics.read((q) => readHistories(q, dataset.id, numbers));
    for (const [index, record] of batch.entries()) {
      const storedEstimates = decodeOrSay(stored[index], record, say);
      const proved = replay ? replay(start + index, null).after : null;
      estimates += storedEstimates?.count ?? 0;
      addCounts(counts, storedEstimates, +1);
      if (!storedEstimates) continue;
      verifySpan(record, storedEstimates, weeks, say);
      const difference = replay ? historyDifferenceText(storedEstimates, proved, record.frequency, sameReasons) : null;
      if (difference) say(`series ${record.key}: ${difference}`);
    }
  }
  verifyUnknownSeries(series, replayed ?? [], say);
  verifyCounts(releases, counts, say);
  return estimates;
}

function decodeOrSay(
  bytes: Uint8Array | undefined,
  record: SeriesRecord,
  say: (finding: string) => void,
): Estimates | null {
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

/** The facts that a slice reads from the series' row: first and last period, and the number of periods with a value. */
function verifySpan(
  record: SeriesRecord,
  {count, period}: Estimates,
  weeks: PeriodTable | null,
  say: (finding: string) => void,
): void {
  const {key, frequency} = record;
  const calendar = frequency === "W" ? weeks : periodTable(frequency);
  if (calendar === null) return;
  const dayAt = (row: number): string => dayText(calendar.days[period[row]! - calendar.base] ?? NO_DAY);
  let periods = 0;
  for (let row = 0; row < count; row++) if (row === 0 || period[row] !== period[row - 1]) periods++;
  const spanText = (first: string, last: string, number: number) => `${first} to ${last} in ${number} periods`;
  const said = spanText(dayText(record.firstPeriod), dayText(record.lastPeriod), record.observationCount);
  const storedEstimates = count === 0 ? "nothing" : spanText(dayAt(0), dayAt(count - 1), periods);
  if (said !== storedEstimates) say(`series ${key} has ${said} in its row, but ${storedEstimates} in its history`);
}

/** Series of an archived release that the store lacks: a silent gap. */
function verifyUnknownSeries(
  series: readonly SeriesRecord[],
  replayed: readonly ReplayRelease[],
  say: (finding: string) => void,
): void {
  const known = new Set(series.map((record) => record.key));
  const lost = new Set(replayed.flatMap(({keys}) => keys.filter((key) => !known.has(key))));
  for (const key of lost) say(`series ${key} is in the archive but not in the store`);
}

function verifyCounts(
  releases: readonly ReleaseRecord[],
  counts: CountsByRelease,
  say: (finding: string) => void,
): void {
  for (const release of releases) {
    const own = counts.get(stampNumber({day: release.publishedAt, sequence: release.sequence}));
    const counted = own ?? {newValues: 0, revisedValues: 0, withdrawnValues: 0};
    if (haveSameCounts(counted, release)) continue;
    const countsText = ({newValues, revisedValues, withdrawnValues}: ReleaseCounts): string =>
      `${newValues} new, ${revisedValues} revised and ${withdrawnValues} withdrawn values`;
    say(`release ${release.id} has ${countsText(release)} in its row, but ${countsText(counted)} in the histories`);
  }
}
