// A draft verified: every claim of a text with its place and its verdict, in the order of the text.
//
// A false match is the worst defect. So a claim in words that are not all understood is `ambiguous`, and so are a range, a change in points, and
// a bound ("more than 5") that does not agree.
import {type Decimal, significantDigits} from "../../statistics/claim/claim.ts";
import {agreementWith, TRUE_IN_ANY_FORM, TRUE_NOW_OR_ONCE, type Verdict} from "../../statistics/claim/judge.ts";
import {type Budget, createBudget} from "../../work/budget.ts";
import {type ClaimUnit, powerBetween} from "../claim-unit.ts";
import {claimUnitOf, isLevelRate} from "../find-meant.ts";
import type {ClaimContext, ClaimQuery, JudgedSeries} from "../judge-series.ts";
import {type VerifiedClaim, verifyClaim} from "../verify-claim.ts";
import {claimsOf, type StatedClaim} from "./draft-claims.ts";
import {createSubjectFinder} from "./subject-finder.ts";

export const MAX_DRAFT_LETTERS = 20_000;
export const MAX_DRAFT_CLAIMS = 100;

export type DraftLanguage = "ru" | "en";

export interface DraftClaim {
  readonly stated: StatedClaim;
  readonly query: ClaimQuery;
  readonly found: VerifiedClaim;
}

export interface VerifiedDraft {
  readonly claims: readonly DraftClaim[];
  /** Where the first claim begins that was not verified, since there are more than a hundred; null: all were. */
  readonly next: number | null;
}

const OPEN: VerifiedClaim = {verdict: "ambiguous", judged: null, candidates: []};
const CERTAIN_DIGITS = 3;
const FORM: readonly Verdict[] = ["other_form"];
/** A number of many digits that stands elsewhere among what the words name is that number, though not all words are understood. */
const ELSEWHERE: readonly Verdict[] = ["other_unit", "other_period", "other_territory"];
const HINTS: readonly Verdict[] = ["no_match", "other_unit", "other_period", "other_territory"];

/** @param language null: by the letters of the text @param budget for finding what the text speaks of; each claim has a budget of its own */
export async function verifyDraft(
  context: ClaimContext,
  text: string,
  language: DraftLanguage | null,
  budget: Budget,
  {territory, on}: Pick<ClaimQuery, "territory" | "on"> = {territory: null, on: null},
): Promise<VerifiedDraft> {
  const isEnglish = (language ?? languageOf(text)) === "en";
  const claims: DraftClaim[] = [];
  const raw: (VerifiedClaim | null)[] = [];
  const finder = createSubjectFinder(context.search, budget);
  for await (const stated of claimsOf(text, isEnglish, finder, budget)) {
    if (claims.length === MAX_DRAFT_CLAIMS) return {claims: confirmed(claims, raw), next: stated.figure.start};
    const {number, unit} = stated.figure;
    const query: ClaimQuery = {
      number,
      unit,
      about: {words: stated.words},
      period: stated.period,
      territory,
      on,
    };
    const judged = stated.isOpen || stated.words === "" ? OPEN : await judgedAt(context, query, stated, budget);
    const found = settled(stated, judged);
    if (found !== null) {
      claims.push({stated, query, found});
      const isLoose = stated.isDoubtful && !stated.isNarrowed && !stated.isRivalled && !stated.isRestricted;
      const plain = isLoose ? settled({...stated, isDoubtful: false}, judged) : null;
      raw.push(plain !== null && plain.verdict !== "ambiguous" ? plain : null);
    }
    if (budget.isOver()) await budget.letOthersIn();
  }
  return {claims: confirmed(claims, raw), next: null};
}

/**
 * Circumstances that are not understood matter less for a number of many digits, and where two different numbers of a text agree with one
 * kind of series: then the text speaks of it. An actor or a noun that may be a subject of its own stays a doubt.
 */
function confirmed(claims: readonly DraftClaim[], raw: readonly (VerifiedClaim | null)[]): DraftClaim[] {
  const digitsOf = (wanted: JudgedSeries): number => {
    const numbers = claims.flatMap(({stated, found}, at) => {
      const {judged, verdict} = raw[at] ?? found;
      const isOne = judged !== null && TRUE_IN_ANY_FORM.includes(verdict) && kindOf(judged) === kindOf(wanted);
      return isOne ? [String(stated.figure.number.digits)] : [];
    });
    const all = [...new Set(numbers)];
    return all.length < 2 ? 0 : all.join("").length;
  };
  return claims.map((claim, at) => {
    const own = raw[at];
    if (own == null || own.judged === null || !TRUE_IN_ANY_FORM.includes(own.verdict)) return claim;
    const isLong = significantDigits(claim.stated.figure.number) > CERTAIN_DIGITS;
    return isLong || digitsOf(own.judged) > CERTAIN_DIGITS ? {...claim, found: own} : claim;
  });
}

/** Its series and those that differ from it by territory alone. */
function kindOf({found: {dataset, series}}: JudgedSeries): string {
  const {indicator, classification, measure, transformation, unit} = series;
  return [dataset.id, indicator, classification, measure, transformation, unit].join(" ");
}

/** As its words say first, and in the other ways in which they can be read: where only one of these agrees, that one is meant. */
async function judgedAt(
  context: ClaimContext,
  query: ClaimQuery,
  {readings, isStart, isTimeCarried}: StatedClaim,
  budget: Budget,
): Promise<VerifiedClaim> {
  const judge = async (reading: Pick<ClaimQuery, "about" | "period">): Promise<VerifiedClaim> =>
    (await verifyClaim(context, {...query, ...reading}, createBudget(budget.asker))) ?? OPEN;
  const first = isStart ? OPEN : await judge(query);
  if (TRUE_NOW_OR_ONCE.includes(first.verdict)) return first;
  const others: (VerifiedClaim & Record<"isInstead" | "isFar", boolean>)[] = [];
  for (const {words, period, isInstead = false, isFar = false, isOfDecision = false} of readings) {
    const other = await judge({about: {words}, period});
    if (!isOfDecision || isInForce(first, other, query.period)) others.push({...other, isInstead, isFar});
  }
  for (const verdicts of [TRUE_NOW_OR_ONCE, FORM]) {
    if (verdicts.includes(first.verdict)) return first;
    const having = others.filter(({judged, verdict}) => judged !== null && verdicts.includes(verdict));
    const near = having.filter(({isFar}) => !isFar);
    const meant = near.length > 0 ? near : having;
    if (meant.length === 1) return meant[0]!;
  }
  if (isStart) return OPEN;
  if (first.judged === null || first.verdict === "not_published") {
    const other = others.find(({isInstead, isFar, judged}) => isInstead && !isFar && judged !== null);
    if (other !== undefined) return other;
  }
  if (isTimeCarried && first.verdict === "not_published") {
    // "The rate was cut to 15.5 %", behind a month of which no rate is published: perhaps the newest one
    const {judged, verdict} = await judge({...query, period: null});
    if (judged !== null && verdict === "match")
      return {...OPEN, candidates: [{found: judged.found, period: null, verdict}]};
  }
  return first;
}

/** A rate in force, which a daily series of it has within some days too: a month alone proves no day. */
function isInForce(daily: VerifiedClaim, {judged}: VerifiedClaim, day: ClaimQuery["period"]): boolean {
  if (judged === null || !isLevelRate(judged.found.series) || daily.judged?.found.series.frequency !== "D")
    return false;
  return daily.candidates.some(
    ({period}) => period !== null && period >= day!.ordinal && period - day!.ordinal <= MOST_DAYS,
  );
}

/** Between the day of a decision, a Friday, and the day from which it holds. */
const MOST_DAYS = 3;

/** null: the number is no claim. */
function settled(
  {
    figure,
    isDoubtful,
    isUnsure,
    isCarried,
    isUnpublished,
    isGrowth,
    isNarrowed,
    isOpen,
    isRestricted,
    isOfOpenSpan,
    isTimeCarried,
  }: StatedClaim,
  found: VerifiedClaim,
): VerifiedClaim | null {
  const {verdict, judged, candidates} = found;
  const isHint = HINTS.includes(verdict) || verdict === "ambiguous";
  const isCount = figure.unit === null || (!figure.unit.isPerCent && figure.unit.mult === 1);
  const isShort = significantDigits(figure.number) <= CERTAIN_DIGITS;
  const isSmall = isShort && (isCarried || (figure.number.decimals === 0 && figure.unit !== null));
  if (isCount && isHint && isSmall && figure.kind === "value") return null;
  const isNowhere =
    verdict === "ambiguous" && candidates.length > 0 && candidates.every((one) => one.verdict === "not_published");
  // "assets grew by 5.9 %", of which only amounts are published
  const isOfNoUnit =
    figure.unit !== null &&
    judged === null &&
    !isUnsure &&
    !(isCarried && isTimeCarried) &&
    candidates.length > 0 &&
    candidates.every(({found: {series}}) => isOfOtherUnit(figure.unit!, series));
  if (
    isUnpublished ||
    isOfNoUnit ||
    (!isOpen &&
      (isNarrowed || (isRestricted && verdict !== "not_published") || (isNowhere && !isDoubtful && !isUnsure)))
  )
    return {verdict: "not_published", judged: null, candidates: []};
  // "rose by 101.5 %": the index, told as the growth
  if (verdict === "other_form" && isGrowth && judged !== null && isOfIndex(figure.number, judged))
    return {...found, verdict: "no_match"};
  const isLoose = figure.isPart === true && TRUE_NOW_OR_ONCE.includes(verdict);
  const isElsewhere = ELSEWHERE.includes(verdict) && significantDigits(figure.number) > CERTAIN_DIGITS;
  const isUnclear =
    isUnsure ||
    (isOfOpenSpan && isGrowth && HINTS.includes(verdict)) ||
    ((isDoubtful || isRestricted) && !isElsewhere && verdict !== "not_published");
  if (verdict !== "ambiguous" && (isUnclear || isLoose || (figure.isBound && [...HINTS, "match"].includes(verdict))))
    return {
      verdict: "ambiguous",
      judged: null,
      candidates: judged === null ? candidates : [{found: judged.found, period: null, verdict}],
    };
  return found;
}

function isOfOtherUnit(unit: ClaimUnit, {unit: own, unitLabel}: JudgedSeries["found"]["series"]): boolean {
  return powerBetween(unit, claimUnitOf(own, unitLabel?.name ?? null)) === null;
}

function isOfIndex(number: Decimal, {judgement: {deciding, estimates}}: JudgedSeries): boolean {
  return deciding !== null && agreementWith(number, estimates[deciding]!.value) !== null;
}

/** Russian if it has more Cyrillic letters than Latin ones. */
function languageOf(text: string): DraftLanguage {
  const cyrillic = text.match(/\p{Script=Cyrillic}/gu)?.length ?? 0;
  return cyrillic > (text.match(/[a-z]/gi)?.length ?? 0) ? "ru" : "en";
}
