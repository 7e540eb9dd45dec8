// The one transaction of a change: release rows, histories, series, counts, and all state derived from them.
//
// A script: it yields statements and never waits, so on the embedded store the whole change is synchronous.

import {countryOfRelease} from "../../country/countries.ts";
import {Refusal} from "../../refusal.ts";
import {foldMetadata} from "../../statistics/release/metadata-fold.ts";
import {findNaming} from "../../statistics/release/naming.ts";
import type {ReleaseMetadata} from "../../statistics/release/release.ts";
import {dayText} from "../../statistics/time/day.ts";
import {deleteDataset, writeDataset} from "../../store/datasets/dataset.ts";
import {readListed} from "../../store/datasets/listing.ts";
import type {Queries} from "../../store/engines/differences.ts";
import {insertLoadRun} from "../../store/releases/load-run.ts";
import type {ReleaseRecord} from "../../store/releases/release.ts";
import {recordRun, takeHeldRun} from "../../store/releases/unpublished-run.ts";
import type {Script} from "../../store/script.ts";
import {createChangeWatch, type Sighting} from "../checks/change-findings.ts";
import {checkRelease, goneLosses, heldBy, rereadingCheck} from "../checks/release-check.ts";
import {releaseFacts} from "../checks/release-facts.ts";
import type {Loss} from "../gather/losses.ts";
import {HeldRelease, recordedRun} from "../held-release.ts";
import {spareMemory} from "../spare-memory.ts";
import type {ChangePlan} from "./change-plan.ts";
import {placeholderDataset, writeDatasetState} from "./dataset-state.ts";
import {incomingCounts, moveCounts, stampName, type TallyBook, writeMissing, writeReleases} from "./release-rows.ts";
import {changeSeries} from "./series-change.ts";

export interface CarriedOut {
  readonly datasetId: number;
  readonly releaseId: number | null;
  readonly newValues: number;
  readonly revisedValues: number;
  /** Values that the release withdrew. */
  readonly withdrawnValues: number;
  readonly seriesCount: number;
  /** Of the incoming release. */
  readonly losses: readonly Loss[];
  /** The dataset was deleted with its last release. */
  readonly dropped: boolean;
}

/** Carries a plan out. The caller has checked that the dataset has not changed since the plan was made. */
export function* carryOut(q: Queries, plan: ChangePlan): Script<CarriedOut> {
  const loadRun = plan.incoming?.run.id ?? globalThis.crypto.randomUUID();
  const now = plan.now.toISOString();
  const remaining = remainingReleases(plan, now);
  const metadata = remaining.reduce<ReleaseMetadata | null>(
    (older, newer) => foldMetadata(older, newer.metadata),
    null,
  );
  if (!metadata) {
    yield* deleteDataset(q, plan.dataset!.id);
    yield* insertLoadRun(
      q,
      loadRunOf(plan, loadRun, now, plan.dataset!.name, null, {newValues: 0, revisedValues: 0}, null),
    );
    return {
      datasetId: plan.dataset!.id,
      releaseId: null,
      newValues: 0,
      revisedValues: 0,
      withdrawnValues: 0,
      seriesCount: 0,
      losses: [],
      dropped: true,
    };
  }
  const datasetId = plan.dataset?.id ?? (yield* writeDataset(q, placeholderDataset(metadata, loadRun, now)));
  const book: TallyBook = new Map();
  const watch = plan.incoming && createChangeWatch(plan.incoming.stamp, metadata.revised);
  const reread: Sighting = {count: 0, first: null};
  let losses: readonly Loss[] = [];
  const {series, weeks, valuesBefore} = yield* changeSeries(q, plan, datasetId, metadata, {book, watch, reread});
  if (plan.withdrawn) refuseRemains(plan.withdrawn, book);
  if (plan.withdrawn && !plan.acceptRereading) refuseRereading(plan, reread);
  if (plan.incoming) {
    const checks = checkRelease(
      releaseFacts(plan, plan.incoming, metadata, {book, watch: watch!, reread, valuesBefore}),
    );
    // The error rolls the whole transaction back: nothing of a held run is published.
    losses = [...plan.incoming.gathered.losses, ...goneLosses(plan.incoming.series)];
    if (!plan.incoming.run.accepted && heldBy(checks).length > 0) throw new HeldRelease({checks, losses});
    // A discard takes the same lock, so either the run is published or its bytes are deleted, never both.
    if (plan.incoming.run.accepted && (yield* takeHeldRun(q, plan.incoming.run.id)) === null)
      throw new Refusal(`run ${plan.incoming.run.id} is no longer held`, "ryad runs lists the held runs");
    yield* recordRun(q, {...recordedRun(plan.incoming), checks, losses});
  }
  spareMemory();
  const {newValues, revisedValues, withdrawnValues} = incomingCounts(plan, book);
  const counts = {newValues, revisedValues, withdrawnValues};
  const releaseId = yield* writeReleases(q, plan, datasetId, loadRun, now, counts);
  yield* writeMissing(q, plan, datasetId, releaseId, series);
  yield* moveCounts(q, plan, datasetId, book);
  const described = countryOfRelease(metadata).describeListed(metadata, yield* readListed(q, plan.code));
  const latest = yield* writeDatasetState(q, datasetId, {
    metadata,
    described,
    naming: findNaming(remaining),
    series,
    weeks,
    loadRun,
    now,
  });
  yield* insertLoadRun(q, loadRunOf(plan, loadRun, now, described.name, releaseId, counts, latest));
  return {datasetId, releaseId, ...counts, seriesCount: series.length, losses, dropped: false};
}

/** @throws Refusal if values of the release would remain: a newer parser may assign them to other series, and they would have no release */
function refuseRemains(
  {id, publishedAt: day, sequence, newValues, revisedValues}: ReleaseRecord,
  book: TallyBook,
): void {
  const left = newValues + revisedValues;
  const gone = book.get(stampName({day, sequence})) ?? {newValues: 0, revisedValues: 0};
  const found = -(gone.newValues + gone.revisedValues);
  if (found === left) return;
  throw new Refusal(
    `release ${id} has ${left} values in the store, but this program finds only ${found} of them in its files`,
    "drop the dataset (ryad dataset drop) and load its other releases again",
  );
}

/** @throws Refusal if the withdrawal of a release would change the values of other releases */
function refuseRereading({code, otherCounts}: ChangePlan, reread: Sighting): void {
  const {passed, seen} = rereadingCheck({reread, otherCounts});
  if (passed) return;
  throw new Refusal(
    `releases of ${code.provider}/${code.dataset} are read differently now than at their publication: ${seen}`,
    "with --accept the release is withdrawn anyway, and the values of these releases change",
  );
}

/** Metadata of the dataset's releases after the change, in order; empty: no release is left. */
function remainingReleases(plan: ChangePlan, now: string): {metadata: ReleaseMetadata; loadedAt: string}[] {
  const remaining = plan.releases
    .filter((release) => release.id !== plan.withdrawn?.id)
    .map(({metadata, loadedAt}) => ({metadata, loadedAt}));
  if (plan.incoming) {
    const day = plan.incoming.metadata.publishedAt;
    const later = plan.releases.findIndex((release) => release.publishedAt > day);
    remaining.splice(later < 0 ? remaining.length : later, 0, {metadata: plan.incoming.metadata, loadedAt: now});
  }
  return remaining;
}

function loadRunOf(
  plan: ChangePlan,
  id: string,
  now: string,
  name: string,
  releaseId: number | null,
  {newValues, revisedValues}: {readonly newValues: number; readonly revisedValues: number},
  latestPeriod: string | null,
) {
  return {
    id,
    datasetId: plan.dataset?.id ?? null,
    provider: plan.code.provider,
    dataset: plan.code.dataset,
    name,
    kind: plan.incoming ? ("load" as const) : ("withdraw" as const),
    day: now.slice(0, 10),
    loadedAt: now,
    publishedAt: dayText(plan.incoming?.metadata.publishedAt ?? plan.withdrawn!.publishedAt),
    releaseId,
    newValues,
    revisedValues,
    latestPeriod,
  };
}
