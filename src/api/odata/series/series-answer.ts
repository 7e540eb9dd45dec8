// The set series as an answer: the series that $search finds, the reader of the set, and a page of them or their number. They charge nothing.
//
// $search only filters: the order of the answer is that of the keys, or $orderby's. A catalogue does not know when a series was first
// published: for a past day histories are read, and their number is bounded.

import {type BodyMemory, writeText} from "../../../formats/body-bytes.ts";
import {conjunctsOf} from "../../../formats/odata/expression.ts";
import type {SkipCursor} from "../../../formats/odata/skip-token.ts";
import {keyAt} from "../../../statistics/catalogue/catalogue.ts";
import type {Day} from "../../../statistics/time/day.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import type {Script} from "../../../store/script.ts";
import type {Search} from "../../../store/search/search.ts";
import type {Budget} from "../../../work/budget.ts";
import {ApiError} from "../../errors.ts";
import {type DatasetGroup, type FoundDatasets, narrowingOf} from "../dataset-finder.ts";
import {createSeriesWriter, type EntityForm} from "../entity-json.ts";
import {findSelected} from "../observations/cursor-row.ts";
import {ALL_DAYS, createEntryReader, type EntryReader} from "../observations/observation-entries.ts";
import {
  changedMeanwhile,
  MAX_HISTORIES,
  MAX_WHOLE_SERIES,
  refuseStopped,
  tooManySeries,
} from "../observations/observation-page.ts";
import {type RowOrder, readOrder} from "../observations/row-order.ts";
import type {RowQuery} from "../options.ts";
import {readSearchText} from "../options.ts";
import {type EntitySeries, keepNames, readsNames} from "../row-properties.ts";
import type {ODataContext, SetPage, SetReader, SetWish} from "../set-reader.ts";
import {countAhead} from "./judged-ahead.ts";
import {compileConditions} from "./series-predicate.ts";
import {
  createSeriesStream,
  type SeriesStream,
  type StreamContext,
  type StreamStart,
  WHOLE_DATASETS,
} from "./series-stream.ts";
import {indexBehind, sortSeries} from "./sorted-series.ts";

/** Letters that are turned into bytes in one go. */
const CHUNK = 1 << 17;
/** Of a series with all properties, its title in Cyrillic. */
const USUAL_BYTES = 550;

/** @param searched the only keys that $search allows; null without $search */
export function openSeriesSet(
  {catalogues, memory}: ODataContext,
  query: RowQuery,
  _wants: SetWish,
  searched: ReadonlySet<string> | null,
): SetReader {
  const {datasets, keys} = narrowingOf(query.filter);
  const narrowing = {datasets, keys: both(keys, searched)};
  const named = {...catalogues, language: query.language};
  const order = readOrder(query.order, query.set.keys);
  const conditions = query.filter === null ? [] : conjunctsOf(query.filter);
  const reading = ({groups}: FoundDatasets, budget: Budget): SeriesReadContext => ({
    catalogues: named,
    groups,
    conditions,
    keys: narrowing.keys,
    order,
    asOf: query.asOf,
    budget,
  });
  return {
    narrowing,
    isOnePage: false,
    isMovedByLoads: () => order.changes,
    changedMeanwhile,
    count: (q, found, budget) => countSeries(q, reading(found, budget)),
    page: (q, found, cursor, most, budget) => readSetPage(q, {...reading(found, budget), memory}, query, cursor, most),
  };
}

function* readSetPage(
  q: Queries,
  reading: SeriesReadContext & {readonly memory: BodyMemory},
  {skip, properties}: RowQuery,
  cursor: SkipCursor | null,
  most: number,
): Script<SetPage> {
  const {series, next} = yield* readSeriesPage(q, reading, skip, cursor, most);
  if (readsNames(properties.map(({name}) => name))) yield* keepNames(q, series);
  return {
    rows: series.length,
    values: 0,
    next,
    write: (form, head, tail) => writeSeries(reading.memory, series, form, head, tail),
  };
}

function* writeSeries(
  memory: BodyMemory,
  series: readonly EntitySeries[],
  form: EntityForm,
  head: string,
  tail: string,
): Generator<undefined, Buffer> {
  const arena = memory.borrow(head.length + series.length * USUAL_BYTES);
  const write = createSeriesWriter(form);
  let at = 0;
  let text = head;
  for (const [index, one] of series.entries()) {
    text += `${index === 0 ? "{" : ",{"}${write(one)}`;
    if (text.length >= CHUNK) {
      at = writeText(arena, at, text);
      text = "";
    }
    yield;
  }
  at = writeText(arena, at, text + tail);
  return arena.memory.finish(arena, at);
}

/** The keys in both sets; null allows all. */
function both(one: ReadonlySet<string> | null, other: ReadonlySet<string> | null): ReadonlySet<string> | null {
  if (one === null || other === null) return one ?? other;
  return new Set([...one].filter((key) => other.has(key)));
}

/** A search that finds more series than this is refused. */
export const MAX_SEARCHED = 10_000;

/** Keys of all series that the words find; null without $search. Throws BAD_REQUEST if there are too many. */
export async function findSearched(
  search: Search,
  {search: text, filter}: RowQuery,
): Promise<ReadonlySet<string> | null> {
  if (text === null) return null;
  const {datasets} = narrowingOf(filter);
  const filters = {dataset: datasets === null ? null : [...datasets]};
  const {total, keys} = await search.findKeys({
    text: readSearchText(text),
    filters,
    limit: MAX_SEARCHED,
    most: MAX_SEARCHED,
  });
  if (total > MAX_SEARCHED) {
    throw new ApiError("BAD_REQUEST", `$search finds ${total} series; at most ${MAX_SEARCHED} can be processed`, {
      hint: "add a word, or a filter on dataset_code",
    });
  }
  return new Set(keys);
}

interface SeriesReadContext extends StreamContext {
  readonly order: RowOrder;
  /** Only series with a value published by then; null: all. */
  readonly asOf: Day | null;
}

/** Evaluations that the writing of a row counts as, where all of its page's series were compared before. */
const ROW_WEIGHT = 15;

/** Series that $skip passes before their memory is given back: a list of all of them would be collected in one long step. */
const PASSED_AT_ONCE = 10_000;

export interface SeriesPage {
  readonly series: readonly EntitySeries[];
  readonly next: Pick<SkipCursor, "key" | "ordinal"> | null;
}

/** @param most series of the page, at least 1 */
function* readSeriesPage(
  q: Queries,
  reading: SeriesReadContext,
  skip: number,
  cursor: SkipCursor | null,
  most: number,
): Script<SeriesPage> {
  const {order, catalogues, groups, budget} = reading;
  if (order.keys.length === 0 && (skip === 0 || cursor !== null)) {
    const stream = openStream(reading, cursor === null ? null : {key: cursor.key, orEqual: false});
    const series = yield* stream.readNext(q, most + 1);
    const stopped = stream.stoppedBehind();
    if (series.length <= most && stopped !== null) return {series, next: {key: stopped, ordinal: null}};
    return pageOf(series.slice(0, most), series.length > most);
  }
  const stream = openStream(reading, null, true);
  const why = skip > 0 ? "$skip counts series one by one" : "$orderby compares all series";
  if (order.keys.length === 0) {
    // In the order of keys, series before the page are passed a few at a time, and those after it are not needed.
    for (let left = skip; left > 0; ) {
      const passed = yield* stream.readNext(q, Math.min(left, PASSED_AT_ONCE));
      if (passed.length === 0) break;
      left -= passed.length;
    }
    const series = yield* stream.readNext(q, most + 1);
    refuseStopped(stream, budget, why);
    return pageOf(series.slice(0, most), series.length > most);
  }
  const all = yield* stream.readNext(q, MAX_WHOLE_SERIES + 1);
  refuseStopped(stream, budget, why);
  if (all.length > MAX_WHOLE_SERIES) throw tooManySeries(why);
  budget.spend(ROW_WEIGHT * Math.min(most, all.length));
  const sorted = (yield* sortSeries(q, order.keys, all, budget))!;
  let start = skip;
  if (cursor !== null) {
    const resting = yield* findSelected(q, catalogues, groups, cursor.key);
    if (resting === null) throw changedMeanwhile();
    start = indexBehind(sorted, resting, false);
  }
  return pageOf(sorted.series.slice(start, start + most), all.length > start + most);
}

const COUNTED_AT_ONCE = 100_000;

/** The number of all series. */
function* countSeries(q: Queries, reading: SeriesReadContext): Script<number> {
  const {groups, conditions, keys, asOf, budget} = reading;
  if (conditions.length === 0 && keys === null && asOf === null) {
    return groups.reduce((sum, {datasets}) => sum + datasets.reduce((inner, one) => inner + one.seriesCount, 0), 0);
  }
  let count = 0;
  const others: DatasetGroup[] = [];
  const judged = compileConditions(conditions);
  for (const group of groups) {
    const [only, ...more] = group.datasets;
    const isPlain = keys === null && asOf === null && more.length === 0;
    const known = isPlain ? yield* countAhead(q, reading, judged, only!) : null;
    if (known === null) others.push(group);
    else count += known;
  }
  const stream = openStream({...reading, groups: others}, null, true);
  for (;;) {
    const taken = yield* stream.readNext(q, COUNTED_AT_ONCE);
    count += taken.length;
    if (taken.length > 0) continue;
    refuseStopped(stream, budget, "counting with a filter or asOf looks at every series");
    return count;
  }
}

/** A past day looks into the history of each series, so fewer are counted or sorted than by the catalogue. */
const MAX_WHOLE_HISTORIES = 30_000;

function openStream(reading: SeriesReadContext, start: StreamStart | null, isWhole = false): SeriesStream {
  const stream = isWhole ? createSeriesStream(reading, start, WHOLE_DATASETS) : createSeriesStream(reading, start);
  const most = isWhole ? MAX_WHOLE_HISTORIES : MAX_HISTORIES;
  if (reading.asOf === null) return stream;
  return new KnownSeries(stream, createEntryReader({range: ALL_DAYS, asOf: reading.asOf}, reading.budget), most);
}

function pageOf(series: readonly EntitySeries[], hasMore: boolean): SeriesPage {
  const last = series.at(-1);
  if (!hasMore || last === undefined) return {series, next: null};
  return {series, next: {key: keyAt(last.source.catalogue, last.position), ordinal: null}};
}

const AT_ONCE = 1024;

/** The series that had a value on a past day. */
class KnownSeries implements SeriesStream {
  private readonly stream: SeriesStream;
  private readonly reader: EntryReader;
  private readonly most: number;
  private read = 0;
  private stopped: string | null = null;

  /** @param reader of that day @param most histories to read; then the stream stops behind the last one */
  constructor(stream: SeriesStream, reader: EntryReader, most: number) {
    this.stream = stream;
    this.reader = reader;
    this.most = most;
  }

  *readNext(q: Queries, wanted: number): Script<readonly EntitySeries[]> {
    const known: EntitySeries[] = [];
    while (known.length < wanted && this.stopped === null) {
      const selected = yield* this.stream.readNext(q, Math.min(wanted - known.length, AT_ONCE));
      const last = selected.at(-1);
      if (last === undefined) break;
      for (const {source, position, count} of yield* this.reader.read(q, selected))
        if (count > 0) known.push({source, position});
      this.read += selected.length;
      if (this.read > this.most) this.stopped = keyAt(last.source.catalogue, last.position);
    }
    return known;
  }

  stoppedBehind(): string | null {
    return this.stopped ?? this.stream.stoppedBehind();
  }
}
