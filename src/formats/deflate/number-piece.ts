// The pieces that decimals are made of, with their Huffman codes and check sums.
//
// A value is a leading integer of up to four digits with its sign, perhaps four digits more, then decimals: none, up to three, or
// three and up to three more.
import {registerOf} from "./crc-shift.ts";
import {LENGTH_SHIFT, LITERALS, type PackedCode, textCodes} from "./huffman-code.ts";

/** Leading integers stand at 0 … 9999, negative ones behind these. */
export const NEGATIVE = 10_000;
/** Other pieces, each kind from its own place on: four digits with their zeros, … */
export const PADDED = 0;
/** … the point and decimals without zeros at the end, then with them, … */
export const POINTED = 10_000;
/** … the same with a comma, … */
export const COMMA_APART = 2_000;
/** … decimals behind others, without zeros at the end. */
export const TRAILING = 14_000;
const PIECES = 15_000;

/** By leading integer: code, bytes, and what it makes of an empty register. */
export const LEADING_CODES = new Int32Array(2 * NEGATIVE);
export const LEADING_LENGTHS = new Uint8Array(2 * NEGATIVE);
export const LEADING_REGISTERS = new Int32Array(2 * NEGATIVE);
/** By leading integer: its first four characters, 0 for none; the bits of the first 1, 2, 3, 4 of them from bit 5, 10, 15, 20 on. */
export const LEADING_WORDS = new Int32Array(2 * NEGATIVE);
export const LEADING_SKIPS = new Int32Array(2 * NEGATIVE);
/** By piece the same as of a leading integer. */
export const PIECE_CODES = new Int32Array(PIECES);
export const PIECE_LENGTHS = new Uint8Array(PIECES);
export const PIECE_REGISTERS = new Int32Array(PIECES);

for (let number = 0; number < NEGATIVE; number++) {
  setLeading(number, String(number));
  setLeading(NEGATIVE + number, `-${number}`);
  setPiece(PADDED + number, String(number).padStart(4, "0"));
}
for (let number = 0; number < 1000; number++) {
  const digits = String(number).padStart(3, "0");
  const trimmed = digits.replace(/0+$/, "");
  setPiece(POINTED + number, trimmed && `.${trimmed}`);
  setPiece(POINTED + 1000 + number, `.${digits}`);
  setPiece(POINTED + COMMA_APART + number, trimmed && `,${trimmed}`);
  setPiece(POINTED + COMMA_APART + 1000 + number, `,${digits}`);
  setPiece(TRAILING + number, trimmed);
}

function setLeading(place: number, text: string): void {
  const bytes = Buffer.from(text);
  LEADING_CODES[place] = wholeCode(text);
  LEADING_LENGTHS[place] = bytes.length;
  LEADING_REGISTERS[place] = registerOf(bytes);
  let bits = 0;
  for (const [first, byte] of bytes.subarray(0, 4).entries()) {
    bits += LITERALS[byte]! >>> LENGTH_SHIFT;
    LEADING_WORDS[place]! |= byte << (first * 8);
    LEADING_SKIPS[place]! |= bits << (5 * (first + 1));
  }
}

function setPiece(place: number, text: string): void {
  const bytes = Buffer.from(text);
  PIECE_CODES[place] = wholeCode(text);
  PIECE_LENGTHS[place] = bytes.length;
  PIECE_REGISTERS[place] = registerOf(bytes);
}

/** Digits and signs have short codes, so that those of a piece always fit in one part. */
function wholeCode(text: string): PackedCode {
  const [code = 0, more] = textCodes(text);
  if (more !== undefined) throw new RangeError(`the code of ${text} takes more than 24 bits`);
  return code;
}
