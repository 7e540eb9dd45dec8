// The family of a series: all series that differ from it only by their territory, with their latest values or those of a past day.
//
// They are the series that /api/v1/data gives for the same dimensions.

import {type Catalogue, familyAt, keyAt} from "../../../statistics/catalogue/catalogue.ts";
import {
  createObservations,
  openWindow,
  readWindow,
  valueAt,
  type WindowColumns,
} from "../../../statistics/history/window.ts";
import {type SeriesStatus, seriesStatus} from "../../../statistics/status.ts";
import {LEVELS, type Level, type Territory} from "../../../statistics/territory.ts";
import {
  type Day,
  dayText,
  FIRST_DAY,
  LAST_DAY,
  ordinalAt,
  type PeriodTable,
  periodTable,
} from "../../../statistics/time/day.ts";
import type {DatasetRecord} from "../../../store/datasets/dataset.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import type {Script} from "../../../store/script.ts";
import type {CatalogueCache} from "../../../store/series/catalogue-cache.ts";
import {readHistories} from "../../../store/series/history.ts";
import type {DescribedSeries} from "../../../store/series/named-series.ts";
import {findSeriesOfKey, type SeriesOfKey} from "../../../store/series/series-of-key.ts";
import type {Steps} from "../../../work/pace.ts";
import {PageFault} from "../../frame/page.ts";
import type {SiteContext} from "../../visit/context.ts";
import type {Visit} from "../../visit/visit.ts";
import type {Language} from "../../words/language.ts";
import {type InLanguage, nameDatasets, nameSeries, nameTerritories} from "../../words/own-names.ts";
import {wholeWindow} from "../search/results.ts";
import {restsOfWholes} from "./whole-territories.ts";

export interface FamilyMember {
  readonly key: string;
  readonly territory: Territory;
  /** null for a past day: the status is only known for today. */
  readonly status: SeriesStatus | null;
  /** Packed: the values of all members would be millions of objects. */
  readonly history: Uint8Array;
}

export interface Family {
  readonly dataset: InLanguage<DatasetRecord>;
  readonly series: InLanguage<DescribedSeries>;
  readonly level: Level;
  /** The number of series of each level that has any. */
  readonly levels: ReadonlyMap<Level, number>;
  /** Cities only: the few regions of the family, which are cities too (Moscow). A list without them would name a wrong first. */
  readonly regionsApart: readonly Territory[];
  /** The series of the level, in the order of the slice; among regions the rest of one whose parts are regions too. */
  readonly members: readonly FamilyMember[];
  readonly periods: PeriodTable;
  /** null: the latest values. */
  readonly asOf: Day | null;
  /** The first days of the periods of all members, newest first. */
  readonly days: readonly Day[];
  /** A member has values of two periods. */
  readonly hasLines: boolean;
}

/** Enough for all cities of a country, so that a rank is among all of them. */
const MOST_MEMBERS = 3000;
const HISTORIES_AT_ONCE = 200;
const NO_RESTS: ReadonlySet<string> = new Set();
/** More regions are a list of their own, not cities of the rank of a region. */
const MOST_REGIONS_APART = 5;

/**
 * Throws PageFault 404.
 * @param wantedLevel null or a level without series: usualLevel
 * @param asOf null: the latest values
 */
export async function readFamily(
  {site, budget, withRests, language}: Visit,
  key: string,
  wantedLevel: string | null,
  asOf: Day | null,
): Promise<Family> {
  const {statistics} = site.store;
  const found = await statistics.readWithRests(
    (q) => readSeriesOfFamily(q, site.catalogues, {key, level: wantedLevel, language}),
    budget,
  );
  if (found === null) throw new PageFault(404, "there is no such series");
  const {catalogue, chosen, histories, series} = found;
  const periods = series.frequency === "W" ? catalogue.weeks! : periodTable(series.frequency);
  const frontier = catalogue.frontiers.get(series.frequency)!;
  const members = chosen.map((position, index): FamilyMember => {
    const history = histories[index];
    if (history === undefined) throw new Error(`series ${keyAt(catalogue, position)} has no history in the store`);
    return {
      key: keyAt(catalogue, position),
      territory: found.territories[index]!,
      status: asOf === null ? seriesStatus(catalogue.lastPeriod[position]!, frontier, series.frequency) : null,
      history,
    };
  });
  const {days, hasLines} = await withRests(collectDays(members, periods, asOf));
  const {dataset, level, levels, regionsApart} = found;
  return {dataset, series, level, levels, regionsApart, members, periods, asOf, days, hasLines};
}

interface WantedFamily {
  readonly key: string;
  /** null: usualLevel. */
  readonly level: string | null;
  readonly language: Language;
}

/** The series of the level with their packed histories; null: there is no series with the key. */
function* readSeriesOfFamily(q: Queries, catalogues: CatalogueCache, {key, level: query, language}: WantedFamily) {
  const own = yield* findSeriesOfKey(q, key);
  if (own === null) return null;
  const catalogue = yield* catalogues.readClasses(q, own.dataset, [own.series.classification]);
  const [start, end] = familyOf(catalogue, own.series.number);
  const positions = Array.from({length: end - start}, (_, index) => start + index);
  const levels = countLevels(catalogue, positions);
  const level =
    LEVELS.find((one) => one === query && levels.has(one)) ?? usualLevel(levels, own.series.fullTerritory.level);
  const codes = positions.map((position) => territoryAt(catalogue, position).canonical);
  const rests = level === "region" ? restsOfWholes(new Set(codes)) : NO_RESTS;
  const chosen = positions
    .filter((position, at) => territoryAt(catalogue, position).level === level || rests.has(codes[at]!))
    .slice(0, MOST_MEMBERS);
  const numbers = chosen.map((position) => catalogue.numbers[position]!);
  const histories: (Uint8Array | undefined)[] = [];
  for (let at = 0; at < numbers.length; at += HISTORIES_AT_ONCE) {
    histories.push(...(yield* readHistories(q, own.dataset.id, numbers.slice(at, at + HISTORIES_AT_ONCE))));
    yield;
  }
  const regions = positions.map((position) => territoryAt(catalogue, position)).filter((one) => one.level === "region");
  const regionsApart = level === "city" && regions.length <= MOST_REGIONS_APART ? regions : [];
  const {dataset, series} = own;
  const territories = chosen.map((position) => territoryAt(catalogue, position));
  return {
    dataset: (yield* nameDatasets(q, language, [dataset]))[0]!,
    series: (yield* nameSeries(q, language, [series], () => dataset.id))[0]!,
    territories: yield* nameTerritories(q, language, dataset.id, territories),
    regionsApart: yield* nameTerritories(q, language, dataset.id, regionsApart),
    ...{catalogue, chosen, levels, level, histories},
  };
}

/** The period that an address names, if the family has it; else the latest. */
export function shownPeriod({days, series}: Family, query: string | null): Day {
  return days.find((day) => dayText(day) === query) ?? days[0] ?? series.lastPeriod;
}

/** All days on which a period of a member begins, newest first. */
function* collectDays(
  members: readonly FamilyMember[],
  periods: PeriodTable,
  asOf: Day | null,
): Generator<undefined, {readonly days: Day[]; readonly hasLines: boolean}> {
  const isBegun = new Uint8Array(LAST_DAY - FIRST_DAY + 1);
  const observations = createObservations();
  let most = 0;
  for (const {history} of members) {
    readWindow(openWindow(history, wholeWindow(periods, asOf)), periods, observations);
    const {count, period} = observations;
    for (let row = 0; row < count; row++) isBegun[period[row]! - FIRST_DAY] = 1;
    most = Math.max(most, count);
    yield;
  }
  const days: Day[] = [];
  for (let index = isBegun.length - 1; index >= 0; index--) if (isBegun[index] === 1) days.push(index + FIRST_DAY);
  return {days, hasLines: most > 1};
}

/** The first and the last day with a value; null: none. @param observations reused for the next history: new columns for thousands are collected for 20 ms */
export function endsOf(
  history: Uint8Array,
  periods: PeriodTable,
  asOf: Day | null,
  observations: WindowColumns,
): readonly [Day, Day] | null {
  readWindow(openWindow(history, wholeWindow(periods, asOf)), periods, observations);
  const {count, period} = observations;
  return count === 0 ? null : [period[0]!, period[count - 1]!];
}

/** The value of the period that begins on a day; null: none. @param observations as for endsOf */
export function valueOn(member: FamilyMember, family: Family, day: Day, observations: WindowColumns): number | null {
  readPeriod(member, family, day, observations);
  const value = observations.count === 0 ? Number.NaN : valueAt(observations, 0);
  return Number.isFinite(value) ? value : null;
}

/** The last day on which a value of the period was published; null: there is none. */
export function* publishedOn(family: Family, day: Day): Steps<Day | null> {
  const observations = createObservations();
  let newest: Day | null = null;
  for (const member of family.members) {
    readPeriod(member, family, day, observations);
    if (observations.count > 0) newest = Math.max(newest ?? observations.asOf[0]!, observations.asOf[0]!);
    yield;
  }
  return newest;
}

function readPeriod({history}: FamilyMember, {periods, asOf, series}: Family, day: Day, into: WindowColumns): void {
  const {frequency} = series;
  const ordinal = frequency === "W" ? periods.base + periods.days.indexOf(day) : ordinalAt(frequency, day);
  readWindow(openWindow(history, {from: ordinal, to: ordinal, asOf}), periods, into);
}

function territoryAt({territory, territories}: Catalogue, position: number): Territory {
  return territories[territory.index[position]!]!;
}

function countLevels(catalogue: Catalogue, positions: readonly number[]): Map<Level, number> {
  const counts = new Map<Level, number>();
  for (const position of positions) {
    const {level} = territoryAt(catalogue, position);
    counts.set(level, (counts.get(level) ?? 0) + 1);
  }
  return counts;
}

/** A city is compared with cities; the country, which has no equals, with its regions, which readers compare most. */
function usualLevel(levels: ReadonlyMap<Level, number>, own: Level): Level {
  if ((levels.get(own) ?? 0) > 1) return own;
  if (levels.has("region")) return "region";
  return [...levels].reduce((most, one) => (one[1] > most[1] ? one : most))[0];
}

/** Start and end of a family in the catalogue, by the number of one of its series; empty for an unknown number. */
function familyOf({families, numbers}: Catalogue, number: number): readonly [start: number, end: number] {
  const position = numbers.indexOf(number);
  if (position === -1) return [0, 0];
  const family = familyAt(families, position);
  return [families[family]!, families[family + 1]!];
}

/** The number of territories to compare, with the own one. A dataset of one territory needs no catalogue. */
export function* countFamily(
  q: Queries,
  {catalogues}: Pick<SiteContext, "catalogues">,
  {dataset, series}: Pick<SeriesOfKey, "dataset" | "series">,
): Script<number> {
  if (dataset.territoryCount < 2) return 1;
  const [start, end] = familyOf(yield* catalogues.readClasses(q, dataset, [series.classification]), series.number);
  return end - start;
}
