// The figures of a text: numbers with a unit, or so long or so exact that they count something. Years, days, ordinals, ages and small
// counts are none.
//
// A range ("5–6 %", "between 5 and 6 per cent") is one figure, and a change in points is one of its own kind: neither is compared with a value.
import {type Decimal, readClaim} from "../../statistics/claim/claim.ts";
import {codeIn, phraseAt} from "../claim-phrases.ts";
import {type ClaimUnit, unitAt} from "../claim-unit.ts";
import type {DraftWord, Span} from "./draft-words.ts";
import {type Numeral, numbersInWords, PER_CENT} from "./number-words.ts";

export interface DraftFigure extends Span {
  readonly number: Decimal;
  /** Where the number itself ends; behind it is its unit. */
  readonly numberEnd: number;
  /** null: none is written. */
  readonly unit: ClaimUnit | null;
  /** `points`: also an amount behind the sign of a currency, which no list of units has. */
  readonly kind: "value" | "points" | "range";
  /** "more than 5", "doubled": a value that does not agree may still be meant. */
  readonly isBound: boolean;
  /** "A fifth" is read as 20 %; so rough a number never agrees with a value. */
  readonly isPart?: boolean;
}

const NUMERAL =
  /(?:(?<![\p{L}\p{N}])[-+\u2212])?(?<![\p{L}\p{N}.,])(?:\d{1,3}(?:[ \u00a0\u2009\u202f]\d{3})+(?!\d)|\d+)(?:[.,]\d+)*/gu;
const ENGLISH_GROUPS = /^[-+\u2212]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
/** Longer runs of digits are no number of a claim. */
const LONGEST = 40;

/** @param words of the text, in order @param isEnglish a comma before three digits divides thousands @returns in order, none overlaps another */
export function figuresOf(text: string, words: readonly DraftWord[], isEnglish: boolean): DraftFigure[] {
  const numerals = [...numeralsIn(text, isEnglish), ...numbersInWords(words)].sort(
    (one, other) => one.start - other.start,
  );
  const figures: DraftFigure[] = [];
  /** The number before, if it has no unit of its own. */
  let open: Numeral | null = null;
  let first = 0;
  for (const numeral of numerals) {
    while (first < words.length && words[first]!.start < numeral.start) first++;
    let behind = first;
    while (behind < words.length && words[behind]!.start < numeral.end) behind++;
    const measured = numeral.isPart
      ? {unit: PER_CENT(), end: numeral.end, kind: "value" as const}
      : unitBehind(text, words, numeral.isPower ? behind - 1 : behind, numeral.isPower ? numeral.start : numeral.end);
    const joined = open === null ? null : joinOf(text, words, first, open, numeral);
    const before = open;
    open = measured === null && isFree(text, numeral) ? numeral : null;
    if (measured === null && !(numeral.isTelling && open !== null)) continue;
    const isForeign = /\p{Sc}\s?$/u.test(text.slice(Math.max(0, numeral.start - 2), numeral.start));
    const {unit, end, kind} = isForeign
      ? {...NO_UNIT, kind: "points" as const, end: measured?.end ?? numeral.end}
      : (measured ?? {unit: null, end: numeral.end, kind: "value" as const});
    const isAbout = words.slice(Math.max(0, first - 2), first).some(({word}) => codeIn("about", word) !== null);
    const number = withoutZeros(
      numeral.number,
      isAbout ? LEAST_ZEROS : numeral.number.digits >= LEAST_LONG ? 2 : Number.POSITIVE_INFINITY,
    );
    const isBound =
      numeral.isFold === true ||
      words.slice(Math.max(0, first - 2), first).some(({word}) => codeIn("bound", word) !== null);
    if (before !== null && joined !== null) {
      if (figures.at(-1)?.start === before.start) figures.pop();
      if (joined === "range") {
        figures.push({
          start: before.start,
          end,
          number: numeral.number,
          numberEnd: numeral.end,
          unit,
          kind: "range",
          isBound,
        });
        continue;
      }
      figures.push({
        start: before.start,
        end: before.end,
        number: before.number,
        numberEnd: before.end,
        unit,
        kind,
        isBound: false,
      });
    }
    if ((figures.at(-1)?.end ?? 0) <= numeral.start)
      figures.push({
        ...{start: numeral.start, end, number, numberEnd: numeral.end, unit, kind, isBound},
        ...(numeral.isPart === true && {isPart: true}),
      });
  }
  return withSums(text, figures);
}

/** "2 trillion 461.1 billion" is one number; any other two with nothing between them are none. */
function withSums(text: string, figures: readonly DraftFigure[]): DraftFigure[] {
  return figures.flatMap((one, at) => {
    const [before, next] = [figures[at - 1], figures[at + 1]];
    if (isBlank(text, before, one))
      return before!.unit !== null && sumOf(before!, one) !== null ? [] : [{...one, kind: "range"}];
    if (!isBlank(text, one, next)) return [one];
    return [sumOf(one, next!) ?? {...one, kind: "range"}];
  });
}

/** null: the second is no part of the first. */
function sumOf(one: DraftFigure, next: DraftFigure): DraftFigure | null {
  const [mult, part] = [one.unit?.mult ?? 1, next.unit?.mult ?? 1];
  const isSum =
    one.kind === "value" &&
    next.kind === "value" &&
    one.number.decimals <= 0 &&
    next.number.decimals >= 0 &&
    part > 1 &&
    mult > part;
  if (!isSum || (one.unit!.plain !== null && one.unit!.plain !== next.unit!.plain)) return null;
  const whole =
    one.number.digits * 10n ** BigInt(-one.number.decimals) * BigInt(mult / part) * 10n ** BigInt(next.number.decimals);
  return {
    ...next,
    start: one.start,
    number: {digits: whole + next.number.digits, decimals: next.number.decimals},
    isBound: one.isBound,
  };
}

/** "One million 647 thousand" is one number in two, and neither is stated. */
function isBlank(text: string, one: DraftFigure | undefined, next: DraftFigure | undefined): boolean {
  return one !== undefined && next !== undefined && text.slice(one.end, next.start).trim() === "";
}

const NO_UNIT = {unit: null};

/** "About 289,000" is rounded to thousands; a shorter row of zeros may be what was counted. */
function withoutZeros(number: Decimal, least: number): Decimal {
  let {digits, decimals} = number;
  while (decimals <= 0 && digits !== 0n && digits % 10n === 0n) [digits, decimals] = [digits / 10n, decimals - 1];
  return decimals <= -least ? {digits, decimals} : number;
}

const LEAST_ZEROS = 3;
const LEAST_LONG = 10_000n;

function* numeralsIn(text: string, isEnglish: boolean): Generator<Numeral> {
  for (const match of text.matchAll(NUMERAL)) {
    const [raw] = match;
    if (raw.length > LONGEST) continue;
    const number = readClaim(isEnglish && ENGLISH_GROUPS.test(raw) ? raw.replaceAll(",", "") : raw);
    if (number === null) continue;
    yield {
      start: match.index,
      end: match.index + raw.length,
      number,
      isTelling: number.decimals > 0 || /\d[ \u00a0\u2009\u202f]\d/u.test(raw) || ENGLISH_GROUPS.test(raw),
    };
  }
}

const MOST_UNIT_WORDS = 5;

/** The unit right behind a number: only blanks, points and hyphens may stand between. */
function unitBehind(
  text: string,
  words: readonly DraftWord[],
  from: number,
  end: number,
): {unit: ClaimUnit | null; end: number; kind: DraftFigure["kind"]} | null {
  const near: DraftWord[] = [];
  let last = end;
  for (const word of words.slice(from, from + MOST_UNIT_WORDS)) {
    if (!/^[\s.-]*$/u.test(text.slice(last, word.start)) || /\.\s+\p{Lu}/u.test(text.slice(last, word.end))) break;
    near.push(word);
    last = word.end;
  }
  const plain = near.map(({word}) => word);
  const phrase = phraseAt(plain, 0);
  const measured = unitAt(plain, 0);
  if (phrase?.meaning === "points") return {unit: null, end: near[phrase.length - 1]!.end, kind: "points"};
  if (measured !== null) return {unit: measured.unit, end: near[measured.length - 1]!.end, kind: "value"};
  if (codeIn("times", plain[0]) !== null) return {unit: null, end: near[0]!.end, kind: "value"};
  return null;
}

/** Not a part of a date, an hour, a number of a section or a compound: "11:30", "№ 5", "52-year-old". */
function isFree(text: string, {start, end}: Span): boolean {
  return (
    !/(?:[№#/§]\s?|:)$/u.test(text.slice(Math.max(0, start - 2), start)) &&
    !/^(?:[:/]\d|-\p{L})/u.test(text.slice(end, end + 2))
  );
}

/** How a number without a unit belongs to the next one: the two ends of a range, or two values of one unit. */
function joinOf(
  text: string,
  words: readonly DraftWord[],
  first: number,
  one: Numeral,
  next: Numeral,
): "range" | "list" | null {
  if (next.start - one.end > MOST_BETWEEN) return null;
  const between = text.slice(one.end, next.start);
  const isYear = !one.isTelling && one.number.digits > 1900n && one.number.digits < 2100n;
  if (/^\s?[-–—−]\s?$/u.test(between)) return isYear ? null : "range";
  const [middle] = words.slice(first - 1, first);
  if (middle === undefined || middle.start < one.end || /[^\s\p{L}]/u.test(between)) return null;
  if (between.trim() !== text.slice(middle.start, middle.end)) return null;
  const before = words.slice(Math.max(0, first - 8), first - 1).findLast(({end}) => end <= one.start)?.word;
  if (codeIn("range", before) !== null) return "range";
  return one.isTelling || codeIn("from", before) !== null ? "list" : null;
}

const MOST_BETWEEN = 12;
