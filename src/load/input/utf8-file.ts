// A large XML file as a stream of UTF-8: chunks that end at the end of a character, windows-1251 converted if the declaration names it.
//
// A byte that does not fit the encoding is refused, never replaced.
import {Buffer, isUtf8} from "node:buffer";
import {Refusal} from "../../service/refusal.ts";
import type {SourceFile} from "../source.ts";
import {wholeCharacters} from "./decoded-text.ts";

/**
 * The file as UTF-8 without its byte order mark, in chunks that end at the end of a character; windows-1251 is converted if the XML declares
 * it. A chunk is valid until the next one is requested.
 * @throws Refusal if a byte does not fit the encoding: a replacement character would get into a code or a name
 */
export async function* readFileUtf8(file: SourceFile): AsyncIterable<Uint8Array> {
  let decode: ((bytes: Uint8Array, last: boolean) => Uint8Array) | null = null;
  let before: Uint8Array = new Uint8Array();
  for await (const bytes of file.open("borrowed")) {
    // The first chunk may cut the declaration, so wait for enough bytes.
    const chunk = before.length === 0 ? bytes : Buffer.concat([before, bytes]);
    before = new Uint8Array();
    if (decode === null && chunk.length < DECLARATION_BYTES && chunk.length < file.size) {
      before = Uint8Array.from(chunk);
      continue;
    }
    decode ??= decoderOf(file, chunk);
    yield decode(chunk, false);
  }
  decode ??= decoderOf(file, before);
  yield decode(before, true);
}

/** Enough for the declaration and for the name of the root. */
export const DECLARATION_BYTES = 1024;

function decoderOf(file: SourceFile, start: Uint8Array): (bytes: Uint8Array, last: boolean) => Uint8Array {
  const declared = /^(?:\u00ef\u00bb\u00bf)?\s*<\?xml[^>]*encoding\s*=\s*["']([^"']+)["']/.exec(
    Buffer.from(start.subarray(0, 200)).toString("latin1"),
  );
  const encoding = (declared?.[1] ?? "utf-8").toLowerCase();
  if (encoding === "windows-1251") {
    const decoder = new TextDecoder("windows-1251");
    return (bytes, last) => Buffer.from(decoder.decode(bytes, {stream: !last}));
  }
  if (encoding !== "utf-8" && encoding !== "utf8") {
    throw new Refusal(
      `${file.name} declares the encoding ${encoding}, which is not read`,
      "save it as UTF-8 or download it again",
    );
  }
  return utf8Judge(file);
}

function utf8Judge(file: SourceFile): (bytes: Uint8Array, last: boolean) => Uint8Array {
  let carried: Uint8Array = new Uint8Array();
  let start = true;
  return (bytes, last) => {
    const all = carried.length === 0 ? bytes : Buffer.concat([carried, bytes]);
    const whole = wholeCharacters(all);
    if (last && whole < all.length) {
      throw new Refusal(`${file.name} ends in the middle of a character`, "it was cut off; download it again");
    }
    carried = Uint8Array.prototype.slice.call(all, whole);
    const complete = all.subarray(0, whole);
    if (!isUtf8(complete)) {
      throw new Refusal(`${file.name} is not UTF-8 text`, "download it again without converting it");
    }
    const marked = start && complete[0] === 0xef && complete[1] === 0xbb && complete[2] === 0xbf;
    if (whole > 0) start = false;
    return marked ? complete.subarray(3) : complete;
  };
}
