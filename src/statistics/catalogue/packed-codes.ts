// Sorted codes as bytes: of sixteen codes the first is whole, each of the others is the number of bytes that it shares with the one before
// it, and the rest. Codes of a classifier share most of their characters, and a dataset may have a class for every series.
//
// A section: the number of codes, the start of each sixteen (both Uint32, little-endian), the codes.
import {firstWhere} from "../order/binary-search.ts";
import type {Texts} from "./catalogue.ts";
import {compareCodes} from "./code-order.ts";

const TOGETHER = 16;

export function packCodes(codes: readonly string[]): Uint8Array {
  const {texts, ends} = writeCodes(codes);
  const starts = new Uint32Array(1 + Math.ceil(codes.length / TOGETHER));
  starts[0] = codes.length;
  // A code shares nothing at worst; its lengths take five bytes each at most.
  const bytes = Buffer.allocUnsafe(starts.byteLength + texts.length + 10 * codes.length);
  let at = starts.byteLength;
  for (let index = 0, before = 0, from = 0; index < codes.length; index++) {
    const end = ends[index]!;
    let shared = 0;
    if (index % TOGETHER === 0) starts[1 + index / TOGETHER] = at;
    else {
      const most = Math.min(end, 2 * from - before) - from;
      while (shared < most && texts[from + shared] === texts[before + shared]) shared++;
      at = writeNumber(bytes, at, shared);
    }
    at = writeNumber(bytes, at, end - from - shared);
    for (let own = from + shared; own < end; own++) bytes[at++] = texts[own]!;
    before = from;
    from = end;
  }
  bytes.set(new Uint8Array(starts.buffer));
  return bytes.subarray(0, at);
}

/** The codes as they are written, one behind the other, and where each ends. */
function writeCodes(codes: readonly string[]): {readonly texts: Uint8Array; readonly ends: Uint32Array} {
  const joined = codes.join("");
  const isPlain = !joined.includes("\\") && Buffer.byteLength(joined) === joined.length;
  const written = isPlain ? codes : codes.map(writtenText);
  const ends = new Uint32Array(codes.length);
  for (let index = 0, end = 0; index < written.length; index++) {
    end += isPlain ? written[index]!.length : Buffer.byteLength(written[index]!);
    ends[index] = end;
  }
  return {texts: Buffer.from(isPlain ? joined : written.join("")), ends};
}

/** The text itself, but for backslashes and halves of characters, which are written as in a JSON string. */
export function writtenText(text: string): string {
  return text.includes("\\") || !text.isWellFormed() ? JSON.stringify(text).slice(1, -1) : text;
}

/** The text that was written so. */
export function plainText(written: string): string {
  return written.includes("\\") ? (JSON.parse(`"${written}"`) as string) : written;
}

/** A section, and the index of its first code in the list. */
export interface CodeSection {
  readonly first: number;
  readonly bytes: Buffer;
}

export interface PackedCodes extends Texts {
  /** Used memory. */
  readonly bytes: number;
  readonly sections: readonly CodeSection[];
}

/**
 * The list that sections, in order, are parts of; the end of one may be the beginning of the next.
 * @param length of the whole list
 * @param hasNull null is the first of it, and in no section
 */
export function openCodes(sections: readonly CodeSection[], length: number, hasNull: boolean): PackedCodes {
  // Codes are asked for one after another, or here and there: a text is made for one alone, and for the rest of a sixteen behind it when its
  // neighbour follows.
  let [kept, storedFrom] = [[] as string[], 0];
  let filled: FilledSections | null = null;

  function at(index: number): string | null {
    if (index === 0 && hasNull) return null;
    const cached = kept[index - storedFrom];
    if (cached !== undefined) return cached;
    const section = sectionOf(sections, index);
    const within = index - (section?.first ?? 0);
    if (section === undefined || within >= section.bytes.readUInt32LE(0))
      throw new RangeError(`class ${index} of ${length} is not in memory`);
    const [group, nth] = [Math.floor(within / TOGETHER), within % TOGETHER];
    const isNeighbour = index === storedFrom + kept.length;
    [kept, storedFrom] = [unpack(section.bytes, group, nth, isNeighbour ? TOGETHER : nth + 1), index];
    return kept[0]!;
  }

  return {
    length,
    isIncomplete: lacksSome(sections, length, hasNull),
    bytes: sections.reduce((sum, {bytes}) => sum + bytes.length, 0),
    sections,
    at,
    indexOf: (code) => {
      filled ??= filledOf(sections);
      return indexOf(filled, code);
    },
    *[Symbol.iterator]() {
      for (let index = 0; index < length; index++) yield at(index);
    },
  };
}

function lacksSome(sections: readonly CodeSection[], length: number, hasNull: boolean): boolean {
  let behind = hasNull ? 1 : 0;
  for (const {first, bytes} of sections) {
    if (first > behind) return true;
    behind = Math.max(behind, first + bytes.readUInt32LE(0));
  }
  return behind < length;
}

/** Sections that are not empty, with the first code of each: a request may look up hundreds of codes in hundreds of sections. */
interface FilledSections {
  readonly sections: readonly CodeSection[];
  readonly firstCodes: readonly string[];
}

function filledOf(all: readonly CodeSection[]): FilledSections {
  const sections = all.filter(({bytes}) => bytes.readUInt32LE(0) > 0);
  return {sections, firstCodes: sections.map(({bytes}) => firstOf(bytes, 0))};
}

/**
 * The index of a code in the last section whose first code is this one or before it; -1: none of the sections has it. Only first codes of
 * sixteen are compared, which are whole, and one sixteen is read.
 */
function indexOf({sections, firstCodes}: FilledSections, code: string): number {
  const section = sections[firstWhere(firstCodes.length, (nth) => compareCodes(firstCodes[nth]!, code) > 0) - 1];
  if (section === undefined) return -1;
  const {first, bytes} = section;
  const groups = Math.ceil(bytes.readUInt32LE(0) / TOGETHER);
  const group = firstWhere(groups, (nth) => compareCodes(firstOf(bytes, nth), code) > 0) - 1;
  const written = Buffer.from(writtenText(code));
  let found = -1;
  walk(bytes, group, (nth, text) => {
    if (text.equals(written)) found = first + group * TOGETHER + nth;
    return found === -1;
  });
  return found;
}

/** The first code of a sixteen, which is whole behind its length. */
function firstOf(bytes: Buffer, group: number): string {
  let at = bytes.readUInt32LE(4 + 4 * group);
  let length = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++]!;
    length |= (byte & 0x7f) << shift;
    if (byte < 0x80) break;
  }
  return plainText(bytes.toString("utf8", at, at + length));
}

/** The last section that begins at the place or before it. */
function sectionOf(sections: readonly CodeSection[], index: number): CodeSection | undefined {
  return sections[firstWhere(sections.length, (nth) => sections[nth]!.first > index) - 1];
}

/** The codes of a sixteen from one to before another. Those before them are walked through, but no texts are made of them. */
function unpack(bytes: Buffer, group: number, from = 0, end = TOGETHER): string[] {
  const codes: string[] = [];
  walk(bytes, group, (nth, text) => {
    if (nth >= from) codes.push(plainText(text.toString("utf8")));
    return nth + 1 < end;
  });
  return codes;
}

/** @param look gets the bytes of each code as it is written, which the next one overwrites; false ends the walk */
function walk(bytes: Buffer, group: number, look: (nth: number, text: Buffer) => boolean): void {
  const count = Math.min(TOGETHER, bytes.readUInt32LE(0) - group * TOGETHER);
  let text = Buffer.allocUnsafe(256);
  let at = bytes.readUInt32LE(4 + 4 * group);
  const number = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++]!;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  for (let nth = 0, goesOn = true; goesOn && nth < count; nth++) {
    const shared = nth === 0 ? 0 : number();
    const length = number();
    if (shared + length > text.length) text = Buffer.concat([text.subarray(0, shared)], 2 * (shared + length));
    bytes.copy(text, shared, at, at + length);
    at += length;
    goesOn = look(nth, text.subarray(0, shared + length));
  }
}

function writeNumber(bytes: Uint8Array, from: number, number: number): number {
  let at = from;
  let left = number;
  for (; left >= 0x80; left >>>= 7) bytes[at++] = (left & 0x7f) | 0x80;
  bytes[at++] = left;
  return at;
}
