// What matters first about a territory: listed figures, each with its change on the year, the rank among territories of the same level, and
// the figure of the country beside it.
//
// A rank is from the highest value of the same period; a territory that lacks the period has none.
import {readHomeTiles, readTileSources} from "../../../reference/home-lists.ts";
import type {Territory} from "../../../statistics/territory.ts";
import type {Day} from "../../../statistics/time/day.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import type {Script} from "../../../store/script.ts";
import {type FoundSeries, readFoundSeries} from "../../../store/series/named-series.ts";
import {latestChangeText, ON_YEAR} from "../../figures/change-words.ts";
import {readFigures} from "../../figures/read-figures.ts";
import type {SeriesFigures} from "../../figures/series-figures.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {dataTable} from "../../widgets/data-table.ts";
import {type InBoth, inPairs} from "../../words/language.ts";
import {isPerCent} from "../../words/measures.ts";
import {levelWords, territoryWords, unitWords} from "../../words/names.ts";
import {type InLanguage, nameSeries} from "../../words/own-names.ts";
import {fewDigitsText, numberText, shortPeriodWords} from "../../words/wording.ts";
import {type Family, readFamily, valueOn} from "../family/read-family.ts";
import {findTileSeries, knownDatasets} from "../home/find-tile.ts";
import {measured} from "../search/variants.ts";
import {seriesPath, territoriesPath} from "../series/link.ts";
import {ranked} from "../territories/ranking.ts";

const WORDS = inPairs({
  title: ["Главное", "Main figures"],
  figure: ["Показатель", "Figure"],
  value: ["Значение", "Value"],
  period: ["Период", "Period"],
  rank: ["Место", "Rank"],
  of: ["из", "of"],
  country: ["По стране", "Country"],
});

interface TerritoryFigure {
  readonly names: InBoth<string>;
  readonly series: InLanguage<FoundSeries>;
  readonly figures: SeriesFigures;
}

/** false: no listed figure has a value for the territory. @param territory not a country */
export async function drawTerritoryFigures(visit: Visit, territory: Territory): Promise<Html | false> {
  const {language, site, link} = visit;
  const words = WORDS[language];
  const known = knownDatasets(await site.store.overview.read(), site.today());
  const all = await site.store.statistics.readGivingWay((q) => readAll(q, visit, territory, known), visit.budget);
  if (all.length === 0) return false;
  const many = levelWords(territory.canonical, language).many[territory.level];
  const rows: Html[][] = [];
  for (const {names, series, figures} of all) {
    const {latest, points} = figures;
    const last = points.at(-1)!.day;
    const family = await readFamily(visit, series.key, territory.level, null);
    const rank = await rankOf(visit, family, series.key, last);
    const onYear = latest!.onYear ?? (series.frequency === "A" ? latest!.onPeriod : null);
    rows.push([
      html`<a href="${link(seriesPath(series.key))}">${names[language]}</a>`,
      html`${fewDigitsText(latest!.value, language)} <span class="quiet">${unitOf(series, language)}</span>`,
      html`${shortPeriodWords(last, series.frequency, language)}`,
      html`${onYear === null ? "—" : latestChangeText(onYear, isPerCent(measured(series)), language)}`,
      rank === null
        ? html`—`
        : html`<a href="${link(territoriesPath(series.key))}">${numberText(rank.rank, language)} ${words.of} ${numberText(rank.valued, language)}</a>`,
      await countryValue(visit, series.key, last),
    ]);
  }
  return html`<h2 id="figures">${words.title}</h2>
${dataTable({
  caption: words.title,
  isStacked: true,
  columns: [
    {head: words.figure},
    {head: words.value, number: true},
    {head: words.period},
    {head: `${ON_YEAR[language].charAt(0).toUpperCase()}${ON_YEAR[language].slice(1)}`, number: true},
    {head: `${words.rank}, ${many}`},
    {head: words.country, number: true},
  ],
  rows,
})}`;
}

function unitOf(series: FoundSeries, language: Visit["language"]): Html | string {
  if (isPerCent(measured(series))) return "%";
  return series.unit === null ? "" : unitWords(series.unitName ?? series.unit, language);
}

function* readAll(
  q: Queries,
  {site, language}: Visit,
  territory: Territory,
  known: ReturnType<typeof knownDatasets>,
): Script<readonly TerritoryFigure[]> {
  const listed = readHomeTiles().filter(
    ({country, pages}) => country === site.country.code && pages.includes("territory"),
  );
  const all: TerritoryFigure[] = [];
  for (const {country, tile, names} of listed) {
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

/** null: the territory has no value in the period, or no other has one. */
async function rankOf(visit: Visit, family: Family, key: string, day: Day) {
  const rows = await visit.inSlices(ranked(family, day, "high", visit.language));
  const own = rows.find(({member}) => member.key === key);
  const valued = rows.filter(({value}) => value !== null).length;
  return own === undefined || own.rank === null || valued < 2 ? null : {rank: own.rank, valued};
}

/** Of the same period, with its name where the dataset has the country in two extents; a dash if it has none. */
async function countryValue(visit: Visit, key: string, day: Day): Promise<Html> {
  const family = await readFamily(visit, key, "country", null);
  const members = family.level === "country" ? family.members : [];
  for (const member of members) {
    const value = valueOn(member, family, day);
    if (value === null) continue;
    const name =
      members.length > 1 && html`<br><span class="quiet">${territoryWords(member.territory, visit.language)}</span>`;
    return html`${fewDigitsText(value, visit.language)}${name}`;
  }
  return html`—`;
}
