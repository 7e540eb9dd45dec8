// The identity of a fetched file's content, and of what it is read by.
import {createHash} from "node:crypto";
import {readFileSync} from "node:fs";
import {contentOfFiles} from "../../load/identity/file-content.ts";
import {fingerprintFiles} from "../../load/identity/fingerprint.ts";
import {collectSourceFiles} from "../../load/input/source-files.ts";
import type {FetchSource} from "../sources/source.ts";

/**
 * As releases have it, so that a file is known whoever loaded it.
 * @param path of a file or a folder
 * @returns 64 hexadecimal digits
 * @throws Refusal if it is a broken or dangerous zip of files, or nothing that can be read
 */
export async function contentDigest(path: string): Promise<string> {
  const {files, kind} = await collectSourceFiles(path);
  return contentOfFiles((await fingerprintFiles(files, kind)).files);
}

/** The identity of what a file is read by: the names that the source gives, and its descriptor. @param descriptor its path; null: none */
export function readingDigest({as}: FetchSource, descriptor: string | null): string {
  const names = [as?.provider, as?.dataset, as?.territory].map((name) => name ?? "");
  return createHash("sha256")
    .update(JSON.stringify(names))
    .update(descriptor === null ? "" : readFileSync(descriptor))
    .digest("hex");
}
