// The facts for the checks of a release: from its reading, and from the change that it would make.

import {countryOfRelease} from "../../country/countries.ts";
import type {ReleaseMetadata} from "../../statistics/release/release.ts";
import type {RereadSeries, Sighting} from "../../text/finding.ts";
import type {PublicationPlan} from "../change/change-plan.ts";
import type {CountsByRelease} from "../change/release-rows.ts";
import {NO_COUNTRY} from "../sources/tidy/known-territories.ts";
import type {ChangeWatch} from "./change-findings.ts";
import {lastDayOf} from "./publication-lag.ts";
import type {ReleaseFacts} from "./release-check.ts";

export interface ChangeSeen {
  readonly counts: CountsByRelease;
  readonly watch: ChangeWatch;
  readonly reread: Sighting<RereadSeries>;
  /** Values of the dataset before the change. */
  readonly valuesBefore: number;
}

/** @param metadata of the dataset after the change */
export function releaseFacts(
  plan: PublicationPlan,
  metadata: ReleaseMetadata,
  {counts, watch, reread, valuesBefore}: ChangeSeen,
): ReleaseFacts {
  const {metadata: own, buffered, run, comparison: series, other} = plan.incoming;
  return {
    losses: buffered.losses,
    ignored: buffered.ignored,
    setAside: run.setAside,
    ending: run.ending,
    unconfirmed: run.unconfirmed === true,
    valueCount: buffered.count,
    isNamesOnly: buffered.isNamesOnly,
    unknownUnits: run.isPackage ? [] : unknownUnits(own, run.ownUnits ?? []),
    revised: metadata.revised,
    changed: {
      count: Math.max(watch.changes?.count ?? 0, sumOf(counts, "revisedValues")),
      first: watch.changes?.first ?? null,
    },
    withdrawn: {count: sumOf(counts, "withdrawnValues"), of: valuesBefore},
    series,
    other,
    reread: plan.from === null ? null : reread,
    otherCounts: plan.otherCounts,
    leaps: watch.leaps,
    ahead: watch.ahead,
    publishedAt: own.publishedAt,
    lastPeriodEnd: run.isDayGiven ? lastDayOf(buffered.newest) : null,
    newest: plan.releases.at(-1)?.publishedAt ?? null,
  };
}

/** The units of a release without a country are its own, as its territories are. */
function unknownUnits(release: ReleaseMetadata, ownUnits: readonly string[]): string[] {
  if (release.country === NO_COUNTRY) return [];
  const {isKnown} = countryOfRelease(release).units;
  return (release.units ?? []).map(({name}) => name).filter((name) => !isKnown(name) && !ownUnits.includes(name));
}

/** Over all releases: a late release turns values of later ones into revisions, and later ones may withdraw its values. */
function sumOf(counts: CountsByRelease, count: "revisedValues" | "withdrawnValues"): number {
  let sum = 0;
  for (const change of counts.values()) sum += change[count];
  return Math.max(0, sum);
}
