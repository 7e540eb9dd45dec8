// Files of the archive that no release, catalogue or held run needs, and their deletion.
//
// Bytes and records are in two databases, so one transaction can't change both. A deletion checks again afterwards whether the file is needed
// and restores it; a load checks after publishing whether its files still exist. One of the two notices the other. Each file is deleted in
// one transaction, so after a kill it is complete or deleted.

import type {Queries} from "../../store/engines/differences.ts";
import type {Store} from "../../store/open.ts";
import {listListings} from "../../store/releases/listing.ts";
import {listReleasedFiles} from "../../store/releases/release-file.ts";
import {
  deleteSourceFile,
  finishSourceFile,
  listSourceFiles,
  readSourceChunk,
  type SourceFileRecord,
  writeSourceChunk,
} from "../../store/releases/source-file.ts";
import {listHeldRuns} from "../../store/releases/unpublished-run.ts";
import type {Script} from "../../store/script.ts";

/** In the order of their SHA-256. */
export async function listUnneededFiles(store: Store): Promise<SourceFileRecord[]> {
  const archived = await store.sources.read((q) => listSourceFiles(q));
  const needed = await store.statistics.read((q) => listNeededFiles(q));
  return archived.filter(({sha256}) => !needed.has(sha256));
}

/** SHA-256 of the files of releases, catalogues and held runs. */
export function* listNeededFiles(q: Queries): Script<ReadonlySet<string>> {
  const sources = [...(yield* listListings(q)), ...(yield* listHeldRuns(q))];
  const files = [...(yield* listReleasedFiles(q)), ...sources.flatMap((one) => one.files)];
  return new Set(files.map(({sha256}) => sha256));
}

/**
 * Deletes a file of the archive unless it is needed.
 * @returns whether there was a file to delete
 */
export async function deleteUnneeded(
  store: Store,
  sha256: string,
  isNeeded: (q: Queries) => Script<boolean>,
): Promise<boolean> {
  if (await store.statistics.read(isNeeded)) return false;
  const record = (await store.sources.read((q) => listSourceFiles(q))).find((file) => file.sha256 === sha256);
  if (record === undefined) return false;
  const chunks: Uint8Array[] = [];
  for (let number = 0; number < record.chunks; number++) {
    const chunk = await store.sources.read((q) => readSourceChunk(q, sha256, number));
    if (chunk !== null) chunks.push(chunk);
  }
  await store.sources.write((q) => deleteSourceFile(q, sha256));
  if (!(await store.statistics.read(isNeeded))) return true;
  await store.sources.write(function* (q) {
    for (const [number, chunk] of chunks.entries()) yield* writeSourceChunk(q, sha256, number, chunk);
    yield* finishSourceFile(q, sha256, record.size, record.chunks);
  });
  return false;
}

export async function pruneArchive(store: Store): Promise<SourceFileRecord[]> {
  const deleted: SourceFileRecord[] = [];
  for (const file of await listUnneededFiles(store)) {
    const isNeeded = function* (q: Queries): Script<boolean> {
      return (yield* listNeededFiles(q)).has(file.sha256);
    };
    if (await deleteUnneeded(store, file.sha256, isNeeded)) deleted.push(file);
  }
  return deleted;
}
