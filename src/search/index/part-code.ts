// The content of a part as bytes, as the store keeps it: columns of numbers first, texts as JSON behind them, and the length of the JSON
// last.
//
// The lists of series come last among the numbers: they are all that a new period may change. The bytes are read in place.

import type {Territory} from "../../statistics/territory.ts";
import {FAMILY_DIMENSIONS, type FamilyColumns, type PartContent} from "./dataset-part.ts";
import {openCodes, openNames} from "./texts.ts";

/** Changes whenever the same dataset gets other content, or content other bytes. */
export const PART_VERSION = 1;

type Numbers = Uint8Array | Uint16Array | Uint32Array;

/** Everything except the columns of numbers. */
interface PartTexts {
  /** In the order of the columns: the bytes of a number, and their count. */
  readonly columns: readonly (readonly [width: number, length: number])[];
  readonly codes: Readonly<Record<string, readonly (string | null)[]>>;
  readonly hasNull: boolean;
  readonly pieces: readonly string[];
  readonly words: readonly string[];
  readonly indicatorLabels: readonly string[];
  readonly kindStarts: readonly number[];
  readonly territories: readonly Territory[];
}

export function encodePart(content: PartContent): Uint8Array {
  const columns = columnsOf(content);
  const {names, classes, words, indicatorLabels, kindStarts, territories} = content;
  const texts: PartTexts = {
    columns: columns.map((column) => [column.BYTES_PER_ELEMENT, column.length]),
    codes: Object.fromEntries(OTHER_DIMENSIONS.map((dimension) => [dimension, [...content[dimension].codes]])),
    hasNull: classes.hasNull,
    pieces: names.pieces,
    ...{words, indicatorLabels, kindStarts},
    territories: territories.map(({code, name, level, canonical, parent}) => ({code, name, level, canonical, parent})),
  };
  const json = Buffer.from(JSON.stringify(texts));
  const length = columns.reduce((sum, column) => sum + aligned(column.byteLength), 0) + json.length + LENGTH_BYTES;
  const bytes = Buffer.alloc(length);
  let at = 0;
  for (const column of columns) {
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), at);
    at += aligned(column.byteLength);
  }
  bytes.set(json, at);
  bytes.writeUInt32LE(json.length, length - LENGTH_BYTES);
  return bytes;
}

/** @param bytes the content keeps them. Throws if they are no content of a part. */
export function decodePart(bytes: ArrayBuffer): PartContent {
  const buffer = Buffer.from(bytes);
  const textsEnd = bytes.byteLength - LENGTH_BYTES;
  const textsFrom = textsEnd - buffer.readUInt32LE(textsEnd);
  const texts = JSON.parse(buffer.toString("utf8", textsFrom, textsEnd)) as PartTexts;
  let at = 0;
  let column = 0;
  const take = <T extends Numbers>(): T => {
    const [width, length] = texts.columns[column++]!;
    const numbers = new ARRAYS[width as 1 | 2 | 4](bytes, at, length);
    at += aligned(numbers.byteLength);
    return numbers as Numbers as T;
  };
  const indexes = FAMILY_DIMENSIONS.map((dimension) => [dimension, take<Uint16Array | Uint32Array>()] as const);
  const [starts, codes] = [take<Uint32Array>(), take<Uint8Array>()];
  const classes = {hasNull: texts.hasNull, starts, bytes: codes};
  const names = {pieces: texts.pieces, starts: take<Uint32Array>(), packed: take<Uint8Array>()};
  const own = indexes.map(([dimension, index]) => [
    dimension,
    {codes: dimension === "classification" ? openCodes(classes) : texts.codes[dimension]!, index},
  ]);
  const {words, indicatorLabels, kindStarts, territories} = texts;
  return {
    ...(Object.fromEntries(own) as FamilyColumns),
    ...{classes, names, words, indicatorLabels, kindStarts, territories},
    classNames: openNames(names),
    classLengths: take(),
    labelLengths: take(),
    wholeClasses: take(),
    labelKinds: take(),
    crossedClasses: take(),
    byTitle: take(),
    postings: {terms: take(), starts: take(), packed: take(), described: take()},
    lists: {setOf: take(), starts: take(), places: take()},
  };
}

/** In the order in which they are decoded. */
function columnsOf(content: PartContent): Numbers[] {
  const {classes, names, postings, lists} = content;
  return [
    ...FAMILY_DIMENSIONS.map((dimension) => content[dimension].index),
    ...[classes.starts, classes.bytes, names.starts, names.packed],
    ...[content.classLengths, content.labelLengths, content.wholeClasses, content.labelKinds, content.crossedClasses],
    content.byTitle,
    ...[postings.terms, postings.starts, postings.packed, postings.described],
    ...[lists.setOf, lists.starts, lists.places],
  ];
}

const OTHER_DIMENSIONS = FAMILY_DIMENSIONS.filter((dimension) => dimension !== "classification");
const ARRAYS = {1: Uint8Array, 2: Uint16Array, 4: Uint32Array} as const;
const LENGTH_BYTES = 4;

/** Every column begins at a multiple of four bytes. */
function aligned(bytes: number): number {
  return Math.ceil(bytes / 4) * 4;
}
