// The archive of source files: the bytes of every release, by SHA-256, so that any value can be derived again.
//
// Bytes are written before their release is published, in a separate transaction: after a crash in between there may be a file without a
// release, but never a release without its file.
import type {Queries} from "../../store/engines/differences.ts";
import type {Store} from "../../store/open.ts";
import type {BareRelease} from "../../store/releases/release.ts";
import {finishSourceFile, hasSourceFile, readSourceChunk, writeSourceChunk} from "../../store/releases/source-file.ts";
import type {Script} from "../../store/script.ts";
import type {FileFingerprint} from "../identity/fingerprint.ts";
import {readAhead} from "../input/read-ahead.ts";
import type {SourceFile} from "../source.ts";
import {archiveChunks, archivedFile} from "./archived-file.ts";

export interface Archiving {
  /** Writes the files; a file that is in the archive is not written again. */
  keep(): Promise<void>;
  stop(): Promise<void>;
}

/** Begins to pack the files while a parser reads them; nothing is written before `keep`. */
export function beginArchiving(
  store: Store,
  files: readonly SourceFile[],
  fingerprints: readonly FileFingerprint[],
): Archiving {
  const packing = readAhead(packFiles(store, files, fingerprints), weightOf, PACKED_AHEAD_BYTES);
  return {
    async keep() {
      let parts: Packed[] = [];
      let weight = 0;
      const write = async (): Promise<void> => {
        const written = parts;
        [parts, weight] = [[], 0];
        await store.sources.write((q) => writeParts(q, written));
      };
      for await (const part of packing.items()) {
        parts.push(part);
        weight += weightOf(part);
        if (weight >= WRITTEN_AT_ONCE_BYTES) await write();
      }
      if (parts.length > 0) await write();
    },
    stop: () => packing.stop(),
  };
}

/** Writes the files that are missing in the archive: a discard of a held run with the same bytes may have deleted them. */
export async function keepFiles(
  store: Store,
  files: readonly SourceFile[],
  fingerprints: readonly FileFingerprint[],
): Promise<void> {
  const archiving = beginArchiving(store, files, fingerprints);
  try {
    await archiving.keep();
  } finally {
    await archiving.stop();
  }
}

/** A commit waits for the disk, which takes longer than writing a small chunk; but until its end the bytes are on the disk twice. */
const WRITTEN_AT_ONCE_BYTES = 2 ** 20;

const PACKED_AHEAD_BYTES = 32 * 2 ** 20;

/** A chunk of a file, or the end of one. */
type Packed =
  | {readonly sha256: string; readonly number: number; readonly bytes: Uint8Array}
  | {readonly sha256: string; readonly size: number; readonly chunks: number};

function weightOf(part: Packed): number {
  return "bytes" in part ? part.bytes.length : 0;
}

async function* packFiles(
  store: Store,
  files: readonly SourceFile[],
  fingerprints: readonly FileFingerprint[],
): AsyncGenerator<Packed> {
  for (const [index, file] of files.entries()) {
    const {sha256, size} = fingerprints[index]!;
    if (await store.sources.read((q) => hasSourceFile(q, sha256))) continue;
    let chunks = 0;
    for await (const bytes of archiveChunks(file)) yield {sha256, number: chunks++, bytes};
    yield {sha256, size, chunks};
  }
}

function* writeParts(q: Queries, parts: readonly Packed[]): Script<void> {
  for (const part of parts) {
    if ("bytes" in part) yield* writeSourceChunk(q, part.sha256, part.number, part.bytes);
    else yield* finishSourceFile(q, part.sha256, part.size, part.chunks);
  }
}

/** The files of a release or of a held run. Reading a missing or damaged one throws an Error with its name and fingerprint. */
export function archivedFiles(store: Store, {files}: Pick<BareRelease, "files">): SourceFile[] {
  return files.map((file) =>
    archivedFile(file, (sha256, number) => store.sources.read((q) => readSourceChunk(q, sha256, number))),
  );
}
