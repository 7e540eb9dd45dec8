// /territories/CODE: one territory by its code of either kind: how much there is about it by dataset, and series to begin with.
import {listDatasets} from "../../store/dataset.ts";
import {searchOf} from "../../store/search-index.ts";
import {html} from "../html.ts";
import {inBoth} from "../language.ts";
import {type Page, PageFault, page} from "../page.ts";
import {drawFound, readLines} from "../search/results.ts";
import {TERRITORIES_WORDS} from "../territories/words.ts";
import {countText, numberText, SERIES_FORMS} from "../wording.ts";

const WORDS = inBoth({
  ru: {
    datasets: "По наборам данных",
    first: "Ряды",
    search: "Искать в этой территории",
    find: "Найти",
    partOf: "входит в",
  },
  en: {
    datasets: "By dataset",
    first: "Series",
    search: "Search within this territory",
    find: "Search",
    partOf: "part of",
  },
});

const SERIES_SHOWN = 10;

export const territoryPage: Page = {
  path: "/territories/:code",
  tries: ["/territories/RU-77", "/territories/643"],
  async draw(visit) {
    const {language, site, params} = visit;
    const words = WORDS[language];
    const code = params["code"] ?? "";
    const filters = {
      provider: null,
      dataset: null,
      territory: [code],
      frequency: null,
      classification: null,
      transformation: null,
    };
    const found = await searchOf(site.store.statistics).findSeries({text: null, filters, limit: SERIES_SHOWN}, true);
    const place = found.series[0]?.place;
    if (place === undefined || code === "all") throw new PageFault(404, "no series is of this territory");
    const lines = await readLines(site, found.series);
    const names = new Map(
      (await site.store.statistics.readOne((q) => listDatasets(q))).map((one) => [
        `${one.provider}/${one.code}`,
        one.name,
      ]),
    );
    const level = TERRITORIES_WORDS[language].levels[place.level];
    return page({
      title: place.name,
      description: `${place.name}: ${countText(found.total, SERIES_FORMS[language], language)}`,
      main: html`<p class="over">${level} <code>${place.canonical}</code> <code>${place.code}</code>${place.parent !== null && html` · ${words.partOf} <code>${place.parent}</code>`}</p>
<h1 lang="ru">${place.name}</h1>
<p class="lead">${countText(found.total, SERIES_FORMS[language], language)}</p>
<form class="home-search" action="${visit.link("/search")}">
<label class="unseen" for="q">${words.search}</label><input type="search" id="q" name="q" placeholder="${words.search}" maxlength="200" autocomplete="off">
<input type="hidden" name="geo" value="${code}">
<button>${words.find}</button>
</form>
<h2>${words.datasets}</h2>
<ul>${found.facets?.dataset.map(
        ({
          value,
          count,
        }) => html`<li><a href="${visit.link("/search", {geo: code, dataset: value})}" lang="ru">${names.get(value) ?? value}</a> <span class="quiet">${numberText(count, language)}</span></li>
`,
      )}</ul>
<h2>${words.first}</h2>
${drawFound(visit, lines)}`,
    });
  },
};
