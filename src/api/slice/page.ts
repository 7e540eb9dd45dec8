// The page of a slice: its windows on the histories, how many values they hold, and what to say when that is too much.

import type {Catalogue} from "../../statistics/catalogue/catalogue.ts";
import {codeAt} from "../../statistics/catalogue/column.ts";
import {countWindow, type HistoryWindow} from "../../statistics/history/window.ts";
import {periodWindow} from "../../statistics/time/bounds.ts";
import type {Frequency} from "../../statistics/time/frequency.ts";
import {type PeriodTable, periodTable} from "../../statistics/time/period.ts";
import {ApiError} from "../errors.ts";
import type {Slice} from "./parameters.ts";

/** More values than this are not given in one answer (SPEC "Limits"). */
export const MAX_SLICE_VALUES = 60_000;

/** One series of the page with the part of its history that was asked for. */
export interface PageSeries {
  readonly position: number;
  readonly history: Uint8Array;
  readonly window: HistoryWindow;
  readonly periods: PeriodTable;
  /** Values in the window. */
  readonly count: number;
}

/** Joins positions and histories. Throws where a series has no history: an empty one would be a silent gap. */
export function openPage(
  catalogue: Catalogue,
  positions: readonly number[],
  histories: readonly (Uint8Array | undefined)[],
  slice: Slice,
): PageSeries[] {
  const windows = new Map<Frequency, {readonly window: HistoryWindow; readonly periods: PeriodTable}>();
  return positions.map((position, place) => {
    const history = histories[place];
    if (history === undefined) throw new Error(`series ${catalogue.numbers[position]} has no history in the store`);
    const frequency = codeAt(catalogue.frequency, position) as Frequency;
    const opened = windows.get(frequency) ?? openWindow(catalogue, frequency, slice);
    windows.set(frequency, opened);
    return {position, history, ...opened, count: countWindow(history, opened.window)};
  });
}

/** The number of values of the page. Throws SLICE_TOO_BIG, naming a limit that fits. */
export function countPage(page: readonly PageSeries[]): number {
  let values = 0;
  let fitting = 0;
  for (const [place, series] of page.entries()) {
    values += series.count;
    if (values <= MAX_SLICE_VALUES) fitting = place + 1;
  }
  if (values > MAX_SLICE_VALUES) {
    throw new ApiError(
      "SLICE_TOO_BIG",
      `the page selects ${values} values in ${page.length} series; one answer gives at most ${MAX_SLICE_VALUES}`,
      {hint: narrowingHint(fitting)},
    );
  }
  return values;
}

/** `fitting`: how many series from the start of the page an answer can hold. */
export function narrowingHint(fitting: number): string {
  return fitting > 0
    ? `limit=${fitting} fits; or narrow the period (start, end), the territories (geo) or the classes (class)`
    : "not even one whole series fits: narrow the period (start, end)";
}

function openWindow(catalogue: Catalogue, frequency: Frequency, slice: Slice) {
  const periods = frequency === "W" ? (catalogue.weeks ?? NO_WEEKS) : periodTable(frequency);
  return {periods, window: {...periodWindow(slice, frequency, periods), asOf: slice.asOf}};
}

/** A dataset without a calendar of weeks has no weekly series, so nothing is ever looked up in it. */
const NO_WEEKS: PeriodTable = {base: 0, days: new Int32Array(0)};
