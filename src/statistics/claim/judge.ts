// A claim against one series: whether the number is published for the period, was published earlier, or is another number of the series.
// And one verdict for a claim in words, from its verdicts against all series that the words may mean.
//
// `match` and `rounded` speak of the newest estimate only, and only if it was known on the day of the claim and is not withdrawn. The later
// verdicts are hints to an error, so they never count as agreement. The series with the best match of the words decide; if they disagree, or
// one of the others has the number while they do not, the claim is `ambiguous`: a wrong `match` is worse than no answer.
import {type Estimates, estimatesOf} from "../history/estimates.ts";
import {withdrawnDay, withdrawnSpans} from "../history/withdrawn.ts";
import {type Day, NO_DAY, type PeriodOrdinal} from "../time/day.ts";
import {
  type Agreement,
  agreementOf,
  type Decimal,
  decimalOf,
  mayAgree,
  plus,
  shifted,
  significantDigits,
} from "./claim.ts";

export const VERDICTS = [
  "match",
  "rounded",
  "was_true",
  "other_form",
  "other_unit",
  "other_period",
  "other_territory",
  "no_match",
  "ambiguous",
  "not_published",
] as const;
export type Verdict = (typeof VERDICTS)[number];

/** The verdicts of a claim that is true: only of the newest estimate, or also of an earlier one, or also in another form. */
export const TRUE_NOW: readonly Verdict[] = ["match", "rounded"];
export const TRUE_NOW_OR_ONCE: readonly Verdict[] = [...TRUE_NOW, "was_true"];
export const TRUE_NOW_IN_ANY_FORM: readonly Verdict[] = [...TRUE_NOW, "other_form"];
export const TRUE_IN_ANY_FORM: readonly Verdict[] = [...TRUE_NOW_OR_ONCE, "other_form"];

/** A published estimate of the period, and the day on which the next one took its place or its publisher withdrew it. */
export interface DatedEstimate {
  readonly value: number;
  readonly from: Day;
  readonly sequence: number;
  /** null: still in force. */
  readonly superseded: Day | null;
}

export interface Judgement {
  readonly verdict: Verdict;
  /** Of the period, oldest first. */
  readonly estimates: readonly DatedEstimate[];
  /** Place of the estimate that decides: the one that agrees, else the newest that was known. null: there is none. */
  readonly deciding: number | null;
  /** Periods whose newest known value agrees, for `other_period`. */
  readonly otherPeriods: readonly PeriodOrdinal[];
  /** These are the first and the last period of a time in which the number held without a break. */
  readonly isSpell?: boolean;
}

export interface Measured {
  readonly isPerCent: boolean;
  /** A plain level is never a growth: 105.2 is no other form of an unemployment of 5.2. */
  readonly isLevel: boolean;
  /** The claim is a growth and the values are no growth: a value equal to its number tells another form. */
  readonly isOtherForm?: boolean;
  /** A daily series: a number that it had exactly on other days is no rounding of another value (a rate of 16 % is no 15.5 %). */
  readonly isDaily?: boolean;
  /** A daily series and a claim without a time: a number that held for days is told by the last time in which it held. */
  readonly isHeld?: boolean;
}

/** @param period null: the series has no such period @param on only estimates known on that day; null: all */
export function judgeClaim(
  claim: Decimal,
  measured: Measured,
  history: Estimates,
  period: PeriodOrdinal | null,
  on: Day | null,
): Judgement {
  const estimates = period === null ? [] : datedEstimates(history, period);
  const known = estimates.filter(({from}) => on === null || from <= on);
  if (period === null || known.length === 0)
    return {verdict: "not_published", estimates: [], deciding: null, otherPeriods: []};
  const newest = known.length - 1;
  const judged = (verdict: Verdict, deciding = newest, otherPeriods: readonly PeriodOrdinal[] = []): Judgement => ({
    verdict,
    estimates,
    deciding,
    otherPeriods,
  });

  // a claim of another form is not the published number: both ways of rounding it are right
  const half = measured.isOtherForm ? "both" : "away";
  const agreements = known.map(({value}) => agreementWith(claim, value, half));
  const {value: last, superseded} = estimates.at(-1)!;
  const now = superseded === null ? agreementWith(claim, last, half) : null;
  if (measured.isOtherForm && agreements.some((one) => one !== null))
    return judged(
      "other_form",
      agreements.findLastIndex((one) => one !== null),
    );
  const isRounded = agreements[newest] === "rounded" && now !== null;
  const exact = measured.isDaily === true && isRounded ? findLastSpell(claim, history, on, true) : null;
  if (exact !== null) return {...judged("other_period", newest, exact), isSpell: true};
  if (agreements[newest] && now !== null) return judged(now === "exact" ? "match" : "rounded");
  const earlier = agreements.lastIndexOf("exact");
  const once = earlier === -1 ? agreements.lastIndexOf("rounded") : earlier;
  if (once !== -1) return judged("was_true", once);

  const values = known.map(({value}) => value).reverse();
  const agreesIn = (forms: readonly Decimal[]): number =>
    values.findIndex((value) => forms.some((form) => agreementWith(form, value) !== null));
  const other = measured.isPerCent ? formsOf(claim, measured) : unitsOf(claim);
  const index = agreesIn(other);
  // "fell by 3.7 %" against an index that once was 96.3: the growth was told, and is told no longer
  const isOfGrowth = (measured.isOtherForm === true || (measured.isPerCent && !measured.isLevel)) && index !== -1;
  if (isOfGrowth && (index > 0 || superseded !== null)) return judged("was_true", newest - index);
  if (index !== -1) return judged(measured.isPerCent ? "other_form" : "other_unit", newest - index);
  const isIndex = measured.isPerCent && !measured.isLevel;
  const spell = measured.isHeld === true ? findLastSpell(claim, history, on) : null;
  if (spell !== null) return {...judged("other_period", newest, spell), isSpell: true};
  const own = findOtherPeriods(claim, history, period, on);
  // "rose by 6.1 %" against an index that was 106.1 in another period
  const periods = own.length > 0 || !isIndex ? own : findOtherPeriods(plus(claim, 100), history, period, on);
  return periods.length > 0 ? judged("other_period", newest, periods) : judged("no_match");
}

export function agreementWith(claim: Decimal, value: number, half: "away" | "both" = "both"): Agreement | null {
  const published = decimalOf(value);
  return published === null ? null : agreementOf(claim, published, half);
}

function datedEstimates(history: Estimates, period: PeriodOrdinal): DatedEstimate[] {
  const newestFirst = estimatesOf(history, period, null);
  return newestFirst
    .map(({value, day, sequence}, index) => {
      const later = newestFirst[index - 1];
      const next = later === undefined ? NO_DAY : later.day;
      const withdrawn = withdrawnDay(withdrawnSpans(history), period, day, next);
      const until = withdrawn === NO_DAY ? next : withdrawn;
      return {value, from: day, sequence, superseded: until === NO_DAY ? null : until};
    })
    .reverse();
}

/** Growth as an index and the reverse, and per cent as a ratio. */
function formsOf(claim: Decimal, {isLevel}: Measured): Decimal[] {
  const index = plus(claim, 100);
  const ratio = shifted(claim, 2);
  const asShare = significantDigits(claim) < LEAST_DIGITS ? [] : [ratio, plus(ratio, 100)];
  if (isLevel) return asShare.slice(0, 1);
  return [index, plus(claim, -100), ...asShare];
}

/** Thousands for millions and the like. One digit says too little: 5 is almost any number in some unit. */
function unitsOf(claim: Decimal): Decimal[] {
  return significantDigits(claim) < LEAST_DIGITS ? [] : POWERS.map((power) => shifted(claim, power));
}

const LEAST_DIGITS = 2;
const POWERS = [3, -3, 6, -6, 9, -9] as const;

/** With more other periods than this the number is common in the series, and only a neighbour counts. */
const MOST_OTHERS = 3;

/** Periods whose newest known value is the claim; with many of them, only neighbours: the one before, after, or a year away. */
function findOtherPeriods(claim: Decimal, history: Estimates, period: PeriodOrdinal, on: Day | null): PeriodOrdinal[] {
  const found: PeriodOrdinal[] = [];
  let [before, after]: (PeriodOrdinal | null)[] = [null, null];
  const isNearClaim = mayAgree(claim);
  for (let row = 0; row < history.count; ) {
    const own = history.period[row]!;
    let value: number | null = null;
    for (; row < history.count && history.period[row] === own; row++)
      if (on === null || history.day[row]! <= on) value = history.value[row]!;
    if (value === null || own === period) continue;
    if (own < period) before = own;
    else after ??= own;
    if (isNearClaim(value) && agreementWith(claim, value) !== null) found.push(own);
  }
  const isNear = (one: PeriodOrdinal): boolean => one === before || one === after;
  return found.length <= MOST_OTHERS ? found : found.filter(isNear);
}

/** The first and the last of the newest run of periods, without a break, that have the number. null: none has. */
function findLastSpell(
  claim: Decimal,
  history: Estimates,
  on: Day | null,
  isExact = false,
): readonly [PeriodOrdinal, PeriodOrdinal] | null {
  let first: PeriodOrdinal | null = null;
  let last: PeriodOrdinal | null = null;
  let isRunning = false;
  for (let row = 0; row < history.count; ) {
    const own = history.period[row]!;
    let value: number | null = null;
    for (; row < history.count && history.period[row] === own; row++)
      if (on === null || history.day[row]! <= on) value = history.value[row]!;
    if (value === null) continue;
    const agreement = agreementWith(claim, value);
    const isOf = isExact ? agreement === "exact" : agreement !== null;
    if (isOf && !isRunning) first = own;
    if (isOf) last = own;
    isRunning = isOf;
  }
  return first === null ? null : [first, last!];
}

interface JudgedCandidate {
  /** How well the words match, as the search counts it. */
  readonly relevance: number;
  /** Its dataset and indicator. */
  readonly subject: string;
  readonly unit: string | null;
  readonly verdict: Verdict;
}

const WITHOUT: readonly Verdict[] = ["no_match", "not_published"];

/**
 * Below this share of the best relevance the words mean another class of the indicator. Another indicator is as probable down to the second
 * share: "inflation" is the index of consumer prices and the yearly growth of prices.
 */
const AS_RELEVANT = 0.96;
const OF_ANOTHER_SUBJECT = 0.85;

/** The verdict, and the index of the series that it is about; null: of none. @param candidates best match first, at least one */
export function settleVerdict(candidates: readonly JudgedCandidate[]): {verdict: Verdict; index: number | null} {
  const best = candidates.reduce((one, other) => (other.relevance > one.relevance ? other : one));
  const isBest = ({relevance, subject}: JudgedCandidate): boolean =>
    relevance >= best.relevance * (subject === best.subject ? AS_RELEVANT : OF_ANOTHER_SUBJECT);
  const verdict = verdictOf(candidates.filter(isBest));
  const others = candidates.filter((one) => !isBest(one));
  const hasOther = others.some((one) => TRUE_NOW_OR_ONCE.includes(one.verdict));
  if (verdict === null || (hasOther && !TRUE_NOW_OR_ONCE.includes(verdict))) return {verdict: "ambiguous", index: null};
  return {verdict, index: candidates.findIndex((one) => isBest(one) && one.verdict === verdict)};
}

/**
 * null: they disagree. Series without the period do not count if others have it. Series in another unit do not count if only one unit has
 * the number: 86 149 is the product in roubles and not its growth.
 */
function verdictOf(all: readonly JudgedCandidate[]): Verdict | null {
  const published = all.filter(({verdict}) => verdict !== "not_published");
  const counted = published.length > 0 ? published : all;
  const ofUnits = [...Map.groupBy(counted, ({unit}) => unit).values()];
  for (const isOf of [
    (verdict: Verdict) => TRUE_NOW_OR_ONCE.includes(verdict),
    (verdict: Verdict) => !WITHOUT.includes(verdict),
  ]) {
    const having = ofUnits.filter((units) => units.some(({verdict}) => isOf(verdict)));
    if (having.length === 1) return onlyVerdict(having[0]!);
    if (having.length > 1) return null;
  }
  return onlyVerdict(counted);
}

function onlyVerdict(judged: readonly JudgedCandidate[]): Verdict | null {
  const [first] = judged;
  return judged.every(({verdict}) => verdict === first!.verdict) ? first!.verdict : null;
}
