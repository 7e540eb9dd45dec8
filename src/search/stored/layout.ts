// Where the sections of a segment are: sections are collected in blocks of about 64 kB, and a block is what is stored, read and kept.
//
// A small dataset is one block. What a new period may change comes last and, in a larger dataset, in blocks of its own.

/** In the order in which they are stored. */
export const SECTION_KINDS = [
  /** Its words, labels and codes: read when the segment is opened, as is `series`. */
  "texts",
  /** Columns of CHUNK families each (chunk.ts). */
  "chunks",
  /** Codes and names of CLASSES_TOGETHER classes each. */
  "classes",
  /** The tokens of text that names are made of. */
  "tokens",
  /** The families by kind and title, CHUNK each. */
  "titles",
  "postings",
  /** The lists of the territories of series. */
  "series",
  /** The set of each family, and the sets in the order of titles. */
  "sets",
  "titleSets",
] as const;
export type SectionKind = (typeof SECTION_KINDS)[number];

export type Sections = Readonly<Record<SectionKind, readonly Uint8Array[]>>;

/** As it is stored. */
export interface PackedLayout {
  /** Sections of each kind. */
  readonly counts: readonly number[];
  /** The length of each section. */
  readonly lengths: readonly number[];
  /** The number of sections in each block. */
  readonly inBlock: readonly number[];
}

export interface SegmentLayout {
  readonly counts: Readonly<Record<SectionKind, number>>;
  /** Number of the first section of each kind. */
  readonly first: Readonly<Record<SectionKind, number>>;
  /** By section: its block, and its offset there. */
  readonly block: Uint32Array;
  readonly from: Uint32Array;
  readonly length: Uint32Array;
  readonly blocks: number;
}

/** A block of this size takes no further section, and one of half the size none of another kind. */
const BLOCK_BYTES = 2 ** 16;

export function packSections(
  sections: Sections,
  blockBytes = BLOCK_BYTES,
): {readonly layout: PackedLayout; readonly blocks: Uint8Array[]} {
  const lengths: number[] = [];
  const inBlock: number[] = [];
  const blocks: Uint8Array[] = [];
  let [open, size] = [[] as Uint8Array[], 0];
  const close = (): void => {
    if (open.length === 0) return;
    const block = new Uint8Array(size);
    let at = 0;
    for (const section of open) {
      block.set(section, at);
      at += aligned(section.length);
    }
    blocks.push(block);
    inBlock.push(open.length);
    [open, size] = [[], 0];
  };
  for (const kind of SECTION_KINDS) {
    if (2 * size >= blockBytes) close();
    for (const section of sections[kind]) {
      if (size >= blockBytes) close();
      lengths.push(section.length);
      open.push(section);
      size += aligned(section.length);
    }
  }
  close();
  return {layout: {counts: SECTION_KINDS.map((kind) => sections[kind].length), lengths, inBlock}, blocks};
}

export function openLayout({counts, lengths, inBlock}: PackedLayout): SegmentLayout {
  const [block, from] = [new Uint32Array(lengths.length), new Uint32Array(lengths.length)];
  let section = 0;
  for (const [number, own] of inBlock.entries()) {
    for (let end = section + own, at = 0; section < end; section++) {
      block[section] = number;
      from[section] = at;
      at += aligned(lengths[section]!);
    }
  }
  const firsts = counts.map((_, kind) => counts.slice(0, kind).reduce((sum, count) => sum + count, 0));
  const byKind = (numbers: readonly number[]) =>
    Object.fromEntries(SECTION_KINDS.map((kind, index) => [kind, numbers[index]!])) as Record<SectionKind, number>;
  return {
    ...{counts: byKind(counts), first: byKind(firsts)},
    ...{block, from, length: Uint32Array.from(lengths), blocks: inBlock.length},
  };
}

/** Every section begins at a multiple of four bytes. */
export function aligned(bytes: number): number {
  return Math.ceil(bytes / 4) * 4;
}
