// The series that a change of a dataset describes in another way, although none of their values changed [changes.*]: series with another
// name of their indicator, class or territory, and weekly series whose weeks begin on other days.
//
// An export has the names of territories and the days of weeks, so its followers must be told of them.
import type {Catalogue} from "../../statistics/catalogue/catalogue.ts";
import {weeksOf} from "../../statistics/catalogue/catalogue-blocks.ts";
import {type CatalogueManifest, DamagedCatalogue} from "../../statistics/catalogue/catalogue-code.ts";
import type {Territory} from "../../statistics/territory.ts";
import {NO_DAY, type PeriodTable} from "../../statistics/time/day.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Script} from "../../store/script.ts";
import {readCatalogueManifest} from "../../store/series/catalogue.ts";
import type {SeriesRecord} from "../../store/series/series.ts";

/** Numbers of series, in any order. */
export interface Redescribed {
  readonly renamed: readonly number[];
  /** Told whole, because their periods have other days. */
  readonly redated: readonly number[];
}

export const NOT_REDESCRIBED: Redescribed = {renamed: [], redated: []};

/** The names and weeks of the dataset before a change; null: it is new, or they can't be read. */
export type DescriptionBefore = Pick<CatalogueManifest, "territories" | "indicatorLabels" | "codes"> & {
  readonly weeks: PeriodTable | null;
};

/** To be read before the state of the dataset is written. */
export function* readDescription(q: Queries, datasetId: number): Script<DescriptionBefore | null | "damaged"> {
  try {
    const manifest = yield* readCatalogueManifest(q, datasetId);
    return manifest === null ? null : {...manifest, weeks: weeksOf(manifest)};
  } catch (error) {
    if (error instanceof DamagedCatalogue) return "damaged";
    throw error;
  }
}

/**
 * Compares the descriptions of series before and after a change.
 * @param series all of the dataset after the change
 * @param classes codes of classes with another name
 */
export function findRedescribed(
  before: DescriptionBefore | null | "damaged",
  after: Pick<Catalogue, "territories" | "indicatorLabels" | "indicator" | "weeks">,
  series: readonly SeriesRecord[],
  classes: ReadonlySet<string>,
): Redescribed {
  if (before === null) return NOT_REDESCRIBED;
  // What they were called is unknown, so all are told.
  if (before === "damaged") return {renamed: series.map(({number}) => number), redated: weeklyOf(series)};
  const territories = others(before.territories.map(wordsOfTerritory), after.territories.map(wordsOfTerritory));
  const indicators = others(
    before.indicatorLabels.map((label, index) => [before.codes.indicator[index] as string, label]),
    after.indicatorLabels.map((label, index) => [after.indicator.codes[index] as string, label]),
  );
  const redated = isRedated(before.weeks, after.weeks) ? weeklyOf(series) : [];
  if (territories.size + indicators.size + classes.size === 0) return {renamed: [], redated};
  const renamed = series.filter(
    ({territory, indicator, classification}) =>
      territories.has(territory) || indicators.has(indicator) || classes.has(classification ?? ""),
  );
  return {renamed: renamed.map(({number}) => number), redated};
}

/** Followers have its level and its normalised code too. */
function wordsOfTerritory({code, name, level, canonical}: Territory): [code: string, words: string] {
  return [code, `${level} ${canonical} ${name}`];
}

/** The codes that are in both lists with different names. */
function others(before: readonly (readonly [string, string])[], after: typeof before): ReadonlySet<string> {
  const names = new Map(before);
  return new Set(after.filter(([code, name]) => (names.get(code) ?? name) !== name).map(([code]) => code));
}

function weeklyOf(series: readonly SeriesRecord[]): number[] {
  return series.filter(({frequency}) => frequency === "W").map(({number}) => number);
}

/**
 * Whether a week of the calendar before has another day now, or none: a week that comes back later may have another one, and followers have
 * its old day.
 */
function isRedated(before: PeriodTable | null, after: PeriodTable | null): boolean {
  if (before === null || after === null) return false;
  return before.days.some((day, index) => {
    const later = after.days[before.base + index - after.base];
    return day !== NO_DAY && later !== day;
  });
}
