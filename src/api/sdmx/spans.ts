// The estimates of series by the span of days in which they were valid, for a message with its history.
//
// A withdrawn period gives two rows: the estimate until the day of the withdrawal, and a deletion from then until the next estimate.
import type {DataGroup} from "../../formats/sdmx/data.ts";
import type {ChosenEstimates} from "../../statistics/history/choice.ts";
import {type Day, NO_DAY, type PeriodTable} from "../../statistics/time/day.ts";
import type {Steps} from "../../work/pace.ts";
import {RowTable} from "./rows.ts";

export interface ValidSpan {
  readonly action: DataGroup["action"];
  readonly from: Day;
  /** The day after the last one; NO_DAY: it is valid now. */
  readonly to: Day;
  readonly rows: RowTable;
}

/** Estimates between two rests. */
const ROWS_AT_ONCE = 10_000;

export class ValidSpans {
  private readonly known = {
    Information: new Map<Day, Map<Day, ValidSpan>>(),
    Delete: new Map<Day, Map<Day, ValidSpan>>(),
  };
  private readonly all: ValidSpan[] = [];

  /** @param series its number @param asOf what came after this day is not known; null: all is */
  *add(series: number, chosen: ChosenEstimates, periods: PeriodTable, asOf: Day | null): Steps<void> {
    const isKnown = (day: Day): boolean => day !== NO_DAY && (asOf === null || day <= asOf);
    for (let row = 0; row < chosen.count; row++) {
      const period = periods.days[chosen.period[row]! - periods.base]!;
      const published = chosen.published[row]!;
      const superseded = isKnown(chosen.superseded[row]!) ? chosen.superseded[row]! : NO_DAY;
      const withdrawn = chosen.withdrawn?.[row] ?? NO_DAY;
      const isWithdrawn = isKnown(withdrawn);
      const rows = this.rowsOf("Information", published, isWithdrawn ? withdrawn : superseded);
      rows.begin(series);
      rows.push(period, chosen.value[row]!, published);
      if (isWithdrawn) {
        const deleted = this.rowsOf("Delete", withdrawn, superseded);
        deleted.begin(series);
        deleted.push(period, Number.NaN, NO_DAY);
      }
      if (row % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) yield;
    }
  }

  /** In the order of time. */
  list(): ValidSpan[] {
    const end = (to: Day): number => (to === NO_DAY ? Number.POSITIVE_INFINITY : to);
    return this.all.toSorted((one, other) => one.from - other.from || (end(one.to) < end(other.to) ? -1 : 1));
  }

  private rowsOf(action: DataGroup["action"], from: Day, to: Day): RowTable {
    const byStart = this.known[action];
    let byEnd = byStart.get(from);
    if (byEnd === undefined) {
      byEnd = new Map();
      byStart.set(from, byEnd);
    }
    let span = byEnd.get(to);
    if (span === undefined) {
      span = {action, from, to, rows: new RowTable()};
      byEnd.set(to, span);
      this.all.push(span);
    }
    return span.rows;
  }
}
