// The identity of what files say, however they are packed and whenever they were written: a publisher that packs the same table once more,
// or writes the moment of the download into it, has published nothing [load.packed-anew].
//
// It is not the fingerprint, which is of the bytes: two files with one content have two fingerprints.
import {Buffer} from "node:buffer";
import {createHash, hash} from "node:crypto";
import {Refusal} from "../../service/refusal.ts";
import {DESCRIPTOR_FILE} from "../input/source-files.ts";
import {WORKBOOK_LIMITS} from "../workbook/workbook-limits.ts";

/** Parts of workbooks that have the moment and the name of the last saving. */
const OF_SAVING = /^(?:docProps\/(?:core|app)\.xml|meta\.xml)$/;

/** The moment of the download and its number, which EMISS and other SDMX-ML have in their header. */
const OF_DOWNLOAD = /<((?:[\w-]+:)?(?:ID|Prepared|Extracted))>[^<]*<\/\1>/g;
const HEADER_BYTES = 1 << 14;

export interface ContentReader {
  /** The chunk may be used again after the call. */
  update(chunk: Uint8Array): void;
  /** 64 hexadecimal digits; null: the bytes themselves are what the file says. */
  finish(): Promise<string | null>;
}

/** Reads a file's content while its bytes pass by. A zip within a file, as a workbook is, is kept in memory until its end. */
export function createContentReader(): ContentReader {
  let head = Buffer.alloc(0);
  let isHead = true;
  let digest: ReturnType<typeof createHash> | null = null;
  let packed: Buffer[] | null = null;
  let size = 0;

  function endHead(): void {
    isHead = false;
    if (isZip(head)) packed = [head];
    else {
      const text = withoutDownload(head);
      if (text !== null) digest = createHash("sha256").update(text);
    }
  }
  return {
    update(chunk) {
      size += chunk.length;
      if (isHead) {
        head = Buffer.concat([head, chunk]);
        if (head.length >= HEADER_BYTES) endHead();
        return;
      }
      digest?.update(chunk);
      if (packed === null) return;
      if (size <= WORKBOOK_LIMITS.fileBytes) packed.push(Buffer.from(chunk));
      else packed = null;
    },
    async finish() {
      if (isHead) endHead();
      return packed === null ? (digest?.digest("hex") ?? null) : await membersDigest(Buffer.concat(packed));
    },
  };
}

function isZip(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && head[2] === 3 && head[3] === 4;
}

/**
 * The head of a message without the moment of its download; null: it is no head of one. Only a fixed number of bytes is searched, so the
 * result does not depend on the size of chunks.
 */
function withoutDownload(head: Buffer): Buffer | null {
  const text = head.toString("latin1");
  const end = text.slice(0, HEADER_BYTES).search(/<\/(?:[\w-]+:)?Header>/);
  if (end < 0) return null;
  return Buffer.from(text.slice(0, end).replace(OF_DOWNLOAD, "<$1/>") + text.slice(end), "latin1");
}

/** Of the members without the records of saving; null: it is no zip that can be read whole, so its bytes count. */
async function membersDigest(bytes: Buffer): Promise<string | null> {
  const {openPackage} = await import("../workbook/package-parts.ts");
  const lines: string[] = [];
  try {
    const parts = await openPackage("", bytes, WORKBOOK_LIMITS);
    let size = 0;
    for (const name of parts.names) {
      if (name.endsWith("/") || OF_SAVING.test(name)) continue;
      const digest = createHash("sha256");
      for await (const chunk of parts.bytes(name)) {
        size += chunk.length;
        if (size > MOST_UNPACKED) return null;
        digest.update(chunk);
      }
      lines.push(`${name}\n${digest.digest("hex")}\n`);
    }
  } catch (error) {
    // Whoever reads the file refuses it, in words that say what it is.
    if (error instanceof Refusal) return null;
    throw error;
  }
  return hash("sha256", lines.sort().join(""));
}

/** More than any workbook that can be read; a hostile one is not unpacked further. */
const MOST_UNPACKED = 2 ** 30;

export interface FileContent {
  readonly name: string;
  readonly sha256: string;
  /** Of what the file says, if that is less than its bytes (createContentReader). */
  readonly content?: string;
}

/**
 * The content of a release by its files, in any order: their names count if there are several. A descriptor is no part of what a publisher
 * says.
 * @returns 64 hexadecimal digits
 */
export function contentOfFiles(files: readonly FileContent[]): string {
  const own = files.filter(({name}) => name !== DESCRIPTOR_FILE);
  const lines = own.map((file) => `${own.length > 1 ? file.name : ""}\n${file.content ?? file.sha256}\n`);
  return hash("sha256", lines.sort().join(""));
}
