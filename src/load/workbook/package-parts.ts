// The parts of an .xlsx: a zip in memory, each part unpacked as a stream of text.
//
// A zip is a claim about sizes and is believed in none: a part that is too large or too well packed to be true is refused before
// a byte is unpacked, and one that unpacks to other than it claims while it is read.
import type {Buffer} from "node:buffer";
import {crc32} from "node:zlib";
import {type Entry, fromBufferPromise, type ZipFile} from "yauzl";
import {Refusal} from "../../refusal.ts";
import {ZIP_LIMITS} from "../input/zip-files.ts";
import type {WorkbookLimits} from "./limits.ts";

export interface PackageParts {
  has(name: string): boolean;
  /** The part's text in pieces. @throws Refusal when it is missing, damaged or too large */
  open(name: string): AsyncIterable<string>;
}

const AGAIN = "it was probably cut off; download it again";
const MAX_PARTS = 10_000;
const SMALL_PART = 16 * 2 ** 20;

/** @throws Refusal when the bytes are no whole zip */
export async function openPackage(file: string, bytes: Buffer, limits: WorkbookLimits): Promise<PackageParts> {
  const entries = new Map<string, Entry>();
  let zip: ZipFile;
  try {
    zip = await fromBufferPromise(bytes, {lazyEntries: true, strictFileNames: false});
    if (zip.entryCount > MAX_PARTS) throw new Refusal(`${file} is no workbook: it holds ${zip.entryCount} files`);
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName.toLowerCase(), entry);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(`${file} is not a whole .xlsx file: ${(error as Error).message}`, AGAIN);
  }
  return {
    has: (name) => entries.has(name.toLowerCase()),
    open(name) {
      const entry = entries.get(name.toLowerCase());
      if (!entry) throw new Refusal(`${file} has no part ${name}, which every .xlsx has`, AGAIN);
      refuseSwollen(file, entry, limits);
      return unpack(file, zip, entry);
    },
  };
}

function refuseSwollen(file: string, entry: Entry, {partBytes}: WorkbookLimits): void {
  const {fileName, compressedSize, uncompressedSize} = entry;
  if (entry.isEncrypted()) throw new Refusal(`${file} is encrypted`, "save it without a password");
  if (uncompressedSize > partBytes) {
    throw new Refusal(
      `${file}: ${fileName} unpacks to ${uncompressedSize} bytes, more than any sheet that is read`,
      "save the sheet as several workbooks",
    );
  }
  if (uncompressedSize > SMALL_PART && uncompressedSize > compressedSize * ZIP_LIMITS.ratio) {
    throw new Refusal(
      `${file}: ${fileName} claims to unpack to more than ${ZIP_LIMITS.ratio} times its size`,
      "no honest workbook does; download it again",
    );
  }
}

async function* unpack(file: string, zip: ZipFile, entry: Entry): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", {fatal: true});
  let checksum = 0;
  try {
    const stream = await zip.openReadStreamPromise(entry, {});
    for await (const bytes of stream as AsyncIterable<Buffer>) {
      checksum = crc32(bytes, checksum);
      yield decoder.decode(bytes, {stream: true});
    }
    const rest = decoder.decode();
    if (rest !== "") yield rest;
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(`${file}: ${entry.fileName} can't be unpacked (${(error as Error).message})`, AGAIN);
  }
  if (checksum !== entry.crc32) throw new Refusal(`${file}: ${entry.fileName} does not match its checksum`, AGAIN);
}
