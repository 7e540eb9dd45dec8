// The identity of what files say, however they are packed and whenever they were written: a publisher that packs the same table once more,
// or writes the moment of the download into it, has published nothing.
//
// It is not the fingerprint of a release, which is of its bytes: two files with one content have two fingerprints.
import {createHash} from "node:crypto";
import {readFileSync} from "node:fs";
import {firstBytes} from "../../load/input/decoded-text.ts";
import {collectSourceFiles} from "../../load/input/source-files.ts";
import {readZip} from "../../load/input/zip-files.ts";
import type {SourceFile} from "../../load/source.ts";
import type {FetchSource} from "../sources/source.ts";

/** Parts of workbooks that have the moment and the name of the last saving. */
const OF_SAVING = /^(?:docProps\/(?:core|app)\.xml|meta\.xml)$/;

/** The moment of the download and its number, which EMISS and other SDMX-ML have in their header. */
const OF_DOWNLOAD = /<((?:[\w-]+:)?(?:ID|Prepared|Extracted))>[^<]*<\/\1>/g;
const HEADER_BYTES = 8192;

/**
 * @param path of a file or a folder
 * @returns 64 hexadecimal digits
 * @throws Refusal if it is a broken or dangerous zip, or nothing that can be read
 */
export async function contentDigest(path: string): Promise<string> {
  const {files, kind} = await collectSourceFiles(path);
  const [only] = files;
  const isPacked = kind === "file" && only !== undefined && isZip(await firstBytes(only, 4));
  const members = isPacked ? (await readZip(path)).filter(({name}) => !OF_SAVING.test(name)) : files;
  const digests: string[] = [];
  for (const file of members)
    digests.push(`${kind === "file" && !isPacked ? "" : file.name}\n${await digestOf(file)}\n`);
  return createHash("sha256").update(digests.sort().join("")).digest("hex");
}

function isZip(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && head[2] === 3 && head[3] === 4;
}

async function digestOf(file: SourceFile): Promise<string> {
  const digest = createHash("sha256");
  let head = Buffer.alloc(0);
  let isHead = true;
  for await (const chunk of file.open()) {
    if (isHead) head = Buffer.concat([head, chunk]);
    else digest.update(chunk);
    if (isHead && head.length >= HEADER_BYTES) {
      digest.update(withoutDownload(head));
      isHead = false;
    }
  }
  if (isHead) digest.update(withoutDownload(head));
  return digest.digest("hex");
}

function withoutDownload(head: Buffer): Buffer {
  const text = head.toString("latin1");
  const end = text.search(/<\/(?:[\w-]+:)?Header>/);
  if (end < 0) return head;
  return Buffer.from(text.slice(0, end).replace(OF_DOWNLOAD, "<$1/>") + text.slice(end), "latin1");
}

/** The identity of what a file is read by: the names that the source gives, and its descriptor. @param descriptor its path; null: none */
export function readingDigest({as}: FetchSource, descriptor: string | null): string {
  const names = [as?.provider, as?.dataset, as?.territory].map((name) => name ?? "");
  return createHash("sha256")
    .update(JSON.stringify(names))
    .update(descriptor === null ? "" : readFileSync(descriptor))
    .digest("hex");
}
