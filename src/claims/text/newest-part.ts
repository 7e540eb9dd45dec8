// "In February" of no named year: the newest February that is published is named as a candidate, with the verdict that it would give.
//
// The claim stays `ambiguous`: a text may be old, so no year is put in its place.
import {firstDay, ordinalAt} from "../../statistics/time/day.ts";
import {type Budget, createBudget} from "../../work/budget.ts";
import {partOf} from "../draft/claim-time.ts";
import type {YearlessPeriod} from "../draft/clause-time.ts";
import type {Candidate, ClaimContext, ClaimQuery} from "../judge-series.ts";
import {verifyClaim} from "../verify-claim.ts";

/** Empty: no series that may be meant has such periods. Of days there is none: a day without a year is mostly that of a meeting. */
export async function candidatesOfPart(
  context: ClaimContext,
  query: ClaimQuery,
  part: YearlessPeriod,
  budget: Budget,
): Promise<readonly Candidate[]> {
  const {frequency} = part;
  if (frequency === "D") return [];
  const judge = async (period: ClaimQuery["period"]) =>
    await verifyClaim(context, {...query, period}, createBudget(budget.asker));
  const open = await judge(null);
  if (open === null) return [];
  const {judged, candidates} = open;
  const ends = [...(judged === null ? [] : [judged]), ...candidates].flatMap(({found: {series}}) =>
    series.frequency === frequency ? [ordinalAt(frequency, series.lastPeriod)] : [],
  );
  if (ends.length === 0) return [];
  const last = Math.max(...ends);
  const own = partOf(part, {frequency, ordinal: last});
  const perYear = frequency === "M" ? 12 : 4;
  const period = own.ordinal <= last ? own : {...own, ordinal: own.ordinal - perYear};
  const meant = await judge(period);
  if (meant === null) return [];
  const day = firstDay(frequency, period.ordinal);
  if (meant.judged !== null) return [{found: meant.judged.found, period: day, verdict: meant.verdict}];
  return meant.candidates
    .filter(({verdict}) => verdict !== "not_published")
    .map(({found, verdict}) => ({found, period: day, verdict}));
}
