// /territories/CODE: one territory by its code of either kind: how much there is about it by dataset, and series to begin with.
import type {Territory} from "../../statistics/territory.ts";
import {searchOf} from "../../store/search-index.ts";
import {datasetNames} from "../dataset-names.ts";
import {type Html, html} from "../html.ts";
import {inBoth} from "../language.ts";
import {type Page, PageFault, page} from "../page.ts";
import type {SiteParts} from "../parts.ts";
import {readLines} from "../search/results.ts";
import {drawSubjectCard, shownDatasets} from "../search/subject-card.ts";
import {TERRITORIES_WORDS} from "../territories/words.ts";
import {territoryText, territoryWords} from "../territory-words.ts";
import type {Visit} from "../visit.ts";
import {countText, numberText, SERIES_FORMS} from "../wording.ts";

const WORDS = inBoth({
  ru: {
    search: "Искать здесь",
    find: "Найти",
    partOf: "входит в",
  },
  en: {
    search: "Search here",
    find: "Search",
    partOf: "part of",
  },
});

type Words = (typeof WORDS)["ru"];

const SERIES_SHOWN = 10;

export const territoryPage: Page = {
  path: "/territories/:code",
  tries: ["/territories/RU-77", "/territories/643"],
  async draw(visit) {
    const {language, site, params} = visit;
    const words = WORDS[language];
    const code = params["code"] ?? "";
    const filters = {territory: [code]};
    const found = await searchOf(site.store.statistics).findSeries({text: null, filters, limit: SERIES_SHOWN}, true);
    const place = found.series[0]?.place;
    // the search takes lists too, and a blank for no filter: a card is of one territory
    if (place === undefined || (place.code !== code && place.canonical !== code))
      throw new PageFault(404, "no series is of this territory");
    const lines = await readLines(site, found.series);
    const counts = [...(found.facets?.dataset ?? [])].sort((one, other) => other.count - one.count);
    const shown = shownDatasets(counts);
    const names = await datasetNames(
      site,
      shown.map(({value}) => value),
    );
    const level = TERRITORIES_WORDS[language].one[place.level];
    const parent = place.parent === null ? null : await findPlace(site, place.parent);
    const name = territoryText(place, language);
    return page({
      title: name,
      description: `${name}: ${countText(found.total, SERIES_FORMS[language], language)}`,
      main: drawSubjectCard(
        visit,
        {
          over: html`${level} <code>${place.canonical}</code> <code>${place.code}</code>${place.parent !== null && html` · ${words.partOf} ${parentLink(visit, place.parent, parent)}`}`,
          name,
          nameLanguage: name === place.name ? "ru" : language,
          lead: html`<p class="lead">${countText(found.total, SERIES_FORMS[language], language)}</p>`,
          tools: searchWithin(visit, code, words),
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

/** A territory of which there are series; null for any other. */
async function findPlace(site: SiteParts, code: string): Promise<Territory | null> {
  const filters = {territory: [code]};
  const found = await searchOf(site.store.statistics).findSeries({text: null, filters, limit: 1});
  return found.series[0]?.place ?? null;
}

function parentLink(visit: Visit, code: string, parent: Territory | null): Html {
  return parent === null
    ? html`<code>${code}</code>`
    : html`<a href="${visit.link(`/territories/${encodeURIComponent(code)}`)}">${territoryWords(parent, visit.language)}</a>`;
}

function searchWithin(visit: Visit, code: string, words: Words): Html {
  return html`<form class="home-search" action="${visit.link("/search")}">
<label class="unseen" for="q">${words.search}</label><input type="search" id="q" name="q" placeholder="${words.search}" maxlength="200" autocomplete="off">
<input type="hidden" name="geo" value="${code}">
<button>${words.find}</button>
</form>
`;
}
