// What matters first about a territory: listed figures, each with its change on the year, the rank among territories of the same level, and
// the figure of the country beside it.
//
// A rank is from the highest value of the same period; a territory that lacks the period has none.

import {listedTiles, readTileSources} from "../../../reference/home-lists.ts";
import type {Territory} from "../../../statistics/territory.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import type {DatasetInOverview} from "../../../store/overview/dataset-overview.ts";
import {readLastChange} from "../../../store/releases/load-run.ts";
import type {Script} from "../../../store/script.ts";
import {type FoundSeries, readFoundSeries} from "../../../store/series/named-series.ts";
import {figureChangeText, ON_YEAR} from "../../figures/change-words.ts";
import {readFigures} from "../../figures/read-figures.ts";
import type {SeriesFigures} from "../../figures/series-figures.ts";
import {type Html, html} from "../../html/html.ts";
import type {Standing} from "../../visit/shared-readings.ts";
import type {Visit} from "../../visit/visit.ts";
import {dataTable} from "../../widgets/data-table.ts";
import {countedUnit} from "../../words/counted-unit.ts";
import type {InBoth, Language} from "../../words/language.ts";
import {isPerCent, kindWords} from "../../words/measures.ts";
import {levelWords, territoryWords} from "../../words/names.ts";
import {type InLanguage, nameSeries} from "../../words/own-names.ts";
import {capitalized, fewDigitsText, numberText, shortPeriodWords} from "../../words/wording.ts";
import {findTileSeries, knownDatasets} from "../home/find-tile.ts";
import {measured} from "../search/variants.ts";
import {seriesPath, territoriesPath} from "../series/link.ts";
import {readStanding} from "./standing.ts";
import type {TerritoryWords} from "./words.ts";

interface TerritoryFigure {
  readonly names: InBoth<string>;
  readonly series: InLanguage<FoundSeries>;
  readonly figures: SeriesFigures;
}

/** false: no listed figure has a value for the territory. @param territory not a country */
export async function drawTerritoryFigures(
  visit: Visit,
  territory: Territory,
  overview: readonly DatasetInOverview[],
  words: TerritoryWords,
): Promise<Html | false> {
  const {language, site} = visit;
  const known = knownDatasets(overview, site.today());
  const all = await site.store.statistics.readWithRests((q) => readAll(q, visit, territory, known), visit.budget);
  if (all.length === 0) return false;
  const many = levelWords(territory.canonical, language).many[territory.level];
  const change = await site.store.statistics.readOne(readLastChange);
  const rows: Html[][] = [];
  for (const figure of all) {
    const {series, figures} = figure;
    const standing = await readStanding(visit, series, {
      change,
      level: territory.level,
      day: figures.points.at(-1)!.day,
    });
    rows.push(drawFigure(visit, figure, standing, words));
  }
  const onYear = capitalized(ON_YEAR[language]);
  return html`<h2 id="figures">${words.main}</h2>
${dataTable({
  caption: words.main,
  narrow: "stacked",
  columns: [
    {head: words.figure},
    {head: words.value, number: true},
    {head: words.period},
    {head: onYear, number: true},
    {head: `${words.rank}, ${many}`},
    {head: words.country, number: true},
  ],
  rows,
})}`;
}

function drawFigure(
  {language, link}: Visit,
  {names, series, figures: {latest, points, meaning}}: TerritoryFigure,
  standing: Standing,
  words: TerritoryWords,
): Html[] {
  const kinds = kindWords(series, language);
  const shown = fewDigitsText(latest!.value, language);
  const onYear = latest!.onYear ?? (series.frequency === "A" ? latest!.onPeriod : null);
  return [
    html`<a href="${link(seriesPath(series.key))}">${names[language]}</a>${kinds.length > 0 && html`<br><span class="quiet">${kinds.join(", ")}</span>`}`,
    html`${shown} <span class="quiet">${unitOf(series, shown, language)}</span>`,
    html`${shortPeriodWords(points.at(-1)!.day, series.frequency, language)}`,
    html`${onYear === null ? "—" : figureChangeText(onYear, meaning, isPerCent(measured(series)), language)}`,
    drawRank(series.key, standing),
    countryValue(standing, language),
  ];

  /** A dash if the territory has no value in the period, or no other has one. */
  function drawRank(key: string, {ranks}: Standing): Html {
    const rank = ranks.get(key);
    if (rank === undefined || ranks.size < 2) return html`—`;
    return html`<a href="${link(territoriesPath(key))}">${numberText(rank, language)} ${words.of} ${numberText(ranks.size, language)}</a> <span class="quiet">${words.withValues}</span>`;
  }
}

/** With its name where the dataset has the country in several extents; a dash if it has none. */
function countryValue({countries, severalCountries}: Standing, language: Language): Html {
  const [first] = countries;
  if (first === undefined) return html`—`;
  return html`${fewDigitsText(first.value, language)}${severalCountries && html` <span class="quiet extent">${territoryWords(first.territory, language)}</span>`}`;
}

function unitOf(series: FoundSeries, shown: string, language: Language): Html | string {
  if (isPerCent(measured(series))) return "%";
  return series.unit === null ? "" : countedUnit(shown, series.unitName ?? series.unit, language);
}

function* readAll(
  q: Queries,
  {site, language}: Visit,
  territory: Territory,
  known: ReturnType<typeof knownDatasets>,
): Script<readonly TerritoryFigure[]> {
  const all: TerritoryFigure[] = [];
  for (const {country, tile, names} of listedTiles(site.country.code, "territory")) {
    const sources = readTileSources().filter(
      (one) => one.country === country && one.tile === tile && one.derive === null,
    );
    const wanted = {kind: "codes", codes: [territory.code]} as const;
    const found = yield* findTileSeries(q, site.catalogues, sources, {known, territory: wanted});
    if (found === null) continue;
    const [series] = yield* readFoundSeries(q, [{datasetId: found.dataset.id, key: found.key}]);
    if (series === undefined) continue;
    const [figures] = yield* readFigures(q, site.catalogues, found.dataset, [series], {years: 1});
    if (!figures?.latest) continue;
    const [named] = yield* nameSeries<FoundSeries>(q, language, [series], () => found.dataset.id);
    all.push({names, series: named!, figures});
  }
  return all;
}
