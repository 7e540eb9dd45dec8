// A long table of text, read row by row in blocks: its size is bounded by no memory, as that of a sheet is.
//
// The sample is a sheet of the first rows and of rows from all over the file, for who proposes how to read it. Its rows below the first block
// have other numbers than the lines of the file.
import {isUtf8} from "node:buffer";
import {Refusal} from "../../service/refusal.ts";
import {firstBytes, readDecodedText, utf16Encoding, wholeCharacters} from "../input/decoded-text.ts";
import {type Ending, lineEnding, textEnding} from "../input/ending.ts";
import type {SourceFile} from "../source.ts";
import {type BlockState, blockRows, delimiterOf, NAMED_SEPARATOR, readDelimitedTable, tableName} from "./delimited.ts";
import type {Sheet, TextRecords, Workbook} from "./sheet.ts";
import type {TextRecord} from "./text-location.ts";
import type {WorkbookLimits} from "./workbook-limits.ts";

/** Smaller texts are read whole. */
export const LONG_TEXT_BYTES = 4 * 2 ** 20;
const FIRST_BYTES = 2 ** 20;
/** Of each of some later chunks. */
const SAMPLE_LETTERS = 4096;
const SAMPLES = 64;
/** A row that is longer than this is a quote that is never closed. */
const LONGEST_ROW = 16 * 2 ** 20;

/** null: the text is short, or in another encoding than UTF-8, and is read whole. */
export async function openLongText(file: SourceFile, limits: WorkbookLimits): Promise<Workbook | null> {
  if (file.size < LONG_TEXT_BYTES) return null;
  const start = await firstBytes(file, FIRST_BYTES);
  if (utf16Encoding(start) !== null || !isUtf8(start.subarray(0, wholeCharacters(start)))) return null;
  const text = plainLines(start.subarray(0, wholeCharacters(start)).toString("utf8")).replace(/^\ufeff/, "");
  const named = NAMED_SEPARATOR.exec(text);
  const delimiter = named?.[1] ?? delimiterOf(text);
  const linesBefore = named === null ? 0 : 1;
  let ending: Ending = {kind: "unknown", file: null};
  let sample: Sheet | null = null;
  let whole: Sheet | null = null;
  const head = {name: tableName(file.name), hidden: false, index: 0};
  const records: TextRecords = {
    linesBefore,
    async sample() {
      sample ??= readDelimitedTable(file, head.name, await sampleText(file, text), limits);
      return sample;
    },
    async *rows() {
      const state: BlockState = {line: 1, before: 0, rest: 0};
      for await (const {block, isLast} of blocksOf(file, state)) {
        const rows: TextRecord[] = [];
        for (const row of blockRows(file, block, delimiter, state, isLast)) rows.push(row);
        if (isLast) ending = lineEnding(file.name, block === "" || block.endsWith("\n"));
        yield rows;
      }
    },
  };
  return {
    format: "csv",
    get ending() {
      return ending;
    },
    date1904: false,
    sheets: [head],
    records,
    /** All of it, for a table below a header of several levels. @throws Refusal beyond the limits of a sheet */
    async read() {
      if (whole === null) {
        const all = await readDecodedText(file);
        ending = textEnding(file.name, all);
        whole = readDelimitedTable(file, head.name, all, limits);
      }
      return whole;
    },
  };
}

/** Larger texts are garbage that the engine keeps until it goes through its whole heap: of ten million rows 300 MB. */
const SMALL_CHUNK = 48 * 1024;

/** The bytes of a file in chunks whose texts are collected soon. */
async function* inSmallChunks(file: SourceFile): AsyncGenerator<Uint8Array> {
  for await (const bytes of file.open())
    for (let at = 0; at < bytes.length; at += SMALL_CHUNK) yield bytes.subarray(at, at + SMALL_CHUNK);
}

/** The text in blocks that begin with a row; what of a block is no whole row comes again with the next one. */
async function* blocksOf(file: SourceFile, state: BlockState): AsyncGenerator<{block: string; isLast: boolean}> {
  const decoder = new TextDecoder("utf-8", {fatal: true});
  const decode = (bytes?: Uint8Array): string => {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, {stream: true});
    } catch {
      throw new Refusal(`${file.name} is not text in UTF-8`, "it was damaged or converted: download it again");
    }
  };
  let left = "";
  for await (const bytes of inSmallChunks(file)) {
    const text = left + decode(bytes);
    // A CR at the end may belong to a line end that the next bytes have.
    const end = text.endsWith("\r") ? text.search(/\r+$/) : text.length;
    const block = plainLines(text.slice(0, end));
    state.rest = 0;
    yield {block, isLast: false};
    left = block.slice(state.rest) + text.slice(end);
    if (left.length > LONGEST_ROW)
      throw new Refusal(
        `${file.name}, line ${state.line}: a quote is opened and never closed`,
        "it was probably cut off",
      );
  }
  yield {block: plainLines(left + decode()), isLast: true};
}

function plainLines(text: string): string {
  return text.includes("\r") ? text.replace(/\r+\n/g, "\n") : text;
}

/** The first block and the whole lines at the start of some later chunks; one with a quote may be inside a cell. */
async function sampleText(file: SourceFile, first: string): Promise<string> {
  const parts = [first.slice(0, first.lastIndexOf("\n") + 1)];
  const step = Math.max(1, Math.floor(file.size / SAMPLES));
  let [offset, next] = [0, FIRST_BYTES + step];
  for await (const bytes of file.open()) {
    if (offset >= next && bytes.length > SAMPLE_LETTERS) {
      next = offset + step;
      const letters = new TextDecoder("utf-8").decode(bytes.subarray(0, SAMPLE_LETTERS));
      const lines = plainLines(letters).slice(letters.indexOf("\n") + 1);
      const rows = lines.slice(0, lines.lastIndexOf("\n") + 1);
      if (!rows.includes('"')) parts.push(rows);
    }
    offset += bytes.length;
  }
  return parts.join("");
}
