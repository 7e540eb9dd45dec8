// One verdict for a claim in words, from its verdicts against all series that the words may mean.
//
// The series with the best match of the words decide. If they disagree, or one of the others has the number while they do not, the claim is
// `ambiguous`: a wrong `match` is worse than no answer.
import type {Verdict} from "./judge.ts";

export interface JudgedCandidate {
  /** How well the words match, as the search counts it. */
  readonly relevance: number;
  /** Its dataset and indicator. */
  readonly subject: string;
  readonly unit: string | null;
  readonly verdict: Verdict;
}

const AGREEING: readonly Verdict[] = ["match", "rounded", "was_true"];
const WITHOUT: readonly Verdict[] = ["no_match", "not_published"];

/**
 * Below this share of the best relevance the words mean another class of the indicator. Another indicator is as probable down to the second
 * share: "inflation" is the index of consumer prices and the yearly growth of prices.
 */
const AS_RELEVANT = 0.96;
const OF_ANOTHER_SUBJECT = 0.85;

/** The verdict, and the place of the series that it is about; null: of none. @param candidates best match first, at least one */
export function settleVerdict(candidates: readonly JudgedCandidate[]): {verdict: Verdict; place: number | null} {
  const best = candidates.reduce((one, other) => (other.relevance > one.relevance ? other : one));
  const isBest = ({relevance, subject}: JudgedCandidate): boolean =>
    relevance >= best.relevance * (subject === best.subject ? AS_RELEVANT : OF_ANOTHER_SUBJECT);
  const verdict = verdictOf(candidates.filter(isBest));
  const others = candidates.filter((one) => !isBest(one));
  const hasOther = others.some((one) => AGREEING.includes(one.verdict));
  if (verdict === null || (hasOther && !AGREEING.includes(verdict))) return {verdict: "ambiguous", place: null};
  return {verdict, place: candidates.findIndex((one) => isBest(one) && one.verdict === verdict)};
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
    (verdict: Verdict) => AGREEING.includes(verdict),
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
