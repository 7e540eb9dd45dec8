// The superscripts of texts in an .xls, read from the record stream ([MS-XLS] 2.4.122, 2.4.149, 2.4.265).
//
// Runs of a text have numbers of fonts, which skip the number 4 (0, 1, 2, 3, 5, …). After a CONTINUE record a text has another byte
// for the width of its characters; its runs have none.
import type {Buffer} from "node:buffer";
import {unraisedText} from "./rich-text.ts";

/** By sheet name: by "row:column", both from 1, the text without its superscripts. Cells without any are left out. */
export type Superscripts = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Empty if the stream is not as expected: then texts keep their footnote marks. */
export function readSuperscripts(stream: Buffer): Superscripts {
  try {
    const {raised, plainTexts, sheets} = readGlobals(stream);
    if (raised.size === 0 || plainTexts.size === 0) return new Map();
    return new Map(sheets.map(({name, offset}) => [name, readLabels(stream, offset, plainTexts)]));
  } catch (error) {
    // A record that is shorter than it must be.
    if (!(error instanceof RangeError)) throw error;
    return new Map();
  }
}

const RECORD = {
  eof: 0x0a,
  font: 0x31,
  continue: 0x3c,
  sheet: 0x85,
  texts: 0xfc,
  label: 0xfd,
  start: 0x809,
} as const;

interface ProcedureRecord {
  readonly type: number;
  readonly from: number;
  readonly to: number;
}

/**
 * The number of things that the records of a workbook hold: a short record may hold 256 cells, and the package that reads them
 * has no limit.
 */
export function countContents(stream: Buffer): number {
  let count = 0;
  for (const {type, from, to} of records(stream, 0)) {
    const length = to - from;
    count += 1 + Math.floor(length / (BYTES_OF_ONE[type] ?? Number.POSITIVE_INFINITY));
    if (type === RECORD.texts && length >= 8) count += stream.readUInt32LE(from + 4);
  }
  return count;
}

/** Whether the workbook and each of its sheets have their last record: without it, the package reads beyond the end for gigabytes. */
export function endsWhole(stream: Buffer): boolean {
  let depth = 0;
  for (const {type} of records(stream, 0)) {
    if (type === RECORD.start) depth++;
    else if (type === RECORD.eof) depth--;
  }
  return depth === 0;
}

/** Records that hold several: cells without values, numbers, merged ranges. */
const BYTES_OF_ONE: Readonly<Record<number, number>> = {190: 2, 189: 6, 229: 8};

function* records(stream: Buffer, offset: number): Generator<ProcedureRecord> {
  for (let at = offset; at + 4 <= stream.length; ) {
    const length = stream.readUInt16LE(at + 2);
    const to = at + 4 + length;
    if (to > stream.length) return;
    yield {type: stream.readUInt16LE(at), from: at + 4, to};
    at = to;
  }
}

function readGlobals(stream: Buffer) {
  const raised = new Set<number>();
  const sheets: {readonly name: string; readonly offset: number}[] = [];
  const chunks: Buffer[] = [];
  let fonts = 0;
  let inTexts = false;
  for (const {type, from, to} of records(stream, 0)) {
    if (type === RECORD.texts || (inTexts && type === RECORD.continue)) {
      inTexts = true;
      chunks.push(stream.subarray(from, to));
      continue;
    }
    inTexts = false;
    if (type === RECORD.eof) break;
    if (type === RECORD.font) {
      const number = fonts < 4 ? fonts : fonts + 1;
      fonts++;
      if (to - from >= 10 && stream.readUInt16LE(from + 8) === SUPERSCRIPT) raised.add(number);
    } else if (type === RECORD.sheet) {
      const length = stream.readUInt8(from + 6);
      const wide = (stream.readUInt8(from + 7) & 1) === 1;
      const name = stream.subarray(from + 8, from + 8 + (wide ? length * 2 : length));
      sheets.push({name: name.toString(wide ? "utf16le" : "latin1"), offset: stream.readUInt32LE(from)});
    }
  }
  return {raised, sheets, plainTexts: raised.size === 0 ? new Map<number, string>() : readTexts(chunks, raised)};
}

const SUPERSCRIPT = 1;

/** By the number of the shared text: the text without superscripts, if it has any and is not empty without them. */
function readTexts(chunks: readonly Buffer[], raised: ReadonlySet<number>): Map<number, string> {
  const plain = new Map<number, string>();
  let chunk = 0;
  let at = 8;
  const step = (): boolean => {
    while (chunk < chunks.length && at >= chunks[chunk]!.length) {
      at -= chunks[chunk]!.length;
      chunk++;
    }
    return chunk < chunks.length;
  };
  const byte = (): number => {
    if (!step()) throw new RangeError("the shared texts end early");
    return chunks[chunk]!.readUInt8(at++);
  };
  const number = (bytes: number): number => {
    let value = 0;
    for (let index = 0; index < bytes; index++) value += byte() * 256 ** index;
    return value;
  };
  const characters = (length: number, isWide: boolean): string => {
    let wide = isWide;
    let text = "";
    for (let left = length; left > 0; left--) {
      if (at >= chunks[chunk]!.length) {
        wide = (byte() & 1) === 1;
      }
      text += String.fromCharCode(wide ? number(2) : byte());
    }
    return text;
  };
  try {
    for (let index = 0; step(); index++) {
      const length = number(2);
      const flags = byte();
      const runCount = flags & 8 ? number(2) : 0;
      const extra = flags & 4 ? number(4) : 0;
      const text = characters(length, (flags & 1) === 1);
      const runs = Array.from({length: runCount}, () => ({from: number(2), font: number(2)}));
      for (let skipped = 0; skipped < extra; skipped++) byte();
      const rest = withoutRaised(text, runs, raised);
      if (rest !== text && rest.trim() !== "") plain.set(index, rest);
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return plain;
}

function withoutRaised(
  text: string,
  runs: readonly {readonly from: number; readonly font: number}[],
  raised: ReadonlySet<number>,
): string {
  if (!runs.some(({font}) => raised.has(font))) return text;
  return unraisedText([
    {text: text.slice(0, runs[0]!.from), raised: false},
    ...runs.map(({from, font}, index) => ({
      text: text.slice(from, runs[index + 1]?.from ?? text.length),
      raised: raised.has(font),
    })),
  ]);
}

/** Cells of one sheet whose shared text has superscripts. */
function readLabels(stream: Buffer, offset: number, plainTexts: ReadonlyMap<number, string>): Map<string, string> {
  const labels = new Map<string, string>();
  let depth = 0;
  for (const {type, from} of records(stream, offset)) {
    if (type === RECORD.start) depth++;
    else if (type === RECORD.eof && --depth <= 0) break;
    else if (type === RECORD.label && depth === 1) {
      const plain = plainTexts.get(stream.readUInt32LE(from + 6));
      if (plain !== undefined)
        labels.set(`${stream.readUInt16LE(from) + 1}:${stream.readUInt16LE(from + 2) + 1}`, plain);
    }
  }
  return labels;
}
