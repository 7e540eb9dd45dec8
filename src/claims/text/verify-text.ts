// The claims of a text, verified by a draft (../draft/) and then doubted by what the words around each number say beside its series.
//
// A draft reads of a sentence what names a series and a time. The rest may change what is claimed: "rose to 16 %" of a rate that fell, "1.5
// times" of a growth of 1.5 %, "at the end of the year". Such a claim is `ambiguous`, with the series as a candidate [verify.*].
import {plainWordsOf} from "../../search/language/words.ts";
import {shifted} from "../../statistics/claim/claim.ts";
import {agreementWith} from "../../statistics/claim/judge.ts";
import {decodeHistory} from "../../statistics/history/decode.ts";
import {readHistory} from "../../store/series/series-of-key.ts";
import {type Budget, createBudget} from "../../work/budget.ts";
import {codeIn} from "../claim-phrases.ts";
import {readClaimWords} from "../claim-words.ts";
import type {StatedClaim} from "../draft/draft-claims.ts";
import {PER_CENT} from "../draft/number-words.ts";
import {type DraftClaim, type DraftLanguage, type VerifiedDraft, verifyDraft} from "../draft/verify-draft.ts";
import {isUnitOfPerCent} from "../find-meant.ts";
import type {ClaimContext, ClaimQuery, JudgedSeries} from "../judge-series.ts";
import {isOfOtherAspect} from "../other-aspect.ts";
import {type VerifiedClaim, verifyClaim} from "../verify-claim.ts";
import {type Direction, directionIn, hasDirection} from "./direction.ts";
import {
  isDayOfLonger,
  isFlowOnDay,
  isMeanOfStock,
  isOfPartOfTime,
  isOfWiderTerritory,
  isYearEndOfStock,
} from "./doubts.ts";
import {asKnownThen, withoutKnownThen} from "./known-then.ts";
import {candidatesOfPart} from "./newest-part.ts";
import {asPresent, isUnderstood} from "./present.ts";

/** Verdicts that say that the sentence is right. */
const RIGHT: readonly string[] = ["match", "rounded", "was_true", "other_form"];

type Where = Pick<ClaimQuery, "territory" | "on">;

/** As `verifyDraft`, and no claim agrees against the words around its number. */
export async function verifyText(
  context: ClaimContext,
  text: string,
  language: DraftLanguage | null,
  budget: Budget,
  where: Where = {territory: null, on: null},
): Promise<VerifiedDraft> {
  const {text: plain, known} = withoutKnownThen(text);
  const draft = await verifyDraft(context, plain, language, budget, where);
  const claims: DraftClaim[] = [];
  for (const claim of draft.claims) {
    const present = await asPresent(context, plain, claim, claims, budget);
    claims.push(known.length === 0 ? present : await asKnownThen(context, present, known, budget));
    if (budget.isOver()) await budget.letOthersIn();
  }
  const doubted: DraftClaim[] = [];
  for (const [at, claim] of claims.entries()) {
    const found = await doubtedClaim(context, plain, claims, at, budget);
    doubted.push({...claim, found});
    if (budget.isOver()) await budget.letOthersIn();
  }
  return {claims: doubted, next: draft.next};
}

/** The words around a number, up to the numbers before and behind it in its sentence. */
interface Around {
  readonly before: readonly string[];
  readonly all: readonly string[];
}

async function doubtedClaim(
  context: ClaimContext,
  text: string,
  claims: readonly DraftClaim[],
  at: number,
  budget: Budget,
): Promise<VerifiedClaim> {
  const claim = claims[at]!;
  const {figure} = claim.stated;
  const written = plainWordsOf(text.slice(figure.numberEnd, figure.end));
  const isTimes = written.some((word) => codeIn("times", word) !== null);
  const found = isTimes ? await verifyTimes(context, claim, budget) : claim.found;
  const {judged, verdict, candidates} = found;
  const {part} = claim.stated;
  if (part !== null && verdict === "ambiguous" && candidates.length === 0 && isWholeValue(claim.stated))
    return {...found, candidates: await candidatesOfPart(context, claim.query, part, budget)};
  if (judged === null) return found;
  const {before, all} = around(text, claims, at);
  const {words, period} = claim.stated;
  if (isFlowOnDay(period, judged)) return {verdict: "not_published", judged: null, candidates: []};
  if (isYearEndOfStock(all, period, judged)) return await asOfNextYear(context, claim, judged, budget);
  const isRight = RIGHT.includes(verdict);
  const isOther =
    isOfOtherAspect(all.join(" "), null, judged.found.series) ||
    isOfWiderTerritory(all, plainWordsOf(words)) ||
    isMeanOfStock(all, judged) ||
    isOfPartOfTime(all, judged) ||
    isDayOfLonger(period, judged);
  // as little as a published value does a computed one agree against the words around the number
  if (found.computed !== undefined)
    return isOther || directionIn(before) !== null || !isWholeValue(claim.stated) ? withoutComputed(found) : found;
  if (isRight && isOther) return doubtful(judged, verdict);
  const direction = isRight && !isTimes ? directionIn(before) : null;
  return direction === null || (await isDirected(context, judged, direction, words, budget))
    ? found
    : doubtful(judged, verdict);
}

/** A claim by words and a number apart: "the key rate was cut to" is doubtful where it was raised. */
export async function verifyWithDirection(
  context: ClaimContext,
  query: ClaimQuery,
  budget: Budget,
): Promise<VerifiedClaim | null> {
  const found = await verifyClaim(context, query, budget);
  if (found?.computed !== undefined && "words" in query.about)
    return directionIn(plainWordsOf(query.about.words)) === null ? found : withoutComputed(found);
  if (found === null || found.judged === null || !("words" in query.about) || !RIGHT.includes(found.verdict))
    return found;
  const {words} = query.about;
  const direction = directionIn(plainWordsOf(words));
  const isRight = direction === null || (await isDirected(context, found.judged, direction, words, budget));
  return isRight ? found : doubtful(found.judged, found.verdict);
}

function withoutComputed({verdict, judged, candidates}: VerifiedClaim): VerifiedClaim {
  return {verdict, judged, candidates};
}

/** No bound, no part and no range, in words that are all understood. */
function isWholeValue(stated: StatedClaim): boolean {
  const {kind, isBound, isPart} = stated.figure;
  return kind === "value" && !isBound && isPart !== true && isUnderstood(stated);
}

function doubtful({found, period, periods}: JudgedSeries, verdict: VerifiedClaim["verdict"]): VerifiedClaim {
  const day = period === null ? null : periods.days[period - periods.base]!;
  return {verdict: "ambiguous", judged: null, candidates: [{found, period: day, verdict}]};
}

function around(text: string, claims: readonly DraftClaim[], at: number): Around {
  const {figure, sentence} = claims[at]!.stated;
  const inSentence = (one: DraftClaim | undefined): one is DraftClaim => one?.stated.sentence.start === sentence.start;
  const previous = claims[at - 1];
  const next = claims[at + 1];
  const start = inSentence(previous) ? previous.stated.figure.end : sentence.start;
  const last = inSentence(next) ? next.stated.figure.start : sentence.end;
  const own = text.slice(start, figure.start);
  // another clause behind the number speaks of something else: "while in real terms it fell"
  const [behind = ""] = text.slice(figure.end, last).split(CLAUSE_END);
  // "slowed from 7 % to 5 %", "slowed, to 5 %": the verb stands before
  const clause = own.split(CLAUSE_END).at(-1)!;
  const [first, ...others] = plainWordsOf(clause);
  const isEnd = others.length === 0 && codeIn("up-to", first) !== null;
  const before = isEnd ? text.slice(sentence.start, figure.start) : clause;
  return {before: plainWordsOf(before), all: [...plainWordsOf(own), ...plainWordsOf(behind)]};
}

const CLAUSE_END = /[,;:()](?!\d)|\s[-–—]\s/u;

/** "Rose 1.5 times" is an index of 150 to what was 100. */
async function verifyTimes(
  context: ClaimContext,
  {query, stated, found}: DraftClaim,
  budget: Budget,
): Promise<VerifiedClaim> {
  const {change} = readClaimWords(stated.words, stated.period);
  const open = found.judged === null ? found : doubtful(found.judged, "no_match");
  if (change !== "up") return open;
  const number = shifted(query.number, 2);
  const asIndex = await verifyClaim(context, {...query, number, unit: PER_CENT()}, createBudget(budget.asker));
  const {estimates = [], deciding = null} = asIndex?.judged?.judgement ?? {};
  const value = deciding === null ? null : estimates[deciding]!.value;
  const isIndex = value !== null && agreementWith(number, value) !== null;
  return asIndex === null || (asIndex.verdict === "other_form" && !isIndex) ? open : asIndex;
}

/** The end of a year is 1 January of the next one; the number may be that of this day. */
async function asOfNextYear(
  context: ClaimContext,
  {query, found}: DraftClaim,
  judged: JudgedSeries,
  budget: Budget,
): Promise<VerifiedClaim> {
  const period = judged.period === null ? null : ({frequency: "A", ordinal: judged.period + 1} as const);
  const about = {key: judged.found.series.key};
  const next =
    period === null ? null : await verifyClaim(context, {...query, about, period}, createBudget(budget.asker));
  const agreeing = next !== null && next.judged !== null && RIGHT.includes(next.verdict) ? next : null;
  return agreeing === null ? doubtful(judged, found.verdict) : doubtful(agreeing.judged!, agreeing.verdict);
}

/** Whether the values around it say so; a direction that they cannot tell is a doubt too. */
async function isDirected(
  context: ClaimContext,
  {found, period}: JudgedSeries,
  direction: Direction,
  words: string,
  budget: Budget,
): Promise<boolean> {
  if (period === null) return false;
  const {base} = readClaimWords(words, null);
  const {frequency, unit, unitLabel} = found.series;
  const isRate = isUnitOfPerCent(unit, unitLabel?.name ?? null);
  // "was kept at 16 %"; goods are kept too
  if (direction === "same" && !isRate) return true;
  const isOnYear = base === "yoy" && !isRate && frequency !== "A";
  const history = decodeHistory(await context.statistics.readWithRests((q) => readHistory(q, found), budget));
  return hasDirection(direction, history, period, frequency, isOnYear) === true;
}
