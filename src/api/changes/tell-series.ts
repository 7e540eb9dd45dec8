// Series of one dataset as items of a page of changes, from a given place on: their descriptions, and the events of their present histories.
//
// A page may end between any two items. Its items are read from the state of the store at that moment, so two pages may show two states. The
// later run tells the difference between them (statistics/changes/touched.ts).

import {type EventLocation, locationOf, seriesEvents} from "../../statistics/changes/series-events.ts";
import {ADDED, type TouchedSeries} from "../../statistics/changes/touched.ts";
import {decodeHistory, type PeriodSpan} from "../../statistics/history/decode.ts";
import {NO_DAY, type PeriodTable, periodTable} from "../../statistics/time/day.ts";
import {type ItemSource, seriesItem, valueItem} from "../../store/changes/change-items.ts";
import {DESCRIBED, type SeriesLocation} from "../../store/changes/cursor.ts";
import {type FollowedSeries, readFollowedSeries, readNumbersBetween} from "../../store/changes/followed-series.ts";
import type {DatasetRecord} from "../../store/datasets/dataset.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Script} from "../../store/script.ts";
import {readHistories} from "../../store/series/history.ts";
import type {PageItems} from "./items.ts";

/** The dataset whose series are told. */
export interface DatasetOfPage {
  readonly record: DatasetRecord;
  readonly source: ItemSource;
  readonly weeks: PeriodTable | null;
}

export interface SeriesToTell {
  readonly number: number;
  readonly touched: TouchedSeries;
}

/** Series that are read together. */
const TOGETHER = 50;
/** Work is counted in series. One with its description counts as four; of histories, this number of bytes counts as one. */
const [DESCRIBING_WORK, BYTES_OF_WORK] = [4, 4096];

/**
 * Tells series in the order of their numbers, in steps: the caller goes on behind the last one until the page is spent.
 * @param behind what was told of the first one
 * @returns where the page ended; null: all are told
 */
export function* tellSome(
  q: Queries,
  dataset: DatasetOfPage,
  some: readonly SeriesToTell[],
  behind: EventLocation | null,
  items: PageItems,
): Script<SeriesLocation | null> {
  for (let start = 0; start < some.length; start += TOGETHER) {
    const together = some.slice(start, start + TOGETHER);
    const at = {number: together[0]!.number, behind: start === 0 ? behind : null};
    if (items.isSpent()) return at;
    const end = yield* tellTogether(q, dataset, together, at.behind, items);
    if (end !== null) return end;
    yield;
  }
  return null;
}

/** The same for all series from one on to another, each of which was touched in one way. */
export function* tellRange(
  q: Queries,
  dataset: DatasetOfPage,
  {from, to, touched}: {readonly from: SeriesLocation; readonly to: number; readonly touched: TouchedSeries},
  items: PageItems,
): Script<SeriesLocation | null> {
  let at = from;
  while (at.number <= to) {
    if (items.isSpent()) return at;
    const numbers = yield* readNumbersBetween(q, dataset.record.id, at.number, to, TOGETHER);
    if (numbers.length === 0) return null;
    const behind = numbers[0] === at.number ? at.behind : null;
    const some = numbers.map((number) => ({number, touched}));
    const end = yield* tellSome(q, dataset, some, behind, items);
    if (end !== null) return end;
    at = {number: numbers.at(-1)! + 1, behind: null};
  }
  return null;
}

/** All series of a dataset. */
export function tellAll(
  q: Queries,
  dataset: DatasetOfPage,
  from: SeriesLocation,
  items: PageItems,
): Script<SeriesLocation | null> {
  return tellRange(q, dataset, {from, to: 2 ** 24, touched: ADDED}, items);
}

function* tellTogether(
  q: Queries,
  {record, source, weeks}: DatasetOfPage,
  some: readonly SeriesToTell[],
  behind: EventLocation | null,
  items: PageItems,
): Script<SeriesLocation | null> {
  const isDescribing = some.some(({touched}) => touched.periods === null || touched.isDescribed);
  const series = yield* readFollowedSeries(
    q,
    record.id,
    some.map(({number}) => number),
    isDescribing,
  );
  const valued = some.filter(({number, touched}) => series.has(number) && touched.periods?.length !== 0);
  const histories = yield* readHistories(
    q,
    record.id,
    valued.map(({number}) => number),
  );
  const historyOf = new Map(valued.map(({number}, index) => [number, histories[index]]));
  items.spend(some.length * (isDescribing ? DESCRIBING_WORK : 1));
  for (const [index, {number, touched}] of some.entries()) {
    const one = series.get(number);
    if (one === undefined) continue;
    const history = historyOf.get(number);
    items.spend((history?.length ?? 0) / BYTES_OF_WORK);
    const calendar = one.frequency === "W" ? weeks : periodTable(one.frequency);
    const own = {one, touched, history, calendar};
    const end = yield* tellOne(own, source, index === 0 ? behind : null, items);
    if (end !== null) return {number, behind: end.behind};
  }
  return null;
}

interface OneSeries {
  readonly one: FollowedSeries;
  readonly touched: TouchedSeries;
  readonly history: Uint8Array | undefined;
  readonly calendar: PeriodTable | null;
}

/** @returns what was told last, where the page ended before an item. Throws if a series has no history: an empty one would be a silent gap */
function* tellOne(
  {one, touched, history, calendar}: OneSeries,
  source: ItemSource,
  behind: EventLocation | null,
  items: PageItems,
): Script<{readonly behind: EventLocation | null} | null> {
  const {periods, isDescribed} = touched;
  const isWhole = periods === null;
  if (behind === null && (isWhole || isDescribed)) {
    if (items.isFull()) return {behind: null};
    items.add(seriesItem(source, isDescribed ? "series_renamed" : "series_added", one, isWhole));
  }
  if (periods?.length === 0) return null;
  if (history === undefined) throw new Error(`series ${one.key} has no history in the store`);
  const from = behind?.period === DESCRIBED.period ? null : behind;
  let last = behind ?? DESCRIBED;
  for (const event of seriesEvents(decodeHistory(history, items.scratch, spanOf(periods, from)), periods, from)) {
    // a week that the calendar lost: the run that lost it tells the series whole
    if (event.day === null && !isDated(event.period, calendar)) continue;
    if (items.isFull()) return {behind: last};
    items.add(valueItem(source, one.key, event, calendar), event.value !== null);
    last = locationOf(event);
    if (items.count % REST_EVERY === 0) yield;
  }
  return null;
}

function isDated(period: number, calendar: PeriodTable | null): boolean {
  return (calendar?.days[period - calendar.base] ?? NO_DAY) !== NO_DAY;
}

const REST_EVERY = 200;

/** The periods of a history that are told. */
function spanOf(periods: TouchedSeries["periods"], from: EventLocation | null): PeriodSpan | null {
  if (periods === null) return from === null ? null : {from: from.period, to: 2 ** 30};
  const [first, last] = [periods[0]!.period, periods.at(-1)!.period];
  return {from: from === null ? first : Math.min(last, Math.max(first, from.period)), to: last};
}
