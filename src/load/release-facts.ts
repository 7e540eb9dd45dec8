// What the checks of a release are judged by, gathered where it is known: from what was read, and from what it would change.
import type {Day} from "../statistics/day.ts";
import type {ReleaseMetadata} from "../statistics/release.ts";
import type {SeriesRecord} from "../store/series.ts";
import {countGoneSeries} from "./active-series.ts";
import type {ChangePlan, IncomingRelease} from "./change-plan.ts";
import type {ChangeWatch, Sighting} from "./change-watch.ts";
import type {ReleaseFacts} from "./release-check.ts";
import {keysOf} from "./series-targets.ts";
import type {TallyBook} from "./tally-book.ts";
import {isKnownUnit} from "./unit-matcher.ts";

export interface ChangeSeen {
  /** the dataset's series before the change */
  readonly before: readonly SeriesRecord[];
  readonly book: TallyBook;
  readonly watch: ChangeWatch;
  readonly reread: Sighting;
}

/** @param metadata of the dataset as it would be */
export function releaseFacts(
  plan: ChangePlan,
  {metadata: own, gathered, run}: IncomingRelease,
  metadata: ReleaseMetadata,
  {before, book, watch, reread}: ChangeSeen,
): ReleaseFacts {
  const newest = plan.releases.at(-1)?.publishedAt ?? null;
  return {
    unreadable: gathered.unreadable,
    unreadableCounts: gathered.unreadableCounts,
    setAside: run.setAside,
    unknownUnits: run.isPackage ? [] : (own.units ?? []).map(({name}) => name).filter((name) => !isKnownUnit(name)),
    revised: metadata.revised,
    changed: {count: Math.max(watch.changes?.count ?? 0, sumRevisions(book)), first: watch.changes?.first ?? null},
    series: comparedSeries(plan, {metadata: own, gathered, run}, before, newest),
    reread: plan.from === null ? null : reread,
    otherCounts: plan.otherCounts,
    leaps: watch.leaps,
    publishedAt: own.publishedAt,
    newest,
  };
}

/** Over all releases: a late one makes revisions of what later ones brought, and no latest value changes. */
function sumRevisions(book: TallyBook): number {
  let sum = 0;
  for (const {revisedValues} of book.values()) sum += revisedValues;
  return Math.max(0, sum);
}

function comparedSeries(
  plan: ChangePlan,
  {metadata, gathered, run}: Pick<IncomingRelease, "metadata" | "gathered" | "run">,
  before: readonly SeriesRecord[],
  newest: Day | null,
): ReleaseFacts["series"] {
  if (newest === null) return "the first release";
  if (metadata.publishedAt < newest) return "older than the newest release: what came later is not missed";
  if (run.isPackage) return "a package may bring some series alone";
  if (run.isPartial) return "a file of this kind brings some series alone";
  return countGoneSeries(before, new Set(keysOf(plan.code, gathered.series)));
}
