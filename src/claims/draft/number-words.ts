// Numbers in words: "twenty-one", "two and a half", "five point six", "a million", "by a fifth".
//
// A part of a whole is a number only where a change is told by it ("fell by a quarter"): a quarter is three months too. It is rounded as
// people round it: a fifth is said of 19 and of 22 per cent, but a quarter of 25 alone.
import {once} from "../../reference/reference.ts";
import type {Decimal} from "../../statistics/claim/claim.ts";
import {codeIn} from "../claim-phrases.ts";
import {type ClaimUnit, unitAt} from "../claim-unit.ts";
import type {DraftWord, Span} from "./draft-words.ts";

export interface Numeral extends Span {
  readonly number: Decimal;
  /** Whether it can count something without a unit: it has decimals or many digits. */
  readonly isTelling: boolean;
  /** Per cent, told as a part of the whole. */
  readonly isPart?: boolean;
  /** Its word is the multiplier of its unit: "a million". */
  readonly isPower?: boolean;
  /** "Doubled": how many times as much, roughly. */
  readonly isFold?: boolean;
}

export const PER_CENT = once((): ClaimUnit => unitAt(["percent"], 0)!.unit);
export const PEOPLE = once((): ClaimUnit => unitAt(["people"], 0)!.unit);

/** Before a unit, which decides whether they count. */
export function* numbersInWords(words: readonly DraftWord[]): Generator<Numeral> {
  for (let at = 0; at < words.length; at++) {
    const whole = partAt(words, at) ?? powerAt(words, at) ?? foldAt(words[at]!);
    if (whole !== null) yield whole;
    const first = countOf(words[at]);
    if (first === null || whole !== null) continue;
    let last = at;
    let value = first;
    const next = countOf(words[at + 1]);
    if (first >= 20 && first <= 100 && next !== null && next < (first === 100 ? 100 : 10)) {
      value += next;
      last++;
    }
    let number: Decimal = Number.isInteger(value)
      ? {digits: BigInt(value), decimals: 0}
      : {digits: BigInt(value * 10), decimals: 1};
    const fraction = fractionAt(words, last + 1);
    if (fraction !== null && number.decimals === 0) {
      number = {
        digits: number.digits * 10n ** BigInt(fraction.decimals) + fraction.digits,
        decimals: fraction.decimals,
      };
      last += fraction.length;
    }
    yield {start: words[at]!.start, end: words[last]!.end, number, isTelling: false};
    at = last;
  }
}

/** What follows the whole part: "and a half", "point six", and the same in Russian. */
function fractionAt(words: readonly DraftWord[], at: number): (Decimal & {length: number}) | null {
  for (const length of [2, 3])
    if (codeIn("half", words[at + length - 1]?.word) !== null && codeIn("count", words[at]?.word) === null)
      return {digits: 5n, decimals: 1, length};
  if (codeIn("whole", words[at]?.word) === null) return null;
  const digits = countOf(words[at + 1]);
  if (digits === null || !Number.isInteger(digits)) return null;
  const decimalCount = codeIn("part", words[at + 2]?.word);
  if (decimalCount !== null) return {digits: BigInt(digits), decimals: Number(decimalCount), length: 3};
  return digits < 10 ? {digits: BigInt(digits), decimals: 1, length: 2} : null;
}

function countOf(word: DraftWord | undefined): number | null {
  const code = codeIn("count", word?.word);
  return code === null ? null : Number(code);
}

/** "By a fifth", "minus a quarter", "by one tenth". */
function partAt(words: readonly DraftWord[], at: number): Numeral | null {
  const share = codeIn("share", words[at]?.word);
  if (share === null) return null;
  let first = at;
  while (first > 0 && at - first < MOST_BEFORE && isBeforeNumber(words[first - 1]!.word)) first--;
  const word = words[first - 1]?.word;
  const start = codeIn("one", words[at - 1]?.word) === null ? words[at]!.start : words[at - 1]!.start;
  const isMinus = codeIn("minus", word) !== null;
  if (!isMinus && codeIn("by", word) === null) return null;
  const end = codeIn("share-word", words[at + 1]?.word) === null ? words[at]!.end : words[at + 1]!.end;
  if ([1, 2].some((steps) => codeIn("quarter-of", words[at + steps]?.word) !== null)) return null;
  const [digits = "", decimals = ""] = share.split("e");
  const number = {digits: BigInt(digits), decimals: 0 - Number(decimals)};
  return {start, end, number, isTelling: false, isPart: true};
}

const MOST_BEFORE = 3;

function isBeforeNumber(word: string): boolean {
  return ["about", "bound", "than", "one"].some((list) => codeIn(list, word) !== null);
}

function foldAt({word, start, end}: DraftWord): Numeral | null {
  const fold = codeIn("fold", word);
  if (fold === null) return null;
  return {start, end, number: {digits: BigInt(fold) * 10n, decimals: 1}, isTelling: true, isFold: true};
}

/** "Just over a million residents"; "millions" are none. */
function powerAt(words: readonly DraftWord[], at: number): Numeral | null {
  const word = words[at]!;
  if (codeIn("lone-power", word.word) === null) return null;
  const before = words[at - 1];
  const isOne = before !== undefined && (codeIn("one", before.word) !== null || isBeforeNumber(before.word));
  if (!isOne || countOf(before) !== null) return null;
  return {start: word.start, end: word.end, number: {digits: 10n, decimals: 1}, isTelling: false, isPower: true};
}
