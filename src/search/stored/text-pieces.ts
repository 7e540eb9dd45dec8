// The pieces of text that the names of a part are made of (index/pieces.ts), some thousand together, as bytes.

import {plainText, writtenText} from "../../statistics/catalogue/packed-codes.ts";
import type {PartColumns} from "../index/dataset-part.ts";
import {createColumnReader, createColumnWriter} from "./columns.ts";
import {fetchAhead, findSection, readSection, type SegmentReading} from "./reading.ts";

export const PIECES_TOGETHER = 2 ** 11;

/** @param pieces at most PIECES_TOGETHER of them */
export function encodePieces(pieces: readonly string[]): Uint8Array {
  const texts = pieces.map((piece) => Buffer.from(writtenText(piece)));
  const starts = new Uint32Array(texts.length + 1);
  for (const [place, {length}] of texts.entries()) starts[place + 1] = starts[place]! + length;
  const writer = createColumnWriter();
  writer.add([texts.length], 4);
  writer.add(starts, 4);
  writer.addBytes(Buffer.concat(texts));
  return writer.finish();
}

/** The pieces with these numbers, with a blank between two. */
export function* readText({stored}: PartColumns, numbers: readonly number[]): SegmentReading<string> {
  const sections = new Map<number, OpenPieces>();
  const missing = new Set<number>();
  for (let at = 0; at < numbers.length; at++) {
    const nth = Math.floor(numbers[at]! / PIECES_TOGETHER);
    if (sections.has(nth) || missing.has(nth)) continue;
    const bytes = findSection(stored, "pieces", nth);
    if (bytes === undefined) missing.add(nth);
    else sections.set(nth, openPieces(bytes));
  }
  if (missing.size > 1) yield* fetchAhead(Array.from(missing, (nth) => ({stored, kind: "pieces", nth})));
  for (const nth of missing) sections.set(nth, openPieces(yield* readSection(stored, "pieces", nth)));
  let text = "";
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at]!;
    const {starts, bytes} = sections.get(Math.floor(number / PIECES_TOGETHER))!;
    const place = number % PIECES_TOGETHER;
    const piece = plainText(bytes.toString("utf8", starts[place]!, starts[place + 1]!));
    text = at === 0 ? piece : `${text} ${piece}`;
  }
  return text;
}

interface OpenPieces {
  readonly starts: ArrayLike<number>;
  readonly bytes: Buffer;
}

function openPieces(section: Uint8Array): OpenPieces {
  const reader = createColumnReader(section);
  const count = reader.take(4, 1)[0]!;
  const starts = reader.take(4, count + 1);
  const texts = reader.take(1, starts[count]!);
  return {starts, bytes: Buffer.from(texts.buffer, texts.byteOffset, texts.byteLength)};
}
