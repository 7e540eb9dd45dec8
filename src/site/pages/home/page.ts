// /: the economy in tiles, the search, the newest releases, the coming week, topics and the state of the store; of an empty server the
// first steps.
import {TILES_STYLES} from "../../assets/assets.ts";
import {type Page, page} from "../../frame/page.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {drawComing, drawHealth, drawReleases, drawTopics} from "./below-tiles.ts";
import {drawFirstFigures, drawFirstSteps} from "./first-run.ts";
import {readHome} from "./read-home.ts";
import {drawTiles} from "./tiles.ts";
import {HOME_WORDS, type HomeWords} from "./words.ts";

export const homePage: Page = {
  path: "/",
  async draw(visit) {
    const {language, site} = visit;
    const words = HOME_WORDS[language];
    site.suggestions.prepare();
    const overview = await site.store.overview.read();
    if (overview.length === 0) return drawEmpty(visit, words);
    const {tiles, releases} = await readHome(visit);
    const drawnTiles = drawTiles(visit, tiles, overview);
    const first = overview.length === 1 && (await drawFirstFigures(visit, overview[0]!.dataset));
    const coming = await drawComing(visit, overview, words);
    const topics = drawTopics(visit, overview, words);
    return page({
      title: words.title,
      description: words.description,
      modules: ["suggest"],
      styles: [TILES_STYLES],
      main: html`<h1>${drawnTiles === false ? words.emptyHeading : words.heading}</h1>
<p class="lead">${words.lead}</p>
${searchForm(visit, words)}
${drawnTiles}${first}<div class="columns">
<section aria-labelledby="new">
<h2 id="new">${words.fresh}</h2>
${drawReleases(visit, releases, words)}</section>
<div>
${coming}<section aria-labelledby="topics">
<h2 id="topics">${words.topics}</h2>
${topics}</section>
</div>
</div>
${drawHealth(visit, overview, words)}`,
    });
  },
};

function drawEmpty(visit: Visit, words: HomeWords) {
  return page({
    title: words.title,
    description: words.description,
    modules: ["copy"],
    main: html`<h1>${words.emptyHeading}</h1>
<p class="lead">${words.lead}</p>
${searchForm(visit, words)}
<p class="quiet">${words.none}</p>
${drawFirstSteps(visit)}`,
  });
}

function searchForm(visit: Visit, words: HomeWords): Html {
  const examples = visit.site.country.searches[visit.language];
  return html`<form class="home-search" role="search" action="${visit.link("/search")}" data-suggest="${visit.link("/suggest", {lang: visit.language})}">
<label class="unseen" for="home-q">${words.search}</label>
<input type="search" id="home-q" name="q" placeholder="${examples.placeholder}" autocomplete="off" maxlength="200">
<button type="submit">${words.find}</button>
</form>
<p class="home-questions">${words.try} ${examples.questions.slice(0, 3).map((question, at) => html`${at > 0 && ", "}<a href="${visit.link("/search", {q: question})}">${question}</a>`)}</p>\n`;
}
