// The headers of a tar archive (POSIX ustar): one block of 512 bytes before the bytes of each member.
//
// Sizes above eight gigabytes, too large for ustar, are written in the form of GNU tar and libarchive.

export const BLOCK_BYTES = 512;

export interface TarHeader {
  readonly name: string;
  readonly size: number;
}

const FIELD = {name: 0, mode: 100, owner: 108, group: 116, size: 124, modified: 136, sum: 148, type: 156, magic: 257};
const NAME_BYTES = 100;
const NUMBER_BYTES = 12;
const SUM_BYTES = 8;
const MOST_OCTAL = 8 ** 11 - 1;
const MAGIC = "ustar\u000000";
const BASE_256 = 0x80;
const SUM_BLANK = 0x20;

/** The header of a plain file that only its owner may read. `modified` in seconds since 1970; the name in ASCII, at most 99 characters. */
export function tarHeader({name, size}: TarHeader, modified: number): Buffer {
  const block = Buffer.alloc(BLOCK_BYTES);
  block.write(name, FIELD.name, NAME_BYTES - 1, "latin1");
  block.write("0000600\u0000", FIELD.mode, "latin1");
  block.write("0000000\u0000", FIELD.owner, "latin1");
  block.write("0000000\u0000", FIELD.group, "latin1");
  writeNumber(block, FIELD.size, size);
  writeNumber(block, FIELD.modified, modified);
  block.write("0", FIELD.type, "latin1");
  block.write(MAGIC, FIELD.magic, "latin1");
  block.write(`${sumOf(block).toString(8).padStart(6, "0")}\u0000 `, FIELD.sum, "latin1");
  return block;
}

/** Reads a header; null: the block is not the header of a plain file, or was changed. */
export function parseTarHeader(block: Uint8Array): TarHeader | null {
  const bytes = Buffer.from(block.buffer, block.byteOffset, block.length);
  const text = (at: number, length: number): string =>
    bytes.toString("latin1", at, at + length).split("\u0000")[0] ?? "";
  if (bytes.length !== BLOCK_BYTES || bytes.toString("latin1", FIELD.magic, FIELD.magic + MAGIC.length) !== MAGIC)
    return null;
  if (text(FIELD.type, 1) !== "0" || Number.parseInt(text(FIELD.sum, SUM_BYTES), 8) !== sumOf(bytes)) return null;
  const size = readNumber(bytes, FIELD.size, text(FIELD.size, NUMBER_BYTES));
  return size === null ? null : {name: text(FIELD.name, NAME_BYTES), size};
}

/** Bytes from the end of a member of that size to the next block. */
export function paddingAfter(size: number): number {
  return (BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES;
}

function writeNumber(block: Buffer, at: number, value: number): void {
  if (value <= MOST_OCTAL) {
    block.write(`${value.toString(8).padStart(NUMBER_BYTES - 1, "0")}\u0000`, at, "latin1");
    return;
  }
  block[at] = BASE_256;
  block.writeBigUInt64BE(BigInt(value), at + NUMBER_BYTES - 8);
}

function readNumber(bytes: Buffer, at: number, octal: string): number | null {
  if (bytes[at] === BASE_256) {
    const value = Number(bytes.readBigUInt64BE(at + NUMBER_BYTES - 8));
    return Number.isSafeInteger(value) ? value : null;
  }
  return /^[0-7]{1,11}$/.test(octal) ? Number.parseInt(octal, 8) : null;
}

/** The sum of the block's bytes, with the bytes of the sum itself counted as blanks. */
function sumOf(block: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < BLOCK_BYTES; at++)
    sum += at >= FIELD.sum && at < FIELD.sum + SUM_BYTES ? SUM_BLANK : block[at]!;
  return sum;
}
