// Reads everything for the page of one series in one snapshot, before drawing begins.
//
// The whole history is decoded: the vintages, the revised periods, and the values as known on the requested day. These are the values of
// the api for the same `as_of` (test/site/series.test.ts compares them).

import type {Quantity} from "../../../statistics/derived/quantity.ts";
import {decodeInSteps} from "../../../statistics/history/decode.ts";
import type {Estimates} from "../../../statistics/history/estimates.ts";
import {countByReleaseInSteps, type EstimateCounts} from "../../../statistics/history/release-counts.ts";
import {
  type KnownValue,
  knownOn,
  type RevisedPeriod,
  revisedPeriods,
  vintageDays,
} from "../../../statistics/history/revisions.ts";
import type {WithdrawnSpan} from "../../../statistics/history/withdrawal.ts";
import {isWithdrawnOn, withdrawnSpans} from "../../../statistics/history/withdrawn.ts";
import type {Note} from "../../../statistics/release/release.ts";
import {type RowList, rowsOfColumns} from "../../../statistics/row-list.ts";
import type {SeriesStatus} from "../../../statistics/status.ts";
import {type Day, dayText, NO_DAY, type PeriodOrdinal, type PeriodTable} from "../../../statistics/time/day.ts";
import type {DatasetRecord} from "../../../store/datasets/dataset.ts";
import {type RelatedDataset, readNotes, readRelatedDatasets} from "../../../store/datasets/declarations.ts";
import {readDeclaredQuantities} from "../../../store/datasets/declared-quantities.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import {
  type CountedProof,
  joinCounts,
  listReleaseProofsOn,
  proofsOfValues,
  type ReleaseProof,
} from "../../../store/releases/release-proof.ts";
import type {Script} from "../../../store/script.ts";
import type {DescribedSeries} from "../../../store/series/named-series.ts";
import {
  type Continuation,
  type Continuations,
  findContinuations,
  findSeriesOfKey,
  readHistory,
  readPeriods,
  type SeriesOfKey,
  statusOf,
  titleOf,
} from "../../../store/series/series-of-key.ts";
import {type Steps, withRests} from "../../../work/pace.ts";
import type {Point} from "../../chart/chart-line.ts";
import type {ComputedUnit} from "../../client/computed-digits.ts";
import {PageFault} from "../../frame/page.ts";
import type {SiteContext} from "../../visit/context.ts";
import type {Visit} from "../../visit/visit.ts";
import type {Language} from "../../words/language.ts";
import {asPublished, type InLanguage, nameDatasets, nameRows, nameSeries} from "../../words/own-names.ts";

export interface SeriesValue extends KnownValue {
  /** The first day of the period. */
  readonly first: Day;
}

export interface SeriesView {
  readonly dataset: InLanguage<DatasetRecord>;
  readonly series: InLanguage<DescribedSeries>;
  /** The values are computed here, in this unit; absent: they are published. */
  readonly computed?: ComputedUnit;
  /** Class, indicator, territory, as published. */
  readonly title: string;
  readonly status: SeriesStatus;
  readonly history: Estimates;
  readonly periods: PeriodTable;
  /** null: the latest values. */
  readonly asOf: Day | null;
  /** Ascending by period. */
  readonly values: RowList<SeriesValue>;
  /** The latest day on which a shown value was published; null: there are none. */
  readonly newest: Day | null;
  /** Ascending. */
  readonly vintages: readonly Day[];
  readonly revised: RowList<RevisedPeriod>;
  /** The shown values that their publisher no longer gave on that day, by period. */
  readonly withdrawn: ReadonlyMap<PeriodOrdinal, WithdrawnSpan>;
  /** Newest first; on a page of a past day only releases up to that day. */
  readonly releases: readonly CountedProof[];
  readonly continuations: Continuations;
  readonly notes: readonly Note[];
  readonly related: readonly RelatedDataset[];
  /** What the package says that its indicators measure, by code. */
  readonly declared: ReadonlyMap<string, Quantity>;
}

/** Throws PageFault 404. */
export async function readSeriesView(
  {site, budget, language}: Visit,
  key: string,
  asOf: Day | null,
): Promise<SeriesView> {
  const found = await site.store.statistics.readWithRests((q) => readParts(q, site, key, language), budget);
  if (found === null) throw new PageFault(404, "there is no such series");
  return withRests(viewOf(found, asOf), budget);
}

/** Several series as known on a day, in one state of the store; those that are not there are left out. */
export async function readSeveralSeries(
  {site, budget, language}: Visit,
  keys: readonly string[],
  asOf: Day | null,
): Promise<ReadonlyMap<string, SeriesView>> {
  const found = await site.store.statistics.readWithRests((q) => readAllParts(q, site, keys, language), budget);
  const views = new Map<string, SeriesView>();
  for (const parts of found) views.set(parts.series.key, await withRests(viewOf(parts, asOf), budget));
  return views;
}

function* readAllParts(
  q: Queries,
  site: SiteContext,
  keys: readonly string[],
  language: Language,
): Script<readonly SeriesReading[]> {
  const all: SeriesReading[] = [];
  const known = new Map<number, DatasetReading>();
  for (const key of keys) {
    const found = yield* readParts(q, site, key, language, known);
    if (found !== null) all.push(found);
    yield;
  }
  return all;
}

/** Step by step: a daily series has tens of thousands of periods. */
function* viewOf(found: SeriesReading, asOf: Day | null): Steps<SeriesView> {
  const {history, releaseCounts} = found;
  const known = yield* knownOn(history, asOf);
  yield;
  const values = datedValues(known, found.periods);
  const revised = yield* revisedPeriods(history, asOf);
  const vintages = vintageDays(history);
  yield;
  return {
    ...found,
    title: titleOf(asPublished(found.series)),
    status: statusOf(found),
    asOf,
    values,
    // an estimate is shown on the day of its publication, since no later one is known then
    newest: vintages.findLast((day) => asOf === null || day <= asOf) ?? null,
    vintages,
    revised,
    withdrawn: new Map(
      withdrawnSpans(history)
        .filter((span) => isWithdrawnOn(span, asOf))
        .map((span) => [span.period, span]),
    ),
    releases:
      found.proofs.length === 0
        ? []
        : proofsOfValues(joinCounts(found.proofs, releaseCounts)).filter(
            ({proof}) => asOf === null || proof.publishedAt <= asOf,
          ),
  };
}

/** @param known what was read of datasets: the regions of a comparison are mostly of one */
function* readParts(
  q: Queries,
  {catalogues}: SiteContext,
  key: string,
  language: Language,
  known = new Map<number, DatasetReading>(),
): Script<SeriesReading | null> {
  const found = yield* findSeriesOfKey(q, key);
  if (found === null) return null;
  const {dataset} = found;
  const history = yield* decodeInSteps(yield* readHistory(q, found));
  yield;
  const releaseCounts = yield* countByReleaseInSteps(history);
  yield;
  const ofDataset = known.get(dataset.id) ?? (yield* readOfDataset(q, dataset, language));
  known.set(dataset.id, ofDataset);
  return {
    ...ofDataset,
    ...(yield* readNamed(q, found, language)),
    history,
    releaseCounts,
    periods: yield* readPeriods(q, catalogues, found),
    proofs: yield* listReleaseProofsOn(
      q,
      dataset.id,
      releaseCounts.map(({day}) => day),
    ),
  };
}

/** The dataset, its notes and what its package relates to it, with names in the language of the visitor. */
function* readOfDataset(q: Queries, dataset: DatasetRecord, language: Language): Script<DatasetReading> {
  return {
    dataset: (yield* nameDatasets(q, language, [dataset]))[0]!,
    related: yield* nameRows(q, language, yield* readRelatedDatasets(q, dataset.id)),
    notes: yield* readNotes(q, dataset.id),
    declared: yield* readDeclaredQuantities(q, dataset.id),
  };
}

/** The series and those that continue it or that it continues, with names in the language of the visitor. */
function* readNamed(q: Queries, {dataset, series}: SeriesOfKey, language: Language): Script<NamedReading> {
  const {as, from, inside} = yield* findContinuations(q, dataset, series);
  const beside = [as, from].filter((one) => one !== null);
  const [own, ...others] = yield* nameSeries<DescribedSeries>(
    q,
    language,
    [series, ...beside.map((one) => one.series)],
    () => dataset.id,
  );
  const named = (one: Continuation | null) => one && {...one, series: others[beside.indexOf(one)]!};
  return {
    series: own!,
    continuations: {as: named(as), from: named(from), inside},
  };
}

type DatasetReading = Pick<SeriesView, "dataset" | "related" | "notes" | "declared">;
type NamedReading = Pick<SeriesView, "series" | "continuations">;

interface SeriesReading extends DatasetReading, NamedReading, Pick<SeriesView, "history" | "periods"> {
  readonly releaseCounts: readonly EstimateCounts[];
  readonly proofs: readonly ReleaseProof[];
}

function datedValues(values: RowList<KnownValue>, periods: PeriodTable): RowList<SeriesValue> {
  return rowsOfColumns(values.length, (index) => {
    const {period, value, day, sequence} = values.at(index)!;
    return {period, value, day, sequence, first: firstDayOf(period, periods)};
  });
}

/** The values as points of a chart. */
export function pointsOf(values: RowList<Pick<SeriesValue, "first" | "value">>): RowList<Point> {
  return rowsOfColumns(values.length, (index) => {
    const {first, value} = values.at(index)!;
    return {day: first, value};
  });
}

/** RangeError if the calendar has no day for the period. */
export function firstDayOf(period: PeriodOrdinal, {base, days}: PeriodTable): Day {
  const day = days[period - base];
  if (day === undefined || day === NO_DAY) throw new RangeError(`the calendar has no date for period ${period}`);
  return day;
}

/** The latest day of publication of the shown values: `as_of` of a permanent address. null: no values. */
export function shownVintage({newest}: Pick<SeriesView, "newest">): string | null {
  return newest === null ? null : dayText(newest);
}

/** The notes of the source about the class of the series, and about its whole dataset. */
export function notesOf({
  series,
  notes,
}: Pick<SeriesView, "series" | "notes">): readonly Omit<Note, "classification">[] {
  return [
    ...(series.classNote === null ? [] : [{text: series.classNote}]),
    ...notes.filter(({classification}) => classification !== null && classification === series.classification),
    ...notes.filter(({classification}) => classification === null),
  ];
}
