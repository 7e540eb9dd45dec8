// A small text file whole, whatever its encoding: as it declares, else UTF-8 where its bytes are that, else windows-1251.
//
// For files that are read at once; what may be large is streamed by its own parser. A byte that fits no encoding is refused, never
// replaced.
import {Buffer, isUtf8} from "node:buffer";
import {Refusal} from "../../refusal.ts";
import type {SourceFile} from "../source.ts";
import {endsInCharacter} from "./whole-characters.ts";

export const MAX_TEXT_BYTES = 64 * 2 ** 20;

/** The text without byte order mark; lines end in \n whatever the file has, so that lines are counted as an editor counts them. */
export async function readDecodedText(file: SourceFile): Promise<string> {
  if (file.size > MAX_TEXT_BYTES)
    throw new Refusal(`${file.name} has ${file.size} bytes; such files have ${MAX_TEXT_BYTES} at most`, null);
  const chunks: Uint8Array[] = [];
  for await (const bytes of file.open()) chunks.push(bytes);
  const text = decodeText(file.name, Buffer.concat(chunks));
  // FIX-cbr-01: the Bank's larger answers end their lines in CR CR LF.
  return text.replace(/\r+\n/g, "\n").replace(/^\ufeff/, "");
}

/** The start of a file as Latin letters at least: enough to know what it is. */
export async function readTextStart(file: SourceFile, length = 1024): Promise<string> {
  const chunks: Uint8Array[] = [];
  let count = 0;
  for await (const bytes of file.open()) {
    chunks.push(bytes);
    count += bytes.length;
    if (count >= length) break;
  }
  return Buffer.concat(chunks)
    .subarray(0, length)
    .toString("latin1")
    .replace(/^\u00ef\u00bb\u00bf/, "");
}

/** @throws Refusal when the bytes are not in the encoding that the text declares, or in none of the two */
export function decodeText(name: string, bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 200)).toString("latin1");
  const declared = /<\?xml[^>]*encoding\s*=\s*["']([^"']+)["']/.exec(start)?.[1]?.toLowerCase() ?? null;
  const isValidUtf8 = isUtf8(bytes);
  if (declared !== "windows-1251" && endsInCharacter(bytes))
    throw new Refusal(`${name} ends in the middle of a character`, "it was cut off; download it again");
  if (declared !== null && declared !== "windows-1251" && declared !== "utf-8")
    throw new Refusal(`${name} declares the encoding ${declared}`, "such files are windows-1251 or UTF-8");
  if (declared === "utf-8" && !isValidUtf8)
    throw new Refusal(`${name} says that it is UTF-8 and is not`, "download it again without converting it");
  // FIX-cbr-02: a copy that was saved again as UTF-8 may have lost its declaration; bytes that are UTF-8 by chance don't occur.
  const isUtf8Text = declared === null ? isValidUtf8 : declared === "utf-8";
  return isUtf8Text ? Buffer.from(bytes).toString("utf8") : new TextDecoder("windows-1251").decode(bytes);
}
