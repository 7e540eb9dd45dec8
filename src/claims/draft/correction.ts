// The sentence that would be right: that of a claim with the newest estimate in the place of its number, in the claim's unit and digits.
//
// Only the number is exchanged. Where that would not make the sentence true (a rise that was a fall, a ratio), there is no such sentence.
// An index never takes the place of a growth: a published 100.6 makes "inflation was 0.7 %" an inflation of 0.6 %.
import {plainWordsOf} from "../../search/language/words.ts";
import {agreementOf, type Decimal, decimalOf, plus, shifted} from "../../statistics/claim/claim.ts";
import {TRUE_NOW_IN_ANY_FORM, type Verdict} from "../../statistics/claim/judge.ts";
import type {SeriesOfKey} from "../../store/series/series-of-key.ts";
import {codeIn} from "../claim-phrases.ts";
import {powerBetween} from "../claim-unit.ts";
import {readClaimWords} from "../claim-words.ts";
import {basesOf, claimUnitOf, isGrowth, isUnitOfPerCent} from "../find-meant.ts";
import type {VerifiedClaim} from "../verify-claim.ts";
import type {StatedClaim} from "./draft-claims.ts";
import type {DraftClaim} from "./verify-draft.ts";

const WRONG: readonly Verdict[] = [
  "was_true",
  "no_match",
  "other_period",
  "other_territory",
  "other_unit",
  "other_form",
];

const CLAUSE = /[,;:()](?!\d)|\s[-–—]\s/gu;

/**
 * The sentence with every number right that has a correction; where another number of it can't be made right, only the claim's own clause.
 * null: the claim is right, also as the growth of a published index, no other number in it makes it right, or its words are not all understood.
 * @param all the claims of the text
 */
export function correctedSentence(
  text: string,
  claim: DraftClaim,
  all: readonly DraftClaim[] = [claim],
): string | null {
  const own = rightNumber(text, claim);
  if (own === null) return null;
  const {sentence, figure} = claim.stated;
  const others = all.filter((one) => one !== claim && one.stated.sentence.start === sentence.start);
  const numbers = new Map([[claim, own]]);
  const left: DraftClaim[] = [];
  for (const other of others) {
    const number = rightNumber(text, other);
    if (number !== null) numbers.set(other, number);
    else if (!TRUE_NOW_IN_ANY_FORM.includes(other.found.verdict)) left.push(other);
  }
  const {start, end} = left.length === 0 ? sentence : clauseOf(text, claim);
  const isIn = ({stated: {figure: one}}: DraftClaim): boolean => one.start >= start && one.end <= end;
  if (figure.end > end || left.some(isIn)) return null;
  let right = "";
  let from = start;
  for (const one of all.filter((each) => numbers.has(each) && isIn(each))) {
    right += `${text.slice(from, one.stated.figure.start)}${numbers.get(one)!}`;
    from = one.stated.figure.numberEnd;
  }
  return `${right}${text.slice(from, end)}`.trim();
}

/** The clause around the number, between signs of punctuation. */
function clauseOf(
  text: string,
  {stated: {sentence, figure}}: DraftClaim,
): {readonly start: number; readonly end: number} {
  const signs = [...text.slice(sentence.start, sentence.end).matchAll(CLAUSE)].map(({index, 0: sign}) => ({
    start: sentence.start + index,
    end: sentence.start + index + sign.length,
  }));
  return {
    start: signs.findLast(({end}) => end <= figure.start)?.end ?? sentence.start,
    end: signs.find(({start}) => start >= figure.end)?.start ?? sentence.end,
  };
}

/** The number that would be right, written as the one in the text. */
function rightNumber(text: string, {stated, found, query}: DraftClaim): string | null {
  const {judged, verdict} = found;
  const {on} = query;
  const known = judged?.judgement.estimates.filter(({from}) => on === null || from <= on);
  const newest = known?.at(-1);
  if (
    stated.isDoubtful ||
    stated.isRestricted ||
    !WRONG.includes(verdict) ||
    judged === null ||
    newest === undefined ||
    (on === null && newest.superseded !== null) ||
    isOfDayOfChange(text, stated, found)
  )
    return null;
  const {figure} = stated;
  const published = decimalOf(newest.value);
  if (published === null || figure.kind !== "value") return null;
  const {series} = judged.found;
  const right = inItsForm(published, figure.number, stated, series);
  const own = claimUnitOf(series.unit, series.unitLabel?.name ?? null);
  const power = figure.unit === null ? 0 : powerBetween(figure.unit, own);
  if (right === null || power === null) return null;
  const exact = shifted(right, -power);
  if (agreementOf(figure.number, exact) !== null) return null;
  const written = text.slice(figure.start, figure.numberEnd);
  // a rate in force is told as it is: 15.5 % is no 16 %
  const isHeld = series.frequency === "D" && isUnitOfPerCent(series.unit, series.unitLabel?.name ?? null);
  const decimals = isHeld ? Math.max(figure.number.decimals, exact.decimals) : figure.number.decimals;
  const number = writtenAs(roundedTo(exact, decimals), written, !/\p{Script=Cyrillic}/u.test(text));
  return number === written ? null : number;
}

/** "Was cut to 15.5 % on 13 February": decided on that day, and in force later. The number is right, and the value of the day is not meant. */
function isOfDayOfChange(text: string, {period, figure, sentence}: StatedClaim, {verdict}: VerifiedClaim): boolean {
  if (verdict !== "other_period" || period?.frequency !== "D") return false;
  const last = plainWordsOf(text.slice(sentence.start, figure.start)).at(-1);
  return codeIn("up-to", last) !== null;
}

/** An index as the growth or the fall of the sentence; null: the sentence says growth where it fell, or the reverse, or tells a growth as an index. */
function inItsForm(
  published: Decimal,
  number: Decimal,
  {words, period}: StatedClaim,
  series: SeriesOfKey["series"],
): Decimal | null {
  const {change, isInflation} = readClaimWords(words, period);
  const isRate = isGrowth(series);
  const growth = isRate ? published : plus(published, -100);
  if (change === null) {
    const isOfIndices = isUnitOfPerCent(series.unit, series.unitLabel?.name ?? null) && basesOf(series).length > 0;
    if (isRate || !isOfIndices) return published;
    const has = (list: string): boolean => words.split(" ").some((word) => codeIn(list, word) !== null);
    const isIndex = Number(number.digits) / 10 ** number.decimals > LEAST_INDEX;
    if (isInflation || (has("growth-noun") && !has("index-rate"))) return growth;
    if (isIndex) return published;
    return has("index-noun") ? null : growth;
  }
  const amount = change === "down" ? {...growth, digits: -growth.digits} : growth;
  return amount.digits > 0n ? amount : null;
}

/** A smaller number is no index of what was 100 before. */
const LEAST_INDEX = 50;

/** Rounds to this number of decimals, halves away from zero. */
function roundedTo({digits, decimals}: Decimal, to: number): Decimal {
  if (decimals <= to) return {digits: digits * 10n ** BigInt(to - decimals), decimals: to};
  const unit = 10n ** BigInt(decimals - to);
  const half = digits < 0n ? -unit / 2n : unit / 2n;
  return {digits: (digits + half) / unit, decimals: to};
}

/** With the decimal sign and the groups of the number that it replaces. */
function writtenAs({digits, decimals}: Decimal, like: string, isLatin: boolean): string {
  const whole = decimals < 0 ? digits * 10n ** BigInt(-decimals) : digits;
  const decimalCount = Math.max(decimals, 0);
  const plain = String(whole < 0n ? -whole : whole).padStart(decimalCount + 1, "0");
  const isEnglish =
    /^\D?\d{1,3}(?:,\d{3})+(?:\.|$)/.test(like) || /\d\.\d+$/.test(like) || (isLatin && /^\D?\d+$/.test(like));
  const group = isEnglish ? "," : "\u00a0";
  const integer = plain.slice(0, plain.length - decimalCount);
  const isGrouped = /\d[ \u00a0\u2009\u202f,]\d{3}(?:\D|$)/.test(like) || integer.length > 4;
  const grouped = isGrouped ? integer.replace(/\B(?=(?:\d{3})+$)/g, group) : integer;
  const fraction = decimalCount === 0 ? "" : `${isEnglish ? "." : ","}${plain.slice(-decimalCount)}`;
  return `${whole < 0n ? "\u2212" : ""}${grouped}${fraction}`;
}
