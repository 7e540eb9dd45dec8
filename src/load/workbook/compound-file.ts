// One stream out of a compound file ([MS-CFB]), which is what an .xls is: a file system with lists of sectors.
//
// Every list is followed for at most as many sectors as the file has: in a damaged file a list may be a circle, and a reader that follows
// it fills the memory.
import {Buffer} from "node:buffer";

/** The stream with one of the names; null: there is none, or the file is damaged. */
export function readCompoundStream(bytes: Buffer, names: readonly string[]): Buffer | null {
  try {
    return findStream(bytes, names);
  } catch (error) {
    // A place outside of the file.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const HEADER = 512;
const LISTS_IN_HEADER = 109;
const ENTRY = 128;
const STREAM = 2;
const ROOT = 5;
/** Sector numbers from here on are marks: end of a list, free, part of a list. */
const MARKS = 0xfffffff8;

function findStream(bytes: Buffer, names: readonly string[]): Buffer | null {
  const size = 2 ** bytes.readUInt16LE(30);
  const smallSize = 2 ** bytes.readUInt16LE(32);
  if ((size !== 512 && size !== 4096) || smallSize !== 64) return null;
  const most = Math.ceil(bytes.length / size);
  const next = readLists(bytes, size, most);
  const chain = (first: number) => joined(chainOf(first, next, most), (sector) => sectorAt(bytes, size, sector));
  const directory = chain(bytes.readUInt32LE(48));
  let root: Buffer | null = null;
  let found: Buffer | null = null;
  for (let at = 0; at + ENTRY <= directory.length; at += ENTRY) {
    const entry = directory.subarray(at, at + ENTRY);
    const name = entry.toString("utf16le", 0, Math.max(0, Math.min(64, entry.readUInt16LE(64)) - 2));
    if (entry[66] === ROOT) root ??= entry;
    else if (entry[66] === STREAM && names.includes(name)) found ??= entry;
  }
  if (root === null || found === null) return null;
  const [first, length] = [found.readUInt32LE(116), found.readUInt32LE(120)];
  if (length > bytes.length) return null;
  const isSmall = length < bytes.readUInt32LE(56);
  const stream = isSmall ? readSmall(bytes, chain, root, first) : chain(first);
  return stream.length < length ? null : stream.subarray(0, length);

  function readSmall(file: Buffer, read: typeof chain, holder: Buffer, start: number): Buffer {
    const small = read(holder.readUInt32LE(116));
    const list = read(file.readUInt32LE(60));
    const numbers = chainOf(start, (sector) => list.readUInt32LE(sector * 4), most * (size / smallSize));
    return joined(numbers, (sector) => small.subarray(sector * smallSize, (sector + 1) * smallSize));
  }
}

/** The number of the sector behind each sector. */
function readLists(bytes: Buffer, size: number, most: number): (sector: number) => number {
  const lists: Buffer[] = [];
  const take = (from: Buffer, count: number): void => {
    for (let index = 0; index < count; index++) {
      const sector = from.readUInt32LE(index * 4);
      if (sector >= MARKS) continue;
      if (lists.push(sectorAt(bytes, size, sector)) > most) throw new RangeError("more lists than sectors");
    }
  };
  take(bytes.subarray(76, HEADER), LISTS_IN_HEADER);
  if (bytes.readUInt32LE(72) === 0) return nextOf;
  const inSector = size / 4 - 1;
  for (const sector of chainOf(
    bytes.readUInt32LE(68),
    (one) => sectorAt(bytes, size, one).readUInt32LE(size - 4),
    most,
  ))
    take(sectorAt(bytes, size, sector), inSector);
  return nextOf;

  function nextOf(sector: number): number {
    const list = lists[Math.floor((sector * 4) / size)];
    if (list === undefined) throw new RangeError("a sector without a list");
    return list.readUInt32LE((sector * 4) % size);
  }
}

/** @throws RangeError for a list that has no end */
function chainOf(first: number, next: (sector: number) => number, most: number): number[] {
  const sectors: number[] = [];
  for (let sector = first; sector < MARKS; sector = next(sector))
    if (sectors.push(sector) > most) throw new RangeError("a list of sectors that is a circle");
  return sectors;
}

function joined(sectors: readonly number[], read: (sector: number) => Buffer): Buffer {
  return Buffer.concat(sectors.map(read));
}

/** The last sector of a file may be short. */
function sectorAt(bytes: Buffer, size: number, sector: number): Buffer {
  const start = (sector + 1) * size;
  if (start >= bytes.length) throw new RangeError("a sector outside of the file");
  return bytes.subarray(start, start + size);
}
