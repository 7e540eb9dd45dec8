// Rows of many series side by side in columns, to be sorted and cut into pages.
import {createObservations, growObservations, type Observations, valueAt} from "../../../statistics/history/window.ts";
import type {Script} from "../../../store/script.ts";
import type {WorkBudget} from "../../http/work-budget.ts";
import {type Entry, readEntry} from "./observation-entries.ts";
import {overBudget} from "./observation-page.ts";
import type {RowSieve} from "./row-sieve.ts";

export interface RowBuffer {
  readonly entries: readonly Entry[];
  /** Place of the row's series in `entries`. */
  readonly entry: Int32Array;
  /** Every value is a plain double (`decimals` is below zero). */
  readonly columns: Observations;
}

/**
 * The rows of all entries that pass, one entry after another; room is left for one row more. Throws BAD_REQUEST when judging
 * them takes more than the budget: a part of them would be another selection.
 */
export function* gatherRows(entries: readonly Entry[], sieve: RowSieve | null, budget: WorkBudget): Script<RowBuffer> {
  const room = entries.reduce((sum, {count}) => sum + count, 1);
  const columns = createObservations();
  growObservations(columns, room);
  columns.decimals = -1;
  const entry = new Int32Array(room);
  const observations = createObservations();
  for (const [place, one] of entries.entries()) {
    readEntry(one, observations);
    const kept = sieve === null ? null : yield* sieve.keep(one.source, one.position, observations, budget);
    if (kept !== null && kept.judged < observations.count) throw overBudget("the filter is judged row by row");
    const count = kept?.places.length ?? observations.count;
    for (let i = 0; i < count; i++) {
      const row = kept?.places[i] ?? i;
      const at = columns.count++;
      entry[at] = place;
      columns.period[at] = observations.period[row]!;
      columns.asOf[at] = observations.asOf[row]!;
      columns.mantissa[at] = valueAt(observations, row);
    }
    budget.spend(1);
    if (budget.isRestDue()) yield* budget.rest();
  }
  return {entries, entry, columns};
}
