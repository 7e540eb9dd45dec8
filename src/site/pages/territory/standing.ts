// How a value stands among the territories of its level: ranks from the highest value of one period, and the values of the country beside it.
//
// One reading serves the pages of all territories of the level, so it is kept until the store changes.
import {createObservations} from "../../../statistics/history/window.ts";
import type {Level} from "../../../statistics/territory.ts";
import type {Day} from "../../../statistics/time/day.ts";
import type {FoundSeries} from "../../../store/series/named-series.ts";
import type {Standing} from "../../visit/shared-readings.ts";
import type {Visit} from "../../visit/visit.ts";
import {readFamily, valueOn} from "../family/read-family.ts";
import {ranked} from "../territories/ranking.ts";

/** About what a rank takes with its key. */
const RANK_BYTES = 100;

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
  const cache = site.readings.standings;
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
  const rows = await visit.withRests(ranked(family, day, "high", visit.language));
  const ranks = new Map(rows.flatMap(({member, rank}) => (rank === null ? [] : [[member.key, rank] as const])));
  const whole = family.levels.has("country") ? await readFamily(visit, key, "country", null) : null;
  const members = whole?.level === "country" ? whole.members : [];
  const columns = createObservations();
  const countries = members.flatMap((member) => {
    const value = valueOn(member, whole!, day, columns);
    return value === null ? [] : [{territory: member.territory, value}];
  });
  return {ranks, countries, severalCountries: members.length > 1};
}
