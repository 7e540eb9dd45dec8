// The one Huffman code that slices are packed with: lengths fixed in advance, from which codes and the block header follow.
//
// Every symbol has a code, so any text can be written; only the ratio depends on how typical it is. The lengths were made from
// the counted symbols of slices in JSON and CSV. Symbols as in RFC 1951: 0–255 bytes, 256 end of block, 257–285 match lengths.

/** A code of up to 24 bits in the low bits, ready to be written, and its length above them. */
export type PackedCode = number;
export const LENGTH_SHIFT = 24;
export const CODE_MASK = 0xffffff;

/** Code lengths by symbol, one hexadecimal digit each. */
const SYMBOL_LENGTHS = digits(
  "ddddddddddddddddddddddddddddddddcdcdcccccccc844c4345545544cacccccccccccccccccccccccccccccccccccccaaaaaaaaaaaaaaaaaaaaaaaaaaccccdddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddbbddddddddddddddddddddddddddddddddddddddddddddddda77668baa647a9aa8859686689999",
);
const DISTANCE_LENGTHS = digits("999999999955152555998888888888");

const END_OF_BLOCK = 256;
const FIRST_LENGTH_SYMBOL = 257;
export const SHORTEST_MATCH = 3;
export const LONGEST_MATCH = 258;
export const FARTHEST_MATCH = 32_768;

const symbolCodes = canonicalCodes(SYMBOL_LENGTHS);
const distanceCodes = canonicalCodes(DISTANCE_LENGTHS);

export const BLOCK_END: PackedCode = symbolCodes[END_OF_BLOCK]!;
/** By length of a match, 3 … 258, extra bits included. */
export const MATCH_LENGTHS = withExtraBits(symbolCodes.subarray(FIRST_LENGTH_SYMBOL), SHORTEST_MATCH, LONGEST_MATCH, 4);
/** By distance of a match, 1 … 32,768, extra bits included. */
export const MATCH_DISTANCES = withExtraBits(distanceCodes, 1, FARTHEST_MATCH, 2);

/** By byte. */
export const LITERALS = symbolCodes.slice(0, END_OF_BLOCK);

/** How much of a match of 3 bytes or more goes into one: what is left behind it must be none or enough for another. */
export function matchPiece(length: number): number {
  if (length <= LONGEST_MATCH) return length;
  return length < LONGEST_MATCH + SHORTEST_MATCH ? LONGEST_MATCH - SHORTEST_MATCH : LONGEST_MATCH;
}

/** The header of a block of this code: type 2, all symbols, each length in four bits. */
export const BLOCK_HEADER: readonly PackedCode[] = blockHeader();

function blockHeader(): PackedCode[] {
  const CODE_LENGTH_CODES = 19;
  const header = [
    [2, 2],
    [SYMBOL_LENGTHS.length - FIRST_LENGTH_SYMBOL, 5],
    [DISTANCE_LENGTHS.length - 1, 5],
    [CODE_LENGTH_CODES - 4, 4],
  ];
  // First the three codes for repeats, which are not used, then those of the lengths 0 … 15 in the order of the format: all alike.
  for (let place = 0; place < CODE_LENGTH_CODES; place++) header.push([place < 3 ? 0 : 4, 3]);
  for (const length of [...SYMBOL_LENGTHS, ...DISTANCE_LENGTHS]) header.push([reversed(length, 4), 4]);
  return header.map(([value = 0, bits = 0]) => value | (bits << LENGTH_SHIFT));
}

/** Codes in the order of length, then symbol (RFC 1951, 3.2.2), bits turned round as the format stores them. */
function canonicalCodes(lengths: Uint8Array): Int32Array {
  const codes = new Int32Array(lengths.length);
  let next = 0;
  for (let length = 1; length <= 15; length++) {
    next <<= 1;
    for (let symbol = 0; symbol < lengths.length; symbol++) {
      if (lengths[symbol] === length) codes[symbol] = reversed(next++, length) | (length << LENGTH_SHIFT);
    }
  }
  return codes;
}

/**
 * Codes of lengths or distances with their extra bits, by value: from the first value on, `plain` symbols of one value each and
 * as many again before the extra bits grow by one (RFC 1951, 3.2.5). The longest match has a symbol of its own.
 */
function withExtraBits(codes: Int32Array, first: number, last: number, perStep: number): Int32Array {
  const byValue = new Int32Array(last + 1);
  let value = first;
  for (let symbol = 0; value <= last && symbol < codes.length; symbol++) {
    const extra = Math.max(0, Math.floor(symbol / perStep) - 1);
    for (let offset = 0; offset < 1 << extra && value <= last; offset++) {
      byValue[value++] = joined(codes[symbol]!, offset | (extra << LENGTH_SHIFT));
    }
  }
  if (last === LONGEST_MATCH) byValue[last] = codes[codes.length - 1]!;
  return byValue;
}

/** The codes of a text's bytes one behind the other, in as few parts as hold them. */
export function textCodes(text: string): PackedCode[] {
  const parts: PackedCode[] = [];
  for (const byte of Buffer.from(text)) {
    const code = LITERALS[byte]!;
    const last = parts.length - 1;
    if (last >= 0 && (parts[last]! >>> LENGTH_SHIFT) + (code >>> LENGTH_SHIFT) <= LENGTH_SHIFT) {
      parts[last] = joined(parts[last]!, code);
    } else {
      parts.push(code);
    }
  }
  return parts;
}

function joined(first: PackedCode, second: PackedCode): PackedCode {
  const shift = first >>> LENGTH_SHIFT;
  const length = shift + (second >>> LENGTH_SHIFT);
  if (length > LENGTH_SHIFT) throw new RangeError(`a code of ${length} bits`);
  return (first & CODE_MASK) | ((second & CODE_MASK) << shift) | (length << LENGTH_SHIFT);
}

function reversed(bits: number, length: number): number {
  let turned = 0;
  for (let bit = 0; bit < length; bit++) turned |= ((bits >>> bit) & 1) << (length - 1 - bit);
  return turned;
}

function digits(text: string): Uint8Array {
  return Uint8Array.from(text, (digit) => Number.parseInt(digit, 16));
}
