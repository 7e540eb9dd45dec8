// One row's codes, whatever it is: the general way, for rows that the fast one (row-codes.ts) leaves out.
import type {Day} from "../../statistics/time/day.ts";
import {addCode, addMatch} from "./code-buffer.ts";
import {DAY_BYTES, prepareStep, STEPS, supportedDayText} from "./day-step.ts";
import {LITERALS, SHORTEST_MATCH} from "./huffman-code.ts";
import {LEADING_CODES, PIECE_CODES} from "./number-piece.ts";
import type {RowTexts} from "./row-texts.ts";
import {
  AS_OFS,
  LEADING,
  ODD_TEXTS,
  PADDED_DIGITS,
  PERIODS,
  POINTED_PIECE,
  REPEATED,
  TRAILING_PIECE,
  VALUE_LENGTHS,
} from "./value-batch.ts";

/** Adds the row at a place of the batch, as addRowCodes does. Gives the equal bytes that are held behind it. */
export function addOddRow(place: number, isSecond: boolean, texts: RowTexts, held: number): number {
  const {beforeValue, afterValue, between} = texts;
  const rowBytes = afterValue.length + DAY_BYTES + between.length + DAY_BYTES + beforeValue.length;
  const distance = rowBytes + VALUE_LENGTHS[place - 1]!;
  let matched = held;
  if (!isSecond) {
    matched += afterValue.length;
    matched = addDay(AS_OFS[place - 1]!, AS_OFS[place - 2]!, false, matched, distance, afterValue);
    matched += between.length;
  }
  const day = PERIODS[place]!;
  matched = addDay(day, PERIODS[place - 1]!, true, matched, distance, between);
  matched += beforeValue.length;
  if (REPEATED[place] === 1) return matched + VALUE_LENGTHS[place]!;
  if (matched >= SHORTEST_MATCH) addMatch(matched, distance);
  else addLiterals((supportedDayText(day) + beforeValue.toString("latin1")).slice(-matched));
  addValue(place);
  return 0;
}

/** Adds equal bytes, which end with the text before a day, and the day but for equal characters at its end; gives how many these are. */
function addDay(day: Day, before: Day, isPeriod: boolean, matched: number, distance: number, text: Buffer): number {
  if (day === before) return matched + DAY_BYTES;
  const slot = prepareStep(day, before, isPeriod);
  const first = STEPS[slot + 2]!;
  if (matched + first >= SHORTEST_MATCH) {
    addMatch(matched + first, distance);
  } else {
    for (let at = text.length - matched; at < text.length; at++) addCode(LITERALS[text[at]!]!);
    addLiterals(supportedDayText(day).slice(0, first));
  }
  addCode(STEPS[slot + 4]!);
  addCode(STEPS[slot + 5]!);
  return STEPS[slot + 3]!;
}

function addValue(place: number): void {
  const leading = LEADING[place]!;
  if (leading < 0) {
    addLiterals(ODD_TEXTS[place]!.toString("latin1"));
    return;
  }
  addCode(LEADING_CODES[leading]!);
  if (PADDED_DIGITS[place]! >= 0) addCode(PIECE_CODES[PADDED_DIGITS[place]!]!);
  addCode(PIECE_CODES[POINTED_PIECE[place]!]!);
  if (TRAILING_PIECE[place]! > 0) addCode(PIECE_CODES[TRAILING_PIECE[place]!]!);
}

/** An ASCII text. */
function addLiterals(text: string): void {
  for (let at = 0; at < text.length; at++) addCode(LITERALS[text.charCodeAt(at)]!);
}
