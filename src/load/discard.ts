// Discarding a held run: its record stays with who and when, its bytes go unless something else needs them.
//
// Bytes and records are of two engines, so they can't change in one transaction. Whoever publishes looks afterwards whether its
// bytes are still there, and this looks afterwards whether somebody needs them now: one of the two sees the other.
import {Refusal} from "../refusal.ts";
import {listListings} from "../store/datasets/listing.ts";
import {lockDataset} from "../store/engines/dataset-lock.ts";
import type {Store} from "../store/open.ts";
import {type DiscardedRun, discardRun} from "../store/releases/discarded-run.ts";
import {listHeldRuns} from "../store/releases/held-run.ts";
import {wasTakenBack} from "../store/releases/load-run.ts";
import {listReleasedFiles} from "../store/releases/release-file.ts";
import {
  deleteSourceFile,
  finishSourceFile,
  listSourceFiles,
  readSourceChunk,
  writeSourceChunk,
} from "../store/releases/source-file.ts";
import {findHeldRun} from "./held-release.ts";

export interface Discarded {
  readonly run: DiscardedRun;
  /** Files taken out of the archive. */
  readonly removedFiles: number;
}

/**
 * @param id as `ryad runs` shows it; its start is enough where it fits one run alone
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
 * Files of a release that stands, of a catalogue or of another held run; and, where the dataset was ever taken back in part or whole, all of it: the
 * bytes of a withdrawn release stay as the proof of what was once served, and nothing tells any more which they are.
 */
async function isNeeded(store: Store, {provider, dataset}: DiscardedRun, sha256: string): Promise<boolean> {
  return await store.statistics.read(function* (q) {
    if (yield* wasTakenBack(q, {provider, dataset})) return true;
    if ((yield* listReleasedFiles(q)).some((file) => file.sha256 === sha256)) return true;
    if ((yield* listListings(q)).some(({files}) => files.some((file) => file.sha256 === sha256))) return true;
    return (yield* listHeldRuns(q)).some(({files}) => files.some((file) => file.sha256 === sha256));
  });
}

/** @returns whether it was there and is gone */
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
