// Reading observations: decides how to read a request, and gives its page or count.
//
// By series, page by page, if the order allows it; by period, if the order begins with it; otherwise the whole selection, which may have at
// most 60,000 values.

import type {SkipCursor} from "../../../formats/odata/skip-token.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import {resolved, type Script} from "../../../store/script.ts";
import type {Budget} from "../../../work/budget.ts";
import {byName, type DatasetGroup} from "../dataset-finder.ts";
import type {EntitySeries, ODataCatalogues} from "../row-properties.ts";
import {createSeriesStream, type SeriesStream, type StreamStart, WHOLE_DATASETS} from "../series/series-stream.ts";
import {indexBehind, type SortedSeries, sortSeries} from "../series/sorted-series.ts";
import {addCursorRow, countRowsUpTo, dayOfCursor, findSelected} from "./cursor-row.ts";
import {createValuesReader} from "./derived-entries.ts";
import {EntryColumns} from "./entry-columns.ts";
import type {Entry} from "./observation-entries.ts";
import {
  changedMeanwhile,
  MAX_WHOLE_SERIES,
  MAX_WHOLE_VALUES,
  type ObservationPage,
  refuseStopped,
  tooManyInPage,
  tooManySeries,
} from "./observation-page.ts";
import {notNarrowed, type ObservationSelection} from "./observation-selection.ts";
import {cutToRows, readPageBySeries} from "./page-by-series.ts";
import {findRow, pageOfSorted} from "./page-sorted.ts";
import {bufferRows, type RowBuffer} from "./row-buffer.ts";

export interface ObservationContext {
  readonly catalogues: ODataCatalogues;
  readonly groups: readonly DatasetGroup[];
  readonly selection: ObservationSelection;
  readonly budget: Budget;
}

/** @param most rows of the page, at least 1 */
export function* readObservationPage(
  q: Queries,
  context: ObservationContext,
  skip: number,
  cursor: SkipCursor | null,
  most: number,
): Script<ObservationPage> {
  const {selection, budget} = context;
  const {order, predicate} = selection;
  const isDear = predicate !== null || selection.derive != null;
  const reader = createValuesReader(selection, budget);
  const within = cursor?.ordinal == null ? null : {key: cursor.key, ordinal: cursor.ordinal};
  if (selection.isPreview) return yield* readPreview(q, context, most);
  if (selection.whole === null && order.keys.length === 0) {
    const start = cursor === null ? null : {key: cursor.key, orEqual: within !== null};
    return yield* readPageBySeries(q, openStream(context, start), reader, {predicate, within, most, isDear}, budget);
  }
  const startsWithPeriod = selection.whole === null && order.keys[0]!.isPeriod;
  if (startsWithPeriod) {
    if (cursor !== null && within === null) throw changedMeanwhile();
    return yield* readByPeriod(q, context, within, most);
  }
  if (selection.whole === null) {
    const all = yield* takeAll(q, context, "$orderby compares all series");
    const selected = yield* sortSeries(q, order.keys, all, budget);
    if (selected !== null) {
      const rest =
        cursor === null ? selected.series : selected.series.slice(yield* startOf(q, context, selected, cursor));
      return yield* readPageBySeries(q, supplyOf(rest), reader, {predicate, within, most}, budget);
    }
  }
  const entries = yield* readWhole(q, context, selection.whole ?? "this order mixes rows of several series");
  const buffer = yield* bufferRows(q, entries, predicate, budget);
  if (order.keys.length === 0) {
    const passed = cursor === null ? skip : countRowsUpTo(buffer, cursor.key, cursor.ordinal);
    return yield* pageOfSorted(q, buffer, {keys: [], skip: passed, cursor: null, most}, budget);
  }
  // This cursor points after a whole series: it was made when rows still came series by series.
  if (cursor !== null && within === null) throw changedMeanwhile();
  const {rows, row} = yield* moveCursor(q, context, buffer, within);
  return yield* pageOfSorted(q, rows, {keys: order.keys, skip, cursor: row, most}, budget);
}

/** The first rows of all datasets, in one page. Throws BAD_REQUEST if they are not found within the budget of a request. */
function* readPreview(q: Queries, context: ObservationContext, most: number): Script<ObservationPage> {
  const {selection, budget} = context;
  const stream = openStream({...context, groups: byName(context.groups)}, null, true);
  const page = yield* readPageBySeries(
    q,
    stream,
    createValuesReader(selection, budget),
    {
      predicate: selection.predicate,
      within: null,
      most,
      isDear: selection.predicate !== null || selection.derive != null,
    },
    budget,
  );
  if (page.rows < most && page.next !== null) throw notNarrowed();
  return {...page, next: null};
}

/** The number of rows that the request selects. */
export function* countObservations(q: Queries, context: ObservationContext): Script<number> {
  const {selection, budget} = context;
  if (selection.predicate !== null) {
    const why = selection.whole ?? "conditions other than bounds of the period are counted row by row";
    const {columns} = yield* bufferRows(q, yield* readWhole(q, context, why), selection.predicate, budget);
    return columns.count;
  }
  let rows = 0;
  yield* readEach(q, context, "counting looks at every series", ({count}) => {
    rows += count;
  });
  return rows;
}

const CHUNK = 1024;
/** The most series whose histories are in memory at once. */
const MAX_HELD_SERIES = 20_000;

function openStream(
  {catalogues, groups, selection, budget}: ObservationContext,
  start: StreamStart | null,
  isWhole = false,
): SeriesStream {
  const parts = {catalogues, groups, conditions: selection.ofSeries, keys: selection.narrowing.keys, budget};
  return isWhole ? createSeriesStream(parts, start, WHOLE_DATASETS) : createSeriesStream(parts, start);
}

/** @param why for the message: why all series are needed */
function* takeAll(q: Queries, context: ObservationContext, why: string): Script<readonly EntitySeries[]> {
  const stream = openStream(context, null, true);
  const selected: EntitySeries[] = [];
  for (;;) {
    const next = yield* stream.readNext(q, CHUNK);
    if (next.length === 0) break;
    selected.push(...next);
    if (selected.length > MAX_WHOLE_SERIES) throw tooManySeries(why);
  }
  refuseStopped(stream, context.budget, why);
  return selected;
}

/** Every entry with values; at most 60,000 values in all. */
function* readWhole(q: Queries, context: ObservationContext, why: string): Script<EntryColumns> {
  const entries = new EntryColumns();
  yield* readEach(q, context, why, (entry) => {
    if (entry.count > 0) entries.add(entry);
    if (entries.values > MAX_WHOLE_VALUES) throw tooManyInPage(why);
  });
  return entries;
}

/**
 * Takes the entry of each series. Throws BAD_REQUEST if they are too many, before a history is read: a refusal is not charged.
 * @param why for the message: why all series are needed
 */
function* readEach(q: Queries, context: ObservationContext, why: string, take: (entry: Entry) => void): Script<void> {
  yield* readEntriesOf(q, context, yield* takeAll(q, context, why), take);
}

function* readEntriesOf(
  q: Queries,
  {selection, budget}: ObservationContext,
  selected: readonly EntitySeries[],
  take: (entry: Entry) => void,
): Script<void> {
  const reader = createValuesReader(selection, budget);
  for (let from = 0; from < selected.length; from += CHUNK)
    for (const entry of yield* reader.read(q, selected.slice(from, from + CHUNK))) take(entry);
}

function* readByPeriod(
  q: Queries,
  context: ObservationContext,
  within: {readonly key: string; readonly ordinal: number} | null,
  most: number,
): Script<ObservationPage> {
  const {budget} = context;
  const {order, range} = context.selection;
  const {descending} = order.keys[0]!;
  const selected = yield* takeAll(q, context, "an order by period compares all series");
  if (selected.length > MAX_HELD_SERIES) throw tooManySeries("an order by period mixes rows of several series");
  const entries = new EntryColumns();
  yield* readEntriesOf(q, context, selected, (entry) => {
    if (entry.count > 0) entries.add(entry);
  });
  const resting = within === null ? null : yield* findSelected(q, context.catalogues, context.groups, within.key);
  if (within !== null && resting === null) throw changedMeanwhile();
  const day = resting === null ? null : dayOfCursor(resting, within!.ordinal);
  const rest = day === null ? range : descending ? {...range, to: day} : {...range, from: day};
  // Any number of rows with the cursor's own day may already have been sent.
  const needed = most + 1 + (day === null ? 0 : entries.length);
  const cut = yield* cutToRows(entries, rest, needed, descending, budget);
  const buffer = yield* bufferRows(q, cut, null, budget);
  const {rows, row} = yield* moveCursor(q, context, buffer, within);
  return yield* pageOfSorted(q, rows, {keys: order.keys, skip: 0, cursor: row, most}, budget);
}

/** Finds the cursor's row in the buffer, or adds it; `row` is null without a cursor. */
function* moveCursor(
  q: Queries,
  {catalogues, groups}: ObservationContext,
  buffer: RowBuffer,
  within: {readonly key: string; readonly ordinal: number} | null,
): Script<{rows: RowBuffer; row: number | null}> {
  if (within === null) return {rows: buffer, row: null};
  const row = findRow(buffer, within.key, within.ordinal);
  if (row !== -1) return {rows: buffer, row};
  const series = yield* findSelected(q, catalogues, groups, within.key);
  if (series === null) throw changedMeanwhile();
  addCursorRow(buffer, series, within.ordinal);
  return {rows: buffer, row: buffer.columns.count};
}

/** Start of the page among sorted series. */
function* startOf(
  q: Queries,
  {catalogues, groups}: ObservationContext,
  sorted: SortedSeries,
  cursor: SkipCursor,
): Script<number> {
  const series = yield* findSelected(q, catalogues, groups, cursor.key);
  if (series === null) throw changedMeanwhile();
  return indexBehind(sorted, series, cursor.ordinal !== null);
}

function supplyOf(series: readonly EntitySeries[]) {
  let next = 0;
  return {
    readNext(_q: Queries, most: number): Script<readonly EntitySeries[]> {
      next += most;
      return resolved(series.slice(next - most, next));
    },
    stoppedBehind: () => null,
  };
}
