// A run that its checks hold: its record, which a person looks at, and its discarding. Accepting it is in run.ts.
//
// The archive has its bytes, and accepting reads them again. Places that can't be read are recorded up to MAX_CELLS_KEPT.
import {Refusal} from "../service/refusal.ts";
import type {ValueDifference} from "../statistics/release/value-difference.ts";
import {dayText} from "../statistics/time/day.ts";
import {lockDataset} from "../store/engines/dataset-lock.ts";
import type {Queries} from "../store/engines/differences.ts";
import type {Store} from "../store/open.ts";
import {wasTakenBack} from "../store/releases/load-run.ts";
import type {DecidedBy} from "../store/releases/run-decision.ts";
import type {RunCheck} from "../store/releases/run-details.ts";
import {
  type DiscardedRun,
  discardRun,
  forgetHeldRun,
  type HeldRun,
  listHeldRuns,
  type RecordedRun,
  recordHeldRun,
} from "../store/releases/unpublished-run.ts";
import type {Script} from "../store/script.ts";
import {deleteUnneeded, listNeededFiles} from "./archive/prune.ts";
import type {Loss} from "./buffer/losses.ts";
import type {IncomingRelease} from "./change/change-plan.ts";

/** Thrown inside the transaction of a change to roll it back. It is not an error: publishFiles catches it and records the run. */
export class HeldRelease extends Error {
  override readonly name = "HeldRelease";
  readonly findings: RunFindings;

  constructor(findings: RunFindings) {
    super("the checks of this run hold it");
    this.findings = findings;
  }
}

/** What the reading and the checks found: the checks, what the release gives up if it is published, and what it changes. */
export interface RunFindings {
  readonly checks: readonly RunCheck[];
  readonly losses: readonly Loss[];
  readonly difference: ValueDifference | null;
}

export const MAX_CELLS_KEPT = 10_000;

/**
 * Records a held run. It replaces a held run of the same bytes under the same day.
 * @returns the id of the run
 */
export function keepHeldRun(
  store: Store,
  incoming: IncomingRelease,
  findings: RunFindings,
  now: Date,
): Promise<string> {
  return store.statistics.write(function* (q) {
    yield* lockDataset(q, incoming.metadata);
    return yield* recordHeldRun(q, {...recordedRun(incoming), ...findings}, now.toISOString());
  });
}

/** Deletes the record of a held run whose release another load has published. */
export function dropHeldRun(store: Store, incoming: IncomingRelease): Promise<string | null> {
  return store.statistics.write(function* (q) {
    yield* lockDataset(q, incoming.metadata);
    return yield* forgetHeldRun(q, recordedRun(incoming));
  });
}

/** @throws Refusal if no held run has this id, or several ids begin with it */
export async function findHeldRun(store: Store, id: string): Promise<HeldRun> {
  const runs = await store.statistics.read((q) => listHeldRuns(q));
  const found = runs.filter((run) => id !== "" && run.id.startsWith(id));
  if (found.length === 1) return found[0]!;
  throw new Refusal(
    found.length === 0 ? `there is no held run ${id}` : `the ids of ${found.length} held runs begin with ${id}`,
    "ryad runs lists them",
  );
}

export function recordedRun({
  metadata,
  buffered,
  run,
  ...files
}: IncomingRelease): Omit<RecordedRun, keyof RunFindings> {
  return {
    id: run.id,
    provider: metadata.provider,
    dataset: metadata.dataset,
    name: metadata.name,
    publishedAt: dayText(metadata.publishedAt),
    fingerprint: files.fingerprint,
    sourceFile: files.sourceFile,
    parser: files.parser,
    hints: files.hints,
    files: files.files,
    seriesCount: buffered.series.length,
    valueCount: buffered.count,
    unreadableCount: buffered.unreadableCount,
    cells: run.cells.map(({kind = "cell", file, sheet = null, cell = null, line, column, reason, text}) => ({
      kind,
      file,
      sheet,
      cell,
      line,
      column,
      reason,
      text,
    })),
  };
}

export interface Discarded {
  readonly run: DiscardedRun;
  readonly removedFiles: number;
}

/**
 * @param id as `ryad runs` shows it, or its start if only one run has it
 * @throws Refusal if there is no such held run
 */
export async function discardHeldRun(store: Store, id: string, word: DecidedBy, now: Date): Promise<Discarded> {
  const held = await findHeldRun(store, id);
  const run = await store.statistics.write(function* (q) {
    yield* lockDataset(q, held);
    return yield* discardRun(q, held.id, {at: now.toISOString(), ...word});
  });
  if (run === null) throw new Refusal(`there is no held run ${held.id}`, "ryad runs lists them");
  let removedFiles = 0;
  for (const sha256 of new Set(run.files.map((file) => file.sha256))) {
    if (await deleteUnneeded(store, sha256, (q) => isNeeded(q, run, sha256))) removedFiles++;
  }
  return {run, removedFiles};
}

/**
 * If a release of the dataset was ever withdrawn, all files are needed: the bytes of a withdrawn release are kept as proof of the values once
 * served, but no record names them.
 */
function* isNeeded(q: Queries, {provider, dataset}: DiscardedRun, sha256: string): Script<boolean> {
  return (yield* wasTakenBack(q, {provider, dataset})) || (yield* listNeededFiles(q)).has(sha256);
}
