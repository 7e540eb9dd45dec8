// The tokens that the names of a segment are made of (index/tokens.ts), some thousand together, as bytes.

import {plainText, writtenText} from "../../statistics/catalogue/packed-codes.ts";
import type {SegmentColumns} from "../index/dataset-segment.ts";
import {createColumnReader, createColumnWriter} from "./columns.ts";
import {fetchAhead, findSection, readSection, type SearchSteps} from "./reading.ts";

export const TEXTS_TOGETHER = 2 ** 11;

/** @param tokens at most TEXTS_TOGETHER of them */
export function encodeTokens(tokens: readonly string[]): Uint8Array {
  const texts = tokens.map((token) => Buffer.from(writtenText(token)));
  const starts = new Uint32Array(texts.length + 1);
  for (const [index, {length}] of texts.entries()) starts[index + 1] = starts[index]! + length;
  const writer = createColumnWriter();
  writer.add([texts.length], 4);
  writer.add(starts, 4);
  writer.addBytes(Buffer.concat(texts));
  return writer.finish();
}

/** Sections of tokens by their numbers. */
export type OpenedTexts = Map<number, OpenTexts>;

/**
 * The tokens with these numbers, with a blank between two.
 * @param sections those that were opened for earlier texts of the segment; it grows
 */
export function* readText(
  {stored}: SegmentColumns,
  numbers: readonly number[],
  sections: OpenedTexts = new Map(),
): SearchSteps<string> {
  const missing = new Set<number>();
  for (let at = 0; at < numbers.length; at++) {
    const nth = Math.floor(numbers[at]! / TEXTS_TOGETHER);
    if (sections.has(nth) || missing.has(nth)) continue;
    const bytes = findSection(stored, "tokens", nth);
    if (bytes === undefined) missing.add(nth);
    else sections.set(nth, openTokens(bytes));
  }
  if (missing.size > 1) yield* fetchAhead(Array.from(missing, (nth) => ({stored, kind: "tokens", nth})));
  for (const nth of missing) sections.set(nth, openTokens(yield* readSection(stored, "tokens", nth)));
  let text = "";
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at]!;
    const {starts, bytes} = sections.get(Math.floor(number / TEXTS_TOGETHER))!;
    const index = number % TEXTS_TOGETHER;
    const token = plainText(bytes.toString("utf8", starts[index]!, starts[index + 1]!));
    text = at === 0 ? token : `${text} ${token}`;
  }
  return text;
}

export interface OpenTexts {
  readonly starts: ArrayLike<number>;
  readonly bytes: Buffer;
}

function openTokens(section: Uint8Array): OpenTexts {
  const reader = createColumnReader(section);
  const count = reader.next(4, 1)[0]!;
  const starts = reader.next(4, count + 1);
  const texts = reader.next(1, starts[count]!);
  return {starts, bytes: Buffer.from(texts.buffer, texts.byteOffset, texts.byteLength)};
}
