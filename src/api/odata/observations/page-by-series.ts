// Pages of observations without sorting all rows: series by series, each ascending by period; and by period across series.
//
// Only the rows of the page are read. A cursor has the series and the number of its last period, never the day: a later release may correct
// the day of a week. For an order that begins with the period, only the first days are gathered. The number of rows between two days is
// known without reading them, so a binary search finds the days that fill a page.

import type {DayRange} from "../../../formats/odata/implied.ts";
import {keyAt} from "../../../statistics/catalogue/catalogue.ts";
import {wholeNumbers} from "../../../statistics/growing-column.ts";
import {createObservations, openWindow} from "../../../statistics/history/window.ts";
import {FIRST_DAY, LAST_DAY} from "../../../statistics/time/day.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import type {Script} from "../../../store/script.ts";
import type {Budget} from "../../../work/budget.ts";
import type {Steps} from "../../../work/pace.ts";
import {type EntitySeries, keepNames} from "../row-properties.ts";
import {EntryColumns} from "./entry-columns.ts";
import {type Entry, type EntryReader, ordinalOf, readEntry, windowsOf, withWindow} from "./observation-entries.ts";
import {MAX_HISTORIES, type ObservationPage, type RowReceiver} from "./observation-page.ts";
import type {CachedRows, RowPredicate} from "./row-buffer.ts";

/** The series in the order of the page. */
export interface SeriesSupply {
  readNext(q: Queries, most: number): Script<readonly EntitySeries[]>;
  stoppedBehind(): string | null;
}

/** Rows that are written in one step. */
const ROWS_AT_ONCE = 2000;
const FIRST_CHUNK = 32;
const LARGEST_CHUNK = 1024;

/** The rows of the page by series: the first ones of the window, or those that pass a condition. */
class PageRows {
  readonly entries = new EntryColumns();
  /** Rows of each entry. */
  private readonly taken = wholeNumbers();
  /** Places of the rows that pass, of one entry behind those of the other. */
  private readonly passed = wholeNumbers();

  /** @param passed places of the rows; null: the first ones */
  add(entry: Entry, taken: number, passed: readonly number[] | null): void {
    this.entries.add(entry);
    this.taken.push(taken);
    for (let nth = 0; passed !== null && nth < taken; nth++) this.passed.push(passed[nth]!);
  }

  *give(take: RowReceiver): Steps<void> {
    const observations = createObservations();
    let before = 0;
    for (let nth = 0; nth < this.entries.length; nth++) {
      const entry = this.entries.at(nth);
      readEntry(entry, observations);
      const count = this.taken.at(nth);
      for (let from = 0; from < count; from += ROWS_AT_ONCE) {
        const end = Math.min(count, from + ROWS_AT_ONCE);
        if (this.passed.length === 0) take(entry.source, entry.position, observations, from, end);
        else
          for (const row of this.passed.part(before + from, before + end))
            take(entry.source, entry.position, observations, row, row + 1);
        yield;
      }
      before += count;
    }
  }
}

/**
 * @param within series and period of the cursor: only later periods of that series follow
 * @param most rows of the page, at least 1
 */
export function* readPageBySeries(
  q: Queries,
  supply: SeriesSupply,
  reader: EntryReader,
  {
    predicate,
    within,
    most,
    isDear = predicate !== null,
  }: {
    readonly predicate: RowPredicate | null;
    readonly within: {readonly key: string; readonly ordinal: number} | null;
    readonly most: number;
    /** Each series costs evaluations: the page ends early when the budget is spent. */
    readonly isDear?: boolean;
  },
  budget: Budget,
): Script<ObservationPage> {
  const observations = createObservations();
  const parts = new PageRows();
  let rows = 0;
  let histories = 0;
  let last: {key: string; ordinal: number | null} | null = null;
  // Rows that need evaluation are counted only after each chunk.
  const largestChunk = isDear ? FIRST_CHUNK : LARGEST_CHUNK;
  for (let chunk = FIRST_CHUNK; ; chunk = Math.min(chunk * 2, largestChunk)) {
    const selected = yield* supply.readNext(q, chunk);
    if (selected.length === 0) break;
    for (const found of yield* reader.read(q, selected)) {
      const key = keyAt(found.source.catalogue, found.position);
      const entry = key === within?.key ? withWindow(found, within.ordinal + 1, found.window.to) : found;
      if (entry.count === 0) continue;
      const readRows = (): void => readEntry(entry, observations);
      const ordinalAt = (row: number): number => {
        readRows();
        return ordinalOf(entry, observations.period[row]!);
      };
      let kept: CachedRows | null = null;
      if (predicate !== null) {
        if (predicate.readsNames) yield* keepNames(q, [entry]);
        readRows();
        kept = yield* predicate.keep(entry.source, entry.position, observations, budget, most - rows + 1);
      }
      const available = kept?.indexes.length ?? entry.count;
      const taken = Math.min(available, most - rows);
      if (taken > 0) {
        parts.add(entry, taken, kept?.indexes ?? null);
        rows += taken;
      }
      if (taken < available) {
        const ordinal = taken === 0 ? null : ordinalAt(kept?.indexes[taken - 1] ?? taken - 1);
        return pageOf(parts, rows, ordinal === null ? last : {key, ordinal});
      }
      if (kept !== null && kept.judged < entry.count)
        return pageOf(parts, rows, {key, ordinal: ordinalAt(kept.judged - 1)});
      last = {key, ordinal: null};
    }
    histories += selected.length;
    if (histories >= MAX_HISTORIES || (isDear && budget.isSpent())) {
      const {source, position} = selected.at(-1)!;
      return pageOf(parts, rows, {key: keyAt(source.catalogue, position), ordinal: null});
    }
  }
  const stopped = supply.stoppedBehind();
  return pageOf(parts, rows, stopped === null ? null : {key: stopped, ordinal: null});
}

function pageOf(parts: PageRows, rows: number, next: ObservationPage["next"]): ObservationPage {
  return {rows, next, series: parts.entries.series(), write: (take) => parts.give(take)};
}

/** The first days (the last for `descending`) with at least `rows` rows, as windows of the entries; all days if there are fewer rows. */
export function* cutToRows(
  entries: EntryColumns,
  range: DayRange,
  rows: number,
  descending: boolean,
  budget: Budget,
): Script<EntryColumns> {
  const whole = {from: Math.max(range.from, FIRST_DAY), to: Math.min(range.to, LAST_DAY)};
  let [low, high] = [whole.from, whole.to];
  while (low < high) {
    const middle = descending ? Math.ceil((low + high) / 2) : Math.floor((low + high) / 2);
    const part = descending ? {from: middle, to: whole.to} : {from: whole.from, to: middle};
    const isEnough = (yield* countRows(entries, part, budget)) >= rows;
    if (descending) [low, high] = isEnough ? [middle, high] : [low, middle - 1];
    else [low, high] = isEnough ? [low, middle] : [middle + 1, high];
  }
  return yield* cut(entries, descending ? {from: low, to: whole.to} : {from: whole.from, to: low});
}

function* countRows(entries: EntryColumns, range: DayRange, budget: Budget): Script<number> {
  const windowIn = windowsOf({range, asOf: null});
  let rows = 0;
  for (const {source, frequency, window, history} of entries) {
    const {from, to} = windowIn(source, frequency).window;
    const part = {...window, from: Math.max(from, window.from), to: Math.min(to, window.to)};
    rows += openWindow(history, part).count;
    budget.spend(1);
    if (budget.isRestDue()) yield* budget.rest();
  }
  return rows;
}

/** Entries that are cut between two rests. */
const CUT_AT_ONCE = 1000;

function* cut(entries: EntryColumns, range: DayRange): Script<EntryColumns> {
  const windowIn = windowsOf({range, asOf: null});
  const rest = new EntryColumns();
  for (const entry of entries) {
    const {from, to} = windowIn(entry.source, entry.frequency).window;
    const part = withWindow(entry, from, to);
    if (part.count > 0) rest.add(part);
    if (rest.length % CUT_AT_ONCE === 0) yield;
  }
  return rest;
}
