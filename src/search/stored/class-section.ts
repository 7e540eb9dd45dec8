// The classes of a segment, some hundred together: their codes, the families of each, and their names as numbers of tokens of text.
//
// Families are in the order of their classes, so those of a class are neighbours.

import type {Texts} from "../../statistics/catalogue/catalogue.ts";
import {compareCodes} from "../../statistics/catalogue/code-order.ts";
import {openCodes, packCodes} from "../../statistics/catalogue/packed-codes.ts";
import {firstWhere} from "../../statistics/order/binary-search.ts";
import type {SegmentColumns, SegmentContent} from "../index/dataset-segment.ts";
import {createBytes} from "../index/varint.ts";
import {createColumnReader, createColumnWriter, type StoredNumbers} from "./columns.ts";
import type {NameTexts} from "./name-texts.ts";
import {fetchAhead, readSection, type SearchSteps} from "./reading.ts";

export const CLASSES_TOGETHER = 512;

export interface ClassSection {
  /** Index of its first class. */
  readonly first: number;
  /** The number of its classes. */
  readonly size: number;
  /** The code of a class by its index in the section; null: the families have no class. */
  codeAt(at: number): string | null;
  /** The index of a code in the section; -1: it has none such. */
  indexOf(code: string): number;
  /** The families of class `at` are `families[at]` to `families[at + 1]`. */
  readonly families: StoredNumbers;
  /** Where the name of each class begins in `names`, with the number of its tokens; 0: it has none. */
  readonly nameStarts: StoredNumbers;
  readonly names: Uint8Array;
}

export function encodeClasses(
  {classification, names: {nameAt}}: SegmentContent,
  names: NameTexts,
  nth: number,
): Uint8Array {
  const {codes, index} = classification;
  const first = nth * CLASSES_TOGETHER;
  const count = Math.min(CLASSES_TOGETHER, codes.length - first);
  const families = new Uint32Array(count + 1);
  for (let at = 0, family = firstWhere(index.length, (nth) => index[nth]! >= first); at <= count; at++) {
    while (family < index.length && index[family]! < first + at) family++;
    families[at] = family;
  }
  const bytes = createBytes();
  bytes.put(0);
  const known = new Map<number, number>();
  const starts = new Uint32Array(count);
  const own: string[] = [];
  for (let at = 0; at < count; at++) {
    const code = codes.at(first + at) ?? null;
    if (code !== null) own.push(code);
    const name = nameAt[first + at]!;
    if (name === 0) continue;
    starts[at] = known.get(name) ?? bytes.length();
    if (known.has(name)) continue;
    known.set(name, starts[at]!);
    const from = names.starts[name - 1]!;
    const to = names.starts[name]!;
    bytes.put(to - from);
    for (let text = from; text < to; text++) bytes.put(names.numbers[text]!);
  }
  const packed = packCodes(own);
  const writer = createColumnWriter();
  writer.add([count, own.length, packed.length], 4);
  writer.add(families, 4);
  writer.add(starts, 4);
  writer.addBytes(packed);
  writer.addBytes(bytes.finish());
  return writer.finish();
}

export function* readClassSection(segment: SegmentColumns, nth: number): SearchSteps<ClassSection> {
  const section = yield* readSection(segment.stored, "classes", nth);
  const reader = createColumnReader(section);
  const [count, coded, length] = reader.next(4, 3) as unknown as [number, number, number];
  const families = reader.next(4, count + 1);
  const nameStarts = reader.next(4, count);
  const packed = reader.next(1, length);
  // only the first of all has no code
  const nulls = count - coded;
  let opened: Texts | null = null;
  const codes = (): Texts => {
    opened ??= openCodes(
      [{first: 0, bytes: Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength)}],
      coded,
      false,
    );
    return opened;
  };
  return {
    first: nth * CLASSES_TOGETHER,
    size: count,
    codeAt: (at) => (at < nulls ? null : codes().at(at - nulls)!),
    indexOf(code) {
      const index = codes().indexOf!(code);
      return index === -1 ? -1 : index + nulls;
    },
    ...{families, nameStarts},
    names: section.subarray(Math.ceil((packed.byteOffset + packed.byteLength - section.byteOffset) / 4) * 4),
  };
}

/** A class of a segment, and its families. */
export interface FoundClass {
  readonly code: string;
  readonly index: number;
  readonly from: number;
  readonly to: number;
}

/** The classes with these codes, each code given once. Every section is opened once, and others are let in after it. */
export function* findClasses(segment: SegmentColumns, codes: readonly string[]): SearchSteps<FoundClass[]> {
  const wanted = Map.groupBy(codes, (code) => sectionOfCode(segment, code));
  wanted.delete(-1);
  if (wanted.size > 1)
    yield* fetchAhead([...wanted.keys()].map((nth) => ({stored: segment.stored, kind: "classes", nth})));
  const found: FoundClass[] = [];
  for (const [nth, own] of wanted) {
    const section = yield* readClassSection(segment, nth);
    const {first, families} = section;
    for (const {code, at} of positionsIn(section, own))
      found.push({code, index: first + at, from: families[at]!, to: families[at + 1]!});
    yield;
  }
  return found;
}

/** A search for a code reads this number of codes; for many codes of a section it is cheaper to read them all. */
const READ_FOR_ONE = 32;

function positionsIn({size, codeAt, indexOf}: ClassSection, codes: readonly string[]): {code: string; at: number}[] {
  if (codes.length * READ_FOR_ONE < size)
    return codes.map((code) => ({code, at: indexOf(code)})).filter(({at}) => at !== -1);
  const wanted = new Set<string | null>(codes);
  const found: {code: string; at: number}[] = [];
  for (let at = 0; at < size; at++) {
    const code = codeAt(at);
    if (code !== null && wanted.has(code)) found.push({code, at});
  }
  return found;
}

/** The section that has the code if any has; -1: none can have it. */
export function sectionOfCode({firstCodes}: SegmentColumns, code: string): number {
  return firstWhere(firstCodes.length, (nth) => compareCodes(firstCodes[nth]!, code) > 0) - 1;
}
