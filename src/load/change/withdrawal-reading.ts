// The withdrawn values of a store whose program did not record them: read from the archived releases (CONTRACT 6.3).
//
// No estimate changes: only marks of withdrawal are added to histories. One transaction for each dataset also marks it as read, so an
// interrupted reading goes on where it was, and the store can be read meanwhile. docs/decisions/0003-histories.md
import {Refusal} from "../../refusal.ts";
import {createDecodeScratch, decodeHistory} from "../../statistics/history/decode.ts";
import {createEncodeScratch, encodeHistory} from "../../statistics/history/encode.ts";
import {withdrawnSpans} from "../../statistics/history/withdrawn.ts";
import type {DatasetRecord} from "../../store/datasets/dataset.ts";
import {changeVersion, isUnread, listUnread, markRead} from "../../store/datasets/unread-withdrawals.ts";
import {lockDataset} from "../../store/engines/dataset-lock.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Store} from "../../store/open.ts";
import {insertDescribingRun} from "../../store/releases/load-run.ts";
import type {BareRelease} from "../../store/releases/release.ts";
import type {Script} from "../../store/script.ts";
import {type NumberedHistory, readHistories, writeHistories} from "../../store/series/history.ts";
import {readSeries} from "../../store/series/series.ts";
import {WITHDRAWN_PERCENT_LIMIT} from "../checks/release-check.ts";
import {readDatasetNow} from "./dataset-change.ts";
import {estimateDifference} from "./history-change.ts";
import {addTally, stampNumber, type TallyBook} from "./release-rows.ts";
import {createReplay, parseForReplay, type ReplayRelease} from "./replay.ts";
import type {DatasetCode} from "./series-targets.ts";

export interface ReadingEffects {
  readonly now: () => Date;
  readonly memoryLimit: number;
  /** Also accepts a release whose withdrawals are above the limit that holds a load. */
  readonly accept: boolean;
}

export interface WithdrawalsRead {
  readonly code: DatasetCode;
  readonly releases: number;
  /** Marks that were added. */
  readonly withdrawn: number;
  /** Why nothing was added, and the dataset stays unread; null: it was read. */
  readonly refused: string | null;
}

/** Reads every dataset that is not read yet; a refused one does not stop the others. */
export async function* readWithdrawals(store: Store, effects: ReadingEffects): AsyncGenerator<WithdrawalsRead> {
  for (const code of await store.statistics.read((q) => listUnread(q))) {
    try {
      yield {code, ...(await readDataset(store, code, effects)), refused: null};
    } catch (error) {
      const {message, hint = null} = error as Error & Partial<Refusal>;
      yield {code, releases: 0, withdrawn: 0, refused: hint === null ? message : `${message} (${hint})`};
    }
  }
}

const ATTEMPTS = 5;

async function readDataset(
  store: Store,
  code: DatasetCode,
  effects: ReadingEffects,
): Promise<Pick<WithdrawalsRead, "releases" | "withdrawn">> {
  for (let tries = 0; tries < ATTEMPTS; tries++) {
    const {dataset, releases} = await store.statistics.read((q) => readDatasetNow(q, code));
    if (dataset === null) return {releases: 0, withdrawn: 0};
    // A single release has nothing before it that it could withdraw.
    const replayed = releases.length < 2 ? [] : await parseAll(store, code, releases, effects.memoryLimit);
    try {
      const withdrawn = await store.statistics.write(function* (q) {
        yield* lockDataset(q, code);
        const now = yield* readDatasetNow(q, code);
        if (now.dataset?.changedBy !== dataset.changedBy) return null;
        return (yield* isUnread(q, dataset.id)) ? yield* addWithdrawals(q, {dataset, releases, replayed}, effects) : 0;
      });
      if (withdrawn !== null) return {releases: replayed.length, withdrawn};
    } finally {
      for (const release of replayed) release.discard();
    }
  }
  throw new Refusal(`it was changed by loads ${ATTEMPTS} times in a row`, "repeat ryad migrate when they are done");
}

async function parseAll(
  store: Store,
  code: DatasetCode,
  releases: readonly BareRelease[],
  memoryLimit: number,
): Promise<readonly ReplayRelease[]> {
  const fail = (_: BareRelease, error: Error): never => {
    throw error;
  };
  return (await parseForReplay(store, code, releases, memoryLimit, fail))!;
}

interface Replayed {
  readonly dataset: DatasetRecord;
  readonly releases: readonly BareRelease[];
  readonly replayed: readonly ReplayRelease[];
}

const SERIES_A_BATCH = 500;

/** @returns the number of marks that were added. @throws Refusal if the releases are read differently now, or one withdraws too much */
function* addWithdrawals(q: Queries, {dataset, releases, replayed}: Replayed, effects: ReadingEffects): Script<number> {
  const series = replayed.length === 0 ? [] : yield* readSeries(q, dataset.id);
  const replay = createReplay(replayed, series);
  const [decoding, encoding] = [createDecodeScratch(), createEncodeScratch(1024)];
  const book: TallyBook = new Map();
  let [added, isChanged] = [0, false];
  for (let start = 0; start < series.length; start += SERIES_A_BATCH) {
    const batch = series.slice(start, start + SERIES_A_BATCH);
    const numbers = batch.map(({number}) => number);
    const stored = yield* readHistories(q, dataset.id, numbers);
    const changed: NumberedHistory[] = [];
    for (const [place, {key, number, frequency}] of batch.entries()) {
      const held = decodeHistory(stored[place]!, decoding);
      const read = replay(start + place, null);
      const difference = estimateDifference(held, read, frequency);
      if (difference !== null) throw new Refusal(`series ${key}: ${difference}`, "ryad check lists all differences");
      addTally(book, read, +1);
      const [before, after] = [withdrawnSpans(held), withdrawnSpans(read!)];
      if (after.length === 0 && before.length === 0) continue;
      const packed = encodeHistory({...held, withdrawn: after}, encoding);
      if (Buffer.compare(packed, stored[place]!) === 0) continue;
      changed.push({number, estimates: packed});
      added += after.length - before.length;
    }
    yield* writeHistories(q, dataset.id, changed);
    isChanged ||= changed.length > 0;
  }
  if (!effects.accept) refuseTooMany(releases, book);
  yield* markRead(q, dataset.id);
  if (isChanged) yield* recordChange(q, dataset, effects.now().toISOString());
  return added;
}

/** @throws Refusal if a release withdraws more of the values before it than a load may */
function refuseTooMany(releases: readonly BareRelease[], book: TallyBook): void {
  let values = 0;
  for (const {id, publishedAt: day, sequence} of releases) {
    const {newValues = 0, withdrawnValues = 0} = book.get(stampNumber({day, sequence})) ?? {};
    if (withdrawnValues * 100 > values * WITHDRAWN_PERCENT_LIMIT)
      throw new Refusal(
        `release ${id} withdraws ${withdrawnValues} of ${values} values, more than ${WITHDRAWN_PERCENT_LIMIT} %`,
        "ryad migrate --accept records them",
      );
    values += newValues;
  }
}

function* recordChange(q: Queries, {id, provider, code, name}: DatasetRecord, now: string): Script<void> {
  const run = globalThis.crypto.randomUUID();
  yield* changeVersion(q, id, {changedBy: run, changedAt: now});
  yield* insertDescribingRun(q, {id: run, provider, dataset: code, name, loadedAt: now, publishedAt: null});
}
