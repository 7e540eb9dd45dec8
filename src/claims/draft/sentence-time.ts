// The times of the portions of a sentence, each with what it takes from those before it and behind it.
//
// A time may count for one number alone ("after 5 % a year earlier"), or for the next clause only ("a year earlier, in the week to 13 November").
import type {ClaimPeriod} from "../claim-period.ts";
import {codeIn} from "../claim-phrases.ts";
import {aheadOf, trailing} from "./carried.ts";
import {isPassing, nearestPart, partOf, periodOf, splitBase} from "./claim-time.ts";
import type {Clause} from "./clause.ts";
import type {YearlessPeriod} from "./clause-time.ts";
import type {Portion} from "./portions.ts";

export interface PortionTime {
  /** Without the period with which the number is compared. */
  readonly clause: Clause;
  readonly compared: ClaimPeriod | YearlessPeriod | null;
  /** Of the number; null: none is named. */
  readonly known: ClaimPeriod | null;
  /** false: its words tell a time that could not be found. */
  readonly isOfPeriod: boolean;
  /** Its own words tell its time. */
  readonly isOwn: boolean;
  /** Its own words tell its time, or those of a clause without a number before it. */
  readonly isFitting: boolean;
  /** What the next clause takes over. */
  readonly period: ClaimPeriod | null;
  /** Periods that its words may mean as well. */
  readonly others: readonly ClaimPeriod[];
}

/** @param earlier the period of the sentences before @param spoken periods that they name, newest first */
export function timesOf(
  portions: readonly Portion[],
  earlier: ClaimPeriod | null,
  spoken: readonly ClaimPeriod[] = [],
): readonly PortionTime[] {
  let period = earlier;
  let passing: ClaimPeriod | null = null;
  /** Of a sentence that begins with its distance: "A year earlier the rate was 21 %, and inflation 9 %". */
  let held: ClaimPeriod | null = null;
  /** Of the number before, and what its words may mean as well. */
  let last: readonly ClaimPeriod[] = [];
  /** A clause without a number, behind the last number, names its time. */
  let isLed = false;
  return portions.map((portion, at) => {
    const {figure} = portion;
    const {clause, compared} = withBaseBehind(portions, at);
    const isOfBase = portion.isAside && figure !== null && portions[at - 1]?.figure === null;
    const isWhen = codeIn("when", portion.clause.words[0]) !== null;
    const limit = isWhen ? (portions[at - 1]?.clause.limit ?? null) : null;
    const before = isOfBase ? splitBase(portions[at - 1]!).compared : limit;
    const own: ClaimPeriod | null =
      periodOf(clause, passing ?? held ?? period) ??
      fullPeriod(before, period) ??
      (period === null ? laterYear(portions, at) : null);
    const isByDistance = clause.back !== null || clause.distance !== null || clause.later !== null;
    const tail = own === null && figure !== null && !isByDistance ? trailing(portions, at) : null;
    const behind = tail === null || tail.isSureBase ? null : tail.period;
    const ahead = own === null && behind === null ? (aheadOf(portions, at)?.period ?? null) : null;
    const known = own ?? behind ?? ahead ?? passing ?? held ?? period ?? onlyPeriod(portions);
    if (at === 0 && clause.ago?.at === 0) held = own;
    else if (own !== null) held = null;
    const isFirst = portions.slice(0, at).every((one) => one.figure === null);
    const isPassed = isPassing(portion, isFirst);
    if (!isPassed) period = own ?? behind ?? ahead ?? period;
    const isOfPeriod =
      (own !== null ||
        behind !== null ||
        passing !== null ||
        (clause.part === null && clause.back === null && clause.distance === null)) &&
      ((!clause.isSaidQuarter && clause.quarter === null) || known?.frequency === "Q");
    if (figure !== null || own !== null) passing = figure === null && isPassed ? own : null;
    const named = [
      ...portions
        .slice(0, at)
        .flatMap((one) => one.clause.period ?? [])
        .reverse(),
      ...spoken,
    ];
    const isOwn = own !== null || behind !== null;
    const isFitting = isOwn || isLed;
    isLed = figure === null && (isLed || own !== null);
    const others = known === null ? [] : otherPossiblePeriods(clause, {known, last, isOwn, named});
    if (figure !== null) last = known === null ? [] : [known, ...others];
    return {clause, compared, known, isOfPeriod, isOwn, isFitting, period, others};
  });
}

/**
 * A month without a year is also that of another year that the text names, and the nearest one; "a year earlier" counts also from the number
 * before, and what names no time may be of that number's.
 */
function otherPossiblePeriods(
  clause: Clause,
  {
    known,
    last,
    isOwn,
    named,
  }: Pick<PortionTime, "isOwn"> & {
    readonly known: ClaimPeriod;
    readonly last: readonly ClaimPeriod[];
    readonly named: readonly ClaimPeriod[];
  },
): readonly ClaimPeriod[] {
  const {part, period} = clause;
  const others: readonly (ClaimPeriod | null)[] =
    period !== null
      ? []
      : part !== null
        ? named.flatMap((one) => [partOf(part, one), nearestPart(part, one)])
        : last.map((one) => (isOwn ? periodOf(clause, one) : one));
  const isSame = (one: ClaimPeriod, other: ClaimPeriod): boolean =>
    one.frequency === other.frequency && one.ordinal === other.ordinal;
  return others.filter(
    (one, at): one is ClaimPeriod =>
      one !== null && !isSame(one, known) && !others.slice(0, at).some((other) => other !== null && isSame(one, other)),
  );
}

/** "By 2 %, more than in March 2017": the base stands behind the figure. */
function withBaseBehind(portions: readonly Portion[], at: number): ReturnType<typeof splitBase> {
  const split = splitBase(portions[at]!);
  const tail = portions[at]!.figure === null ? null : trailing(portions, at);
  const lead = portions[at - 1];
  // "Compared with February, sales were up 8 %"
  if (split.compared === null && lead !== undefined && lead.figure === null && lead.clause.isSureBase)
    return {clause: split.clause, compared: splitBase(lead).compared};
  if (split.compared !== null || tail === null || !tail.isSureBase) return split;
  return {clause: split.clause, compared: tail.period ?? tail.part};
}

/** "Lower than in July (8.79 %)": the number in brackets is that of the base. */
function fullPeriod(base: ClaimPeriod | YearlessPeriod | null, known: ClaimPeriod | null): ClaimPeriod | null {
  if (base === null || !("number" in base)) return base;
  return known === null ? null : partOf(base, known);
}

/** The period of a sentence that names one alone, perhaps behind the number. */
function onlyPeriod(portions: readonly Portion[]): ClaimPeriod | null {
  const all = portions.flatMap(({clause}) => clause.period ?? []);
  return all.length === 1 ? all[0]! : null;
}

/** A month before any year: the year stands later in the sentence. null: there is none, or there are two. */
function laterYear(portions: readonly Portion[], at: number): ClaimPeriod | null {
  const {part} = portions[at]!.clause;
  if (part === null) return null;
  const [year, ...others] = portions.slice(at).flatMap(({clause}) => clause.period ?? []);
  if (year === undefined) return null;
  const found = partOf(part, year);
  return others.every((other) => partOf(part, other).ordinal === found.ordinal) ? found : null;
}
