// The facts, the period and the series of a table's values, each found once and not for every value.
//
// The facts of a row are joined once with those of all columns that differ only by their period, and a column that alone gives the period
// has one. So the joined facts hold the period of another column: the period is only in `periodAt`.
import type {FoundException} from "./exceptions.ts";
import {type Facts, joined, type Problem, type ValuePeriod} from "./facts.ts";

/** A column of values, with the facts of the header cells that could be read, and the first problem of the others. */
export interface ValueColumn {
  readonly column: number;
  readonly found: Facts;
  /** The facts of the table with those found. */
  readonly facts: Facts;
  readonly problem: Problem | null;
  /** Its number among the value columns, from 1. */
  readonly week: number;
  readonly header: readonly string[];
}

export type PeriodFacts = Pick<Facts, "year" | "words" | "date">;

/** The facts of a row and a column, without those of the period. */
export interface JoinedFacts {
  readonly facts: Facts;
}

export interface ValueFacts {
  /** @param said the facts of the row: the same object for all of its values */
  of(column: ValueColumn, said: Facts, exception: FoundException | null): JoinedFacts;
  periodFacts(column: ValueColumn, said: Facts, exception: FoundException | null): PeriodFacts;
  periodAt(column: ValueColumn, said: Facts, exception: FoundException | null): ValuePeriod | Problem;
  /** The handle of the series; a problem when facts are missing. */
  seriesOf(joined: JoinedFacts, period: ValuePeriod): number | Problem;
}

interface CachedFacts extends JoinedFacts {
  readonly said: Facts;
  readonly exception: FoundException | null;
  /** The period of the series that was asked for last; null: none was. */
  period: ValuePeriod | null;
  series: number | Problem;
}

/** @param readPeriod of the facts of a period, for the column */
export function createValueFacts(
  columns: readonly ValueColumn[],
  readPeriod: (facts: PeriodFacts, column: ValueColumn) => ValuePeriod | Problem,
  series: (facts: Facts, period: ValuePeriod) => number | Problem,
): ValueFacts {
  const alike = alikeColumns(columns);
  const kept: (CachedFacts | undefined)[] = [];
  const ownPeriods = new Map<ValueColumn, ValuePeriod | Problem>();

  function periodFacts({facts: own}: ValueColumn, said: Facts, exception: FoundException | null): PeriodFacts {
    const other = exception?.facts;
    const date = other?.date ?? said.date ?? own.date;
    const year = other?.year ?? said.year ?? own.year;
    const words = other?.words ?? said.words ?? own.words;
    if (date === undefined || other == null || other.date !== undefined) return {year, words, date};
    // FIX-rosstat-60: a date counts before the year and the words, so those of an exception take its place.
    if (other.words !== undefined) return {year: other.year ?? date.year ?? year, words, date: undefined};
    return {year, words, date: other.year === undefined ? date : {...date, year: other.year}};
  }

  return {
    of(column, said, exception) {
      const group = alike[column.week - 1]!;
      const last = kept[group];
      if (last !== undefined && last.said === said && last.exception === exception) return last;
      const both = joined(column.facts, said);
      const facts = exception?.facts ? {...both, ...exception.facts} : both;
      const next: CachedFacts = {facts, said, exception, period: null, series: 0};
      kept[group] = next;
      return next;
    },
    periodFacts,
    periodAt(column, said, exception) {
      if (givesPeriod(said) || (exception?.facts && givesPeriod(exception.facts)))
        return readPeriod(periodFacts(column, said, exception), column);
      let period = ownPeriods.get(column);
      if (period === undefined) {
        period = readPeriod(column.facts, column);
        ownPeriods.set(column, period);
      }
      return period;
    },
    seriesOf(one, period) {
      const own = one as CachedFacts;
      const {period: last} = own;
      if (last === null || last.frequency !== period.frequency || last.cumulative !== period.cumulative) {
        own.series = series(own.facts, period);
        own.period = period;
      }
      return own.series;
    },
  };
}

function givesPeriod({year, words, date}: Facts): boolean {
  return year !== undefined || words !== undefined || date !== undefined;
}

/** For each column the number of its group: the columns of a group have the same facts but for their period, as far as that is seen. */
function alikeColumns(columns: readonly ValueColumn[]): Uint32Array {
  const groups: Facts[] = [];
  return Uint32Array.from(columns, ({facts}) => {
    // Headers repeat after a few columns; one that is not found again is only joined by itself.
    for (let group = groups.length - 1; group >= Math.max(0, groups.length - RECENT); group--)
      if (isAlike(groups[group]!, facts)) return group;
    return groups.push(facts) - 1;
  });
}

const RECENT = 16;

/** All facts but those of the period; the type allows none to be forgotten. */
const OF_SERIES: Readonly<Record<Exclude<keyof Facts, keyof PeriodFacts>, "one" | "list">> = {
  ...{indicator: "one", classes: "list", measure: "one", transformation: "one"},
  ...{unit: "one", territory: "one", era: "one", steps: "list"},
};
const SERIES_FACTS = Object.keys(OF_SERIES) as (keyof typeof OF_SERIES)[];

function isAlike(one: Facts, other: Facts): boolean {
  return SERIES_FACTS.every((name) =>
    OF_SERIES[name] === "one"
      ? one[name] === other[name]
      : hasSame(one[name] as readonly unknown[] | undefined, other[name] as readonly unknown[] | undefined),
  );
}

function hasSame<T>(some: readonly T[] = [], others: readonly T[] = []): boolean {
  return some.length === others.length && some.every((one, index) => one === others[index]);
}
