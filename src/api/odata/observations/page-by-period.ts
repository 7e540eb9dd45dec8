// An order that begins with the period, across more rows than are sorted whole: only the days at its beginning are gathered.
//
// How many rows lie between two days is known without reading any of them, so the days that fill a page are found by halving.
import type {DayRange} from "../../../formats/odata/implied.ts";
import {openWindow} from "../../../statistics/history/window.ts";
import {FIRST_DAY, LAST_DAY} from "../../../statistics/time/day.ts";
import type {Frequency} from "../../../statistics/time/frequency.ts";
import type {Script} from "../../../store/script.ts";
import type {WorkBudget} from "../../http/work-budget.ts";
import {type Entry, windowOf, withWindow} from "./observation-entries.ts";

/** The first days, or the last for `descending`, that hold at least `rows` rows, as windows of the entries; all where there are fewer. */
export function* cutToRows(
  entries: readonly Entry[],
  range: DayRange,
  rows: number,
  descending: boolean,
  budget: WorkBudget,
): Script<Entry[]> {
  const whole = {from: Math.max(range.from, FIRST_DAY), to: Math.min(range.to, LAST_DAY)};
  let [low, high] = [whole.from, whole.to];
  while (low < high) {
    const middle = descending ? Math.ceil((low + high) / 2) : Math.floor((low + high) / 2);
    const part = descending ? {from: middle, to: whole.to} : {from: whole.from, to: middle};
    const isEnough = (yield* countRows(entries, part, budget)) >= rows;
    if (descending) [low, high] = isEnough ? [middle, high] : [low, middle - 1];
    else [low, high] = isEnough ? [low, middle] : [middle + 1, high];
  }
  return cut(entries, descending ? {from: low, to: whole.to} : {from: whole.from, to: low});
}

function* countRows(entries: readonly Entry[], range: DayRange, budget: WorkBudget): Script<number> {
  const windowIn = windowsOf(range);
  let rows = 0;
  for (const entry of entries) {
    const {from, to} = windowIn(entry);
    const {window, history} = entry;
    rows += openWindow(history, {from: Math.max(from, window.from), to: Math.min(to, window.to), asOf: null}).count;
    budget.spend(1);
    if (budget.isRestDue()) yield* budget.rest();
  }
  return rows;
}

function cut(entries: readonly Entry[], range: DayRange): Entry[] {
  const windowIn = windowsOf(range);
  return entries
    .map((entry) => {
      const {from, to} = windowIn(entry);
      return withWindow(entry, from, to);
    })
    .filter(({count}) => count > 0);
}

/** The days as numbers of periods, for each entry; those of one frequency share them, and weeks those of their dataset. */
function windowsOf(range: DayRange): (entry: Entry) => {readonly from: number; readonly to: number} {
  const windows = new Map<string, {readonly from: number; readonly to: number}>();
  return ({source, frequency, periods}) => {
    const name = nameOf(source.dataset.id, frequency);
    const window = windows.get(name) ?? windowOf(range, frequency, periods).window;
    windows.set(name, window);
    return window;
  };
}

function nameOf(datasetId: number, frequency: Frequency): string {
  return frequency === "W" ? `W${datasetId}` : frequency;
}
