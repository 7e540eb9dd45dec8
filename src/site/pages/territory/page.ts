// /territories/CODE: the card of a territory, by either of its codes: its datasets, and the first of its series.
import {DEFAULT_COUNTRY} from "../../../country/countries.ts";
import type {Territory} from "../../../statistics/territory.ts";
import {type Page, PageFault, page} from "../../frame/page.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {inPairs} from "../../words/language.ts";
import {builtInTerritory, isRussian, levelWords, territoryLink, territoryText} from "../../words/names.ts";
import {nameFound} from "../../words/own-names.ts";
import {countText, numberText} from "../../words/wording.ts";
import {datasetNames} from "../datasets/rows.ts";
import {readHome} from "../home/read-home.ts";
import {drawTiles} from "../home/tiles.ts";
import {readLines} from "../search/results.ts";
import {drawSubjectCard, shownDatasets} from "../search/subject-card.ts";
import {drawTerritoryFigures} from "./figures.ts";

const WORDS = inPairs({
  search: ["Искать здесь", "Search here"],
  find: ["Найти", "Search"],
  partOf: ["входит в", "part of"],
});

type Words = (typeof WORDS)["ru"];

const SERIES_SHOWN = 10;

export const territoryPage: Page = {
  path: "/territories/:code",
  costly: "shared",
  async draw(visit) {
    const {language, site, params} = visit;
    const words = WORDS[language];
    const code = params["code"] ?? "";
    const territory = await findTerritory(visit, code);
    if (territory === null) throw new PageFault(404, "no series is of this territory");
    const filters = {territory: [code], fullTerritory: territory.code === code ? territory : null};
    const found = await site.store.search.findSeries({text: null, filters, limit: SERIES_SHOWN}, true, visit.budget);
    const lines = await readLines(visit, await nameFound(visit, found.series));
    const counts = [...(found.facets?.dataset ?? [])].sort((one, other) => other.count - one.count);
    const shown = shownDatasets(counts);
    const names = await datasetNames(visit, new Set(shown.map(({value}) => value)));
    const figures = await drawFigures(visit, territory);
    const level = levelWords(territory.canonical, language).one[territory.level];
    const parent = await findParent(visit, territory);
    const name = territoryText(territory, language);
    return page({
      title: name,
      description: `${name}: ${countText(found.total, "series", language)}`,
      main: drawSubjectCard(
        visit,
        {
          over: html`${level} <code>${territory.canonical}</code> <code>${territory.code}</code>${territory.parent !== null && html` · ${words.partOf} ${parent === null ? html`<code>${territory.parent}</code>` : territoryLink(visit, parent)}`}`,
          name,
          nameLanguage: isRussian(name) ? "ru" : "en",
          lead: html`<p class="lead">${countText(found.total, "series", language)}</p>`,
          tools: html`${figures}${searchWithin(visit, code, words)}`,
          datasets: shown.map(({value, count}) => ({
            name: names.get(value)!,
            link: visit.link("/search", {geo: code, dataset: value}),
            told: numberText(count, language),
          })),
          lines,
          search: visit.link("/search", {geo: code}),
          found: found.total,
        },
        counts.length,
      ),
    });
  },
};

/** Of the server's country the tiles of the home page, of a part of it what is listed for parts. */
async function drawFigures(visit: Visit, territory: Territory): Promise<Html | false> {
  if (territory.level !== "country") return drawTerritoryFigures(visit, territory);
  if (!visit.site.country.territories.owns(territory.canonical)) return false;
  const overview = await visit.site.store.overview.read();
  const {tiles} = await readHome(visit, overview);
  return drawTiles(visit, tiles, overview);
}

/** The parent territory from the same list of codes; null: it has no series. */
async function findParent(visit: Visit, {parent, canonical}: Territory): Promise<Territory | null> {
  if (parent === null) return null;
  const builtIn = builtInTerritory(parent);
  if (builtIn === null || DEFAULT_COUNTRY.territories.owns(canonical)) return findTerritory(visit, parent);
  return findTerritory(visit, parent, [{code: parent, canonical: parent}]);
}

/** A territory with series; of several with the code, the built-in one. null: none has series. */
async function findTerritory(
  visit: Visit,
  code: string,
  territories: Iterable<Pick<Territory, "code" | "canonical"> | null> = new Set([builtInTerritory(code), null]),
): Promise<Territory | null> {
  const {site, budget} = visit;
  const {search} = site.store;
  for (const territory of territories) {
    const found = await search.findSeries(
      {text: null, filters: {territory: [code], fullTerritory: territory}, limit: 1},
      false,
      budget,
    );
    const first = (await nameFound(visit, found.series))[0]?.fullTerritory;
    // the search also accepts lists and a blank, but a card is of one territory
    if (first?.code === code || first?.canonical === code) return first!;
  }
  return null;
}

function searchWithin(visit: Visit, code: string, words: Words): Html {
  return html`<form class="home-search" action="${visit.link("/search")}">
<label class="unseen" for="q">${words.search}</label><input type="search" id="q" name="q" placeholder="${words.search}" maxlength="200" autocomplete="off">
<input type="hidden" name="geo" value="${code}">
<button type="submit">${words.find}</button>
</form>\n`;
}
