// How a search reads what is stored of a segment: in blocks, of which any may be at hand or not.
//
// `search` has no input: where a block is missing it yields a need, which its caller answers with the bytes. So a search is one
// generator on both engines. A block may be gone again at the next look, so bytes are used where they were read, and never looked up twice.
import type {SectionKind, SegmentLayout} from "./layout.ts";

/** The blocks of one state of a segment, by number from 0. */
export interface Blocks {
  /** undefined: not at hand. */
  find(number: number): Uint8Array | undefined;
}

/** Blocks that a search waits for. */
export interface Need {
  readonly blocks: Blocks;
  readonly numbers: readonly number[];
}

/** The blocks of each need, parallel to its numbers. */
export type FetchedBlocks = readonly (readonly Uint8Array[])[];

/** Work that rests at `undefined`, and waits at needs, which are answered. */
export type SearchSteps<T> = Generator<readonly Need[] | undefined, T, FetchedBlocks | undefined>;

/** Work that finds all blocks at hand. */
export function readAtOnce<T>(work: SearchSteps<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (step.value !== undefined) throw new Error("a segment of the index is not in memory");
  }
}

export interface StoredSegment {
  readonly blocks: Blocks;
  readonly layout: SegmentLayout;
}

/** The bytes of a section. */
export function* readSection(stored: StoredSegment, kind: SectionKind, nth: number): SearchSteps<Uint8Array> {
  return findSection(stored, kind, nth) ?? (yield* fetchSection(stored, kind, nth));
}

/** The block that has the section, and where it begins there: for columns, which are opened in place. */
export function* readSectionRange(stored: StoredSegment, kind: SectionKind, nth: number): SearchSteps<SectionRange> {
  const {blocks, layout} = stored;
  const section = layout.first[kind] + nth;
  const number = layout.block[section]!;
  return {block: blocks.find(number) ?? (yield* fetchBlock(blocks, number)), from: layout.from[section]!};
}

export interface SectionRange {
  readonly block: Uint8Array;
  readonly from: number;
}

/** The bytes of a section, if they are at hand. */
export function findSection({blocks, layout}: StoredSegment, kind: SectionKind, nth: number): Uint8Array | undefined {
  const section = layout.first[kind] + nth;
  const block = blocks.find(layout.block[section]!);
  return block === undefined ? undefined : cut(layout, section, block);
}

function* fetchSection({blocks, layout}: StoredSegment, kind: SectionKind, nth: number): SearchSteps<Uint8Array> {
  const section = layout.first[kind] + nth;
  return cut(layout, section, yield* fetchBlock(blocks, layout.block[section]!));
}

function* fetchBlock(blocks: Blocks, number: number): SearchSteps<Uint8Array> {
  const fetched = yield [{blocks, numbers: [number]}];
  return fetched![0]![0]!;
}

function cut({from, length}: SegmentLayout, section: number, block: Uint8Array): Uint8Array {
  return block.subarray(from[section]!, from[section]! + length[section]!);
}

export interface WantedSection {
  readonly stored: StoredSegment;
  readonly kind: SectionKind;
  readonly nth: number;
}

/** Brings sections into memory together, as far as it has room: what follows reads them one by one, and waits less. */
export function* fetchAhead(wanted: readonly WantedSection[]): SearchSteps<void> {
  for (let from = 0; from < wanted.length; from += AT_ONCE) {
    const missing = new Map<Blocks, Set<number>>();
    for (const {stored, kind, nth} of wanted.slice(from, from + AT_ONCE)) {
      const {blocks, layout} = stored;
      const number = layout.block[layout.first[kind] + nth]!;
      if (blocks.find(number) !== undefined) continue;
      const own = missing.get(blocks);
      if (own === undefined) missing.set(blocks, new Set([number]));
      else own.add(number);
    }
    if (missing.size > 0) yield Array.from(missing, ([blocks, numbers]) => ({blocks, numbers: [...numbers]}));
  }
}

/** Blocks of one need, at most: about four megabytes. */
const AT_ONCE = 64;
