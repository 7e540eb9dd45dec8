// Series sorted by the values of $orderby, then by key.
//
// The sort is stable, like Array.sort. It rests on the way, so that other requests are answered; each comparison counts as one
// evaluation.

import {compareValues} from "../../../formats/odata/evaluate.ts";
import type {Value} from "../../../formats/odata/expression.ts";
import {keyAt} from "../../../statistics/catalogue/catalogue.ts";
import {compareUnits, isInUnitOrder} from "../../../statistics/catalogue/code-order.ts";
import {sortInSteps} from "../../../statistics/order/sort-in-steps.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import type {Script} from "../../../store/script.ts";
import type {Budget} from "../../../work/budget.ts";
import type {Steps} from "../../../work/pace.ts";
import {overBudget} from "../observations/observation-page.ts";
import {compareKeys, type OrderKey} from "../observations/row-order.ts";
import {type EntitySeries, NAMES_PASSED, passNames, seriesRow} from "../row-properties.ts";

interface Ranked {
  readonly series: EntitySeries;
  readonly values: readonly Value[];
}

export interface SortedSeries {
  readonly series: readonly EntitySeries[];
  readonly ranked: readonly Ranked[];
  readonly keys: readonly OrderKey[];
}

/**
 * Sorts series by the keys that depend on series alone. Equal ones stay in the order of their keys, in which they are given. A following key
 * on the period is ignored if no two series are equal before it: rows then come series by series. null if two are equal, so that their rows
 * alternate. Throws BAD_REQUEST if it exceeds the budget.
 */
export function* sortSeries(
  q: Queries,
  keys: readonly OrderKey[],
  series: readonly EntitySeries[],
  budget: Budget,
): Script<SortedSeries | null> {
  const ofSeries = keys.filter(({isOfRows}) => !isOfRows);
  const weight = ofSeries.reduce((sum, one) => sum + one.weight, 0);
  const onSpent = (): never => {
    throw overBudget("$orderby compares all series");
  };
  const comparison = weightOfComparison(ofSeries);
  if (leastComparisons(series.length) * comparison > budget.left()) onSpent();
  const unsorted: Ranked[] = [];
  const isNamed = ofSeries.some((key) => key.readsNames);
  const comparers: Comparer[] = ofSeries.map(() => compareUnits as Comparer);
  for (const [nth, one] of series.entries()) {
    if (isNamed && nth % NAMES_PASSED === 0) budget.spend(yield* passNames(q, series.slice(nth, nth + NAMES_PASSED)));
    budget.spend(weight);
    if (budget.isSpent()) onSpent();
    const ranked = rank(ofSeries, one);
    for (const [index, value] of ranked.values.entries()) if (!isPlainText(value)) comparers[index] = compareValues;
    unsorted.push(ranked);
    if (budget.isRestDue()) yield* budget.rest();
  }
  const compare = (one: Ranked, other: Ranked): number => {
    for (let index = 0; index < comparers.length; index++) {
      const compared = comparers[index]!(one.values[index]!, other.values[index]!);
      if (compared !== 0) return ofSeries[index]!.descending ? -compared : compared;
    }
    return 0;
  };
  const ranked = yield* sortWithRests(unsorted, compare, budget, onSpent, comparison);
  const isUnique = (): boolean =>
    ranked.every((one, index) => index === 0 || compareOnly(ofSeries, ranked[index - 1]!, one) !== 0);
  if (ofSeries.length < keys.length && !isUnique()) return null;
  return {series: ranked.map((one) => one.series), ranked, keys: ofSeries};
}

type Comparer = (one: Value, other: Value) => number;

function isPlainText(value: Value): boolean {
  return value === null || (typeof value === "string" && isInUnitOrder(value));
}

/** The index of the first series after another one; with `orEqual` it may be that series itself. */
export function indexBehind({ranked, keys}: SortedSeries, series: EntitySeries, orEqual: boolean): number {
  const resting = rank(keys, series);
  const index = ranked.findIndex((one) => {
    const compared = compareRanked(keys, one, resting);
    return compared > 0 || (orEqual && compared === 0);
  });
  return index === -1 ? ranked.length : index;
}

function rank(keys: readonly OrderKey[], series: EntitySeries): Ranked {
  const {source, position} = series;
  const row = seriesRow(source, position);
  return {series, values: keys.map(({read}) => read(row))};
}

function compareRanked(keys: readonly OrderKey[], one: Ranked, other: Ranked): number {
  return compareOnly(keys, one, other) || compareUnits(keyOf(one), keyOf(other));
}

function keyOf({series: {source, position}}: Ranked): string {
  return keyAt(source.catalogue, position);
}

function compareOnly(keys: readonly OrderKey[], one: Ranked, other: Ranked): number {
  return compareKeys(keys, rankedValue, one, other);
}

function rankedValue({values}: Ranked, index: number): Value {
  return values[index]!;
}

/** Letters that are compared for one evaluation. */
const COMPARED = 256;

/** Evaluations that one comparison of two rows counts as. */
export function weightOfComparison(keys: readonly OrderKey[]): number {
  const letters = keys.reduce((sum, key) => sum + key.letters, 0);
  return letters === 0 ? 1 : 5 + Math.floor(letters / COMPARED);
}

/** A sort of this number of items never counts fewer. */
function leastComparisons(count: number): number {
  return count < 2 ? 0 : count * (Math.log2(count) - 1);
}

/** @param onSpent throws: a partly sorted list has no use @param weight evaluations that a comparison counts as */
export function* sortWithRests<T>(
  items: readonly T[],
  compare: (one: T, other: T) => number,
  budget: Budget,
  onSpent: () => never,
  weight = 1,
): Script<T[]> {
  return yield* sortInSteps(items, compare, (comparisons) => spend(weight * comparisons, budget, onSpent));
}

function* spend(comparisons: number, budget: Budget, onSpent: () => never): Steps<void> {
  budget.spend(comparisons);
  if (budget.isSpent()) onSpent();
  if (budget.isRestDue()) yield* budget.rest();
}
