// CRC-32 of a text from the sums of its parts, so that a part that comes again need not be summed again.
//
// The register is linear: behind a text A B it is what B makes of an empty register, XOR the register behind A moved on by as many
// zero bytes as B has. (The register is the CRC-32 without its inversions at the beginning and the end.)
import {crc32} from "node:zlib";

/** Moves a register on: XOR of the entries of its four bytes, at places of 0, 256, 512 and 768 and more. */
export type Shift = Int32Array;

export const SHIFT_WORDS = 1024;
const POLYNOMIAL = 0xedb88320 | 0;
const MOST_KEPT = 512;

const ONE_BYTE = new Int32Array(256);
for (let byte = 0; byte < 256; byte++) {
  let register = byte;
  for (let bit = 0; bit < 8; bit++) register = register & 1 ? (register >>> 1) ^ POLYNOMIAL : register >>> 1;
  ONE_BYTE[byte] = register;
}

const kept = new Map<number, Shift>();

/** The register behind a text, from the register before it. */
export function addToRegister(register: number, text: Uint8Array): number {
  return ~crc32(text, ~register >>> 0);
}

/** What a text makes of an empty register. */
export function registerOf(text: Uint8Array): number {
  return addToRegister(0, text);
}

export function moveOn(shift: Shift, register: number): number {
  return (
    shift[register & 255]! ^
    shift[256 + ((register >>> 8) & 255)]! ^
    shift[512 + ((register >>> 16) & 255)]! ^
    shift[768 + (register >>> 24)]!
  );
}

/** For so many bytes. It takes a time that grows with them, so the latest ones are kept. */
export function shiftBy(bytes: number): Shift {
  const known = kept.get(bytes);
  if (known !== undefined) return known;
  const shift = new Int32Array(SHIFT_WORDS);
  for (let bit = 0; bit < 32; bit++) {
    let register = 1 << bit;
    for (let byte = 0; byte < bytes; byte++) register = ONE_BYTE[register & 255]! ^ (register >>> 8);
    // Each entry with this bit as its highest is one with lower bits only, and this one.
    const own = 1 << (bit & 7);
    const at = (bit >> 3) << 8;
    for (let lower = 0; lower < own; lower++) shift[at + own + lower] = shift[at + lower]! ^ register;
  }
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(bytes, shift);
  return shift;
}
