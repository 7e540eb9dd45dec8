// What the home page reads: the figures of its tiles and the newest releases. It is kept until the store or the day changes.
//
// Visitors that come while it is read wait for the same reading.
import {listedTiles, readHomeTiles, readTileSources} from "../../../reference/home-lists.ts";
import type {ChosenTile} from "../../../settings/site-file.ts";
import {parseSteps} from "../../../statistics/derived/step.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import {readLastChange} from "../../../store/releases/load-run.ts";
import {listPublishedReleases} from "../../../store/releases/published-release.ts";
import type {Script} from "../../../store/script.ts";
import type {CatalogueCache} from "../../../store/series/catalogue-cache.ts";
import {type FoundSeries, readFoundSeries} from "../../../store/series/named-series.ts";
import {findSeriesOfKey} from "../../../store/series/series-of-key.ts";
import {readFigures} from "../../figures/read-figures.ts";
import type {SiteContext} from "../../visit/context.ts";
import type {HomeReading, ShownTile} from "../../visit/shared-readings.ts";
import type {Visit} from "../../visit/visit.ts";
import type {InBoth, Language} from "../../words/language.ts";
import {nameRows, nameSeries} from "../../words/own-names.ts";
import {findTileSeries, type KnownDataset, knownDatasets, type TileSeries} from "./find-tile.ts";

const SPARK_YEARS = 5;
const COUNTRY_LEVEL = {kind: "level", level: "country"} as const;
const RELEASES_SHOWN = 6;
/** The newest releases that are read; one of each dataset is shown. */
const RELEASES_READ = 40;
/** States of a store, or languages, whose reading is kept. */
const MOST_KEPT = 6;

export async function readHome(visit: Visit): Promise<HomeReading> {
  const {site, language} = visit;
  const kept = site.readings.home;
  // before everything that is kept under it: what a load changes meanwhile is read again by the next visitor
  const change = await site.store.statistics.readOne(readLastChange);
  const key = JSON.stringify([change, language, site.today()]);
  const known = kept.get(key);
  if (known !== undefined) return known;
  const reading = read(visit);
  kept.set(key, reading);
  reading.catch(() => kept.delete(key));
  for (const old of [...kept.keys()].slice(0, -MOST_KEPT)) kept.delete(old);
  return reading;
}

async function read({site, language, budget}: Visit): Promise<HomeReading> {
  const known = knownDatasets(await site.store.overview.read(), site.today());
  return site.store.statistics.readWithRests((q) => readAll(q, site, {known, language}), budget);
}

interface Known {
  readonly known: ReadonlyMap<string, KnownDataset>;
  readonly language: Language;
}

function* readAll(q: Queries, site: SiteContext, {known, language}: Known): Script<HomeReading> {
  const tiles: ShownTile[] = [];
  for (const choice of site.settings.tiles ?? defaultTiles(site.country.code)) {
    const source = yield* sourceOf(q, site, choice, known);
    const tile = source === null ? null : yield* readTile(q, site.catalogues, source.series, source.names, language);
    if (tile !== null && tile.figures.latest !== null) tiles.push(tile);
    yield;
  }
  const {releases} = yield* listPublishedReleases(q, {since: null, provider: null, dataset: null}, 0, RELEASES_READ);
  const newest = [...Map.groupBy(releases, ({provider, dataset}) => `${provider}/${dataset}`).values()].map(
    ([one]) => one!,
  );
  return {tiles, releases: yield* nameRows(q, language, newest.slice(0, RELEASES_SHOWN))};
}

function defaultTiles(country: string): readonly ChosenTile[] {
  return listedTiles(country, "home").map(({tile}) => ({tile}));
}

/** null: the store has no series for the tile. */
function* sourceOf(q: Queries, {country, catalogues}: SiteContext, choice: ChosenTile, known: Known["known"]) {
  if ("series" in choice) {
    const found = yield* findSeriesOfKey(q, choice.series);
    if (found === null) return null;
    const {dataset, series} = found;
    return {series: {dataset, key: series.key, lastPeriod: series.lastPeriod, derive: null}, names: choice.names};
  }
  const isOwn = (one: {readonly country: string; readonly tile: string}) =>
    one.country === country.code && one.tile === choice.tile;
  const sources = readTileSources().filter(isOwn);
  const series = yield* findTileSeries(q, catalogues, sources, {known, territory: COUNTRY_LEVEL});
  return series === null ? null : {series, names: readHomeTiles().find(isOwn)?.names ?? null};
}

function* readTile(
  q: Queries,
  catalogues: CatalogueCache,
  {dataset, key, derive}: TileSeries,
  names: InBoth<string> | null,
  language: Language,
): Script<ShownTile | null> {
  const [found] = yield* readFoundSeries(q, [{datasetId: dataset.id, key}]);
  if (found === undefined) return null;
  const steps = derive === null ? [] : parseSteps(derive);
  if ("problem" in steps) throw new Error(`the steps of a tile can't be read: ${steps.problem}`);
  const [figures] = yield* readFigures(q, catalogues, dataset, [found], {years: SPARK_YEARS, steps});
  if (!figures) return null;
  const [series] = yield* nameSeries<FoundSeries>(q, language, [found], () => dataset.id);
  return {names, series: series!, figures, derive};
}
