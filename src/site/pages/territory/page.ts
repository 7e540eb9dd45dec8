// /territories/CODE: a territory by either of its codes: first what matters most, then the territories beside it, then all else by topic.
import {ownerOf} from "../../../country/countries.ts";
import type {Territory} from "../../../statistics/territory.ts";
import {findTerritoriesOf} from "../../../store/datasets/territory-datasets.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import type {DatasetInOverview} from "../../../store/overview/dataset-overview.ts";
import {TILES_STYLES} from "../../assets/assets.ts";
import {type Page, PageFault, page} from "../../frame/page.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {drawnName} from "../../words/line-breaks.ts";
import {builtInTerritory, isRussian, levelWords, territoryLink, territoryText} from "../../words/names.ts";
import {nameFound} from "../../words/own-names.ts";
import {countText, numberText} from "../../words/wording.ts";
import {readHome} from "../home/read-home.ts";
import {drawTiles} from "../home/tiles.ts";
import {drawTerritoryFigures} from "./figures.ts";
import {drawRelatives, type Relatives, readRelatives} from "./relatives.ts";
import {drawByTopic} from "./topics.ts";
import {TERRITORY_WORDS, type TerritoryWords} from "./words.ts";

export const territoryPage: Page = {
  path: "/territories/:code",
  costly: "shared",
  async draw(visit) {
    const {language, site, params} = visit;
    const words = TERRITORY_WORDS[language];
    const code = params["code"] ?? "";
    const known = await findTerritory(visit, code);
    if (known === null) throw new PageFault(404, "no series is of this territory");
    const {territory, series} = known;
    const overview = await site.store.overview.read();
    const {datasets, relatives} = await site.store.statistics.readWithRests(
      (q) => readAround(q, territory, overview),
      visit.budget,
    );
    const name = territoryText(territory, language);
    const count = countText(series, "series", language);
    return page({
      title: name,
      description: `${name}: ${count}`,
      ...(territory.level === "country" && {styles: [TILES_STYLES]}),
      main: html`<p class="over">${kindOf(visit, territory, relatives, words)}</p>
<h1 lang="${isRussian(name) ? "ru" : "en"}" class="series-title">${drawnName(name)}</h1>
<p class="lead">${count}</p>
${await drawFigures(visit, territory, overview, words)}${searchWithin(visit, code, words)}
${drawRelatives(visit, territory, relatives, words)}${await drawByTopic(visit, code, datasets, words)}<p class="all-series"><a href="${visit.link("/search", {geo: code})}">${words.all}: ${numberText(series, language)}</a></p>`,
    });
  },
};

/** Of the server's country the tiles of the home page, of a part of it what is listed for parts. */
async function drawFigures(
  visit: Visit,
  territory: Territory,
  overview: readonly DatasetInOverview[],
  words: TerritoryWords,
): Promise<Html | false> {
  if (territory.level !== "country") return drawTerritoryFigures(visit, territory, overview, words);
  if (!visit.site.country.territories.owns(territory.canonical)) return false;
  const {tiles} = await readHome(visit);
  return drawTiles(visit, tiles, overview);
}

/** The level, the codes, and what the territory is part of. */
function kindOf(
  visit: Visit,
  {canonical, code, level, parent}: Territory,
  relatives: Relatives,
  words: TerritoryWords,
) {
  const above = relatives.parent;
  return html`${levelWords(canonical, visit.language).one[level]} <code>${canonical}</code>${code !== canonical && html` <code>${code}</code>`}${parent !== null && html` · ${words.partOf} ${above === null ? html`<code>${parent}</code>` : territoryLink(visit, above)}`}`;
}

/** The datasets that have the territory, those with most territories first, and the territories beside it. */
function* readAround(q: Queries, territory: Territory, overview: readonly DatasetInOverview[]) {
  const same = (ownerOf(territory.canonical)?.territories.builtIn() ?? []).filter(
    ({canonical}) => canonical === territory.canonical,
  );
  const codes = new Set([territory.code, territory.canonical, ...same.map(({code}) => code)]);
  const found = yield* findTerritoriesOf(
    q,
    overview.map(({dataset}) => dataset.id),
    [...codes],
  );
  const having = new Set(
    found.flatMap(({canonical, datasetId}) => (canonical === territory.canonical ? [datasetId] : [])),
  );
  const datasets = overview.filter(({dataset}) => having.has(dataset.id));
  const widest = datasets.toSorted((one, other) => other.dataset.territoryCount - one.dataset.territoryCount);
  const relatives: Relatives = yield* readRelatives(
    q,
    territory,
    widest.map(({dataset}) => dataset.id),
  );
  return {datasets, relatives};
}

/** A territory with series, and their number; of several with the code, the built-in one. null: none has series. */
async function findTerritory(
  visit: Visit,
  code: string,
): Promise<{readonly territory: Territory; readonly series: number} | null> {
  const {site, budget} = visit;
  for (const territory of new Set([builtInTerritory(code), null])) {
    const found = await site.store.search.findSeries(
      {text: null, filters: {territory: [code], fullTerritory: territory}, limit: 1},
      false,
      budget,
    );
    const first = (await nameFound(visit, found.series))[0]?.fullTerritory;
    // the search also accepts lists and a blank, but a page is of one territory
    if (first?.code === code || first?.canonical === code) return {territory: first!, series: found.total};
  }
  return null;
}

function searchWithin(visit: Visit, code: string, words: TerritoryWords): Html {
  return html`<form class="home-search" action="${visit.link("/search")}">
<label class="unseen" for="q">${words.search}</label><input type="search" id="q" name="q" placeholder="${words.search}" maxlength="200" autocomplete="off">
<input type="hidden" name="geo" value="${code}">
<button type="submit">${words.find}</button>
</form>\n`;
}
