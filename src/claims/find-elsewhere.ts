// The same indicator in other territories: a number that one series does not have may be that of its sibling.
//
// A number that many territories have is a common one and says nothing of any of them.
import {agreementWith, type Verdict} from "../statistics/claim/judge.ts";
import {decodeHistory} from "../statistics/history/decode.ts";
import {estimatesOf} from "../statistics/history/estimates.ts";
import type {Queries} from "../store/engines/differences.ts";
import type {Script} from "../store/script.ts";
import {readHistories} from "../store/series/history.ts";
import type {FoundSeries} from "../store/series/named-series.ts";
import {findSeriesOfKey, type SeriesOfKey} from "../store/series/series-of-key.ts";
import type {Budget} from "../work/budget.ts";
import type {Candidate, ClaimContext, ClaimQuery, JudgedSeries} from "./judge-series.ts";

/** Series of other territories that are looked through, and how many of them may have the number: with more it is a common one. */
const MOST_TERRITORIES = 2000;
const MOST_OTHERS = 3;
/** Histories between two places to rest: a daily one has twenty thousand values. */
const AT_ONCE = 20;

/** The same indicator in other territories that has the number; none if it is a common number. */
export async function findElsewhere(
  context: ClaimContext,
  {number, on}: ClaimQuery,
  {found: {dataset, series}, period}: JudgedSeries,
  budget: Budget,
): Promise<Candidate[]> {
  const only = (code: string | null): readonly string[] | null => (code === null ? null : [code]);
  const {series: family} = await context.search.findSeries(
    {
      text: null,
      filters: {
        dataset: [`${dataset.provider}/${dataset.code}`],
        frequency: [series.frequency],
        classification: only(series.classification),
        measure: only(series.measure),
        transformation: only(series.transformation),
        unit: only(series.unit),
      },
      limit: MOST_TERRITORIES,
    },
    false,
    budget,
  );
  const others = family.filter((one) => one.datasetId === dataset.id && isSibling(one, series));
  return await context.statistics.readWithRests((q) => readAgreeing(q, others, {number, on}, period!), budget);
}

/** Of these series of one dataset: those whose value of the period is the number. */
function* readAgreeing(
  q: Queries,
  others: readonly FoundSeries[],
  {number, on}: Pick<ClaimQuery, "number" | "on">,
  period: number,
): Script<Candidate[]> {
  const agreeing: {key: string; verdict: Verdict}[] = [];
  for (let from = 0; from < others.length && agreeing.length <= MOST_OTHERS; from += AT_ONCE) {
    const some = others.slice(from, from + AT_ONCE);
    const numbers = some.map((one) => one.number);
    const histories = yield* readHistories(q, some[0]!.datasetId, numbers);
    for (const [index, packed] of histories.entries()) {
      if (packed === undefined) continue;
      const [newest] = estimatesOf(decodeHistory(packed), period, on);
      const agreement = newest === undefined ? null : agreementWith(number, newest.value);
      if (agreement !== null)
        agreeing.push({key: some[index]!.key, verdict: agreement === "exact" ? "match" : "rounded"});
    }
    yield;
  }
  if (agreeing.length > MOST_OTHERS) return [];
  const candidates: Candidate[] = [];
  for (const {key, verdict} of agreeing) {
    const found = yield* findSeriesOfKey(q, key);
    if (found !== null) candidates.push({found, period: null, verdict});
  }
  return candidates;
}

const SHARED = ["indicator", "classification", "measure", "transformation", "unit"] as const;

function isSibling(one: FoundSeries, series: SeriesOfKey["series"]): boolean {
  return one.key !== series.key && SHARED.every((name) => one[name] === series[name]);
}
