// One series that a claim may be about: read and judged against the claim's number, period and unit.
//
// The period of a claim by words tells the frequency: a series without periods of that form publishes nothing of it.
import {type Decimal, shifted} from "../statistics/claim/claim.ts";
import {type Judgement, judgeClaim, type Measured, TRUE_NOW_OR_ONCE, type Verdict} from "../statistics/claim/judge.ts";
import {decodeInSteps} from "../statistics/history/decode.ts";
import {type Estimates, periodOn} from "../statistics/history/estimates.ts";
import {type Day, firstDay, ordinalAt, type PeriodOrdinal, type PeriodTable} from "../statistics/time/day.ts";
import type {Queries} from "../store/engines/differences.ts";
import {listReleaseProofsOn, type ReleaseProof} from "../store/releases/release-proof.ts";
import type {Engine, Script} from "../store/script.ts";
import type {Search} from "../store/search/search.ts";
import type {CatalogueCache} from "../store/series/catalogue-cache.ts";
import {findSeriesOfKey, readHistory, readPeriods, type SeriesOfKey} from "../store/series/series-of-key.ts";
import type {ClaimPeriod} from "./claim-period.ts";
import {type ClaimUnit, powerBetween} from "./claim-unit.ts";
import type {ClaimWords} from "./claim-words.ts";
import {claimUnitOf, isGrowth, isUnitOfPerCent} from "./find-meant.ts";

export interface ClaimQuery {
  readonly number: Decimal;
  /** A key, or words. */
  readonly about: {readonly key: string} | {readonly words: string};
  /** null: the newest that was known. */
  readonly period: ClaimPeriod | null;
  /** A code of a territory. */
  readonly territory: string | null;
  /** The day of the claim. */
  readonly on: Day | null;
  /** The unit behind the digits; null: only the words may name one. */
  readonly unit: ClaimUnit | null;
}

/** A series with its history, judged. */
export interface JudgedSeries {
  readonly found: SeriesOfKey;
  readonly periods: PeriodTable;
  /** null: the series has no period of this form. */
  readonly period: PeriodOrdinal | null;
  readonly judgement: Judgement;
  /** The release of the estimate that decides. */
  readonly proof: ReleaseProof | null;
}

export interface Candidate {
  readonly found: SeriesOfKey;
  /** The first day of the period that has the number, if it is not the period of the claim. */
  readonly period: Day | null;
  /** The first day of the last period that has it, where it held from `period` on without a break. */
  readonly until?: Day;
  /** What the claim would be if it were about this series and period. */
  readonly verdict: Verdict;
}

export interface ClaimContext {
  readonly statistics: Engine;
  readonly search: Search;
  readonly catalogues: CatalogueCache;
}

export function* judgeKeys(
  q: Queries,
  context: ClaimContext,
  query: ClaimQuery,
  words: ClaimWords | null,
  keys: readonly string[],
): Script<JudgedSeries[]> {
  const judged: JudgedSeries[] = [];
  for (const key of keys) {
    const found = yield* findSeriesOfKey(q, key);
    if (found === null) continue;
    const history = yield* decodeInSteps(yield* readHistory(q, found));
    const periods = yield* readPeriods(q, context.catalogues, found);
    const period = periodOfClaim(query, found, history, periods);
    const judgement = inItsUnit(
      judgeClaim(numberFor(query, words, found), measuredBy(found, words, query.period), history, period, query.on),
      query,
      found,
    );
    const estimate = judgement.deciding === null ? null : judgement.estimates[judgement.deciding]!;
    const proofs = estimate === null ? [] : yield* listReleaseProofsOn(q, found.dataset.id, [estimate.from]);
    const proof = proofs.find(
      ({publishedAt, sequence}) => publishedAt === estimate!.from && sequence === estimate!.sequence,
    );
    judged.push({found, periods, period, judgement, proof: proof ?? null});
    yield;
  }
  return judged;
}

/** A number that agrees in another unit than the one behind its digits is not the published one. */
function inItsUnit(judgement: Judgement, {unit}: ClaimQuery, {series}: SeriesOfKey): Judgement {
  const own = claimUnitOf(series.unit, series.unitLabel?.name ?? null);
  const isOther = unit !== null && powerBetween(unit, own) === null;
  return isOther && TRUE_NOW_OR_ONCE.includes(judgement.verdict) ? {...judgement, verdict: "other_unit"} : judgement;
}

/** The period of the claim in the series; a day means the period that begins on it. null: the series has none. */
function periodOfClaim(
  {period, on}: ClaimQuery,
  {series}: SeriesOfKey,
  history: Estimates,
  periods: PeriodTable,
): PeriodOrdinal | null {
  if (period === null) {
    for (let row = history.count - 1; row >= 0; row--)
      if (on === null || history.day[row]! <= on) return history.period[row]!;
    return null;
  }
  const {frequency} = series;
  if (period.frequency === frequency) return period.ordinal;
  if (period.frequency !== "D") return null;
  if (frequency === "W") return periodOn(history, periods, period.ordinal);
  const own = ordinalAt(frequency, period.ordinal);
  return firstDay(frequency, own) === period.ordinal ? own : null;
}

/** The number of the claim in the unit of the series, a fall below zero. */
export function numberFor(query: ClaimQuery, words: ClaimWords | null, {series}: SeriesOfKey): Decimal {
  const {number} = query;
  if (words?.change === "down") return {...number, digits: -number.digits};
  const unit = query.unit ?? words?.unit ?? null;
  const power = unit === null ? null : powerBetween(unit, claimUnitOf(series.unit, series.unitLabel?.name ?? null));
  return power === null || power === 0 ? number : shifted(number, power);
}

function measuredBy({series}: SeriesOfKey, words: ClaimWords | null, period: ClaimPeriod | null): Measured {
  const {unit, unitLabel, transformation, measure, frequency} = series;
  return {
    isPerCent: isUnitOfPerCent(unit, unitLabel?.name ?? null),
    isLevel: transformation === "level" && measure === null,
    isOtherForm: words !== null && words.change !== null && !isGrowth(series),
    isDaily: frequency === "D",
    isHeld: period === null && frequency === "D",
  };
}
