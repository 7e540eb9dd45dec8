// The conditions of a filter that are judged row by row: those that read a period, a value or a day of publication.
import type {Expression} from "../../../formats/odata/expression.ts";
import {type Observations, valueAt} from "../../../statistics/history/window.ts";
import type {Script} from "../../../store/script.ts";
import type {WorkBudget} from "../../http/work-budget.ts";
import type {Row, Source} from "../row-properties.ts";
import {compileConditions} from "../series/conditions.ts";

export interface KeptRows {
  /** Places of the rows that pass, ascending. */
  readonly places: readonly number[];
  /** How many rows were judged: fewer than there are when `most` have passed, or when the budget is spent. */
  readonly judged: number;
}

export interface RowSieve {
  /**
   * Judges the rows of one series, at least the first of them. Others may be let in meanwhile: the columns have to be the
   * caller's own.
   */
  keep(source: Source, position: number, columns: Observations, budget: WorkBudget, most?: number): Script<KeptRows>;
}

/** null: there is nothing to judge. */
export function createRowSieve(conditions: readonly Expression[]): RowSieve | null {
  if (conditions.length === 0) return null;
  const judges = compileConditions(conditions);

  function passes(row: Row, budget: WorkBudget): boolean {
    for (const {read, weight} of judges) {
      budget.spend(weight);
      if (read(row) !== true) return false;
    }
    return true;
  }

  return {
    *keep(source, position, columns, budget, most = Number.POSITIVE_INFINITY) {
      const row: Row = {source, position, period: 0, value: 0, asOf: 0};
      const places: number[] = [];
      let judged = 0;
      while (judged < columns.count && places.length < most) {
        row.period = columns.period[judged]!;
        row.asOf = columns.asOf[judged]!;
        row.value = valueAt(columns, judged);
        if (passes(row, budget)) places.push(judged);
        judged++;
        if (budget.isRestDue()) yield* budget.rest();
        if (budget.isSpent()) break;
      }
      return {places, judged};
    },
  };
}
