// The archive of source files: the bytes of every release, by SHA-256, so that any value can be derived again.
//
// Bytes are written before their release is published, in a separate transaction: after a crash in between there may be a file without a
// release, but never a release without its file.

import {Refusal} from "../../service/refusal.ts";
import type {ReleaseMetadata} from "../../statistics/release/release.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Store} from "../../store/open.ts";
import type {BareRelease} from "../../store/releases/release.ts";
import {finishSourceFile, hasSourceFile, readSourceChunk, writeSourceChunk} from "../../store/releases/source-file.ts";
import type {Script} from "../../store/script.ts";
import {type OtherCount, otherCountText} from "../../text/finding.ts";
import {type BufferedRelease, createObservationBuffer} from "../buffer/observation-buffer.ts";
import type {Mismatch} from "../evidence/claim.ts";
import type {FileFingerprint} from "../identity/fingerprint.ts";
import {readAhead} from "../input/read-ahead.ts";
import type {LoadHints, Parser, SourceFile} from "../source.ts";
import {sourceNamed} from "../sources/sources.ts";
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

export interface ParserOptions {
  /** If given, the cell of every value is also looked up independently of the parser; called for each that differs. */
  readonly onMismatch?: ((mismatch: Mismatch) => void) | null;
  /** If given, another number of values than at the load is not a Refusal; called instead. */
  readonly onOtherCount?: ((count: OtherCount) => void) | null;
}

export interface ParsedRelease {
  readonly metadata: ReleaseMetadata;
  readonly buffered: BufferedRelease;
  /** Number of values whose cells were looked up. */
  readonly cells: number;
}

/**
 * Parses an archived release again, with the hints it was loaded with. Rows refused then (--skip-bad-rows) are refused again.
 * @throws Refusal if the number of values differs from the load: a newer parser or newer reference lists read the bytes differently, and a
 * replay would silently lose or add values
 */
export async function parseArchived(
  store: Store,
  release: BareRelease,
  memoryLimit: number,
  {onMismatch = null, onOtherCount = null}: ParserOptions = {},
): Promise<ParsedRelease> {
  const source = sourceNamed(release.parser);
  if (source === null)
    throw new Refusal(
      `release ${release.id} was read by ${release.parser}, which this program does not have`,
      "use the program that loaded it, or a newer one",
    );
  const files = archivedFiles(store, release);
  const read = await parseFiles(source, files, release.hints, memoryLimit, onMismatch !== null);
  const {metadata, buffered, cells} = read;
  for (const mismatch of read.mismatches) onMismatch?.(mismatch);
  if (buffered.count === release.valueCount) return {metadata, buffered, cells};
  const otherCount = {release: release.id, had: release.valueCount, reads: buffered.count};
  if (!onOtherCount) {
    buffered.discard();
    throw new Refusal(otherCountText(otherCount), "drop the dataset (ryad dataset drop) and load its releases again");
  }
  onOtherCount(otherCount);
  return {metadata, buffered, cells};
}

interface VerifiedRelease extends ParsedRelease {
  readonly mismatches: readonly Mismatch[];
}

async function parseFiles(
  source: Parser,
  files: readonly SourceFile[],
  hints: LoadHints,
  memoryLimit: number,
  looks: boolean,
): Promise<VerifiedRelease> {
  const buffer = createObservationBuffer({memoryLimit});
  const mismatches: Mismatch[] = [];
  try {
    // Imported only where cells are looked up: a load does not need it.
    const witness = looks
      ? (await import("../evidence/cell-verifier.ts")).createCellWitness(files, (mismatch) => mismatches.push(mismatch))
      : null;
    const sink = witness ? witness.watch(buffer.sink) : buffer.sink;
    const {metadata} = await source.parse(witness?.files ?? files, hints, sink);
    const cells = (await witness?.finish()) ?? 0;
    return {metadata, buffered: buffer.finish(), cells, mismatches};
  } catch (error) {
    buffer.discard();
    throw error;
  }
}
