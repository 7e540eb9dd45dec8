// The full derivation: from the releases of the dataset after the change, in their order, and from all its series.
import {countryOfRelease} from "../../country/countries.ts";
import {foldMetadata} from "../../statistics/release/metadata-fold.ts";
import {type FoldedRelease, findNaming} from "../../statistics/release/naming.ts";
import type {ReleaseMetadata} from "../../statistics/release/release.ts";
import type {Queries} from "../../store/engines/differences.ts";
import {readListed} from "../../store/releases/listing.ts";
import {readAllReleaseMetadata} from "../../store/releases/release.ts";
import type {Script} from "../../store/script.ts";
import {readSeries, type SeriesRecord} from "../../store/series/series.ts";
import type {ChangePlan} from "./change-plan.ts";
import {writeDatasetState} from "./dataset-state.ts";
import type {Derivation} from "./derivation.ts";
import {NOT_REDESCRIBED, type Redescribed} from "./redescribed.ts";

/** null: no release is left. */
export function* beginFullDerivation(q: Queries, plan: ChangePlan, now: string): Script<Derivation | null> {
  const releases = yield* readReleases(q, plan, now);
  const metadata = releases.reduce<ReleaseMetadata | null>((older, newer) => foldMetadata(older, newer.metadata), null);
  if (metadata === null) return null;
  return {
    metadata,
    takesNewSeries: null,
    *write(q, datasetId, {series: read, isAll, weeks, added}, run) {
      const series = isAll ? read : yield* readSeries(q, datasetId);
      const described = countryOfRelease(metadata).describeListed(metadata, yield* readListed(q, plan.address));
      const naming = findNaming(releases);
      const parts = {metadata, describedMetadata: described, naming, series, weeks, loadRun: run.id, now: run.now};
      const {latestPeriod, redescribed} = yield* writeDatasetState(q, datasetId, parts);
      const state = {name: described.name, seriesCount: series.length, latestPeriod};
      return {...state, redescribed: withoutNew(redescribed, added)};
    },
  };
}

/** New series are told with their names and days in any case. */
function withoutNew({renamed, redated}: Redescribed, added: readonly SeriesRecord[]): Redescribed {
  if (renamed.length + redated.length === 0) return NOT_REDESCRIBED;
  const numbers = new Set(added.map(({number}) => number));
  const isOld = (number: number): boolean => !numbers.has(number);
  return {renamed: renamed.filter(isOld), redated: redated.filter(isOld)};
}

/** The releases of the dataset after the change. */
function* readReleases(q: Queries, plan: ChangePlan, now: string): Script<readonly FoldedRelease[]> {
  const stored = plan.dataset ? yield* readAllReleaseMetadata(q, plan.dataset.id) : new Map<number, ReleaseMetadata>();
  const releases = plan.releases
    .filter((release) => release.id !== plan.withdrawn?.id)
    .map(({id, loadedAt}) => ({metadata: stored.get(id)!, loadedAt}));
  if (plan.incoming) {
    const day = plan.incoming.metadata.publishedAt;
    const later = plan.releases.findIndex((release) => release.publishedAt > day);
    releases.splice(later < 0 ? releases.length : later, 0, {metadata: plan.incoming.metadata, loadedAt: now});
  }
  return releases;
}
