// The keywords of a PC-Axis file: KEYWORD[language]("dimension","value")="text","text"; and the places of its data.
//
// The encoding is named inside: CODEPAGE. A semicolon inside quotes ends nothing. DATA is the last keyword, and some publishers end each of
// its lines with a semicolon.
import {type Buffer, isUtf8} from "node:buffer";
import {Refusal} from "../../../service/refusal.ts";
import type {SourceFile} from "../../source.ts";
import {refuseControlCharacters} from "../../workbook/delimited.ts";

export interface PxKeyword {
  readonly name: string;
  /** null: of the main language. */
  readonly language: string | null;
  readonly of: readonly string[];
  /** The quoted texts; for other values the words. */
  readonly texts: readonly string[];
  /** Offsets of the value in the text. */
  readonly start: number;
  readonly end: number;
}

/** @throws Refusal if the bytes are not in the encoding that the file names */
export function decodePx({name: file}: SourceFile, bytes: Buffer): string {
  const start = bytes.subarray(0, 4096).toString("latin1");
  const named = /^CODEPAGE="([^"]+)"/m.exec(start)?.[1] ?? null;
  const encoding = named ?? (isUtf8(bytes) ? "utf-8" : "windows-1252");
  let text: string;
  try {
    text = new TextDecoder(encoding, {fatal: true}).decode(bytes).replace(/\r+\n/g, "\n");
    // ISO 8859 has controls there, which nobody writes: such bytes are quotes and dashes of windows-1252.
    if (/^iso-8859-/i.test(encoding))
      text = text.replace(/[\x80-\x9f]/g, (control) => WINDOWS.decode(Uint8Array.of(control.charCodeAt(0))));
  } catch {
    throw new Refusal(`${file} is not text in ${encoding}`, "it was converted or cut off: download it again");
  }
  refuseControlCharacters(file, text);
  return text;
}

const WINDOWS = new TextDecoder("windows-1252");

const KEYWORD = /\s*([A-Z][A-Z0-9-]*)(?:\[(\w[\w-]*)\])?(?:\(((?:"[^"]*"|[^)"])*)\))?\s*=/y;

/** @throws Refusal if the last keyword has no end: the file was cut off */
export function readPxKeywords(file: string, text: string): PxKeyword[] {
  const keywords: PxKeyword[] = [];
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  while (/\S/.test(text.slice(at, at + 100)) || text.slice(at).trim() !== "") {
    KEYWORD.lastIndex = at;
    const found = KEYWORD.exec(text);
    if (found === null) {
      const line = text.slice(0, at).split("\n").length;
      throw new Refusal(`${file}, line ${line}: is not a keyword of PC-Axis`, null);
    }
    const start = KEYWORD.lastIndex;
    const isData = found[1] === "DATA";
    const end = isData ? endOfData(text) : endOf(text, start);
    if (end < 0)
      throw new Refusal(`${file}: ${found[1]} has no semicolon at its end`, "the file was cut off: download it again");
    keywords.push({
      name: found[1]!,
      language: found[2] ?? null,
      of: quoted(found[3] ?? ""),
      texts: isData ? [] : quoted(text.slice(start, end)),
      start,
      end,
    });
    at = end + 1;
  }
  return keywords;
}

function endOf(text: string, from: number): number {
  let open = false;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '"') open = !open;
    else if (text[at] === ";" && !open) return at;
  }
  return -1;
}

function endOfData(text: string): number {
  const end = text.trimEnd().length - 1;
  return text[end] === ";" ? end : -1;
}

/** Texts in quotes; those that are only separated by line ends are one text. */
function quoted(text: string): string[] {
  if (!text.includes('"')) return text.split(",").map((word) => word.trim());
  const joined = text.replace(/"\s*\n\s*"/g, "");
  return [...joined.matchAll(/"([^"]*)"/g)].map(([, one]) => one!);
}
