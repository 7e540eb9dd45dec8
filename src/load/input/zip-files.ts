// The files in a zip, each streamed when it is opened: nothing is unpacked to disk or kept in memory.
//
// The sizes that a zip states are not trusted. A file that is too large or has too high a compression ratio is refused before it is
// unpacked; a file whose size or checksum differs from the stated one is refused while it is read.
import type {FileHandle} from "node:fs/promises";
import {open} from "node:fs/promises";
import {crc32, createInflateRaw} from "node:zlib";
import {type Entry, openPromise, type ZipFile} from "yauzl";
import {Refusal} from "../../service/refusal.ts";
import type {SourceFile} from "../source.ts";

export interface ZipLimits {
  /** Files in one zip: each costs about 0.6 ms to open, read and archive, even if it is empty. */
  readonly files: number;
  /** Bytes of all files, unpacked. */
  readonly bytes: number;
  /** Unpacked size over packed size of a file larger than RATIO_FREE_BYTES. */
  readonly ratio: number;
}

export const ZIP_LIMITS: ZipLimits = {files: 10_000, bytes: 64 * 2 ** 30, ratio: 250};
const RATIO_FREE_BYTES = 16 * 2 ** 20;

/** The files of a zip with their names, in the order of the zip. @throws Refusal if the zip is broken or dangerous */
export async function readZip(path: string, limits: ZipLimits = ZIP_LIMITS): Promise<SourceFile[]> {
  const entries = await readDirectory(path, limits);
  let bytes = 0;
  for (const entry of entries) {
    refuseEntry(path, entry, limits);
    bytes += entry.uncompressedSize;
    if (bytes > limits.bytes)
      throw new Refusal(`${path} unpacks to more than ${limits.bytes} bytes`, "load it in parts");
  }
  refuseOverlap(path, entries);
  return entries
    .filter(({fileName}) => !fileName.endsWith("/"))
    .map((entry) => ({
      name: entry.fileName,
      size: entry.uncompressedSize,
      workbook: {},
      open: () => unpack(path, entry),
    }));
}

async function readDirectory(path: string, limits: ZipLimits): Promise<Entry[]> {
  let zip: ZipFile | null = null;
  try {
    zip = await openPromise(path, {lazyEntries: true, autoClose: false, strictFileNames: true});
    if (zip.entryCount > limits.files) {
      throw new Refusal(
        `${path} contains ${zip.entryCount} files, more than ${limits.files}`,
        "zip only the files of one release, or divide it and load the parts",
      );
    }
    const entries: Entry[] = [];
    for await (const entry of zip.eachEntry()) entries.push(entry);
    return entries;
  } catch (error) {
    if (error instanceof Refusal || (error as NodeJS.ErrnoException).code !== undefined) throw error;
    throw new Refusal(
      `${path} is not a readable zip file: ${(error as Error).message}`,
      "create or download it again, or load the folder",
    );
  } finally {
    zip?.close();
  }
}

function refuseEntry(path: string, entry: Entry, limits: ZipLimits): void {
  const {fileName, compressedSize, uncompressedSize, compressionMethod} = entry;
  const refuse = (reason: string, hint: string | null = null): never => {
    throw new Refusal(`${path}: ${fileName} ${reason}`, hint);
  };
  // yauzl refuses absolute names and ".."; these are the other names that are not plain paths.
  if (fileName.split("/").some((part, index, parts) => part === "." || (part === "" && index < parts.length - 1))) {
    refuse("is not a plain path");
  }
  if (((entry.externalFileAttributes >>> 16) & FILE_KIND) === SYMBOLIC_LINK) refuse("is a link, not a file");
  if (entry.isEncrypted()) refuse("is encrypted", "zip it without a password");
  if (compressionMethod !== STORED && compressionMethod !== DEFLATED) {
    refuse(`is packed with method ${compressionMethod}`, "zip it with the usual method (deflate)");
  }
  if (uncompressedSize > RATIO_FREE_BYTES && uncompressedSize > compressedSize * limits.ratio) {
    refuse(`claims to unpack to more than ${limits.ratio} times its size`, "if that is true, load it unpacked");
  }
}

const FILE_KIND = 0o170000;
const SYMBOLIC_LINK = 0o120000;
const STORED = 0;
const DEFLATED = 8;

/** With shared packed bytes a small zip could unpack to any size. */
function refuseOverlap(path: string, entries: readonly Entry[]): void {
  const inFileOrder = [...entries].sort((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader);
  for (const [index, entry] of inFileOrder.entries()) {
    const next = inFileOrder[index + 1];
    const end = entry.relativeOffsetOfLocalHeader + LOCAL_HEADER_BYTES + entry.compressedSize;
    if (next && end > next.relativeOffsetOfLocalHeader) {
      throw new Refusal(`${path}: ${entry.fileName} and ${next.fileName} share their bytes, which no real zip does`);
    }
  }
}

const LOCAL_HEADER_BYTES = 30;

async function* unpack(path: string, entry: Entry): AsyncGenerator<Uint8Array> {
  const refuse = (reason: string): never => {
    throw new Refusal(`${path}: ${entry.fileName} ${reason}`, "the zip is damaged; create or download it again");
  };
  const handle = await open(path, "r");
  try {
    let size = 0;
    let checksum = 0;
    for await (const bytes of unpackedBytes(handle, entry, refuse)) {
      size += bytes.length;
      if (size > entry.uncompressedSize) refuse("unpacks to more bytes than it claims");
      checksum = crc32(bytes, checksum);
      yield bytes;
    }
    if (size !== entry.uncompressedSize) refuse("unpacks to fewer bytes than it claims");
    if (checksum !== entry.crc32) refuse("does not match its checksum");
  } finally {
    await handle.close();
  }
}

async function* unpackedBytes(
  handle: FileHandle,
  entry: Entry,
  refuse: (reason: string) => never,
): AsyncGenerator<Buffer> {
  const header = Buffer.alloc(LOCAL_HEADER_BYTES);
  const {bytesRead} = await handle.read(header, 0, header.length, entry.relativeOffsetOfLocalHeader);
  if (bytesRead < header.length || header.readUInt32LE(0) !== 0x04034b50) refuse("is not where the zip says");
  const start = entry.relativeOffsetOfLocalHeader + header.length + header.readUInt16LE(26) + header.readUInt16LE(28);
  if (entry.compressedSize === 0) return;
  const packed = handle.createReadStream({
    start,
    end: start + entry.compressedSize - 1,
    autoClose: false,
    highWaterMark: Math.min(READ_SIZE, entry.compressedSize),
  });
  if (entry.compressionMethod === STORED) {
    yield* packed;
    return;
  }
  const inflate = createInflateRaw({chunkSize: Math.max(64, Math.min(READ_SIZE, entry.uncompressedSize))});
  packed.on("error", (error) => inflate.destroy(error));
  try {
    yield* packed.pipe(inflate);
  } catch (error) {
    if (!String((error as NodeJS.ErrnoException).code).startsWith("Z_")) throw error;
    refuse("can't be unpacked");
  } finally {
    packed.destroy();
    inflate.destroy();
  }
}

/** No more than the entry has: of many small files the unused memory would take most of the time. */
const READ_SIZE = 256 * 1024;
