// What the page of one series shows, read in one snapshot and put into the words of statistics; drawing begins after it.
//
// The whole history of the series is decoded: its vintages, what was revised, and the values as they were known on the day asked for.
// These are the values that the api's `as_of` answers (test/site/series.test.ts holds the two together).

import {decodeHistory} from "../../../statistics/history/decode.ts";
import type {Estimates} from "../../../statistics/history/estimates.ts";
import {
  type KnownValue,
  knownOn,
  type RevisedPeriod,
  revisedPeriods,
  vintageDays,
} from "../../../statistics/history/revisions.ts";
import {type ReleaseTally, tally} from "../../../statistics/history/tally.ts";
import type {Note} from "../../../statistics/release/release.ts";
import type {SeriesStatus} from "../../../statistics/status.ts";
import {type Day, dayText, NO_DAY} from "../../../statistics/time/day.ts";
import type {PeriodOrdinal, PeriodTable} from "../../../statistics/time/period.ts";
import type {DatasetRecord} from "../../../store/datasets/dataset.ts";
import {type RelatedDataset, readNotes, readRelatedDatasets} from "../../../store/datasets/declarations.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import {
  joinTallies,
  listReleaseProofsOn,
  type ReleaseProof,
  type TalliedProof,
} from "../../../store/releases/release-proof.ts";
import type {Script} from "../../../store/script.ts";
import {type Continuations, findContinuations} from "../../../store/series/continuation.ts";
import type {DescribedSeries} from "../../../store/series/described-series.ts";
import {findSeriesOfKey, readHistory, readPeriods, statusOf, titleOf} from "../../../store/series/series-of-key.ts";
import {PageFault} from "../../frame/page.ts";
import type {SiteParts} from "../../frame/parts.ts";

export interface SeriesValue extends KnownValue {
  /** First day of the period. */
  readonly first: Day;
}

export interface SeriesView {
  readonly dataset: DatasetRecord;
  readonly series: DescribedSeries;
  /** Class, indicator, territory. */
  readonly title: string;
  readonly status: SeriesStatus;
  readonly history: Estimates;
  readonly periods: PeriodTable;
  /** null: as known now. */
  readonly asOf: Day | null;
  /** Ascending by period. */
  readonly values: readonly SeriesValue[];
  /** Ascending. */
  readonly vintages: readonly Day[];
  readonly revised: readonly RevisedPeriod[];
  /** Newest first; a page of what was known on a day does not name what came later. */
  readonly releases: readonly TalliedProof[];
  readonly continuations: Continuations;
  readonly notes: readonly Note[];
  readonly related: readonly RelatedDataset[];
}

/** Throws PageFault 404. */
export async function readSeries(site: SiteParts, key: string, asOf: Day | null): Promise<SeriesView> {
  const found = await site.store.statistics.read((q) => readParts(q, site, key));
  if (found === null) throw new PageFault(404, "there is no such series");
  const {history, tallies} = found;
  return {
    ...found,
    title: titleOf(found.series),
    status: statusOf(found),
    asOf,
    values: datedValues(knownOn(history, asOf), found.periods),
    vintages: vintageDays(history),
    revised: revisedPeriods(history, asOf),
    releases:
      found.proofs.length === 0
        ? []
        : joinTallies(found.proofs, tallies).filter(({proof}) => asOf === null || proof.publishedAt <= asOf),
  };
}

function* readParts(q: Queries, {catalogues}: SiteParts, key: string): Script<ReadParts | null> {
  const found = yield* findSeriesOfKey(q, key);
  if (found === null) return null;
  const {dataset, series} = found;
  const history = decodeHistory(yield* readHistory(q, found));
  const tallies = tally(history);
  return {
    dataset,
    series,
    history,
    tallies,
    periods: yield* readPeriods(q, catalogues, found),
    continuations: yield* findContinuations(q, dataset, series),
    notes: yield* readNotes(q, dataset.id),
    related: yield* readRelatedDatasets(q, dataset.id),
    proofs: yield* listReleaseProofsOn(
      q,
      dataset.id,
      tallies.map(({day}) => day),
    ),
  };
}

interface ReadParts
  extends Pick<SeriesView, "dataset" | "series" | "history" | "periods" | "continuations" | "notes" | "related"> {
  readonly tallies: readonly ReleaseTally[];
  readonly proofs: readonly ReleaseProof[];
}

/** With the first days of their periods. RangeError where the calendar does not date one. */
function datedValues(values: readonly KnownValue[], periods: PeriodTable): SeriesValue[] {
  return values.map((value) => ({...value, first: firstDayOf(value.period, periods)}));
}

export function firstDayOf(period: PeriodOrdinal, {base, days}: PeriodTable): Day {
  const day = days[period - base];
  if (day === undefined || day === NO_DAY) throw new RangeError(`the calendar does not date period ${period}`);
  return day;
}

/** The day on which the values shown were last changed: `as_of` of a lasting address. null when there is no value. */
export function shownVintage({values}: Pick<SeriesView, "values">): string | null {
  if (values.length === 0) return null;
  return dayText(values.reduce((latest, {day}) => Math.max(latest, day), values[0]!.day));
}
