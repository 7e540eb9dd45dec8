// One file of the archive: written as packed chunks of 4 MB, joined and verified when it is read.
//
// Chunks are cut from the unpacked bytes, so the size alone gives their number. A file with another SHA-256 is damaged: reading it to its
// end throws a Refusal, so changed bytes are never used as the publisher's.
import {createHash} from "node:crypto";
import {promisify} from "node:util";
import {zstdCompress, zstdDecompress} from "node:zlib";
import {Refusal} from "../../service/refusal.ts";
import type {FileFingerprint} from "../identity/fingerprint.ts";
import type {SourceFile} from "../source.ts";

/** Unpacked bytes in one chunk of the archive. */
export const ARCHIVE_CHUNK_BYTES = 4 * 2 ** 20;

/** Packed chunk `number` (from 0) of the file with that SHA-256; null: there is none. */
export type ReadChunk = (sha256: string, number: number) => Promise<Uint8Array | null>;

/** The file as zstd chunks, each of ARCHIVE_CHUNK_BYTES unpacked bytes except the last. */
export async function* archiveChunks(file: SourceFile): AsyncGenerator<Uint8Array> {
  const chunk = Buffer.allocUnsafeSlow(Math.max(1, Math.min(file.size, ARCHIVE_CHUNK_BYTES)));
  let filled = 0;
  for await (const bytes of file.open("borrowed")) {
    for (let at = 0; at < bytes.length; ) {
      const taken = Math.min(bytes.length - at, chunk.length - filled);
      chunk.set(bytes.subarray(at, at + taken), filled);
      filled += taken;
      at += taken;
      if (filled < chunk.length) continue;
      yield await pack(chunk, WHOLE_AT_ONCE);
      filled = 0;
    }
  }
  if (filled > 0) yield await pack(chunk.subarray(0, filled), WHOLE_AT_ONCE);
}

/** An archived file as a source file. Reading it throws a Refusal that names it when a chunk is missing or a byte differs. */
export function archivedFile(file: FileFingerprint, readChunk: ReadChunk): SourceFile {
  return {name: file.name, size: file.size, workbook: {}, open: () => readChunks(file, readChunk)};
}

async function* readChunks({name, sha256, size}: FileFingerprint, readChunk: ReadChunk): AsyncGenerator<Uint8Array> {
  const damaged = (reason: string): Refusal =>
    new Refusal(
      `the archived file ${name} (sha256:${sha256}) ${reason}`,
      "ryad check --deep lists what is damaged; restore a backup",
    );
  const digest = createHash("sha256");
  for (let number = 0, at = 0; at < size; number++) {
    const expected = Math.min(ARCHIVE_CHUNK_BYTES, size - at);
    const packed = await readChunk(sha256, number);
    if (packed === null) throw damaged(`lacks chunk ${number} in the archive`);
    // With more space than needed it is unpacked in one step.
    const bytes = await unpack(packed, {maxOutputLength: expected, chunkSize: expected + 64}).catch(() => {
      throw damaged(`is damaged: chunk ${number} can't be unpacked`);
    });
    if (bytes.length !== expected) throw damaged(`is damaged: chunk ${number} has another size`);
    digest.update(bytes);
    at += expected;
    // Checked before the last chunk is yielded: a reader never reaches the end of a damaged file.
    if (at === size && digest.digest("hex") !== sha256) throw damaged("is damaged: its bytes have another SHA-256");
    yield bytes;
  }
  if (size === 0 && digest.digest("hex") !== sha256) throw damaged("has no bytes, and another SHA-256");
}

/** Enough for most chunks: less space means more exchanges between the threads. */
const WHOLE_AT_ONCE = {chunkSize: 2 ** 18};
const pack = promisify(zstdCompress);
const unpack = promisify(zstdDecompress);
