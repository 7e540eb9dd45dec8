// /search?q=…: series by words, narrowed by provider, dataset and frequency; /opensearch.xml describes the search to browsers.
//
// While a visitor types, client/search.ts requests this page and replaces its results.
import {FOUND_STYLES, ICON} from "../../assets/assets.ts";
import {SERVICE} from "../../frame/layout.ts";
import {file, type Page, page} from "../../frame/page.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {nameWords} from "../../words/names.ts";
import {nameFound} from "../../words/own-names.ts";
import {countText} from "../../words/wording.ts";
import {drawLacking, drawTerritoriesWay} from "./around.ts";
import {type FoundEntry, findEntries, isFolded, isRow, seriesIn} from "./folding.ts";
import {chosenFilters, drawFacets, FILTERS, isLevelName, SEARCH_WORDS, type SearchWords} from "./narrowing.ts";
import {drawNotesWay, withoutNoteWords} from "./notes-way.ts";
import {drawFound, readValueLines} from "./results.ts";
import {drawSilenceWay} from "./silence-way.ts";
import {drawFoundTogether, severalTerritories} from "./together.ts";
import type {FoundRow} from "./variants.ts";

const SHOWN = 20;
const MOST = 100;
const LONGEST = 200;

export const searchPage: Page = {
  path: "/search",
  costly: "shared",
  async draw(visit) {
    const {language, query} = visit;
    const words = SEARCH_WORDS[language];
    visit.site.suggestions.prepare();
    const text = (query.get("q") ?? "").slice(0, LONGEST).trim();
    return page({
      title: text === "" ? words.title : `${text} — ${words.title}`,
      description: words.description,
      canonical: ["q"],
      styles: [FOUND_STYLES],
      ...(text === "" ? {} : {unlisted: true as const}),
      modules: ["search", "suggest"],
      main: html`<h1 class="unseen">${words.title}</h1>
<form class="home-search" role="search" id="search" action="${visit.link("/search")}" data-suggest="${visit.link("/suggest", {lang: language})}">
<label class="unseen" for="q">${words.label}</label>
<input type="search" id="q" name="q" value="${text}" placeholder="${visit.site.country.searches[visit.language].placeholder}" autocomplete="off" maxlength="${LONGEST}">
${[...FILTERS, "compare", "lang"].map((name) => query.get(name) && html`<input type="hidden" name="${name}" value="${query.get(name)}">`)}
<button type="submit">${words.find}</button>
</form>
<div id="results">
${await results(visit, text, words)}
</div>`,
    });
  },
};

async function results(visit: Visit, text: string, words: SearchWords): Promise<Html> {
  const {language, query} = visit;
  const given = (name: string): readonly string[] | null => (query.get(name) ? query.getAll(name) : null);
  const geo = query.get("geo") ?? "";
  const filters = {
    provider: given("provider"),
    dataset: given("dataset"),
    territory: isLevelName(geo) ? null : given("geo"),
    level: isLevelName(geo) ? geo : null,
    frequency: given("freq"),
    status: (["active", "stalled"] as const).find((one) => one === query.get("status")) ?? null,
  };
  const compared = (query.get("compare") ?? "").split(",").filter((key) => /^[0-9a-z]{16}$/.test(key));
  const isNarrowed = Object.values(filters).some((one) => one !== null);
  if (text === "" && !isNarrowed)
    return html`<p>${words.hint}</p>
<p class="home-questions">${words.examples} ${visit.site.country.searches[visit.language].questions.map((question, at) => html`${at > 0 && ", "}<a href="${visit.here({q: question})}">${question}</a>`)}</p>
<p class="quiet">${words.browse} <a href="${visit.link("/datasets")}">${words.datasets}</a></p>`;
  const most = query.get("n") === String(MOST) ? MOST : SHOWN;
  const {found, entries, several, isOfNotes} = await findWanted(visit, text, filters, most);
  const rows = entries.filter(isRow);
  const shown = await nameFoundRows(visit, rows);
  const lines = await readValueLines(
    visit,
    shown.map(({series}) => series),
  );
  const behind = foldLines(visit, entries, shown);
  const drawn = await visit.withRests(drawFound(visit, lines, {compared, rows: shown, year: found.year, behind}));
  const isMore = seriesIn(entries) < found.total;
  const together = several !== null && (await drawFoundTogether(visit, found.series, several));
  const notes =
    isOfNotes &&
    (await drawNotesWay(
      visit,
      shown.map(({series}) => series),
    ));
  return html`${drawSilenceWay(visit, text)}${notes}${together}${drawTerritoriesWay(visit, text, found.series)}<p class="search-count" role="status">${countText(found.total, "series", language)}</p>
${found.year !== null && found.total > 0 && html`<p class="quiet">${words.ofYear} ${found.year}.</p>`}
${!found.isWhole && ((await drawLacking(visit, text)) || html`<p class="notice">${words.nearest}</p>`)}
${found.isBehind && html`<p class="notice">${words.behind}</p>`}
${compared.length > 0 && html`<p class="notice">${words.compared} ${countText(compared.length, "series", language)}. <a href="${visit.link("/compare", {series: compared.join(",")})}">${words.toCompare}</a></p>`}
${await chosenFilters(visit, shown[0]?.series.fullTerritory ?? null, words)}
<div class="search-columns">
<div>${
    found.total === 0
      ? html`<p class="lead">${isNarrowed ? words.noneNarrowed : words.none}</p>
<p class="quiet">${words.browse} <a href="${visit.link("/datasets")}">${words.datasets}</a></p>`
      : drawn
  }
${isMore && most < MOST && html`<p class="found-more"><a href="${visit.here({n: MOST})}">${words.more}</a></p>`}</div>
${found.facets !== null && found.total > 0 && (await drawFacets(visit, found.facets, words))}
</div>\n`;
}

/** A text that no series has as a whole may ask for a footnote, and may name several territories. */
async function findWanted(visit: Visit, typed: string, filters: Filters, most: number) {
  const find = (text: string, own = filters) =>
    findEntries(visit, {text: text === "" ? null : text, filters: own}, most);
  const first = await find(typed);
  const isWhole = typed === "" || (first.found.isWhole && first.found.total > 0);
  const ofNotes = isWhole ? null : withoutNoteWords(typed);
  const text = ofNotes ?? typed;
  const whole = ofNotes === null ? first : await find(ofNotes);
  const several = isWhole || filters.territory !== null ? null : await severalTerritories(visit, text);
  const isOfNotes = ofNotes !== null;
  if (several === null) return {...whole, several, isOfNotes};
  const each = await find(several.text, {...filters, territory: several.territory});
  const fits = each.found.isWhole && each.found.total > 0;
  return fits ? {...each, several, isOfNotes} : {...whole, several: null, isOfNotes};
}

type Filters = Parameters<typeof findEntries>[1]["filters"];

/** The lines of folded hits, by the key of the row that they stand behind. */
function foldLines({language, here}: Visit, entries: readonly FoundEntry[], shown: readonly FoundRow[]) {
  const words = SEARCH_WORDS[language];
  const lines = new Map<string, Html>();
  let at = -1;
  for (const one of entries) {
    if (!isFolded(one)) {
      at++;
      continue;
    }
    const {key, datasetName} = shown[at]!.series;
    const label = html`${words.folded} ${countText(one.series, "series", language)} ${words.inDataset} ${nameWords(datasetName, language)}`;
    lines.set(
      key,
      html`<li class="found-folded"><a href="${here({dataset: one.dataset, n: null})}">${label}</a></li>\n`,
    );
  }
  return lines;
}

async function nameFoundRows(visit: Visit, rows: readonly FoundRow[]): Promise<readonly FoundRow[]> {
  const all = rows.flatMap(({series, variants}) => [series, ...variants]);
  const named = await nameFound(visit, all);
  const at = new Map(all.map((one, index) => [one, named[index]!]));
  return rows.map(({series, variants}) => ({series: at.get(series)!, variants: variants.map((one) => at.get(one)!)}));
}

/** Lets a browser add this search to its own. */
export const openSearchFile: Page = {
  path: "/opensearch.xml",
  draw(visit) {
    const {language, site} = visit;
    const body = html`<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>${SERVICE[language]}</ShortName>
<Description>${SEARCH_WORDS[language].openSearch}</Description>
<InputEncoding>UTF-8</InputEncoding>
<Language>${language}</Language>
<Image width="16" height="16" type="image/svg+xml">${visit.absolute(site.assets.path(ICON))}</Image>
<Url type="text/html" template="${visit.absolute("/search")}?q={searchTerms}&amp;lang=${language}"/>
</OpenSearchDescription>\n`;
    return file({
      type: "application/opensearchdescription+xml; charset=utf-8",
      body: body.text,
      kept: "public, max-age=86400",
    });
  },
};
