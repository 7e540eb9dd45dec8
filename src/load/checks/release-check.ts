// The checks before publishing: the findings about an incoming release, and whether it may be published.
//
// A failed required check holds the run; a failed advisory check is only reported. All are recorded with the run, passed or not, as the
// knowledge at the time of publication.

import {type Day, dayText} from "../../statistics/time/day.ts";
import type {RunCheck} from "../../store/releases/run-details.ts";
import type {Finding, LocatedValue, OtherCount, RereadSeries, Sighting} from "../../text/finding.ts";
import type {Loss} from "../buffer/losses.ts";
import {type OtherTable, ownTableCheck} from "./own-table.ts";
import {lagChecks} from "./publication-lag.ts";
import {checkOfRun} from "./run-check.ts";
import {type InputFacts, inputChecks} from "./whole-input.ts";

/**
 * The number of series of the previous release, its day (null: there were only packages and parts), and how many of these series the
 * release lacks; or the reason why they are unknown; or the reason why the check does not apply.
 */
export type SeriesComparison =
  | (LackOptions & {
      readonly before: Day | null;
      readonly carried: number;
      readonly gone: number;
      /** Titles of the series that are gone; the first MAX_GONE_NAMED of them. */
      readonly goneTitles: readonly string[];
      /** It has fewer series than that release, or lacks its last one: its table may have been cut off. */
      readonly looksCut: boolean;
    })
  | (LackOptions & {readonly unclear: Finding})
  | Finding;

export interface LackOptions {
  /** Its files are tables of text, which may be cut off at the end of a line. */
  readonly mayBeCut: boolean;
  /** The reason why it may lack other series; null: it must not lack any. */
  readonly mayLack: Finding | null;
}

export interface ReleaseFacts extends InputFacts {
  readonly revised: boolean;
  /** Published values that would change; counted only for a source without revisions. */
  readonly changed: Sighting<LocatedValue>;
  /** Values that the release withdraws, of all values that the dataset had. */
  readonly withdrawn: {readonly count: number; readonly of: number};
  readonly series: SeriesComparison;
  /** The dataset of another table of a person's own that the release would join; null: there is none. */
  readonly other: OtherTable;
  /** Series whose later releases are read differently now than at their publication; null: no release was read again. */
  readonly reread: Sighting<RereadSeries> | null;
  /** Releases with another number of values when they are read again. */
  readonly otherCounts: Sighting<OtherCount>;
  readonly leaps: Sighting<LocatedValue>;
  readonly ahead: Sighting<LocatedValue>;
  readonly publishedAt: Day;
  /** The last day of the newest period, where the command gave the day by which names of territories were read; null: there is no such day. */
  readonly lastPeriodEnd: Day | null;
  /** Day of the dataset's newest release; null: this is the first. */
  readonly newest: Day | null;
}

/** A higher percentage of missing series holds the run. */
const GONE_PERCENT_LIMIT = 5;
/** A higher percentage of withdrawn values holds the run [load.values-kept]. */
const WITHDRAWN_PERCENT_LIMIT = 5;

export function checkRelease(facts: ReleaseFacts): RunCheck[] {
  return [
    ...inputChecks(facts),
    revisionCheck(facts),
    rereadingCheck(facts),
    ...seriesChecks(facts),
    ownTableCheck(facts.other),
    withdrawalCheck(facts),
    checkOfRun("no-leap", false, facts.leaps.count === 0, [{code: "leaps", ...facts.leaps}]),
    checkOfRun("none-ahead", false, facts.ahead.count === 0, [{code: "ahead", ...facts.ahead}]),
    orderCheck(facts),
    ...lagChecks(facts),
  ];
}

export function heldBy(checks: readonly RunCheck[]): RunCheck[] {
  return checks.filter(({required, passed}) => required && !passed);
}

const NAMED = 3;

function revisionCheck({revised, changed}: ReleaseFacts): RunCheck {
  const seen = revised ? ({code: "revised-source"} as const) : ({code: "changed", ...changed} as const);
  return checkOfRun("not-revised", true, revised || changed.count === 0, [seen]);
}

/** Whether the releases that were read again give the served values. */
export function rereadingCheck({reread, otherCounts}: Pick<ReleaseFacts, "reread" | "otherCounts">): RunCheck {
  const found: Finding[] = [];
  if (reread && reread.count > 0) found.push({code: "reread", ...reread});
  if (otherCounts.count > 0) found.push({code: "other-counts", ...otherCounts});
  const sound = {code: reread === null ? "not-reread" : "reread-alike"} as const;
  return checkOfRun("same-reading", true, found.length === 0, found.length === 0 ? [sound] : found);
}

function seriesChecks({series}: ReleaseFacts): RunCheck[] {
  const checks = (end: Seen, most: Seen, every: Seen): RunCheck[] => [
    checkOfRun("end-kept", true, end.passed, [end.seen]),
    checkOfRun("series-kept", true, most.passed, [most.seen]),
    checkOfRun("every-series-kept", false, every.passed, [every.seen]),
  ];
  if ("code" in series) {
    const same = {passed: true, seen: series};
    return checks(same, same, same);
  }
  const {mayBeCut, mayLack} = series;
  const isKnown = !("unclear" in series);
  const seen = isKnown ? goneFinding(series) : series.unclear;
  const areMostKept = isKnown && series.gone * 100 <= series.carried * GONE_PERCENT_LIMIT;
  const isCut = isKnown && series.looksCut;
  const cut: Finding = isCut ? {code: "series-cut", ...goneOf(series), mayBePart: mayLack !== null} : seen;
  const lack = mayLack ?? seen;
  return checks(
    mayBeCut ? {passed: isKnown && !isCut, seen: cut} : {passed: true, seen: {code: "no-text-table"}},
    {passed: mayLack !== null || areMostKept, seen: lack},
    {passed: mayLack !== null || (isKnown && series.gone === 0), seen: lack},
  );
}

interface Seen {
  readonly passed: boolean;
  readonly seen: Finding;
}

type LostSeries = Extract<SeriesComparison, {readonly gone: number; readonly looksCut: boolean}>;

function goneOf({before, carried, gone}: LostSeries) {
  return {gone, carried, before: before === null ? null : dayText(before)};
}

function goneFinding(series: LostSeries): Finding {
  const isMore = series.gone > NAMED;
  return {code: "series-gone", ...goneOf(series), named: series.goneTitles.slice(0, NAMED), isMore};
}

/** The series that are gone, as losses; their published values stay. */
export function goneLosses(series: SeriesComparison): Loss[] {
  if ("code" in series || "unclear" in series) return [];
  const reason = "is not in this release; its published values stay";
  const place = {places: 1, values: 0, example: series.before === null ? "" : `release of ${dayText(series.before)}`};
  const named: Loss[] = series.goneTitles.map((text) => ({kind: "series", reason, text, ...place}));
  const rest = series.gone - named.length;
  return rest === 0 ? named : [...named, {kind: "series", reason, text: `${rest} more series`, ...place, places: rest}];
}

function withdrawalCheck({withdrawn: {count, of}}: ReleaseFacts): RunCheck {
  const isTooMany = count * 100 > of * WITHDRAWN_PERCENT_LIMIT;
  return checkOfRun("values-kept", true, !isTooMany, [{code: "withdrawn", count, of, isTooMany}]);
}

function orderCheck({publishedAt, newest}: ReleaseFacts): RunCheck {
  const seen: Finding =
    newest === null
      ? {code: "first-release"}
      : {code: "order", published: dayText(publishedAt), newest: dayText(newest)};
  return checkOfRun("newest-release", false, newest === null || publishedAt >= newest, [seen]);
}
