// /releases/ID: the card of a release: what was published, and of each of its series the latest value with what the past became.
//
// It shows the present state of the store as it was known with the release: an estimate that a later release of the same day replaced is gone.
import type {HeadlineStart} from "../../../store/releases/release-headlines.ts";
import {PICTURE_HEIGHT, PICTURE_WIDTH} from "../../chart/picture-document.ts";
import {type Page, page} from "../../frame/page.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {readOffset} from "../../widgets/data-table.ts";
import {factList} from "../../widgets/fact-list.ts";
import {fileLink} from "../../widgets/outside-link.ts";
import {releaseItem, starLink} from "../../widgets/star-link.ts";
import {copied} from "../../words/line-breaks.ts";
import {nameText} from "../../words/names.ts";
import {capitalized, dayWords, numberText, providerName} from "../../words/wording.ts";
import {releasePath, releasePicturePath, releasesFeedPath} from "../datasets/release-link.ts";
import {datasetLink} from "../datasets/rows.ts";
import {headlineTable} from "./headlines.ts";
import {type ReleaseView, readRelease} from "./read-release.ts";
import {RELEASE_WORDS, type ReleaseWords} from "./words.ts";

const PAGE_ROWS = 50;

export const releasePage: Page = {
  path: "/releases/:id",
  costly: "shared",
  async draw(visit) {
    const {language} = visit;
    const words = RELEASE_WORDS[language];
    const start = {series: readOffset(visit, "from_series"), headlines: readOffset(visit)};
    const view = await readRelease(visit, {start, most: PAGE_ROWS});
    const {release} = view;
    const day = dayWords(release.publishedAt, language);
    const title = `${nameText(release.name, language)}: ${words.release} ${day}`;
    const sentence = describe(view, words, visit);
    return page({
      title,
      description: sentence,
      canonical: ["offset", "from_series"],
      head: preview(visit, view, copied(title), copied(sentence)),
      main: html`<p class="over">${datasetLink(visit, {provider: release.provider, code: release.dataset, name: release.name})} · ${providerName(release.provider, language)}</p>
<h1>${capitalized(words.release)} ${day}</h1>
<p>${starLink(visit, releaseItem(release.id))}</p>
${facts(visit, view, words)}
<h2 id="headlines">${words.headlines}</h2>
${headlines(visit, view, words)}${ways(visit, view, start, words)}`,
    });
  },
};

function facts(visit: Visit, {release}: ReleaseView, words: ReleaseWords): Html {
  const {language} = visit;
  const count = (values: number): string => numberText(values, language);
  return factList([
    [words.added, html`<strong>${count(release.newValues)}</strong>`],
    [words.changed, html`<strong>${count(release.revisedValues)}</strong>`],
    [words.withdrawn, release.withdrawnValues === 0 ? null : html`<strong>${count(release.withdrawnValues)}</strong>`],
    [words.file, release.sourceFile === null ? null : fileLink(release.sourceFile, release.sourceUrl)],
    [words.fingerprint, html`<code title="SHA-256 ${release.fingerprint}">${release.fingerprint.slice(0, 12)}</code>`],
    [words.program, html`<code>GET /api/v1/releases/${release.id}</code>`, "whole-row"],
  ]);
}

function headlines(visit: Visit, view: ReleaseView, words: ReleaseWords): Html {
  const shown = view.headlines.length > 0;
  const none = view.next === null && visit.query.get("offset") === null ? words.none : words.nobody;
  return html`${shown && html`<p>${words.lead}</p>\n${headlineTable(visit, view)}`}${!shown && !view.isCut && html`<p>${none}</p>\n`}${view.isCut && html`<p class="notice">${words.cut}</p>\n`}`;
}

/** false: everything fits on one page. */
function ways(visit: Visit, {next}: ReleaseView, start: HeadlineStart, words: ReleaseWords): Html | false {
  const isFirst = start.series === 0 && start.headlines === 0;
  if (isFirst && next === null) return false;
  const first = visit.here({offset: null, from_series: null});
  return html`<nav class="pages" aria-label="${words.pages}">
${!isFirst && html`<a href="${first}">← ${words.start}</a>`}
${next !== null && html`<a href="${visit.here({offset: next.headlines || null, from_series: next.series || null})}" rel="next">${words.next} →</a>`}
</nav>`;
}

/** "GDP, release of 14 October 2026: 12 new values, 3 revised." */
function describe({release}: ReleaseView, words: ReleaseWords, {language}: Visit): string {
  const counts = [
    `${words.added}: ${numberText(release.newValues, language)}`,
    `${words.changed}: ${numberText(release.revisedValues, language)}`,
    ...(release.withdrawnValues === 0 ? [] : [`${words.withdrawn}: ${numberText(release.withdrawnValues, language)}`]),
  ];
  return `${providerName(release.provider, language)}. ${nameText(release.name, language)}. ${counts.join("; ")}.`;
}

function preview(visit: Visit, {release}: ReleaseView, title: string, sentence: string): Html {
  const {language, absolute} = visit;
  const dataset = `${release.provider}/${release.dataset}`;
  return html`<link rel="alternate" type="application/atom+xml" title="${RELEASE_WORDS[language].feed}" href="${visit.link(releasesFeedPath, {dataset, lang: language})}">
<meta property="og:title" content="${title}">
<meta property="og:url" content="${absolute(releasePath(release.id))}">
<meta property="og:image" content="${absolute(releasePicturePath(release.id, "png"), {lang: language})}">
<meta property="og:image:type" content="image/png">
<meta property="og:image:width" content="${PICTURE_WIDTH}">
<meta property="og:image:height" content="${PICTURE_HEIGHT}">
<meta name="twitter:card" content="summary_large_image">
<meta property="og:type" content="website">
<meta property="og:description" content="${sentence}">\n`;
}
