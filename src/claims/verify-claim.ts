// A claim against the store: the series that it may be about, read and judged, and one verdict (statistics/claim).
//
// Words may mean many series. At most MOST_JUDGED of them are judged, best match first; if there are more, only an agreement of the best
// ones is an answer. The reader of a claim by words should name the period: its form tells the frequency.

import {settleVerdict, VERDICTS, type Verdict} from "../statistics/claim/judge.ts";
import {FREQUENCIES} from "../statistics/time/frequency.ts";
import type {FoundSeries} from "../store/series/named-series.ts";
import type {Budget} from "../work/budget.ts";
import {type ComputedInstead, computeInstead} from "./computed.ts";
import {findElsewhere} from "./find-elsewhere.ts";
import {findMeant, type Meant} from "./find-meant.ts";
import {
  type Candidate,
  type ClaimContext,
  type ClaimQuery,
  isWithout,
  type JudgedSeries,
  judgeKeys,
  numberFor,
} from "./judge-series.ts";
import {isOpenInflation, withoutStaler} from "./open-base.ts";
import {isOfNamedClass, isOfOtherAspect} from "./other-aspect.ts";

export interface VerifiedClaim {
  readonly verdict: Verdict;
  /** null: no series alone is meant. */
  readonly judged: JudgedSeries | null;
  readonly candidates: readonly Candidate[];
  /** Of `not_published`: what is computed here instead. */
  readonly computed?: ComputedInstead;
}

const MOST_CANDIDATES = 10;
/** Verdicts that say nothing in favour of a series. */
const NEITHER: readonly Verdict[] = ["no_match", "not_published"];

/** null: there is no such series, or no words match. */
export async function verifyClaim(
  context: ClaimContext,
  query: ClaimQuery,
  budget: Budget,
): Promise<VerifiedClaim | null> {
  const {about} = query;
  const meant = "words" in about ? await findMeant(context.search, about.words, query, budget) : null;
  if (meant !== null && meant.page.series.length === 0) return null;
  const keys = "key" in about ? [about.key] : inOrder(meant!).map(({key}) => key);
  const period = meant === null ? query.period : meant.period;
  const words = meant?.words ?? null;
  const all = await context.statistics.readWithRests(
    (q) => judgeKeys(q, context, {...query, period}, words, keys),
    budget,
  );
  if (all.length === 0) return null;
  const relevanceOf = (one: JudgedSeries): number => (meant === null ? 0 : relevanceIn(meant, one.found.series.key));
  const counted = period === null ? withoutStaler(all) : all;
  const settled = settleVerdict(
    counted.map((one) => ({
      relevance: relevanceOf(one),
      subject: `${one.found.dataset.id} ${one.found.series.indicator}`,
      unit: one.found.series.unit,
      verdict: one.judgement.verdict,
    })),
  );
  const isUnsure = meant !== null && (!meant.isSure || (meant.page.total > keys.length && isWithout(settled.verdict)));
  const judged = isUnsure || settled.index === null ? null : counted[settled.index]!;
  const isDoubtful = judged !== null && "words" in about && isOfOtherAspect(about.words, words, judged.found.series);
  if (judged === null || isDoubtful || isOpenInflation(words, judged, all))
    return {verdict: "ambiguous", judged: null, candidates: candidatesOf(all, "words" in about ? about.words : null)};
  const {verdict, otherPeriods} = judged.judgement;
  const elsewhere =
    verdict === "no_match"
      ? await findElsewhere(context, {...query, number: numberFor(query, words, judged.found)}, judged, budget)
      : [];
  const computed =
    // what was published on a day is not computed by what became known later
    verdict === "not_published" && query.on === null && query.unit?.isPerCent !== false
      ? await context.statistics.readWithRests(
          (q) => computeInstead(q, context.catalogues, judged, numberFor(query, words, judged.found)),
          budget,
        )
      : null;
  if (computed !== null) return {verdict, judged, candidates: [], computed};
  if (elsewhere.length > 0) return {verdict: "other_territory", judged, candidates: elsewhere};
  const {base, days} = judged.periods;
  const [first, last] = otherPeriods.map((period) => days[period - base]!);
  const spell = judged.judgement.isSpell === true ? [{found: judged.found, period: first!, until: last!}] : null;
  const each = otherPeriods.map((period) => ({found: judged.found, period: days[period - base]!}));
  const candidates = (spell ?? each).map((one) => ({...one, verdict: "match" as const}));
  return {verdict, judged, candidates};
}

/** Those under which the claim would be true come first; a class that the words do not name is never one of them. */
function candidatesOf(all: readonly JudgedSeries[], words: string | null): Candidate[] {
  const rank = ({judgement}: JudgedSeries): number => VERDICTS.indexOf(judgement.verdict);
  return all
    .filter(
      ({found, judgement}) =>
        words === null || NEITHER.includes(judgement.verdict) || isOfNamedClass(words, found.series),
    )
    .sort((one, other) => rank(one) - rank(other))
    .slice(0, MOST_CANDIDATES)
    .map(({found, judgement: {verdict}}) => ({found, period: null, verdict}));
}

/** As many times as relevant as the best of the others is a series whose name is the words. */
const OF_ITS_NAME = 1.25;

function relevanceIn({page, named}: Meant, key: string): number {
  const own = page.relevance.get(key) ?? 0;
  return named.has(key) ? Math.max(own, ...page.relevance.values()) * OF_ITS_NAME : own;
}

/** The best match of the words first; of equals the fresher one, then the finer one. */
function inOrder(meant: Meant): readonly FoundSeries[] {
  return [...meant.page.series].sort(
    (one, other) =>
      relevanceIn(meant, other.key) - relevanceIn(meant, one.key) ||
      other.lastPeriod - one.lastPeriod ||
      FREQUENCIES.indexOf(one.frequency) - FREQUENCIES.indexOf(other.frequency),
  );
}
