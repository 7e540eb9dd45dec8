// The content of a segment as blocks, as the store keeps it, and what of them is read when the segment is opened: words, labels, codes of all
// dimensions but the class, and the lists of series. The rest is read where a question needs it.
import {CODED_DIMENSIONS, type OpenSegment, type SegmentContent} from "../index/dataset-segment.ts";
import type {SetLists} from "../index/series-set.ts";
import {chunksOf, encodeChunk, encodeSets, encodeTitleSets, encodeTitles, widthsOf} from "./chunk.ts";
import {CLASSES_TOGETHER, encodeClasses} from "./class-section.ts";
import {createColumnReader, createColumnWriter, type Width, type Widths} from "./columns.ts";
import {openLayout, type PackedLayout, packSections} from "./layout.ts";
import {nameTexts} from "./name-texts.ts";
import {type Blocks, findSection} from "./reading.ts";
import {encodeTokens, TEXTS_TOGETHER} from "./text-tokens.ts";

/** Changes whenever the same dataset gets other content, or content other bytes: a test holds the digest of one that does not change. */
export const SEGMENT_VERSION = 5;

export interface EncodedSegment {
  readonly layout: PackedLayout;
  readonly blocks: readonly Uint8Array[];
}

type Texts = Omit<OpenSegment, "stored" | "postings" | keyof SeriesColumns> & {
  readonly starts: readonly number[];
  readonly described: readonly number[];
};
type SeriesColumns = Pick<OpenSegment, "familiesOfSet" | "starts" | "indexes" | "seriesOfIndicator">;

/** @param blockBytes smaller ones make more blocks, for tests */
export function encodeSegment(content: SegmentContent, blockBytes?: number): EncodedSegment {
  const widths = widthsOf(content);
  const chunks = chunksOf(content.indicator.index.length);
  const of = (count: number, encode: (nth: number) => Uint8Array): Uint8Array[] =>
    Array.from({length: count}, (_, nth) => encode(nth));
  const {codes} = content.classification;
  const names = nameTexts(content.names);
  const sections = {
    texts: [Buffer.from(JSON.stringify(textsOf(content, widths)))],
    chunks: of(chunks, (nth) => encodeChunk(content, widths, nth)),
    classes: of(Math.ceil(codes.length / CLASSES_TOGETHER), (nth) => encodeClasses(content, names, nth)),
    tokens: of(Math.ceil(names.texts.length / TEXTS_TOGETHER), (nth) =>
      encodeTokens(names.texts.slice(nth * TEXTS_TOGETHER, (nth + 1) * TEXTS_TOGETHER)),
    ),
    titles: of(chunks, (nth) => encodeTitles(content, widths, nth)),
    postings: cutPostings(content.postings),
    series: [encodeSeries(content)],
    sets: of(chunks, (nth) => encodeSets(content, widths, nth)),
    titleSets: of(chunks, (nth) => encodeTitleSets(content, widths, nth)),
  };
  return packSections(sections, blockBytes);
}

/** A content in memory alone. */
export function openEncoded({layout, blocks}: EncodedSegment): OpenSegment {
  return openSegment(layout, {find: (number) => blocks[number]!});
}

/** The numbers of the blocks that a segment is opened from. */
export function openingBlocks(packed: PackedLayout): number[] {
  const {first, block} = openLayout(packed);
  return [...new Set([block[first.texts]!, block[first.series]!])];
}

/** @param blocks has those of `openingBlocks` at hand. Throws if they are no blocks of a segment. */
export function openSegment(packed: PackedLayout, blocks: Blocks): OpenSegment {
  const stored = {blocks, layout: openLayout(packed)};
  const {starts, described, ...texts} = JSON.parse(
    Buffer.from(findSection(stored, "texts", 0)!).toString("utf8"),
  ) as Texts;
  const {first, counts, length} = stored.layout;
  const sections = new Uint32Array(counts.postings + 1);
  for (let nth = 0; nth < counts.postings; nth++) sections[nth + 1] = sections[nth]! + length[first.postings + nth]!;
  const terms = Uint32Array.from(texts.words.keys());
  return {
    ...texts,
    stored,
    postings: {terms, starts: Uint32Array.from(starts), sections, described: Uint32Array.from(described)},
    ...decodeSeries(findSection(stored, "series", 0)!),
  };
}

function textsOf(content: SegmentContent, widths: Widths): Texts {
  const {classification, words, indicatorLabels, labelLengths, kindStarts, territories, postings} = content;
  const {codes} = classification;
  const firstIndexes = Array.from(
    {length: Math.ceil(codes.length / CLASSES_TOGETHER)},
    (_, nth) => nth * CLASSES_TOGETHER,
  );
  return {
    size: classification.index.length,
    widths,
    codes: Object.fromEntries(
      CODED_DIMENSIONS.map((one) => [one, [...content[one].codes]] as const),
    ) as unknown as Texts["codes"],
    classCount: codes.length,
    hasNoClass: (codes.at(0) ?? null) === null,
    firstCodes: firstIndexes.flatMap((index) => codes.at(index) ?? codes.at(index + 1) ?? []),
    ...{indicatorLabels, labelLengths: [...labelLengths], kindStarts},
    territories: territories.map(({code, name, level, canonical, parent}) => ({code, name, level, canonical, parent})),
    words,
    starts: [...postings.starts],
    described: [...postings.described],
  };
}

/** The texts with another width of the numbers of sets: they are as long as before. */
export function withSetWidth(section: Uint8Array, set: Width): Uint8Array {
  const texts = JSON.parse(Buffer.from(section).toString("utf8")) as Texts;
  return Buffer.from(JSON.stringify({...texts, widths: {...texts.widths, set}}));
}

/** A section holds the ranges of whole terms. */
const POSTINGS_BYTES = 2 ** 15;

function cutPostings({starts, packed}: SegmentContent["postings"]): Uint8Array[] {
  const sections: Uint8Array[] = [];
  let from = 0;
  for (const start of starts) {
    if (start - from < POSTINGS_BYTES) continue;
    sections.push(packed.subarray(from, start));
    from = start;
  }
  sections.push(packed.subarray(from));
  return sections;
}

function encodeSeries({lists, indicator}: SegmentContent): Uint8Array {
  const {setOf, starts} = lists;
  const seriesOfIndicator = new Uint32Array(indicator.codes.length);
  for (let family = 0; family < setOf.length; family++) {
    const set = setOf[family]!;
    seriesOfIndicator[indicator.index[family]!]! += starts[2 * set + 2]! - starts[2 * set]!;
  }
  return encodeLists(lists, seriesOfIndicator);
}

export function encodeLists({setOf, starts, indexes}: SetLists, seriesOfIndicator: Uint32Array): Uint8Array {
  const familiesOfSet = new Uint32Array((starts.length - 1) / 2);
  for (let family = 0; family < setOf.length; family++) familiesOfSet[setOf[family]!]! += 1;
  const writer = createColumnWriter();
  writer.add([familiesOfSet.length, indexes.length, seriesOfIndicator.length], 4);
  for (const column of [familiesOfSet, starts, indexes, seriesOfIndicator]) writer.add(column, 4);
  return writer.finish();
}

export function decodeSeries(section: Uint8Array): SeriesColumns {
  // a copy: the block need not stay
  const {next: take} = createColumnReader(section.slice());
  const [sets, index, indicators] = take(4, 3) as unknown as [number, number, number];
  const column = (length: number): Uint32Array => take(4, length) as Uint32Array;
  return {
    familiesOfSet: column(sets),
    starts: column(2 * sets + 1),
    indexes: column(index),
    seriesOfIndicator: column(indicators),
  };
}
