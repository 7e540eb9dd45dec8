// The bytes and the text of small files. A text is in the encoding that its byte order mark or it declares, else UTF-8 if its bytes are valid,
// else windows-1251.
//
// Large files are streamed by their own parsers. A byte that does not fit the encoding is refused, never replaced.
import {Buffer, isUtf8} from "node:buffer";
import {isGarbled} from "../../country/garbled-text.ts";
import {Refusal} from "../../service/refusal.ts";
import type {SourceFile} from "../source.ts";

const MAX_TEXT_BYTES = 64 * 2 ** 20;

/** The text without byte order mark; all lines end in \n, so that lines have the same numbers as in an editor. */
export async function readDecodedText(file: SourceFile): Promise<string> {
  if (file.size > MAX_TEXT_BYTES)
    throw new Refusal(`${file.name} has ${file.size} bytes; such files have ${MAX_TEXT_BYTES} at most`, null);
  const text = decodeText(file, await readBytes(file));
  // FIX-cbr-01: the Bank's larger answers end their lines in CR CR LF.
  return text.replace(/\r+\n/g, "\n").replace(/^\ufeff/, "");
}

/** The start of a file as Latin-1: enough to recognise its format. */
export async function readTextStart(file: SourceFile): Promise<string> {
  return (await firstBytes(file, 1024)).toString("latin1").replace(/^\u00ef\u00bb\u00bf/, "");
}

/** The first bytes of a file; fewer if it is shorter. */
export async function firstBytes(file: SourceFile, length = 512): Promise<Buffer> {
  return (await readBytes(file, (count) => count < length)).subarray(0, length);
}

/** The bytes of a file in one chunk. @param goesOn gets the number of bytes so far; false ends the reading */
export async function readBytes(file: SourceFile, goesOn: (count: number) => boolean = () => true): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let count = 0;
  for await (const bytes of file.open()) {
    chunks.push(bytes);
    count += bytes.length;
    if (!goesOn(count)) break;
  }
  return Buffer.concat(chunks);
}

/** @throws Refusal if the bytes are not in the encoding that the text declares, or in neither of the two */
function decodeText({name}: SourceFile, bytes: Uint8Array): string {
  const wide = utf16Encoding(bytes);
  if (wide !== null) return decodeUtf16(name, bytes, wide);
  const start = Buffer.from(bytes.subarray(0, 200)).toString("latin1");
  const declared = /<\?xml[^>]*encoding\s*=\s*["']([^"']+)["']/.exec(start)?.[1]?.toLowerCase() ?? null;
  const isValidUtf8 = isUtf8(bytes);
  if (declared !== "windows-1251" && endsInCharacter(bytes))
    throw new Refusal(`${name} ends in the middle of a character`, "it was cut off; download it again");
  if (declared !== null && declared !== "windows-1251" && declared !== "utf-8")
    throw new Refusal(`${name} declares the encoding ${declared}`, "such files are windows-1251 or UTF-8");
  if (declared === "utf-8" && !isValidUtf8)
    throw new Refusal(
      `${name} declares the encoding UTF-8, but is not UTF-8`,
      "download it again without converting it",
    );
  // FIX-cbr-02: a copy that was saved as UTF-8 may have lost its declaration. Texts in windows-1251 are never valid UTF-8 by chance.
  const isUtf8Text = declared === null ? isValidUtf8 : declared === "utf-8";
  if (isUtf8Text) return Buffer.from(bytes).toString("utf8");
  const text = new TextDecoder("windows-1251").decode(bytes);
  if (declared === null && !RUSSIAN_WORD.test(text))
    throw new Refusal(
      `${name} is not UTF-8, and has no Russian word in windows-1251 either`,
      "it was probably damaged: download it again, or save it as UTF-8",
    );
  if (declared === null && isGarbled(text))
    throw new Refusal(
      `${name} is neither UTF-8 nor windows-1251: its letters are in another encoding, such as KOI8-R or cp866`,
      "save it as UTF-8",
    );
  return text;
}

type Utf16 = "utf-16le" | "utf-16be";

/**
 * FIX-rosstat-72: by the byte order mark, which spreadsheet programs write, or by its zeros: digits, commas and ends of lines have one in
 * each pair of bytes, always on the same side. null: it is no UTF-16.
 */
export function utf16Encoding(bytes: Uint8Array): Utf16 | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const start = bytes.subarray(0, ZEROS_SOUGHT);
  const zeros = [0, 0];
  for (const [at, byte] of start.entries()) if (byte === 0) zeros[at % 2]!++;
  const [left = 0, right = 0] = zeros;
  if ((left > 0 && right > 0) || (left + right) * LEAST_ZEROS < start.length || left + right === 0) return null;
  return left > 0 ? "utf-16be" : "utf-16le";
}

const ZEROS_SOUGHT = 512;
/** One byte of so many: fewer are the damage of another encoding. */
const LEAST_ZEROS = 32;

/** @throws Refusal for half a character: the file was cut off, or its bytes are something else */
function decodeUtf16(name: string, bytes: Uint8Array, encoding: Utf16): string {
  if (bytes.length % 2 !== 0)
    throw new Refusal(`${name} ends in the middle of a character`, "it was cut off; download it again");
  try {
    return new TextDecoder(encoding, {fatal: true}).decode(bytes);
  } catch {
    throw new Refusal(`${name} looks like UTF-16, but is not UTF-16`, "it is damaged: download it again");
  }
}

/** A damaged byte among plain letters gives a single letter in windows-1251: it would be a part of a name. */
const RUSSIAN_WORD = /\p{Script=Cyrillic}{3}/u;

/** The number of bytes from the start that are complete UTF-8 characters: at most the last three bytes belong to a cut one. */
export function wholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return bytes.length;
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

/** Whether the bytes are UTF-8 with a cut last character. */
export function endsInCharacter(bytes: Uint8Array): boolean {
  const whole = wholeCharacters(bytes);
  return whole < bytes.length && isUtf8(bytes.subarray(0, whole));
}
