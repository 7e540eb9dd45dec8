// An inflation without a stated base, and series of one name in several frequencies: where the words leave the series open, a difference
// from one of them is no error.
//
// "Inflation" is mostly the yearly one. A store may have it up to December and the monthly index up to May, and then only the index can be
// compared: another number is no proof against the claim.
import {TRUE_IN_ANY_FORM, TRUE_NOW, type Verdict} from "../statistics/claim/judge.ts";
import {type Day, lastDay} from "../statistics/time/day.ts";
import type {Frequency} from "../statistics/time/frequency.ts";
import type {ClaimWords} from "./claim-words.ts";
import {basesOf, isUnitOfPerCent} from "./find-meant.ts";

interface OpenSeries {
  readonly found: {
    readonly series: {
      readonly transformation: string | null;
      readonly measure: string | null;
      readonly frequency: Frequency;
      readonly indicatorLabel: string | null;
      readonly classification: string | null;
      readonly territory: string;
      readonly unit: string | null;
      readonly unitLabel: {readonly name: string} | null;
    };
  };
  readonly judgement: {readonly verdict: Verdict};
}

/** Whether the verdict about an inflation is that of a change over less than a year, or of no year yet, and the words do not say its span. */
export function isOpenInflation(words: ClaimWords | null, deciding: OpenSeries, all: readonly OpenSeries[]): boolean {
  if (words === null || !words.isInflation || words.base !== null) return false;
  const {verdict} = deciding.judgement;
  if (TRUE_IN_ANY_FORM.includes(verdict)) return false;
  if (isShort(deciding)) return true;
  return verdict === "not_published" && all.some((one) => isShort(one) && one.judgement.verdict !== "not_published");
}

/** A change to the month, the week or the quarter before. */
function isShort({found: {series}}: OpenSeries): boolean {
  const bases = basesOf(series);
  return bases.length > 0 && !bases.includes("yoy");
}

interface TimedSeries extends OpenSeries {
  readonly periods: {readonly base: number; readonly days: ArrayLike<Day>};
  readonly period: number | null;
}

/**
 * For a claim without a time: without the series that end before another one of the same name and another frequency begins its newest
 * period. Of two that end on one day the finer one is the fresher, if it has the number.
 */
export function withoutStaler<T extends TimedSeries>(all: readonly T[]): readonly T[] {
  const timed = all.filter(({period}) => period !== null);
  const isStaler = (one: T): boolean =>
    one.period !== null &&
    timed.some((other) => isLike(one, other) && (endOf(one) < beginOf(other) || isCoarser(one, other)));
  return all.filter((one) => !isStaler(one));
}

/** A rate of a year beside that of its last quarter. Of an amount, the year is what is mostly meant. */
function isCoarser(one: TimedSeries, other: TimedSeries): boolean {
  const isRate = isLevelRate(one) && isLevelRate(other);
  const isAgreeing = TRUE_NOW.includes(other.judgement.verdict);
  return isRate && isAgreeing && beginOf(one) < beginOf(other) && endOf(one) <= endOf(other);
}

function isLevelRate({found: {series}}: OpenSeries): boolean {
  return series.transformation === "level" && isUnitOfPerCent(series.unit, series.unitLabel?.name ?? null);
}

function isLike({found: {series: one}}: OpenSeries, {found: {series: other}}: OpenSeries): boolean {
  return (
    one.frequency !== other.frequency &&
    one.indicatorLabel === other.indicatorLabel &&
    one.classification === other.classification &&
    one.territory === other.territory &&
    one.unit === other.unit
  );
}

function beginOf({periods: {base, days}, period}: TimedSeries): Day {
  return days[period! - base]!;
}

function endOf(one: TimedSeries): Day {
  return lastDay(one.found.series.frequency, beginOf(one));
}
