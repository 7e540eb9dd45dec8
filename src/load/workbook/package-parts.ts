// The parts of an .xlsx: a zip in memory, each part unpacked as a stream of text, or of bytes.
//
// The sizes that a zip states are not trusted: a part that is too large or has too high a compression ratio is refused before it is
// unpacked; a part whose size or checksum differs is refused while it is read.
import type {Buffer} from "node:buffer";
import {crc32, createInflateRaw} from "node:zlib";
import {type Entry, fromBufferPromise, type ZipFile} from "yauzl";
import {Refusal} from "../../service/refusal.ts";
import {ZIP_LIMITS} from "../input/zip-files.ts";
import type {WorkbookLimits} from "./workbook-limits.ts";

export interface PackageParts {
  /** In the order of the zip. */
  readonly names: readonly string[];
  has(name: string): boolean;
  /** The part's text in chunks. @throws Refusal if it is missing, damaged or too large */
  open(name: string): AsyncIterable<string>;
  /** As `open`, of a part that may be no text. */
  bytes(name: string): AsyncIterable<Uint8Array>;
}

const AGAIN = "it was probably cut off; download it again";
const MAX_PARTS = 10_000;
const SMALL_PART = 16 * 2 ** 20;

/** @throws Refusal if the bytes are not a complete zip */
export async function openPackage(file: string, bytes: Buffer, limits: WorkbookLimits): Promise<PackageParts> {
  const entries = new Map<string, Entry>();
  let zip: ZipFile;
  try {
    zip = await fromBufferPromise(bytes, {lazyEntries: true, strictFileNames: false});
    if (zip.entryCount > MAX_PARTS) throw new Refusal(`${file} is not a workbook: it contains ${zip.entryCount} files`);
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName.toLowerCase();
      if (entries.has(name)) throw new Refusal(`${file} has the part ${entry.fileName} twice`, "download it again");
      entries.set(name, entry);
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const {message} = error as Error;
    // yauzl refuses absolute names and ".."
    if (/relative path|absolute path|invalid characters/.test(message))
      throw new Refusal(`${file} is not an .xlsx file: ${message}`, "no spreadsheet program writes such a name");
    throw new Refusal(`${file} is not a complete .xlsx file: ${message}`, AGAIN);
  }
  function partNamed(name: string): Part {
    const entry = entries.get(name.toLowerCase());
    if (!entry) throw new Refusal(`${file} has no part ${name}, which every .xlsx has`, AGAIN);
    refuseSwollen(file, entry, limits);
    return {file, bytes, zip, entry};
  }
  return {
    names: Array.from(entries.values(), ({fileName}) => fileName),
    has: (name) => entries.has(name.toLowerCase()),
    open: (name) => decoded(partNamed(name)),
    bytes: (name) => unpack(partNamed(name)),
  };
}

interface Part {
  readonly file: string;
  /** Of the whole zip. */
  readonly bytes: Buffer;
  readonly zip: ZipFile;
  readonly entry: Entry;
}

function refuseSwollen(file: string, entry: Entry, {partBytes}: WorkbookLimits): void {
  const {fileName, compressedSize, uncompressedSize} = entry;
  if (entry.isEncrypted()) throw new Refusal(`${file} is encrypted`, "save it without a password");
  if (uncompressedSize > partBytes) {
    throw new Refusal(
      `${file}: ${fileName} unpacks to ${uncompressedSize} bytes, more than the limit for a sheet`,
      "save the sheet as several workbooks",
    );
  }
  if (uncompressedSize > SMALL_PART && uncompressedSize > compressedSize * ZIP_LIMITS.ratio) {
    throw new Refusal(
      `${file}: ${fileName} claims to unpack to more than ${ZIP_LIMITS.ratio} times its size`,
      "no real workbook does; download it again",
    );
  }
}

async function* decoded(part: Part): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", {fatal: true});
  const text = (decode: () => string): string => {
    try {
      return decode();
    } catch (error) {
      throw damaged(part, (error as Error).message);
    }
  };
  for await (const chunk of unpack(part)) yield text(() => decoder.decode(chunk, {stream: true}));
  const rest = text(() => decoder.decode());
  if (rest !== "") yield rest;
}

function damaged({file, entry}: Part, reason: string): Refusal {
  return new Refusal(`${file}: ${entry.fileName} can't be unpacked (${reason})`, AGAIN);
}

async function* unpack(part: Part): AsyncGenerator<Uint8Array> {
  const {file, entry} = part;
  let checksum = 0;
  let size = 0;
  try {
    for await (const chunk of unpackedBytes(part)) {
      size += chunk.length;
      if (size > entry.uncompressedSize) break;
      checksum = crc32(chunk, checksum);
      yield chunk;
    }
    if (size !== entry.uncompressedSize)
      throw new Error(`it has ${size > entry.uncompressedSize ? "more" : "fewer"} bytes than the zip states`);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw damaged(part, (error as Error).message);
  }
  if (checksum !== entry.crc32) throw new Refusal(`${file}: ${entry.fileName} does not match its checksum`, AGAIN);
}

/** Larger chunks are fewer turns of the event loop; twice this size V8 would no longer keep their texts in its young space. */
const CHUNK_BYTES = 64 * 1024;
const [STORED, DEFLATED] = [0, 8];

async function* unpackedBytes({bytes, zip, entry}: Part): AsyncGenerator<Buffer> {
  const {fileDataStart} = await zip.readLocalFileHeaderPromise(entry, {minimal: true});
  const packed = bytes.subarray(fileDataStart, fileDataStart + entry.compressedSize);
  if (entry.compressionMethod === DEFLATED) {
    const inflate = createInflateRaw({chunkSize: CHUNK_BYTES});
    inflate.end(packed);
    return yield* inflate as AsyncIterable<Buffer>;
  }
  if (entry.compressionMethod !== STORED) throw new Error(`unknown compression ${entry.compressionMethod}`);
  for (let at = 0; at < packed.length; at += CHUNK_BYTES) yield packed.subarray(at, at + CHUNK_BYTES);
}

export type XmlAttributeTexts = Readonly<Record<string, string>>;

export interface PartEvents {
  /** `name` is without its prefix. */
  open(name: string, attributes: XmlAttributeTexts): void;
  close(name: string): void;
  /** Called with chunks. */
  text?(text: string): void;
}

/** The attribute of this local name, with any prefix or none. */
export function xmlAttribute(attributes: XmlAttributeTexts, name: string): string | undefined {
  const plain = attributes[name];
  if (plain !== undefined) return plain;
  for (const key in attributes) if (key.endsWith(`:${name}`)) return attributes[key];
  return undefined;
}
