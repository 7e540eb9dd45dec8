// A claim against the store: the series that it may be about, read and judged, and one verdict (statistics/claim).
//
// Words may mean many series. At most MOST_JUDGED of them are judged, best match first; if there are more, only an agreement of the best
// ones is an answer. The reader of a claim by words should name the period: its form tells the frequency.

import {type Decimal, shifted} from "../../statistics/claim/claim.ts";
import {
  agreementWith,
  type Judgement,
  judgeClaim,
  type Measured,
  settleVerdict,
  VERDICTS,
  type Verdict,
} from "../../statistics/claim/judge.ts";
import {decodeHistory} from "../../statistics/history/decode.ts";
import {type Estimates, estimatesOf, periodOn} from "../../statistics/history/estimates.ts";
import {type Day, firstDay, ordinalAt, type PeriodOrdinal, type PeriodTable} from "../../statistics/time/day.ts";
import {FREQUENCIES} from "../../statistics/time/frequency.ts";
import type {Budget} from "../../work/budget.ts";
import type {Queries} from "../engines/differences.ts";
import {listReleaseProofsOn, type ReleaseProof} from "../releases/release-proof.ts";
import type {Engine, Script} from "../script.ts";
import type {Search} from "../search/search.ts";
import type {CatalogueCache} from "../series/catalogue-cache.ts";
import {readHistories} from "../series/history.ts";
import type {FoundSeries} from "../series/named-series.ts";
import {findSeriesOfKey, readHistory, readPeriods, type SeriesOfKey} from "../series/series-of-key.ts";
import type {ClaimPeriod} from "./claim-period.ts";
import {type ClaimUnit, powerBetween} from "./claim-unit.ts";
import type {ClaimWords} from "./claim-words.ts";
import {findMeant, isGrowth, isPerCent, type Meant, unitOf} from "./find-meant.ts";
import {isOpenInflation, withoutStaler} from "./open-base.ts";
import {isOfOtherAspect} from "./other-aspect.ts";

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
  /** What the claim would be if it were about this series and period. */
  readonly verdict: Verdict;
}

export interface VerifiedClaim {
  readonly verdict: Verdict;
  /** null: no series alone is meant. */
  readonly judged: JudgedSeries | null;
  readonly candidates: readonly Candidate[];
}

export interface ClaimParts {
  readonly statistics: Engine;
  readonly search: Search;
  readonly catalogues: CatalogueCache;
}

const MOST_CANDIDATES = 10;
/** Series of other territories that are looked through, and how many of them may have the number: with more it is a common one. */
const MOST_TERRITORIES = 2000;
const MOST_OTHERS = 3;
/** Histories between two places to rest: a daily one has twenty thousand values. */
const AT_ONCE = 20;

/** null: there is no such series, or no words match. */
export async function verifyClaim(parts: ClaimParts, query: ClaimQuery, budget: Budget): Promise<VerifiedClaim | null> {
  const {about} = query;
  const meant = "words" in about ? await findMeant(parts.search, about.words, query, budget) : null;
  if (meant !== null && meant.page.series.length === 0) return null;
  const keys = "key" in about ? [about.key] : inOrder(meant!).map(({key}) => key);
  const period = meant === null ? query.period : meant.period;
  const words = meant?.words ?? null;
  const all = await parts.statistics.readInSlices((q) => judgeKeys(q, parts, {...query, period}, words, keys), budget);
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
    return {verdict: "ambiguous", judged: null, candidates: candidatesOf(all)};
  const {verdict, otherPeriods} = judged.judgement;
  const elsewhere =
    verdict === "no_match"
      ? await findElsewhere(parts, {...query, number: numberFor(query, words, judged.found)}, judged, budget)
      : [];
  if (elsewhere.length > 0) return {verdict: "other_territory", judged, candidates: elsewhere};
  const {base, days} = judged.periods;
  const candidates = otherPeriods.map((period) => ({
    found: judged.found,
    period: days[period - base]!,
    verdict: "match" as const,
  }));
  return {verdict, judged, candidates};
}

function isWithout(verdict: Verdict): boolean {
  return verdict !== "match" && verdict !== "rounded" && verdict !== "was_true";
}

/** Those under which the claim would be true come first. */
function candidatesOf(all: readonly JudgedSeries[]): Candidate[] {
  const rank = ({judgement}: JudgedSeries): number => VERDICTS.indexOf(judgement.verdict);
  return [...all]
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

function* judgeKeys(
  q: Queries,
  parts: ClaimParts,
  query: ClaimQuery,
  words: ClaimWords | null,
  keys: readonly string[],
): Script<JudgedSeries[]> {
  const judged: JudgedSeries[] = [];
  for (const key of keys) {
    const found = yield* findSeriesOfKey(q, key);
    if (found === null) continue;
    const history = decodeHistory(yield* readHistory(q, found));
    const periods = yield* readPeriods(q, parts.catalogues, found);
    const period = periodOfClaim(query, found, history, periods);
    const judgement = inItsUnit(
      judgeClaim(numberFor(query, words, found), measuredBy(found, words), history, period, query.on),
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
  const own = unitOf(series.unit, series.unitLabel?.name ?? null);
  const isOther = unit !== null && powerBetween(unit, own) === null;
  return isOther && !isWithout(judgement.verdict) ? {...judgement, verdict: "other_unit"} : judgement;
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
function numberFor(query: ClaimQuery, words: ClaimWords | null, {series}: SeriesOfKey): Decimal {
  const {number} = query;
  if (words?.change === "down") return {...number, digits: -number.digits};
  const unit = query.unit ?? words?.unit ?? null;
  const power = unit === null ? null : powerBetween(unit, unitOf(series.unit, series.unitLabel?.name ?? null));
  return power === null || power === 0 ? number : shifted(number, power);
}

function measuredBy({series}: SeriesOfKey, words: ClaimWords | null): Measured {
  const {unit, unitLabel, transformation, measure} = series;
  return {
    isPerCent: isPerCent(unit, unitLabel?.name ?? null),
    isLevel: transformation === "level" && measure === null,
    isOtherForm: words !== null && words.change !== null && !isGrowth(series),
  };
}

/** The same indicator in other territories that has the number; none if it is a common number. */
async function findElsewhere(
  parts: ClaimParts,
  {number, on}: ClaimQuery,
  {found: {dataset, series}, period}: JudgedSeries,
  budget: Budget,
): Promise<Candidate[]> {
  const only = (code: string | null): readonly string[] | null => (code === null ? null : [code]);
  const {series: family} = await parts.search.findSeries(
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
  return await parts.statistics.readInSlices((q) => readAgreeing(q, others, {number, on}, period!), budget);
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
