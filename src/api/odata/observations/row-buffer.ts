// Rows of many series side by side in columns, to be sorted and cut into pages; and the conditions that are evaluated row by row: those
// on a period, a value or a day of publication.

import type {Expression} from "../../../formats/odata/expression.ts";
import {createObservations, growObservations, type Observations, valueAt} from "../../../statistics/history/window.ts";
import {NO_DAY} from "../../../statistics/time/day.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import type {Script} from "../../../store/script.ts";
import type {Budget} from "../../../work/budget.ts";
import {type DatasetWithCatalogue, type EntityRow, NAMES_PASSED, passNames, seriesRow} from "../row-properties.ts";
import {type Condition, compileConditions} from "../series/series-predicate.ts";
import type {EntryColumns} from "./entry-columns.ts";
import {readEntry} from "./observation-entries.ts";
import {overBudget} from "./observation-page.ts";

export interface RowBuffer {
  readonly entries: EntryColumns;
  /** Place of the row's series in `entries`. */
  readonly entry: Int32Array;
  /** Every value is a plain double (`decimals` is below zero). */
  readonly columns: Observations;
}

/** Rows of one series behind which there is a rest. */
const LONG_ROWS = 5000;

/**
 * The rows of all entries that pass, entry by entry, with room for one more row. Throws BAD_REQUEST if evaluating them exceeds the budget:
 * a part of them would be a different selection.
 */
export function* bufferRows(
  q: Queries,
  entries: EntryColumns,
  predicate: RowPredicate | null,
  budget: Budget,
): Script<RowBuffer> {
  const room = entries.values + 1;
  const columns = createObservations();
  growObservations(columns, room);
  columns.decimals = -1;
  const withdrawn = new Int32Array(room).fill(NO_DAY);
  columns.withdrawn = withdrawn;
  const entry = new Int32Array(room);
  const observations = createObservations();
  for (let index = 0; index < entries.length; index++) {
    const one = entries.at(index);
    if (predicate?.readsNames && index % NAMES_PASSED === 0)
      yield* passNames(q, entries.series(index, index + NAMES_PASSED));
    readEntry(one, observations);
    const kept = predicate === null ? null : yield* predicate.keep(one.source, one.position, observations, budget);
    if (kept !== null && kept.judged < observations.count) throw overBudget("the filter is evaluated row by row");
    const count = kept?.indexes.length ?? observations.count;
    for (let i = 0; i < count; i++) {
      const row = kept?.indexes[i] ?? i;
      const at = columns.count++;
      entry[at] = index;
      columns.period[at] = observations.period[row]!;
      columns.asOf[at] = observations.asOf[row]!;
      columns.mantissa[at] = valueAt(observations, row);
      if (observations.withdrawn !== null) withdrawn[at] = observations.withdrawn[row]!;
    }
    budget.spend(1);
    if (budget.isRestDue() || count > LONG_ROWS) yield* budget.rest();
  }
  return {entries, entry, columns};
}

export interface CachedRows {
  /** Places of the rows that pass, ascending. */
  readonly indexes: readonly number[];
  /** The number of rows that were evaluated: not all if `most` have passed, or if the budget is spent. */
  readonly judged: number;
}

export interface RowPredicate {
  /** Conditions read the name of the class. */
  readonly readsNames: boolean;
  /**
   * Evaluates the rows of one series, at least the first. Other requests may run in between: the columns must be the caller's own.
   */
  keep(
    source: DatasetWithCatalogue,
    position: number,
    columns: Observations,
    budget: Budget,
    most?: number,
  ): Script<CachedRows>;
}

/** null: there are no conditions. */
export function createRowPredicate(conditions: readonly Expression[]): RowPredicate | null {
  if (conditions.length === 0) return null;
  const judges = compileConditions(conditions);
  return {
    readsNames: judges.some((one) => one.readsNames),
    keep: (source, position, columns, budget, most = Number.POSITIVE_INFINITY) =>
      keepRows(judges, seriesRow(source, position), columns, budget, most),
  };
}

/** @param row of the series; it is given the values of each row */
function* keepRows(
  judges: readonly Condition[],
  row: EntityRow,
  columns: Observations,
  budget: Budget,
  most: number,
): Script<CachedRows> {
  const indexes: number[] = [];
  let judged = 0;
  while (judged < columns.count && indexes.length < most) {
    row.period = columns.period[judged]!;
    row.asOf = columns.asOf[judged]!;
    row.value = valueAt(columns, judged);
    row.withdrawn = columns.withdrawn?.[judged] ?? NO_DAY;
    if (passesAll(judges, row, budget)) indexes.push(judged);
    judged++;
    if (budget.isRestDue()) yield* budget.rest();
    if (budget.isSpent()) break;
  }
  return {indexes, judged};
}

function passesAll(judges: readonly Condition[], row: EntityRow, budget: Budget): boolean {
  for (const {read, weight} of judges) {
    budget.spend(weight);
    if (read(row) !== true) return false;
  }
  return true;
}
