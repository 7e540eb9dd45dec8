// The archive of source files: the very bytes of every release, by SHA-256, so that any value can be derived again.
//
// Bytes go in before the release that needs them is published and in a transaction of their own: a load that dies in between
// leaves at most a file nobody refers to, never a release without its file.

import {Refusal} from "../refusal.ts";
import type {ReleaseMetadata} from "../statistics/release.ts";
import type {Store} from "../store/open.ts";
import type {ReleaseRecord} from "../store/release.ts";
import {finishSourceFile, hasSourceFile, readSourceChunk, writeSourceChunk} from "../store/source-file.ts";
import {archiveChunks, archivedFile} from "./archived-file.ts";
import type {FileFingerprint} from "./fingerprint.ts";
import {createGather, type Gathered} from "./gather.ts";
import type {SourceFile} from "./source.ts";
import {sourceNamed} from "./sources/sources.ts";

/** Keeps the files' bytes; a file that is there already is not written again. */
export async function archiveFiles(
  store: Store,
  files: readonly SourceFile[],
  fingerprints: readonly FileFingerprint[],
): Promise<void> {
  for (const [place, file] of files.entries()) {
    const {sha256, size} = fingerprints[place]!;
    if (await store.sources.read((q) => hasSourceFile(q, sha256))) continue;
    let chunks = 0;
    for await (const bytes of archiveChunks(file)) {
      const number = chunks++;
      await store.sources.write((q) => writeSourceChunk(q, sha256, number, bytes));
    }
    await store.sources.write((q) => finishSourceFile(q, sha256, size, chunks));
  }
}

/** The files of a release, or of a held run, as they were taken. Reading one that is gone or damaged throws, naming file and fingerprint. */
export function archivedFiles(store: Store, {files}: Pick<ReleaseRecord, "files">): SourceFile[] {
  return files.map((file) =>
    archivedFile(file, (sha256, number) => store.sources.read((q) => readSourceChunk(q, sha256, number))),
  );
}

export interface ParsedRelease {
  readonly metadata: ReleaseMetadata;
  readonly gathered: Gathered;
}

/**
 * Parses an archived release again, with the hints it was loaded with. Rows refused then (--skip-bad-rows) are refused again.
 * @throws Refusal when other values come out than were loaded: the reading of the bytes has changed, by a newer parser or newer
 * reference lists, and a replay would silently lose or add what the dataset serves
 */
export async function parseArchived(store: Store, release: ReleaseRecord, memoryLimit: number): Promise<ParsedRelease> {
  const source = sourceNamed(release.parser);
  if (!source)
    throw new Refusal(`release ${release.id} was read by ${release.parser}, which this program does not have`);
  const gather = createGather({memoryLimit});
  try {
    const metadata = await source.parse(archivedFiles(store, release), release.hints, gather.sink);
    const gathered = gather.finish();
    if (gathered.count === release.valueCount) return {metadata, gathered};
    throw new Refusal(
      `release ${release.id} held ${release.valueCount} values when it was loaded and holds ${gathered.count} as this program reads it`,
      "drop the dataset (ryad dataset drop) and load its releases again",
    );
  } catch (error) {
    gather.discard();
    throw error;
  }
}
