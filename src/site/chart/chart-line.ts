// One line of a chart, and the length of a pause that breaks it.
//
// Points are rows of columns (row-list.ts): a daily series has tens of thousands.
import type {RowList} from "../../statistics/row-list.ts";
import type {Day} from "../../statistics/time/day.ts";
import type {Frequency} from "../../statistics/time/frequency.ts";

export interface Point {
  readonly day: Day;
  readonly value: number;
}

export interface ChartLine {
  /** Ascending by day. */
  readonly points: RowList<Point>;
  readonly frequency: Frequency;
  /** Sets the colour: "line-1" … "line-6"; "line-1 dashed" is drawn with dashes. */
  readonly className: string;
  /** A value holds until the next one: the line is steps. */
  readonly isStepped?: boolean;
  /** Short, shown at the end of the line. */
  readonly name?: string;
  /**
   * Values before this day are in another unit of account. The line breaks there. If they would flatten the
   * others, they are beyond the edge.
   */
  readonly since?: Day;
}

/**
 * More days than this between the first days of two periods are a gap, and the line breaks. Daily series skip holidays, and
 * publishers count weeks differently, so only a longer pause counts there.
 */
export const GAP_DAYS: Readonly<Record<Frequency, number>> = {D: 14, W: 13, M: 31, Q: 92, A: 366};
