// /territories: the territories that have series, by level. Cities are many, so only their number is told: the search finds them.
//
// Two codes of one country may share a normalised code; the page links the first of them.
import {LEVELS, type Level, type Territory} from "../../../statistics/territory.ts";
import {listPackageTerritories, listTerritoryCodes} from "../../../store/datasets/reference-lists.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import type {Script} from "../../../store/script.ts";
import {type Page, page} from "../../frame/page.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {inPairs} from "../../words/language.ts";
import {levelWords, territoriesByName, territoryLink} from "../../words/names.ts";
import {capitalized, countText, numberText} from "../../words/wording.ts";

const WORDS = inPairs({
  title: ["Территории", "Territories"],
  lead: ["с рядами в этом хранилище, по уровням.", "with series in this store, by level."],
  none: ["Пока ничего не загружено.", "Nothing is loaded yet."],
  find: ["найти поиском", "find one by search"],
});

/** Of a level; further ones are only counted. */
const MOST_SHOWN = 200;

export const territoryListPage: Page = {
  path: "/territories",
  costly: "shared",
  async draw(visit) {
    const {language, site} = visit;
    const words = WORDS[language];
    const used = await site.store.statistics.readWithRests((q) => readUsed(q, visit), visit.budget);
    const byLevel = Map.groupBy(used, ({level}) => level);
    return page({
      title: words.title,
      description: `${words.title} ${words.lead}`,
      main: html`<h1>${words.title}</h1>
<p class="lead">${used.length === 0 ? words.none : `${countText(used.length, "territory", language)} ${words.lead}`}</p>
${LEVELS.map((level) => byLevel.has(level) && drawLevel(visit, level, byLevel.get(level)!))}`,
    });
  },
};

/** One for each normalised code that a dataset has. */
function* readUsed(q: Queries, {site}: Visit): Script<readonly Territory[]> {
  const codes = new Set(yield* listTerritoryCodes(q));
  yield;
  const described = yield* listPackageTerritories(q);
  yield;
  const named = new Map<string, Territory>();
  for (const one of [...site.country.territories.builtIn(), ...described])
    if (codes.has(one.canonical) && !named.has(one.canonical)) named.set(one.canonical, one);
  return [...named.values()];
}

function drawLevel(visit: Visit, level: Level, territories: readonly Territory[]): Html {
  const {language, link} = visit;
  const head = levelWords(territories[0]!.canonical, language).many[level];
  const isShown = territories.length <= MOST_SHOWN;
  return html`<section aria-labelledby="${level}">
<h2 id="${level}">${capitalized(head)} <span class="quiet">${numberText(territories.length, language)}</span></h2>
${
  isShown
    ? html`<ul class="territories">
${territoriesByName(territories, language).map(({one}) => html`<li>${territoryLink(visit, one)}</li>\n`)}</ul>`
    : html`<p><a href="${link("/search")}">${WORDS[language].find}</a></p>`
}</section>\n`;
}
