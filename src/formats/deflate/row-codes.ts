// The codes of rows: each row is the row before it but for a few characters.
//
// From behind one value to the first new digit of the next, all equal bytes stand at one distance: that of these two values' ends.
// So nothing is searched and no text compared: codes of days and of the pieces of values are looked up. The loop calls nothing that
// allocates, or compiled code would pay for that with every row; rows that need more are left to odd-row.ts.
import {CODES, reserveCodes, waiting} from "./code-buffer.ts";
import {DAY_BYTES, STEPS, stepSlot} from "./day-step.ts";
import {LITERALS, LONGEST_MATCH, MATCH_DISTANCES, MATCH_LENGTHS, matchPiece, SHORTEST_MATCH} from "./huffman-code.ts";
import {LEADING_CODES, LEADING_LENGTHS, LEADING_SKIPS, LEADING_WORDS, PIECE_CODES} from "./number-piece.ts";
import {addOddRow} from "./odd-row.ts";
import {LONGEST_BETWEEN, type RowTexts} from "./row-texts.ts";
import {
  AS_OFS,
  FIRST,
  LEADING,
  PADDED_DIGITS,
  PERIODS,
  POINT_FOLLOWS,
  POINTED_PIECE,
  REPEATED,
  TRAILING_PIECE,
  VALUE_LENGTHS,
} from "./value-batch.ts";

// Names of this module's own: compiled code takes constants of its own module for what they are.
const codes = CODES;
const steps = STEPS;
const lengthCodes = MATCH_LENGTHS;
const distanceCodes = MATCH_DISTANCES;
const leadingCodes = LEADING_CODES;
const leadingLengths = LEADING_LENGTHS;
const leadingWords = LEADING_WORDS;
const leadingSkips = LEADING_SKIPS;
const pieceCodes = PIECE_CODES;
const periods = PERIODS;
const asOfs = AS_OFS;
const repeated = REPEATED;
const leadings = LEADING;
const paddeds = PADDED_DIGITS;
const pointeds = POINTED_PIECE;
const trailings = TRAILING_PIECE;
const points = POINT_FOLLOWS;
const valueLengths = VALUE_LENGTHS;
const BITS = 0x1f000000;
const CODE = 0xffffff;
const SHORTEST = SHORTEST_MATCH;
const LONGEST = LONGEST_MATCH;
/** The largest sum of two codes, bits above codes, that still is one code. */
const MOST = (24 << 24) | CODE;

/** A row has so many codes at most: matches in pieces, before two days and a value, and all their characters. */
const ROW_CODES = 2 * (Math.ceil(LONGEST_BETWEEN / (LONGEST_MATCH - SHORTEST_MATCH)) + 3) + 2 * DAY_BYTES + 32;

/** Where the loop has got to. */
let reached = 0;
let matchedThere = 0;

/**
 * Adds the rows of the batch, each from behind the value before to behind its own; of the second row of a series only its period
 * and its value. `held` equal bytes before them are not added yet; gives how many are not at the end.
 */
export function addRowCodes(rows: number, fromSecond: boolean, texts: RowTexts, held: number): number {
  reserveCodes(rows * ROW_CODES);
  const end = FIRST + rows;
  reached = FIRST;
  matchedThere = held;
  for (;;) {
    runRows(end, fromSecond, texts);
    if (reached === end) return matchedThere;
    matchedThere = addOddRow(reached, fromSecond && reached === FIRST, texts, matchedThere);
    reached++;
  }
}

/** Adds rows from the place reached on, until all are added or one is odd; of that one nothing is added then. */
function runRows(end: number, fromSecond: boolean, texts: RowTexts): void {
  const afterValue = texts.afterValue.length;
  const between = texts.between.length;
  const beforeValue = texts.beforeValue.length;
  const rowBytes = afterValue + DAY_BYTES + between + DAY_BYTES + beforeValue;
  const pointBits = LITERALS[texts.comma ? 0x2c : 0x2e]! >>> 24;
  let next = waiting.codes | 0;
  let matched = matchedThere | 0;
  let place = reached | 0;
  let rowStart = next;
  let heldAtStart = matched;
  rows: for (; place < end; place++) {
    rowStart = next;
    heldAtStart = matched;
    const leading = leadings[place]!;
    if (leading < 0) break;
    const far = distanceCodes[rowBytes + valueLengths[place - 1]!]!;
    const farBits = far & BITS;

    // The as_of of the row before, unless the first row has it; then the period.
    for (let isPeriod = fromSecond && place === FIRST; ; isPeriod = true) {
      const day = isPeriod ? periods[place]! : asOfs[place - 1]!;
      const before = isPeriod ? periods[place - 1]! : asOfs[place - 2]!;
      if (!isPeriod) matched += afterValue;
      if (day === before) {
        matched += DAY_BYTES;
      } else {
        const slot = stepSlot(day, before, isPeriod);
        if (steps[slot] !== day || steps[slot + 1] !== before) break rows;
        matched += steps[slot + 2]!;
        const near = matched <= LONGEST ? lengthCodes[matched]! : 0;
        if (near !== 0 && near + farBits <= MOST) {
          codes[next++] = ((near & CODE) | ((far & CODE) << (near >>> 24))) + (near & BITS) + farBits;
        } else {
          if (matched < SHORTEST) break rows;
          next = addLong(next, matched, far);
        }
        codes[next++] = steps[slot + 4]!;
        if (steps[slot + 5] !== 0) codes[next++] = steps[slot + 5]!;
        matched = steps[slot + 3]!;
      }
      if (isPeriod) break;
      matched += between;
    }
    matched += beforeValue;

    if (repeated[place] === 1) {
      matched += valueLengths[place]!;
      continue;
    }
    const leadingBefore = leadings[place - 1]!;
    let leadingCode = leadingCodes[leading]!;
    let pointedCode = pieceCodes[pointeds[place]!]!;
    if (leading === leadingBefore) {
      matched += leadingLengths[leading]!;
      leadingCode = 0;
      if (points[place]! + points[place - 1]! === 2) {
        matched++;
        pointedCode = ((pointedCode & CODE) >>> pointBits) | ((pointedCode & BITS) - (pointBits << 24));
      }
    } else if (leadingBefore >= 0) {
      const difference = leadingWords[leading]! ^ leadingWords[leadingBefore]!;
      const equal = difference === 0 ? 4 : (31 - Math.clz32(difference & -difference)) >> 3;
      const skip = (leadingSkips[leading]! >>> (equal * 5)) & 31;
      matched += equal;
      leadingCode = ((leadingCode & CODE) >>> skip) | ((leadingCode & BITS) - (skip << 24));
    }
    const near = matched <= LONGEST ? lengthCodes[matched]! : 0;
    if (near !== 0 && near + farBits <= MOST) {
      codes[next++] = ((near & CODE) | ((far & CODE) << (near >>> 24))) + (near & BITS) + farBits;
    } else {
      if (matched < SHORTEST) break;
      next = addLong(next, matched, far);
    }
    codes[next++] = leadingCode;
    if (paddeds[place]! >= 0) codes[next++] = pieceCodes[paddeds[place]!]!;
    codes[next++] = pointedCode;
    if (trailings[place]! > 0) codes[next++] = pieceCodes[trailings[place]!]!;
    matched = 0;
  }
  waiting.codes = place === end ? next : rowStart;
  matchedThere = place === end ? matched : heldAtStart;
  reached = place;
}

/** Adds a match that takes several, or a long code; gives the number of codes then. */
function addLong(count: number, matched: number, far: number): number {
  let next = count;
  for (let left = matched; left > 0; ) {
    const piece = matchPiece(left);
    codes[next] = lengthCodes[piece]!;
    codes[next + 1] = far;
    next += 2;
    left -= piece;
  }
  return next;
}
