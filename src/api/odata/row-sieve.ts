// The conditions of a filter that are judged row by row: those that read a period, a value or a day of publication.
import {compileExpression} from "../../formats/odata/evaluate.ts";
import type {Expression} from "../../formats/odata/expression.ts";
import type {Observations} from "../../statistics/history/observations.ts";
import {type Row, readProperty, type Source} from "./row-properties.ts";

export interface RowSieve {
  /** Places of the rows of one series that pass, ascending, at most so many. */
  keep(source: Source, position: number, columns: Observations, most?: number): number[];
}

/** null: there is nothing to judge. */
export function createRowSieve(conditions: readonly Expression[]): RowSieve | null {
  if (conditions.length === 0) return null;
  const reads = conditions.map((condition) => compileExpression(condition, readProperty));
  return {
    keep(source, position, columns, most = Number.POSITIVE_INFINITY) {
      const row: Row = {source, position, period: 0, value: 0, asOf: 0};
      const kept: number[] = [];
      for (let place = 0; place < columns.count && kept.length < most; place++) {
        row.period = columns.period[place]!;
        row.asOf = columns.asOf[place]!;
        row.value = valueAt(columns, place);
        if (reads.every((read) => read(row) === true)) kept.push(place);
      }
      return kept;
    },
  };
}

export function valueAt({mantissa, decimals}: Observations, place: number): number {
  return decimals > 0 ? mantissa[place]! / powerOfTen(decimals) : mantissa[place]!;
}

/** 10 ** n is not everywhere the nearest double. */
function powerOfTen(exponent: number): number {
  return POWERS[exponent] ?? Number(`1e${exponent}`);
}

const POWERS = Array.from({length: 23}, (_, exponent) => Number(`1e${exponent}`));
