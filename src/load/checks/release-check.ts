// The checks before publishing: the findings about an incoming release, and whether it may be published.
//
// A failed required check holds the run; a failed advisory check is only reported. All are recorded with the run, passed or not, as the
// knowledge at the time of publication.

import {type Day, dayText} from "../../statistics/time/day.ts";
import type {RunCheck} from "../../store/releases/run-details.ts";
import {counted} from "../../text/counted.ts";
import type {Loss} from "../buffer/losses.ts";
import type {Sighting} from "./change-findings.ts";
import {type OtherTable, ownTableCheck} from "./own-table.ts";
import {lagChecks} from "./publication-lag.ts";
import {type InputFacts, inputChecks} from "./whole-input.ts";

/**
 * The number of series of the previous release, its day (null: there were only packages and parts), and how many of these series the
 * release lacks; or the reason why they are unknown; or the reason why the check does not apply.
 */
export type SeriesComparison =
  | (LackTerms & {
      readonly before: Day | null;
      readonly carried: number;
      readonly gone: number;
      /** Titles of the series that are gone; the first MAX_GONE_NAMED of them. */
      readonly goneTitles: readonly string[];
      /** It has fewer series than that release, or lacks its last one: its table may have been cut off. */
      readonly looksCut: boolean;
    })
  | (LackTerms & {readonly doubt: string})
  | string;

export interface LackTerms {
  /** Its files are tables of text, which may be cut off at the end of a line. */
  readonly mayBeCut: boolean;
  /** The reason why it may lack other series; null: it must not lack any. */
  readonly mayLack: string | null;
}

export interface ReleaseFacts extends InputFacts {
  readonly revised: boolean;
  /** Published values that would change; counted only for a source without revisions. */
  readonly changed: Sighting;
  /** Values that the release withdraws, of all values that the dataset had. */
  readonly withdrawn: {readonly count: number; readonly of: number};
  readonly series: SeriesComparison;
  /** The dataset of another table of a person's own that the release would join; null: there is none. */
  readonly other: OtherTable;
  /** Series whose later releases are read differently now than at their publication; null: no release was read again. */
  readonly reread: Sighting | null;
  /** Releases with another number of values when they are read again. */
  readonly otherCounts: Sighting;
  readonly leaps: Sighting;
  readonly ahead: Sighting;
  readonly publishedAt: Day;
  /** The last day of the newest period, where the command gave the day by which names of territories were read; null: there is no such day. */
  readonly lastPeriodEnd: Day | null;
  /** Day of the dataset's newest release; null: this is the first. */
  readonly newest: Day | null;
}

/** A higher percentage of missing series holds the run. */
export const GONE_PERCENT_LIMIT = 5;
/** CONTRACT 6.3: a higher percentage of withdrawn values holds the run. */
export const WITHDRAWN_PERCENT_LIMIT = 5;

export function checkRelease(facts: ReleaseFacts): RunCheck[] {
  return [
    ...inputChecks(facts),
    revisionCheck(facts),
    rereadingCheck(facts),
    ...seriesChecks(facts),
    ownTableCheck(facts.other),
    withdrawalCheck(facts),
    sightingCheck("no-leap", facts.leaps, "a thousand times their neighbours or more"),
    sightingCheck("none-ahead", facts.ahead, "of months or quarters that begin after the day of publication"),
    orderCheck(facts),
    ...lagChecks(facts),
  ];
}

export function heldBy(checks: readonly RunCheck[]): RunCheck[] {
  return checks.filter(({required, passed}) => required && !passed);
}

const NAMED = 3;

function revisionCheck({revised, changed}: ReleaseFacts): RunCheck {
  const seen = revised
    ? "the source revises its values"
    : `${counted(changed.count, "published value")} would change in a dataset that is declared not revised${firstOf(changed)}`;
  return {name: "not-revised", required: true, passed: revised || changed.count === 0, seen};
}

/** Whether the releases that were read again give the served values. */
export function rereadingCheck({reread, otherCounts}: Pick<ReleaseFacts, "reread" | "otherCounts">): RunCheck {
  const words: string[] = [];
  if (reread && reread.count > 0) words.push(`${reread.count} series would have other estimates${firstOf(reread)}`);
  if (otherCounts.count > 0)
    words.push(`${counted(otherCounts.count, "release")} with another number of values${firstOf(otherCounts)}`);
  const sound =
    reread === null ? "no release had to be read again" : "the releases that were read again give the served values";
  return {name: "same-reading", required: true, passed: words.length === 0, seen: words.join("; ") || sound};
}

function seriesChecks({series}: ReleaseFacts): RunCheck[] {
  const end = {name: "end-kept", required: true};
  const most = {name: "series-kept", required: true};
  const every = {name: "every-series-kept", required: false};
  if (typeof series === "string") return [end, most, every].map((check) => ({...check, passed: true, seen: series}));
  const {mayBeCut, mayLack} = series;
  const isKnown = !("doubt" in series);
  const seen = isKnown ? `${goneWords(series)}${goneNames(series)}` : series.doubt;
  const isEndKept = isKnown && !series.looksCut;
  const areMostKept = isKnown && series.gone * 100 <= series.carried * GONE_PERCENT_LIMIT;
  const part = mayLack === null ? "" : '; a package that is a part of its dataset says "partial": true';
  const cut =
    isKnown && series.looksCut
      ? `${goneWords(series)}: the file may have been cut off at the end of a line${part}`
      : seen;
  const lack = mayLack ?? seen;
  return [
    mayBeCut ? {...end, passed: isEndKept, seen: cut} : {...end, passed: true, seen: "no table of text"},
    {...most, passed: mayLack !== null || areMostKept, seen: lack},
    {...every, passed: mayLack !== null || (isKnown && series.gone === 0), seen: lack},
  ];
}

type LostSeries = Extract<SeriesComparison, {readonly gone: number}>;

function goneWords({before, carried, gone}: LostSeries): string {
  const whose = before === null ? "of packages or partial releases" : `of the release of ${dayText(before)}`;
  return `${gone} of ${carried} series ${whose} are not in it`;
}

function goneNames({gone, goneTitles}: LostSeries): string {
  const named = goneTitles.slice(0, NAMED).map((title) => JSON.stringify(title));
  return named.length === 0 ? "" : `: ${named.join("; ")}${gone > NAMED ? "; …" : ""}`;
}

/** The series that are gone, as losses; their published values stay. */
export function goneLosses(series: SeriesComparison): Loss[] {
  if (typeof series === "string" || "doubt" in series) return [];
  const reason = "is not in this release; its published values stay";
  const place = {places: 1, values: 0, example: series.before === null ? "" : `release of ${dayText(series.before)}`};
  const named: Loss[] = series.goneTitles.map((text) => ({kind: "series", reason, text, ...place}));
  const rest = series.gone - named.length;
  return rest === 0 ? named : [...named, {kind: "series", reason, text: `${rest} more series`, ...place, places: rest}];
}

function withdrawalCheck({withdrawn: {count, of}}: ReleaseFacts): RunCheck {
  const passed = count * 100 <= of * WITHDRAWN_PERCENT_LIMIT;
  const partly = passed ? "" : '; a package that gives only what is new or changed says "partial": true';
  const seen = `the release covers ${count} of ${counted(of, "value")} of the dataset without a value, which withdraws them${partly}`;
  return {name: "values-kept", required: true, passed, seen};
}

function sightingCheck(name: string, sighting: Sighting, what: string): RunCheck {
  const seen = `${counted(sighting.count, "value")} ${what}${firstOf(sighting)}`;
  return {name, required: false, passed: sighting.count === 0, seen};
}

function orderCheck({publishedAt, newest}: ReleaseFacts): RunCheck {
  const passed = newest === null || publishedAt >= newest;
  const seen =
    newest === null ? "the first release" : `published ${dayText(publishedAt)}, the newest ${dayText(newest)}`;
  return {name: "newest-release", required: false, passed, seen};
}

function firstOf({count, first}: Sighting): string {
  return first === null ? "" : `: ${first}${count > 1 ? "; …" : ""}`;
}
