// The series of a mirrored dataset during one step: items of the feed are gathered by series, and written in groups [pull.*].
//
// A group holds the items of some series, never of a whole dataset: a first pull of a large one has millions. A series may come again in a
// later group; it then goes on from what the earlier one has written.
import type {SeriesDimensions} from "../../statistics/catalogue/catalogue.ts";
import {ADDED, type TouchedSeries, touchedPeriods} from "../../statistics/changes/touched.ts";
import {decodeHistory} from "../../statistics/history/decode.ts";
import {encodeHistory} from "../../statistics/history/encode.ts";
import type {Estimates} from "../../statistics/history/estimates.ts";
import {type Day, ordinalAt, type PeriodOrdinal} from "../../statistics/time/day.ts";
import {deleteMissingOfSeries} from "../../store/datasets/missing.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Script} from "../../store/script.ts";
import {
  addHistories,
  deleteHistories,
  type NumberedHistory,
  readHistories,
  writeHistories,
} from "../../store/series/history.ts";
import {deleteSeries, readHighestNumber, readSeries, type SeriesRecord} from "../../store/series/series.ts";
import {addCounts, type CountsByRelease} from "../change/release-rows.ts";
import {seriesRecord} from "../change/series-change.ts";
import {applyEvent, followedHistory, historyOf} from "./followed-history.ts";
import type {MirrorItem} from "./mirror-item.ts";

interface MirroredSeries {
  readonly number: number;
  readonly key: string;
  readonly dimensions: SeriesDimensions;
  /** It has a history in the store. */
  isStored: boolean;
}

type EventItem = MirrorItem & {readonly kind: "event"};

interface GroupedSeries {
  readonly series: MirroredSeries;
  isWhole: boolean;
  isGone: boolean;
  /** Since it was gone it may have come again. */
  wasGone: boolean;
  events: EventItem[];
}

/** Items of a group. */
const GROUPED = 50_000;

export interface MirrorSeries {
  /** By number, as they are after what was written; the days of weekly series are not set. */
  readonly records: Map<number, SeriesRecord>;
  /** As they were before the step. */
  readonly stored: readonly SeriesRecord[];
  readonly counts: CountsByRelease;
  readonly touched: ReadonlyMap<number, TouchedSeries>;
  take(item: MirrorItem): Script<void>;
  /** Writes what is gathered. */
  flush(): Script<void>;
  /** The days of some items are of no week, and nothing came later that replaces them. */
  areWeeksUnknown(): boolean;
  /** The keys of series that are gone. */
  gone(): string[];
}

/** @param weeks the numbers of weeks, by their days */
export function* openMirrorSeries(
  q: Queries,
  datasetId: number,
  weeks: ReadonlyMap<Day, PeriodOrdinal>,
): Script<MirrorSeries> {
  const stored = yield* readSeries(q, datasetId);
  const records = new Map(stored.map((record) => [record.number, record]));
  const byKey = new Map<string, MirroredSeries>();
  for (const record of stored)
    byKey.set(record.key, {number: record.number, key: record.key, dimensions: record, isStored: true});
  const counts: CountsByRelease = new Map();
  const touched = new Map<number, TouchedSeries>();
  const before = new Set(byKey.keys());
  const withUnknownWeeks = new Set<string>();
  let highest = yield* readHighestNumber(q, datasetId);
  let group = new Map<string, GroupedSeries>();
  let items = 0;

  const groupOf = (series: MirroredSeries): GroupedSeries => {
    let grouped = group.get(series.key);
    if (grouped === undefined) {
      grouped = {series, isWhole: false, isGone: false, wasGone: false, events: []};
      group.set(series.key, grouped);
    }
    return grouped;
  };

  function* flush(): Script<void> {
    const all = [...group.values()].sort((a, b) => a.series.number - b.series.number);
    group = new Map();
    items = 0;
    for (let start = 0; start < all.length; start += TOGETHER) yield* writeTogether(all.slice(start, start + TOGETHER));
  }

  function* writeTogether(some: readonly GroupedSeries[]): Script<void> {
    const known = some.filter(({series}) => series.isStored);
    const bytes = yield* readHistories(
      q,
      datasetId,
      known.map(({series}) => series.number),
    );
    const historyOfNumber = new Map(known.map(({series}, index) => [series.number, bytes[index]]));
    const [added, changed, emptied]: [NumberedHistory[], NumberedHistory[], number[]] = [[], [], []];
    const renewed = some.filter(({wasGone}) => wasGone).map(({series}) => series.number);
    for (const {series, isWhole, isGone, events} of some) {
      const {number, dimensions, isStored} = series;
      const old = historyOfNumber.get(number);
      if (isStored && old === undefined) throw new Error(`series ${series.key} has no history in the store`);
      const was = old === undefined ? null : decodeHistory(old);
      if (isWhole) withUnknownWeeks.delete(series.key);
      const is = isGone ? null : after(isWhole ? null : was, series, events);
      addCounts(counts, was, -1);
      addCounts(counts, is, +1);
      note(number, was, is);
      if (is === null) {
        records.delete(number);
        if (isStored) emptied.push(number);
        if (isGone) byKey.delete(series.key);
      } else {
        records.set(number, seriesRecord({...dimensions, number, key: series.key, isNew: !isStored}, is));
        (isStored ? changed : added).push({number, estimates: encodeHistory(is)});
      }
      series.isStored = is !== null;
    }
    yield* addHistories(q, datasetId, added);
    yield* writeHistories(q, datasetId, changed);
    yield* deleteHistories(q, datasetId, emptied);
    yield* deleteSeries(q, datasetId, emptied);
    yield* deleteMissingOfSeries(q, datasetId, [...new Set([...emptied, ...renewed])]);
  }

  function after(was: Estimates | null, series: MirroredSeries, events: readonly EventItem[]): Estimates | null {
    const {frequency} = series.dimensions;
    const followed = followedHistory(was);
    for (const {event: kind, first, day, sequence, value, reason, isEstimate, isWhole} of events) {
      const period = frequency === "W" ? weeks.get(first) : ordinalAt(frequency, first);
      if (period === undefined) withUnknownWeeks.add(series.key);
      else applyEvent(followed, {kind, period, day, sequence, value, reason, isEstimate, isWhole});
    }
    return historyOf(followed);
  }

  function note(number: number, was: Estimates | null, is: Estimates | null): void {
    if (is === null) touched.delete(number);
    else if (was === null || touched.has(number)) touched.set(number, ADDED);
    else {
      const periods = touchedPeriods(was, is);
      if (periods.length > 0) touched.set(number, {isDescribed: false, periods});
    }
  }

  return {
    records,
    stored,
    counts,
    touched,
    flush,
    *take(item) {
      if (item.kind === "dropped") return;
      if (items >= GROUPED && !group.has(item.key)) yield* flush();
      items++;
      let series = byKey.get(item.key);
      if (item.kind === "described") {
        if (series === undefined) {
          series = {number: ++highest, key: item.key, dimensions: dimensionsOf(item.series), isStored: false};
          byKey.set(item.key, series);
        }
        const grouped = groupOf(series);
        if (item.isAdded || item.isWhole) Object.assign(grouped, {isWhole: true, isGone: false, events: []});
        return;
      }
      // of a series that is not here yet everything comes with its series_added
      if (series === undefined) return;
      const grouped = groupOf(series);
      if (item.kind === "gone") Object.assign(grouped, {isGone: true, wasGone: true, isWhole: true, events: []});
      else if (!grouped.isGone) grouped.events.push(item);
    },
    areWeeksUnknown: () => withUnknownWeeks.size > 0,
    gone: () => [...before].filter((key) => !byKey.get(key)?.isStored),
  };
}

/** Series that are read and written together. */
const TOGETHER = 500;

function dimensionsOf(series: SeriesDimensions): SeriesDimensions {
  const {indicator, classification, measure, transformation, unit, frequency, territory} = series;
  return {indicator, classification, measure, transformation, unit, frequency, territory};
}
