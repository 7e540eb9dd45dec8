// The selected series with their packed histories and the requested window of each.
//
// A series that ended before the window is skipped without reading it.

import type {DayRange} from "../../../formats/odata/implied.ts";
import {codeAt} from "../../../statistics/catalogue/catalogue.ts";
import type {DeriveStep} from "../../../statistics/derived/step.ts";
import {
  type HistoryWindow,
  markWithdrawn,
  openWindow,
  readWindow,
  type WindowColumns,
} from "../../../statistics/history/window.ts";
import {
  type Day,
  ordinalAt,
  type PeriodOrdinal,
  type PeriodTable,
  periodTable,
  periodWindow,
} from "../../../statistics/time/day.ts";
import type {Frequency} from "../../../statistics/time/frequency.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import type {Script} from "../../../store/script.ts";
import {readHistories} from "../../../store/series/history.ts";
import type {Budget} from "../../../work/budget.ts";
import type {DatasetWithCatalogue, EntitySeries} from "../row-properties.ts";

export interface Entry extends EntitySeries {
  readonly frequency: Frequency;
  readonly history: Uint8Array;
  readonly window: HistoryWindow;
  readonly periods: PeriodTable;
  /** Values in the window. */
  readonly count: number;
}

/** Histories read by one query. */
const MOST_AT_ONCE = 1024;

export interface EntryReader {
  read(q: Queries, selected: readonly EntitySeries[]): Script<Entry[]>;
}

/** The observations that are asked for: days of their periods, and the day on which they were known; null: now. */
export interface QueryDays {
  readonly range: DayRange;
  readonly asOf: Day | null;
  /** Steps that values are derived by; absent: published values. */
  readonly derive?: readonly DeriveStep[] | null;
}

export const ALL_DAYS: DayRange = {from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY};

/** Of published values. */
export function createEntryReader({range, asOf}: QueryDays, budget: Budget): EntryReader {
  const windowIn = windowsOf({range, asOf});
  return {read: (q, selected) => readEntries(q, selected, range.from, windowIn, budget)};
}

/** @param from the first day that is asked for */
function* readEntries(
  q: Queries,
  selected: readonly EntitySeries[],
  from: Day,
  windowIn: ReturnType<typeof windowsOf>,
  budget: Budget,
): Script<Entry[]> {
  const entries: Entry[] = [];
  for (let start = 0; start < selected.length; ) {
    const {dataset} = selected[start]!.source;
    let end = start + 1;
    const behind = Math.min(selected.length, start + MOST_AT_ONCE);
    while (end < behind && selected[end]!.source.dataset === dataset) end++;
    const wanted = selected
      .slice(start, end)
      .filter(({source, position}) => source.catalogue.lastPeriod[position]! >= from);
    const numbers = wanted.map(({source, position}) => source.catalogue.numbers[position]!);
    const histories = yield* readHistories(q, dataset.id, numbers);
    for (const [index, {source, position}] of wanted.entries()) {
      const history = histories[index];
      if (history === undefined) throw new Error(`series ${numbers[index]} has no history in the store`);
      const frequency = codeAt(source.catalogue.frequency, position) as Frequency;
      const opened = windowIn(source, frequency);
      entries.push({
        source,
        position,
        frequency,
        history,
        ...opened,
        count: openWindow(history, opened.window).count,
      });
    }
    budget.spend(end - start);
    yield* budget.rest();
    start = end;
  }
  return entries;
}

/** Fills `into` with the observations of the entry's window. */
export function readEntry({history, window, periods}: Entry, into: WindowColumns): void {
  const opened = openWindow(history, window);
  readWindow(opened, periods, into);
  markWithdrawn(opened, window, periods, into);
}

/** The entry with another window of its periods. */
export function withWindow(entry: Entry, from: PeriodOrdinal, to: PeriodOrdinal): Entry {
  const window = {...entry.window, from: Math.max(from, entry.window.from), to: Math.min(to, entry.window.to)};
  return {...entry, window, count: openWindow(entry.history, window).count};
}

/** The days as numbers of periods: the same for all series of one frequency, and for weeks of one dataset. */
export function windowsOf({range, asOf}: QueryDays) {
  const opened = new Map<string, Pick<Entry, "window" | "periods">>();
  const from = Number.isFinite(range.from) ? range.from : null;
  const to = Number.isFinite(range.to) ? range.to : null;
  const isEmpty = range.from > range.to;
  return (source: DatasetWithCatalogue, frequency: Frequency): Pick<Entry, "window" | "periods"> => {
    const name = frequency === "W" ? `W${source.dataset.id}` : frequency;
    const found = opened.get(name);
    if (found !== undefined) return found;
    const periods = periodsOfRow(source, frequency);
    const window = isEmpty ? {from: 1, to: 0} : periodWindow({from, to}, frequency, periods);
    const made = {periods, window: {...window, asOf}};
    opened.set(name, made);
    return made;
  };
}

export function periodsOfRow({catalogue}: DatasetWithCatalogue, frequency: Frequency): PeriodTable {
  if (frequency !== "W") return periodTable(frequency);
  if (catalogue.weeks === null) throw new Error("a dataset with weekly series has no weeks in the store");
  return catalogue.weeks;
}

/** The number of the period that starts on a day. */
export function ordinalOf({frequency, periods}: Pick<Entry, "frequency" | "periods">, day: number): PeriodOrdinal {
  return frequency === "W" ? periods.base + periods.days.indexOf(day) : ordinalAt(frequency, day);
}
