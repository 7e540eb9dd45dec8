// Codes that wait, and the bytes they become: lowest bit first, as deflate stores them.
//
// Whoever packs lays down codes and leaves it to this file to join their bits. There is one buffer, and it is a constant: that is what
// compiled code reaches fastest. One answer has it at a time; whoever lets others have it takes along what he has (pauseCodes).
import {
  BLOCK_END,
  BLOCK_HEADER,
  LENGTH_SHIFT,
  MATCH_DISTANCES,
  MATCH_LENGTHS,
  matchPiece,
  type PackedCode,
} from "./huffman-code.ts";

/** Codes laid down may be this many before they have to be put. */
export const CODES = new Int32Array(1 << 16);
/** How many codes wait. */
export const waiting = {codes: 0};

/** A code takes up to three bytes, and the last store may touch four more. */
const MOST_BYTES = CODES.length * 3 + 8;
const out = new DataView(new ArrayBuffer(2 * MOST_BYTES));
const outBytes = Buffer.from(out.buffer);
const codes = CODES;
/** Bits of the byte begun, fewer than eight, and how many they are. */
let openBits = 0;
let openCount = 0;
/** Bytes written to out, behind which the open one is. */
let written = 0;
let chunks: Buffer[] = [];

/** Starts anew; what was not taken is forgotten. */
export function startCodes(): void {
  chunks = [];
  waiting.codes = 0;
  openBits = 0;
  openCount = 0;
  written = 0;
}

/** An answer's bytes so far, and the bits of the byte begun. */
export interface PausedCodes {
  readonly chunks: Buffer[];
  readonly openBits: number;
  readonly openCount: number;
}

/** Leaves the buffer to others. */
export function pauseCodes(): PausedCodes {
  putCodes();
  emptyOut();
  return {chunks, openBits, openCount};
}

/** Goes on where the answer was paused; what was not taken of another is forgotten. */
export function resumeCodes(paused: PausedCodes): void {
  ({chunks, openBits, openCount} = paused);
  waiting.codes = 0;
  written = 0;
}

export function addCode(code: PackedCode): void {
  if (waiting.codes === CODES.length) putCodes();
  codes[waiting.codes++] = code;
}

/** Adds a match of any length from 3 on, in pieces if need be. */
export function addMatch(length: number, distance: number): void {
  let left = length;
  while (left > 0) {
    const piece = matchPiece(left);
    addCode(MATCH_LENGTHS[piece]!);
    addCode(MATCH_DISTANCES[distance]!);
    left -= piece;
  }
}

/** Makes room for so many codes that a loop lays down by itself. */
export function reserveCodes(count: number): void {
  if (waiting.codes + count > CODES.length) putCodes();
}

/** Turns what waits into bytes. */
export function putCodes(): void {
  const count = waiting.codes;
  if (written > MOST_BYTES) emptyOut();
  let at = written | 0;
  let bits = openBits | 0;
  let bitCount = openCount | 0;
  for (let place = 0; place < count; place++) {
    const code = codes[place]!;
    bits |= (code & 0xffffff) << bitCount;
    bitCount += code >>> 24;
    out.setInt32(at, bits, true);
    at += bitCount >> 3;
    bits = (bits >>> (bitCount & 24)) | 0;
    bitCount &= 7;
  }
  openBits = bits;
  openCount = bitCount;
  written = at;
  waiting.codes = 0;
}

function emptyOut(): void {
  chunks.push(Buffer.from(outBytes.subarray(0, written)));
  written = 0;
}

/** Adds bytes as they are; the last byte must not be open. */
export function addBytes(bytes: Buffer): void {
  putCodes();
  emptyOut();
  chunks.push(bytes);
}

/** Opens the last block of a stream. */
export function openBlock(): void {
  addCode(1 | (1 << LENGTH_SHIFT));
  for (const part of BLOCK_HEADER) addCode(part);
}

/** Ends the block and the last byte begun. */
export function closeBlock(): void {
  addCode(BLOCK_END);
  putCodes();
  if (openCount > 0) addCode((8 - openCount) << LENGTH_SHIFT);
  putCodes();
}

/** All bytes since the start. */
export function takeBytes(): Buffer {
  putCodes();
  emptyOut();
  const all = Buffer.concat(chunks);
  chunks = [];
  return all;
}
