// The releases that are expected: on the days that publishers announced, or else on one estimated from the rhythm of past releases.
//
// The two are never mixed: a dataset with an announced day to come has no estimate. Only the next release is estimated; an estimate after an
// estimate would tell nothing. An estimate is shown until the dataset is silent, because it is inexact.
import type {Day} from "../../statistics/time/day.ts";
import type {DatasetRecord} from "../datasets/dataset.ts";
import {type DatasetInOverview, type ReleaseOutlook, silenceOfDataset} from "./dataset-overview.ts";

export interface ExpectedRelease {
  readonly dataset: DatasetRecord;
  readonly day: Day;
  /** false: our estimate. */
  readonly isAnnounced: boolean;
  /** Who announced the day; null: the package of the last release, or nobody. */
  readonly source: string | null;
  /** Usual days between releases; null: they have no rhythm. */
  readonly interval: number | null;
}

/** The next release of each dataset, the nearest first. */
export function expectedReleases(overview: readonly DatasetInOverview[], today: Day): ExpectedRelease[] {
  return overview.flatMap((one) => expectedRelease(one, today) ?? []).sort(byDay);
}

/** null: no release is expected. */
export function expectedRelease(one: DatasetInOverview, today: Day): ExpectedRelease | null {
  return releasesToCome(one, today)[0] ?? null;
}

/**
 * The release that a page about one dataset names: an announced one to come, since a publisher that moves a day announces another one; else
 * the first announced one after the last release, whose day has passed; else the next one, whose estimated day may have passed too.
 * null: none is awaited, or the dataset has ended.
 */
export function awaitedRelease(one: DatasetInOverview, today: Day): ExpectedRelease | null {
  const {dataset, published} = one;
  const isOver = dataset.archival || silenceOfDataset(one, today) === "ended";
  const missed = announcedReleases(one).find(({day}) => (published === null || day > published) && day < today);
  const next = expectedRelease(one, today);
  return isOver || missed === undefined || next?.isAnnounced ? next : missed;
}

/** Every expected release between two days, both included: of announced ones all, past days too; the nearest first. */
export function releaseCalendar(
  overview: readonly DatasetInOverview[],
  {from, to, today}: {readonly from: Day; readonly to: Day; readonly today: Day},
): ExpectedRelease[] {
  return overview
    .flatMap((one) => [...announcedReleases(one).filter(({day}) => day < today), ...releasesToCome(one, today)])
    .filter(({day}) => day >= from && day <= to)
    .sort(byDay);
}

/** Days within which most estimates hold (docs/following.md). */
const ESTIMATE_DAYS = 2;

/**
 * The day from which the next release is looked for: the first announced one after the last release, also if it has passed; if none is
 * announced, a little before the estimate, also when the dataset is silent. null: nobody knows one.
 */
export function awaitedDay({announced, published, rhythm}: ReleaseOutlook): Day | null {
  const next = announced.find(({day}) => published === null || day > published);
  if (next !== undefined) return next.day;
  return rhythm === null ? null : rhythm.expected - ESTIMATE_DAYS;
}

/** In the order of the days. */
function releasesToCome(one: DatasetInOverview, today: Day): readonly ExpectedRelease[] {
  const announced = announcedReleases(one).filter(({day}) => day >= today);
  const {dataset, rhythm} = one;
  if (announced.length > 0) return announced;
  if (dataset.archival || rhythm === null || today >= rhythm.silentFrom) return [];
  return [{dataset, day: rhythm.expected, isAnnounced: false, source: null, interval: rhythm.interval}];
}

function announcedReleases({dataset, rhythm, announced}: DatasetInOverview): readonly ExpectedRelease[] {
  const interval = rhythm?.interval ?? null;
  return announced.map(({day, source}) => ({dataset, day, isAnnounced: true, source, interval}));
}

function byDay({day: one}: ExpectedRelease, {day: other}: ExpectedRelease): number {
  return one - other;
}
