// The one transaction of a change: release rows, histories, series, counts, and all state derived from them.
//
// A script: it yields statements and never waits, so on the embedded store the whole change is synchronous.

import {Refusal} from "../../service/refusal.ts";
import type {ReleaseMetadata} from "../../statistics/release/release.ts";
import {dayText} from "../../statistics/time/day.ts";
import {writeDataset} from "../../store/datasets/dataset.ts";
import type {Queries} from "../../store/engines/differences.ts";
import {recordChange} from "../../store/releases/load-run.ts";
import type {BareRelease} from "../../store/releases/release.ts";
import {insertDecision} from "../../store/releases/run-decision.ts";
import {recordRun, removeHeldRun} from "../../store/releases/unpublished-run.ts";
import type {Script} from "../../store/script.ts";
import {deleteDataset} from "../../store/series/delete-dataset.ts";
import type {RereadSeries, Sighting} from "../../text/finding.ts";
import type {Loss} from "../buffer/losses.ts";
import {checkRelease, goneLosses, heldBy, rereadingCheck} from "../checks/release-check.ts";
import {releaseFacts} from "../checks/release-facts.ts";
import {HeldRelease, recordedRun} from "../held-release.ts";
import type {ChangePlan, ChangeRun, PublicationPlan} from "./change-plan.ts";
import {initialDataset} from "./dataset-state.ts";
import type {WrittenState} from "./derivation.ts";
import {beginFullDerivation} from "./full-derivation.ts";
import {beginIncrementalDerivation} from "./incremental/incremental-derivation.ts";
import {
  type CountsByRelease,
  incomingCounts,
  moveCounts,
  stampNumber,
  writeMissing,
  writeReleases,
} from "./release-rows.ts";
import {type ChangedSeries, changeSeries} from "./series-change.ts";

export interface AppliedChange {
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
export function* applyPlan(q: Queries, plan: ChangePlan): Script<AppliedChange> {
  const run = {id: plan.incoming?.run.id ?? globalThis.crypto.randomUUID(), now: plan.now.toISOString()};
  const derivation = (yield* beginIncrementalDerivation(q, plan)) ?? (yield* beginFullDerivation(q, plan, run.now));
  if (derivation === null) return yield* dropWithRun(q, plan, run);
  const {metadata} = derivation;
  const datasetId = plan.dataset?.id ?? (yield* writeDataset(q, initialDataset(metadata, run.id, run.now)));
  const change = yield* changeSeries(q, plan, {datasetId, metadata}, derivation.takesNewSeries);
  const {notes} = change;
  if (plan.withdrawn) refuseRemains(plan.withdrawn, notes.counts);
  if (plan.withdrawn && !plan.acceptRereading) refuseRereading(plan, notes.reread);
  const losses = plan.incoming ? yield* checkAndRecord(q, plan, metadata, change) : [];
  const {newValues, revisedValues, withdrawnValues} = incomingCounts(plan, notes.counts);
  const counts = {newValues, revisedValues, withdrawnValues};
  const releaseId = yield* writeReleases(q, plan, datasetId, run, counts);
  yield* writeMissing(q, plan, datasetId, releaseId, change.series);
  yield* moveCounts(q, plan, datasetId, notes.counts);
  const written = yield* derivation.write(q, datasetId, change, run);
  const state = written ?? (yield* writeInFull(q, plan, datasetId, change, run));
  const blobs = notes.record.blobs(state.redescribed);
  yield* recordChange(q, loadRunOf(plan, run, state, releaseId, counts), {datasetId, blobs});
  return {datasetId, releaseId, ...counts, seriesCount: state.seriesCount, losses, dropped: false};
}

/** After an incremental derivation that gave up: so a release is left. */
function* writeInFull(
  q: Queries,
  plan: ChangePlan,
  datasetId: number,
  change: ChangedSeries,
  run: ChangeRun,
): Script<WrittenState> {
  const derivation = (yield* beginFullDerivation(q, plan, run.now))!;
  return (yield* derivation.write(q, datasetId, change, run))!;
}

/** The last release of the dataset is withdrawn. */
function* dropWithRun(q: Queries, plan: ChangePlan, run: ChangeRun): Script<AppliedChange> {
  const dataset = plan.dataset!;
  yield* deleteDataset(q, dataset.id);
  const state = {name: dataset.name, latestPeriod: null};
  yield* recordChange(q, loadRunOf(plan, run, state, null, {newValues: 0, revisedValues: 0}), {
    datasetId: dataset.id,
    blobs: null,
  });
  const nothing = {newValues: 0, revisedValues: 0, withdrawnValues: 0, seriesCount: 0};
  return {datasetId: dataset.id, releaseId: null, ...nothing, losses: [], dropped: true};
}

/** Records the run with its checks. @returns what the release gives up. @throws HeldRelease if a check holds it */
function* checkAndRecord(
  q: Queries,
  plan: PublicationPlan,
  metadata: ReleaseMetadata,
  {valuesBefore, notes: {counts, watch, difference, reread}}: ChangedSeries,
): Script<readonly Loss[]> {
  const {incoming} = plan;
  const checks = checkRelease(releaseFacts(plan, metadata, {counts, watch: watch!, reread, valuesBefore}));
  // The error rolls the whole transaction back: nothing of a held run is published.
  const losses = [...incoming.buffered.losses, ...goneLosses(incoming.comparison)];
  const {accepted, id} = incoming.run;
  const isHeld = accepted === null && heldBy(checks).length > 0;
  const findings = {checks, losses, difference: isHeld || accepted !== null ? difference!.list() : null};
  if (isHeld) throw new HeldRelease(findings);
  // A discard takes the same lock, so either the run is published or its bytes are deleted, never both.
  if (accepted !== null) {
    if ((yield* removeHeldRun(q, id)) === null)
      throw new Refusal(`run ${id} is no longer held`, "ryad runs lists the held runs");
    yield* insertDecision(q, id, {...accepted, decision: "accepted", at: plan.now.toISOString()});
  }
  yield* recordRun(q, {...recordedRun(incoming), ...findings});
  return losses;
}

/** @throws Refusal if values of the release would remain: a newer parser may assign them to other series, and they would have no release */
function refuseRemains(
  {id, publishedAt: day, sequence, newValues, revisedValues}: BareRelease,
  counts: CountsByRelease,
): void {
  const left = newValues + revisedValues;
  const gone = counts.get(stampNumber({day, sequence})) ?? {newValues: 0, revisedValues: 0};
  const found = -(gone.newValues + gone.revisedValues);
  if (found === left) return;
  throw new Refusal(
    `release ${id} has ${left} values in the store, but this program finds only ${found} of them in its files`,
    "drop the dataset (ryad dataset drop) and load its other releases again",
  );
}

/** @throws Refusal if the withdrawal of a release would change the values of other releases */
function refuseRereading({address, otherCounts}: ChangePlan, reread: Sighting<RereadSeries>): void {
  const {passed, seen} = rereadingCheck({reread, otherCounts});
  if (passed) return;
  throw new Refusal(
    `releases of ${address.provider}/${address.dataset} are read differently now than at their publication: ${seen}`,
    "with --accept the release is withdrawn anyway, and the values of these releases change",
  );
}

function loadRunOf(
  plan: ChangePlan,
  {id, now}: ChangeRun,
  {name, latestPeriod}: Pick<WrittenState, "name" | "latestPeriod">,
  releaseId: number | null,
  {newValues, revisedValues}: {readonly newValues: number; readonly revisedValues: number},
) {
  return {
    id,
    datasetId: plan.dataset?.id ?? null,
    provider: plan.address.provider,
    dataset: plan.address.dataset,
    name,
    kind: plan.incoming ? ("load" as const) : ("withdraw" as const),
    day: now.slice(0, 10),
    loadedAt: now,
    publishedAt: dayText((plan.incoming === null ? plan.withdrawn : plan.incoming.metadata).publishedAt),
    releaseId,
    newValues,
    revisedValues,
    latestPeriod,
  };
}
