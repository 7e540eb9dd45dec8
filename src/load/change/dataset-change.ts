// A release published or withdrawn: planned and parsed outside the transaction, carried out in one transaction.
//
// A late release needs the releases after it from the archive. They are parsed before the transaction begins. If another load has changed
// the dataset in the meantime, a new plan is made, so a plan is carried out only on its own state.

import {Refusal} from "../../service/refusal.ts";
import {readMirror, readMirrorCursor} from "../../store/changes/mirror.ts";
import {type DatasetAddress, type DatasetRecord, findDatasets} from "../../store/datasets/dataset.ts";
import {lockDataset} from "../../store/engines/dataset-lock.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Store} from "../../store/open.ts";
import {type BareRelease, listBareReleases} from "../../store/releases/release.ts";
import type {Script} from "../../store/script.ts";
import type {OtherCount} from "../../text/finding.ts";
import {parseArchived} from "../archive/parse-archived.ts";
import type {CountWithFirst} from "../checks/change-findings.ts";
import {compareSeries} from "../checks/missing-series.ts";
import {otherTable} from "../checks/own-table.ts";
import type {ChangePlan, IncomingRelease} from "./change-plan.ts";
import {type AppliedChange, applyPlan} from "./dataset-transaction.ts";
import {parseForReplay, type ReplayRelease, replayRelease} from "./replay.ts";

export interface ChangeEffects {
  readonly now: () => Date;
  readonly memoryLimit: number;
  /** A withdrawal may change the values of other releases that are read differently now. */
  readonly acceptRereading?: boolean;
  /** For tests: derive all state of the dataset again, even if the release changes little. The stored bytes are the same. */
  readonly derivesAll?: boolean;
}

const ATTEMPTS = 5;

/**
 * Publishes a release. The histories do not depend on the order in which releases arrive [history.order-free].
 * @returns null if these bytes are already published with this day; another load may have done so in the meantime
 */
export async function publishRelease(
  store: Store,
  incoming: IncomingRelease,
  effects: ChangeEffects,
): Promise<AppliedChange | null> {
  const address = {provider: incoming.metadata.provider, dataset: incoming.metadata.dataset};
  return attempt(store, address, async ({dataset, releases}) => {
    const day = incoming.metadata.publishedAt;
    if (releases.some((release) => release.publishedAt === day && release.fingerprint === incoming.fingerprint))
      return null;
    const stamp = {
      day,
      sequence: releases
        .filter((release) => release.publishedAt === day)
        .reduce((next, release) => Math.max(next, release.sequence + 1), 0),
    };
    // Only the caller discards it, because a new plan would need it again.
    const own = replayRelease(address, stamp, {...incoming.buffered, discard: () => {}}, incoming.metadata, null);
    const blankKeys = own.coverage?.marks.keys() ?? [];
    const comparison = await compareSeries(
      store,
      address,
      {dataset, releases},
      {...incoming, stamp, keys: own.keys, blankKeys},
    );
    const {hints, run} = incoming;
    const other = await otherTable(store, dataset, {keys: own.keys, hints, isPackage: run.isPackage});
    const otherCounts: CountWithFirst<OtherCount> = {count: 0, first: null};
    const isNewest = releases.every((release) => release.publishedAt <= day);
    const from = isNewest ? null : {day, sequence: 0};
    const again = isNewest
      ? []
      : await parseAll(
          store,
          address,
          releases.filter((release) => release.publishedAt >= day),
          effects,
          otherCounts,
        );
    return {
      address,
      dataset,
      releases,
      incoming: {...incoming, stamp, comparison, other},
      withdrawn: null,
      from,
      applied: [...again, own].sort(byStamp),
      withoutChange: again,
      otherCounts,
      touched: incoming.buffered,
      touchedKeys: own.keys,
      touchedCoverage: own.coverage,
      now: effects.now(),
      derivesAll: effects.derivesAll === true,
      acceptRereading: incoming.run.accepted !== null,
    };
  });
}

/** Withdraws a release: the dataset becomes what it would be without it [release.withdraw]. With its last release the dataset is deleted. */
export async function withdrawRelease(
  store: Store,
  address: DatasetAddress,
  releaseId: number,
  effects: ChangeEffects,
): Promise<AppliedChange> {
  const done = await attempt(store, address, async ({dataset, releases}) => {
    const withdrawn = releases.find((release) => release.id === releaseId);
    if (!dataset || !withdrawn) throw new Refusal(`there is no release ${releaseId}`, "ryad release list lists them");
    const otherCounts: CountWithFirst<OtherCount> = {count: 0, first: null};
    const {buffered: touched, metadata} = await parseArchived(store, withdrawn, effects.memoryLimit, {
      onOtherCount: countIn(otherCounts),
    });
    const from = {day: withdrawn.publishedAt, sequence: 0};
    const after = releases.filter((release) => release.publishedAt >= from.day && release.id !== releaseId);
    const stamp = {day: withdrawn.publishedAt, sequence: withdrawn.sequence};
    const options = {now: effects.now(), derivesAll: true, acceptRereading: effects.acceptRereading === true};
    let own: ReplayRelease;
    let applied: readonly ReplayRelease[];
    try {
      own = replayRelease(address, stamp, {...touched, discard: () => {}}, metadata, null);
      applied = await parseAll(store, address, after, effects, otherCounts);
    } catch (error) {
      touched.discard();
      throw error;
    }
    const withoutChange = [...applied, own];
    return {
      address,
      dataset,
      releases,
      incoming: null,
      withdrawn,
      from,
      applied,
      withoutChange,
      otherCounts,
      touched,
      touchedKeys: own.keys,
      touchedCoverage: own.coverage,
      ...options,
    };
  });
  return done!;
}

interface DatasetNow {
  readonly dataset: DatasetRecord | null;
  readonly releases: readonly BareRelease[];
}

async function attempt(
  store: Store,
  address: DatasetAddress,
  makePlan: (now: DatasetNow) => Promise<ChangePlan | null>,
): Promise<AppliedChange | null> {
  for (let tries = 0; tries < ATTEMPTS; tries++) {
    const plan = await makePlan(
      await store.statistics.read(function* (q) {
        yield* refuseMirrored(q, address);
        return yield* readDatasetNow(q, address);
      }),
    );
    if (!plan) return null;
    try {
      const done = await store.statistics.write(function* (q) {
        yield* lockDataset(q, address);
        const now = yield* readDatasetNow(q, address);
        return now.dataset?.changedBy === plan.dataset?.changedBy ? yield* applyPlan(q, plan) : null;
      });
      if (done) return done;
    } finally {
      for (const release of plan.applied) release.discard();
      if (plan.withdrawn) plan.touched.discard();
    }
  }
  throw new Refusal(
    `${address.provider}/${address.dataset} was changed by other loads ${ATTEMPTS} times in a row`,
    "load it again when they are done",
  );
}

/** @throws Refusal for a dataset that comes from another service: it would not be a copy any more */
function* refuseMirrored(q: Queries, address: DatasetAddress): Script<void> {
  if ((yield* readMirrorCursor(q, address)) === null) return;
  const mirror = yield* readMirror(q);
  throw new Refusal(
    `${address.provider}/${address.dataset} is a copy of that of ${mirror?.origin} (ryad pull)`,
    "change it there, or give the release another provider or dataset",
  );
}

/** The dataset and its releases in order of (day, sequence), from one state of the store. */
function* readDatasetNow(q: Queries, address: DatasetAddress): Script<DatasetNow> {
  const dataset = (yield* findDatasets(q, address))[0] ?? null;
  return {dataset, releases: dataset ? yield* listBareReleases(q, dataset.id) : []};
}

/** Archived releases for a replay. If one can't be read, there is no plan. */
async function parseAll(
  store: Store,
  address: DatasetAddress,
  releases: readonly BareRelease[],
  {memoryLimit}: ChangeEffects,
  counts: CountWithFirst<OtherCount>,
): Promise<ReplayRelease[]> {
  const onFault = (_: BareRelease, error: Error): never => {
    throw error;
  };
  const parsed = await parseForReplay(store, address, releases, {memoryLimit, onFault, onOtherCount: countIn(counts)});
  return parsed!;
}

/** Histories omit an estimate equal to the one before it. So if the parser no longer finds it, only the count differs. */
function countIn(counts: CountWithFirst<OtherCount>): (count: OtherCount) => void {
  return (count) => {
    counts.count++;
    counts.first ??= count;
  };
}

function byStamp(a: ReplayRelease, b: ReplayRelease): number {
  return a.stamp.day - b.stamp.day || a.stamp.sequence - b.stamp.sequence;
}
