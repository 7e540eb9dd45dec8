// How a value stands among the territories of its level: ranks from the highest value of one period, and the values of the country beside it.
//
// One reading serves the pages of all territories of the level, so it is kept until the store changes.
import type {Level, Territory} from "../../../statistics/territory.ts";
import type {Day} from "../../../statistics/time/day.ts";
import type {FoundSeries} from "../../../store/series/named-series.ts";
import {type BoundedCache, createBoundedCache} from "../../../work/bounded-cache.ts";
import type {SiteParts} from "../../visit/context.ts";
import type {Visit} from "../../visit/visit.ts";
import {readFamily, valueOn} from "../family/read-family.ts";
import {ranked} from "../territories/ranking.ts";

export interface Standing {
  /** By the key of the series; a territory without a value in the period has none. */
  readonly ranks: ReadonlyMap<string, number>;
  /** The values of the same period in the series of the country; a dataset may have the country in two extents. */
  readonly countries: readonly {readonly territory: Territory; readonly value: number}[];
  /** Whether the dataset has the country in several extents, so that its name says which. */
  readonly severalCountries: boolean;
}

const KEPT_BYTES = 4 * 1024 * 1024;
/** About what a rank takes with its key. */
const RANK_BYTES = 100;

/** By site: tests open several in one process. */
const kept = new WeakMap<SiteParts, BoundedCache<Standing>>();

interface WantedStanding {
  /** The last load run of the store. */
  readonly change: string | null;
  readonly level: Level;
  /** The first day of the period whose values are compared. */
  readonly day: Day;
}

export async function readStanding(
  visit: Visit,
  series: FoundSeries,
  {change, level, day}: WantedStanding,
): Promise<Standing> {
  const {site, language} = visit;
  const cache = kept.get(site) ?? createBoundedCache<Standing>(KEPT_BYTES);
  kept.set(site, cache);
  const {datasetId, indicator, classification, measure, transformation, unit, frequency} = series;
  const family = [datasetId, indicator, classification, measure, transformation, unit, frequency];
  const key = JSON.stringify([change, language, ...family, level, day]);
  const known = cache.find(key);
  if (known !== undefined) return known;
  const standing = await read(visit, series.key, level, day);
  cache.keep(key, standing, RANK_BYTES * (2 + standing.ranks.size));
  return standing;
}

async function read(visit: Visit, key: string, level: Level, day: Day): Promise<Standing> {
  const family = await readFamily(visit, key, level, null);
  const rows = await visit.inSlices(ranked(family, day, "high", visit.language));
  const ranks = new Map(rows.flatMap(({member, rank}) => (rank === null ? [] : [[member.key, rank] as const])));
  const whole = family.levels.has("country") ? await readFamily(visit, key, "country", null) : null;
  const members = whole?.level === "country" ? whole.members : [];
  const countries = members.flatMap((member) => {
    const value = valueOn(member, whole!, day);
    return value === null ? [] : [{territory: member.territory, value}];
  });
  return {ranks, countries, severalCountries: members.length > 1};
}
