// A run that its checks hold: what is kept of it, so that a person can look and decide.
//
// Its bytes are in the archive already; accepting it reads them again. Of the places that could not be read so many are kept as a
// person would ever look at: the bytes have them all.
import {Refusal} from "../refusal.ts";
import {dayText} from "../statistics/time/day.ts";
import {lockDataset} from "../store/engines/dataset-lock.ts";
import type {Store} from "../store/open.ts";
import {
  forgetHeldRun,
  type HeldRun,
  listHeldRuns,
  type RecordedRun,
  recordHeldRun,
} from "../store/releases/held-run.ts";
import type {IncomingRelease} from "./change/change-plan.ts";
import type {ReleaseCheck} from "./checks/release-check.ts";

/** Thrown inside the transaction of a change, to take it back: no fault, and caught where the run is told. */
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
 * Keeps a held run. The same bytes under the same day take the place of the run that was held before.
 * @returns the id it is known by
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

/** Forgets a held run whose release stands already: another load has brought it. */
export function dropHeldRun(store: Store, incoming: IncomingRelease): Promise<string | null> {
  return store.statistics.write(function* (q) {
    yield* lockDataset(q, incoming.metadata);
    return yield* forgetHeldRun(q, recordedRun(incoming));
  });
}

/** @throws Refusal when no run that is held has this id, or several begin with it */
export async function findHeldRun(store: Store, id: string): Promise<HeldRun> {
  const runs = await store.statistics.read((q) => listHeldRuns(q));
  const found = runs.filter((run) => id !== "" && run.id.startsWith(id));
  if (found.length === 1) return found[0]!;
  throw new Refusal(
    found.length === 0 ? `no run ${id} is held` : `${found.length} runs that are held begin with ${id}`,
    "ryad runs lists them",
  );
}

/** A run as the store keeps it, but for its checks. */
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
