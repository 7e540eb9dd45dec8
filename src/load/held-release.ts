// A run that its checks hold: its record, which a person looks at, and its discarding. Accepting it is in run.ts.
//
// The archive has its bytes, and accepting reads them again. Places that can't be read are recorded up to MAX_CELLS_KEPT.
// Bytes and records are in two databases, so one transaction can't change both. A load checks after publishing that its bytes are still
// in the archive; a discard checks after deleting whether bytes are needed again. One of the two notices the other.
import {Refusal} from "../refusal.ts";
import {dayText} from "../statistics/time/day.ts";
import {listListings} from "../store/datasets/listing.ts";
import {lockDataset} from "../store/engines/dataset-lock.ts";
import type {Store} from "../store/open.ts";
import {wasTakenBack} from "../store/releases/load-run.ts";
import {listReleasedFiles} from "../store/releases/release-file.ts";
import {
  deleteSourceFile,
  finishSourceFile,
  listSourceFiles,
  readSourceChunk,
  writeSourceChunk,
} from "../store/releases/source-file.ts";
import {
  type DiscardedRun,
  discardRun,
  forgetHeldRun,
  type HeldRun,
  listHeldRuns,
  type RecordedRun,
  recordHeldRun,
} from "../store/releases/unpublished-run.ts";
import type {IncomingRelease} from "./change/change-plan.ts";
import type {ReleaseCheck} from "./checks/release-check.ts";

/** Thrown inside the transaction of a change to roll it back. It is no fault: publishFiles catches it and records the run. */
export class HeldRelease extends Error {
  override readonly name = "HeldRelease";
  readonly checks: readonly ReleaseCheck[];

  constructor(checks: readonly ReleaseCheck[]) {
    super("the checks of this run hold it");
    this.checks = checks;
  }
}

export const MAX_CELLS_KEPT = 10_000;

/**
 * Records a held run. It replaces a held run of the same bytes under the same day.
 * @returns the id of the run
 */
export function keepHeldRun(
  store: Store,
  incoming: IncomingRelease,
  checks: readonly ReleaseCheck[],
  now: Date,
): Promise<string> {
  return store.statistics.write(function* (q) {
    yield* lockDataset(q, incoming.metadata);
    return yield* recordHeldRun(q, {...recordedRun(incoming), checks}, now.toISOString());
  });
}

/** Deletes the record of a held run whose release another load has published. */
export function dropHeldRun(store: Store, incoming: IncomingRelease): Promise<string | null> {
  return store.statistics.write(function* (q) {
    yield* lockDataset(q, incoming.metadata);
    return yield* forgetHeldRun(q, recordedRun(incoming));
  });
}

/** @throws Refusal when no held run has this id, or several ids begin with it */
export async function findHeldRun(store: Store, id: string): Promise<HeldRun> {
  const runs = await store.statistics.read((q) => listHeldRuns(q));
  const found = runs.filter((run) => id !== "" && run.id.startsWith(id));
  if (found.length === 1) return found[0]!;
  throw new Refusal(
    found.length === 0 ? `no run ${id} is held` : `${found.length} runs that are held begin with ${id}`,
    "ryad runs lists them",
  );
}

/** The record of a run without its checks. */
export function recordedRun({metadata, gathered, run, ...files}: IncomingRelease): Omit<RecordedRun, "checks"> {
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
    seriesCount: gathered.series.length,
    valueCount: gathered.count,
    unreadableCount: gathered.unreadableCount,
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
  /** Files taken out of the archive. */
  readonly removedFiles: number;
}

/**
 * @param id as `ryad runs` shows it, or its start if only one run has it
 * @throws Refusal when no such run is held
 */
export async function discardHeldRun(store: Store, id: string, by: string, now: Date): Promise<Discarded> {
  const held = await findHeldRun(store, id);
  const run = await store.statistics.write(function* (q) {
    yield* lockDataset(q, held);
    return yield* discardRun(q, held.id, {at: now.toISOString(), by});
  });
  if (run === null) throw new Refusal(`no run ${held.id} is held`, "ryad runs lists them");
  let removedFiles = 0;
  for (const sha256 of new Set(run.files.map((file) => file.sha256))) {
    if (!(await isNeeded(store, run, sha256)) && (await remove(store, run, sha256))) removedFiles++;
  }
  return {run, removedFiles};
}

/**
 * A file is needed by a release, a catalogue or another held run. If the dataset was ever withdrawn in part or whole, all files are: the
 * bytes of a withdrawn release stay as proof of the values once served, and no record names them any more.
 */
async function isNeeded(store: Store, {provider, dataset}: DiscardedRun, sha256: string): Promise<boolean> {
  return await store.statistics.read(function* (q) {
    if (yield* wasTakenBack(q, {provider, dataset})) return true;
    if ((yield* listReleasedFiles(q)).some((file) => file.sha256 === sha256)) return true;
    if ((yield* listListings(q)).some(({files}) => files.some((file) => file.sha256 === sha256))) return true;
    return (yield* listHeldRuns(q)).some(({files}) => files.some((file) => file.sha256 === sha256));
  });
}

/** @returns whether the file was there and is deleted */
async function remove(store: Store, run: DiscardedRun, sha256: string): Promise<boolean> {
  const record = (await store.sources.read((q) => listSourceFiles(q))).find((file) => file.sha256 === sha256);
  if (record === undefined) return false;
  const pieces: Uint8Array[] = [];
  for (let number = 0; number < record.chunks; number++) {
    const piece = await store.sources.read((q) => readSourceChunk(q, sha256, number));
    if (piece !== null) pieces.push(piece);
  }
  await store.sources.write((q) => deleteSourceFile(q, sha256));
  if (!(await isNeeded(store, run, sha256))) return true;
  await store.sources.write(function* (q) {
    for (const [number, piece] of pieces.entries()) yield* writeSourceChunk(q, sha256, number, piece);
    yield* finishSourceFile(q, sha256, record.size, record.chunks);
  });
  return false;
}
