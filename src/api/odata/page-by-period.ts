// An order that begins with the period, across more rows than are sorted whole: only the days at its beginning are gathered.
//
// How many rows lie between two days is known without reading any of them, so the days that fill a page are found by halving.
import type {DayRange} from "../../formats/odata/implied.ts";
import {FIRST_DAY, LAST_DAY} from "../../statistics/day.ts";
import type {Frequency} from "../../statistics/frequency.ts";
import {countWindow} from "../../statistics/history/window.ts";
import {type Entry, openWindow, withWindow} from "./observation-entries.ts";

/** The first days, or the last for `descending`, that hold at least `rows` rows, as windows of the entries; all where there are fewer. */
export function cutToRows(entries: readonly Entry[], range: DayRange, rows: number, descending: boolean): Entry[] {
  const whole = {from: Math.max(range.from, FIRST_DAY), to: Math.min(range.to, LAST_DAY)};
  let [low, high] = [whole.from, whole.to];
  while (low < high) {
    const middle = descending ? Math.ceil((low + high) / 2) : Math.floor((low + high) / 2);
    const part = descending ? {from: middle, to: whole.to} : {from: whole.from, to: middle};
    const isEnough = countRows(entries, part) >= rows;
    if (descending) [low, high] = isEnough ? [middle, high] : [low, middle - 1];
    else [low, high] = isEnough ? [low, middle] : [middle + 1, high];
  }
  return cut(entries, descending ? {from: low, to: whole.to} : {from: whole.from, to: low});
}

function countRows(entries: readonly Entry[], range: DayRange): number {
  let rows = 0;
  eachWindow(entries, range, (entry, from, to) => {
    const {window, history} = entry;
    rows += countWindow(history, {from: Math.max(from, window.from), to: Math.min(to, window.to), asOf: null});
  });
  return rows;
}

function cut(entries: readonly Entry[], range: DayRange): Entry[] {
  const parts: Entry[] = [];
  eachWindow(entries, range, (entry, from, to) => {
    const part = withWindow(entry, from, to);
    if (part.count > 0) parts.push(part);
  });
  return parts;
}

/** The days as numbers of periods, for each entry; those of one frequency share them, and weeks those of their dataset. */
function eachWindow(
  entries: readonly Entry[],
  range: DayRange,
  visit: (entry: Entry, from: number, to: number) => void,
): void {
  const windows = new Map<string, {from: number; to: number}>();
  for (const entry of entries) {
    const {source, frequency, periods} = entry;
    const name = nameOf(source.dataset.id, frequency);
    const window = windows.get(name) ?? openWindow(range, frequency, periods).window;
    windows.set(name, window);
    visit(entry, window.from, window.to);
  }
}

function nameOf(datasetId: number, frequency: Frequency): string {
  return frequency === "W" ? `W${datasetId}` : frequency;
}
