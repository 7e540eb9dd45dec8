// From an estimate that is asked about to the question that can be put to the archived bytes of its release.
import type {AskedEstimate} from "../../evidence.ts";
import type {SeriesDimensions} from "../../statistics/catalogue/series-identity.ts";
import type {Store} from "../../store/open.ts";
import {type ArchivedRelease, findArchivedRelease} from "../../store/releases/archived-release.ts";
import {findSeriesOfKey} from "../../store/series/series-of-key.ts";
import type {RereadQuestion} from "./reread-release.ts";

/** null: the release or the series is there no more. */
export async function readQuestion(
  store: Store,
  {releaseId, seriesKey, period}: AskedEstimate,
): Promise<{release: ArchivedRelease; question: RereadQuestion} | null> {
  return await store.statistics.read(function* (q) {
    const release = yield* findArchivedRelease(q, releaseId);
    const found = yield* findSeriesOfKey(q, seriesKey);
    if (release === null || found === null) return null;
    return {release, question: questionOf(release, found.series, period)};
  });
}

export function questionOf(release: ArchivedRelease, series: SeriesDimensions, period: number): RereadQuestion {
  const {provider, dataset, publishedAt, parser, hints} = release;
  const {indicator, classification, measure, transformation, unit, frequency, territory} = series;
  const dimensions = {indicator, classification, measure, transformation, unit, frequency, territory};
  return {provider, dataset, publishedAt, parser, hints, series: dimensions, period};
}
