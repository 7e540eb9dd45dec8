// The trace of a value for the command line: each estimate of a period with its release, its file and its cell.
//
// The reading is the same as a server's, without its limits of time and memory.
import type {EstimateQuery, Rereading} from "../../service/evidence.ts";
import {Refusal} from "../../service/refusal.ts";
import type {SeriesDimensions} from "../../statistics/catalogue/catalogue.ts";
import {decodeHistory} from "../../statistics/history/decode.ts";
import {type Estimates, estimatesOf, type PeriodEstimate, periodOn} from "../../statistics/history/estimates.ts";
import {type Day, dayText, type PeriodTable, parseDay, parsePeriod} from "../../statistics/time/day.ts";
import {readMirror, readMirrorCursor} from "../../store/changes/mirror.ts";
import type {Store} from "../../store/open.ts";
import {findRelease, listReleases, type ReleaseOfDataset} from "../../store/releases/release.ts";
import {type ArchivedRelease, findArchivedRelease} from "../../store/releases/release-file.ts";
import {hasSourceFile} from "../../store/releases/source-file.ts";
import {createCatalogueCache} from "../../store/series/catalogue-cache.ts";
import {findSeriesOfKey, readHistory, readPeriods, type SeriesOfKey} from "../../store/series/series-of-key.ts";
import {archivedFiles} from "../archive/archive.ts";
import {failed} from "./explained-value.ts";
import {type RereadQuestion, rereadRelease} from "./reread-release.ts";

export interface TracedEstimate {
  readonly release: ReleaseOfDataset;
  readonly estimate: PeriodEstimate;
  readonly reading: Rereading;
}

export interface Trace extends SeriesOfKey {
  /** First day of the period. */
  readonly period: Day;
  /** Newest first. */
  readonly estimates: readonly TracedEstimate[];
}

/**
 * @param periodText the first day of the period as answers print it, or the period as a tidy package writes it ("2026-03", "2026-Q1")
 * @param asOf only estimates known by that day; null: all
 * @throws Refusal if there is no such series, or no value for the period
 */
export async function traceValue(store: Store, key: string, periodText: string, asOf: Day | null): Promise<Trace> {
  const {found, history, periods, releases} = await readParts(store, key);
  const period = periodOf(periodText, found, history, periods);
  const estimates: TracedEstimate[] = [];
  for (const estimate of estimatesOf(history, period, asOf)) {
    const record = releases.find((one) => one.publishedAt === estimate.day && one.sequence === estimate.sequence);
    const release = record && (await store.statistics.read((q) => findRelease(q, record.id)));
    if (!release) throw new Error(`a release of ${dayText(estimate.day)} left estimates but is not in the store`);
    const away = await awayReading(store, release, key);
    const again = () => rereadRelease(archivedFiles(store, release), questionOf(release, found.series, period));
    const reading = away ?? (await again());
    estimates.push({release, estimate, reading});
  }
  return {...found, period: periods.days[period - periods.base]!, estimates};
}

const CATALOGUE_BYTES = 64 * 1024 * 1024;

async function readParts(store: Store, key: string) {
  const catalogues = createCatalogueCache(CATALOGUE_BYTES, () => {});
  return await store.statistics.read(function* (q) {
    const found = yield* findSeriesOfKey(q, key);
    if (found === null)
      throw new Refusal(`there is no series ${key}`, "copy its key from an answer, or from the address of its page");
    const history = decodeHistory(yield* readHistory(q, found));
    const periods = yield* readPeriods(q, catalogues, found);
    return {found, history, periods, releases: yield* listReleases(q, found.dataset.id)};
  });
}

function periodOf(text: string, {series}: SeriesOfKey, history: Estimates, periods: PeriodTable): number {
  const day = parseDay(text);
  const named = day === null ? parsePeriod(text) : null;
  if (day === null && named === null)
    throw new Refusal(`"${text}" is not a period`, "write its first day, YYYY-MM-DD, as answers print it");
  if (named !== null && named.frequency !== series.frequency)
    throw new Refusal(`${text} is not a period of series ${series.key}, whose frequency is ${series.frequency}`);
  const period = named?.ordinal ?? periodOn(history, periods, day!);
  if (period !== null && estimatesOf(history, period, null).length > 0) return period;
  const at = (row: number): string => dayText(periods.days[history.period[row]! - periods.base]!);
  throw new Refusal(
    `series ${series.key} has no value for ${text}`,
    `it has values from ${at(0)} to ${at(history.count - 1)}`,
  );
}

/** The question for the archived bytes of an estimate's release. null: the release or the series no longer exists. */
export async function readQuestion(
  store: Store,
  {releaseId, seriesKey, period}: EstimateQuery,
): Promise<{release: ArchivedRelease; question: RereadQuestion} | null> {
  return await store.statistics.read(function* (q) {
    const release = yield* findArchivedRelease(q, releaseId);
    const found = yield* findSeriesOfKey(q, seriesKey);
    if (release === null || found === null) return null;
    return {release, question: questionOf(release, found.series, period)};
  });
}

/** Of a release whose file was left at the service that this store mirrors; null: its files are here. */
export async function awayReading(
  store: Store,
  {provider, dataset, files}: ArchivedRelease,
  seriesKey: string,
): Promise<Rereading | null> {
  for (const {sha256} of files) {
    if (await store.sources.read((q) => hasSourceFile(q, sha256))) continue;
    const origin = await store.statistics.read(function* (q) {
      const isMirrored = (yield* readMirrorCursor(q, {provider, dataset})) !== null;
      return isMirrored ? ((yield* readMirror(q))?.origin ?? null) : null;
    });
    if (origin === null) return null;
    const there = `${origin}/api/v1/series/${seriesKey}/evidence`;
    return failed(`its file is in the archive of the service that this store mirrors: ${there}`);
  }
  return null;
}

function questionOf(release: ArchivedRelease, series: SeriesDimensions, period: number): RereadQuestion {
  const {provider, dataset, publishedAt, parser, hints} = release;
  const {indicator, classification, measure, transformation, unit, frequency, territory} = series;
  const dimensions = {indicator, classification, measure, transformation, unit, frequency, territory};
  return {provider, dataset, publishedAt, parser, hints, series: dimensions, period};
}
