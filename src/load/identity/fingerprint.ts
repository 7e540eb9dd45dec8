// Fingerprints: the identity of a release's bytes.
//
// A single file's fingerprint is its own SHA-256. A package's is the SHA-256 of its list, one line "<sha256>  <name>\n" per file
// in order of code points of the names, as `sha256sum` prints it, so it can be computed without this program
// (in the folder: `find . -type f | sed s,^./,, | LC_ALL=C sort | xargs -d '\n' sha256sum | sha256sum`).
import {createHash, hash} from "node:crypto";
import {compareCodes} from "../../statistics/catalogue/code-order.ts";
import type {ReleaseFile} from "../../store/releases/release-file.ts";
import type {SourceFiles} from "../input/source-files.ts";
import type {SourceFile} from "../source.ts";
import {createContentReader} from "./file-content.ts";

/** `size` is the number of bytes that were read. */
export type FileFingerprint = ReleaseFile;

export interface Fingerprints {
  /** 64 hexadecimal digits. */
  readonly fingerprint: string;
  /** In the order of the files given. */
  readonly files: FileFingerprint[];
}

/** Reads every file once, as a stream. */
export async function fingerprintFiles(files: readonly SourceFile[], kind: SourceFiles["kind"]): Promise<Fingerprints> {
  const fingerprints: FileFingerprint[] = [];
  for (const file of files) fingerprints.push(await fingerprintFile(file));
  const [first] = fingerprints;
  const fingerprint = kind === "file" && first ? first.sha256 : packageFingerprint(fingerprints);
  return {fingerprint, files: fingerprints};
}

/** The fingerprint of a package from the fingerprints of its files, in any order. */
export function packageFingerprint(files: readonly Pick<FileFingerprint, "name" | "sha256">[]): string {
  const sorted = [...files].sort((a, b) => compareCodes(a.name, b.name));
  return hash("sha256", sorted.map(({name, sha256}) => `${sha256}  ${name}\n`).join(""));
}

async function fingerprintFile(file: SourceFile): Promise<FileFingerprint> {
  const digest = createHash("sha256");
  const reader = createContentReader();
  let size = 0;
  for await (const bytes of file.open("borrowed")) {
    digest.update(bytes);
    reader.update(bytes);
    size += bytes.length;
  }
  const content = await reader.finish();
  return {name: file.name, sha256: digest.digest("hex"), size, ...(content === null ? {} : {content})};
}
