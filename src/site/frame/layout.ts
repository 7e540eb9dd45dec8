// The frame of every page: the head, the navigation bar, the content of the page, and the foot.
//
// Only the stylesheet blocks rendering; modules load after it. The bar and the foot are the same with and without a sign-in, so
// most pages need no session from the store.

import {ICON, STYLESHEET} from "../assets/assets.ts";
import {type Html, html, markup} from "../html/html.ts";
import type {Visit} from "../visit/visit.ts";
import {inBoth, inPairs, LANGUAGE_NAMES, LANGUAGES} from "../words/language.ts";
import {copied} from "../words/line-breaks.ts";
import type {Drawn} from "./page.ts";

/** The name of the service: a Russian word, and its transcription. */
export const SERVICE = inBoth({ru: "Ряд", en: "Ryad"});

const WORDS = inPairs({
  skip: ["К содержанию", "Skip to content"],
  ways: ["Разделы", "Sections"],
  datasets: ["Данные", "Datasets"],
  topics: ["Темы", "Topics"],
  territories: ["Территории", "Territories"],
  compare: ["Сравнить", "Compare"],
  verify: ["Проверить", "Verify"],
  updates: ["Обновления", "Updates"],
  methodology: ["Методика", "Methodology"],
  quickStart: ["Начать", "Quick start"],
  account: ["Кабинет", "Account"],
  search: ["Поиск рядов", "Search series"],
  find: ["Найти", "Search"],
  language: ["Язык", "Language"],
  foot: ["О сервисе", "About the service"],
  plans: ["Тарифы и лимиты", "Plans and limits"],
  interface: ["Описание API", "API reference"],
  adding: ["Как добавить данные", "Adding data"],
  contact: ["Написать нам", "Contact"],
  list: ["Мой список", "My list"],
  glossary: ["Словарь", "Glossary"],
  inRussian: ["", "Texts in Russian are as their publishers wrote them; they have no English version here."],
  feed: ["Лента обновлений", "Feed of updates"],
  about: [
    "Временные ряды статистики: у каждого числа указаны дата публикации и исходный файл.",
    "Statistics as time series: every value with its publication date and source file.",
  ],
  feedTitle: ["Ряд: обновления", "Ryad: updates"],
});

export function drawDocument(visit: Visit, drawn: Drawn): Html {
  const {language} = visit;
  const words = WORDS[language];
  const {assets} = visit.site;
  const service = SERVICE[language];
  const title = copied(drawn.title);
  const isHome = visit.path === "/" && drawn.status === 200;
  const hasSearchBox = !isHome && visit.path !== "/search";
  const {modules: own = []} = drawn;
  // a first visit to a series has a limit in bytes, and its chart comes first
  const modules = hasSearchBox && !own.includes("series") ? [...own, "suggest"] : own;
  return html`<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${isHome ? title : `${title} · ${service}`}</title>
${
  drawn.description !== undefined && html`<meta name="description" content="${copied(drawn.description)}">\n`
}<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#fcfbf8" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#14171a" media="(prefers-color-scheme: dark)">
${[STYLESHEET, ...(drawn.styles ?? [])].map((name) => html`<link rel="stylesheet" href="${visit.link(assets.path(name))}">\n`)}<link rel="icon" href="${visit.link(assets.path(ICON))}" type="image/svg+xml">
${robots(visit, drawn)}<link rel="search" type="application/opensearchdescription+xml" title="${service}" href="${visit.link("/opensearch.xml", {lang: language})}">
<link rel="alternate" type="application/atom+xml" title="${words.feedTitle}" href="${visit.link("/updates.atom", {lang: language})}">
${drawn.head}${modules.map(
  (name) => html`<script type="module" src="${visit.link(assets.path(`${name}.js`))}"></script>\n`,
)}</head>
<body>
<a class="skip" href="#main">${words.skip}</a>
<header class="bar">
<div class="bar-inner">
<a class="brand" href="${visit.link("/")}"${isHome && markup(' aria-current="page"')}>${service}</a>
<nav class="ways" aria-label="${words.ways}">
${way(visit, "/datasets", words.datasets)}${way(visit, "/topics", words.topics)}${way(visit, "/territories", words.territories)}${way(visit, "/compare", words.compare)}${way(visit, "/verify", words.verify)}${way(visit, "/updates", words.updates)}</nav>
${hasSearchBox && searchBox(visit, words.search, words.find)}
<div class="bar-end">
${way(visit, "/account", words.account)}${languageSwitch(visit, words.language)}</div>
</div>
</header>
<main id="main" tabindex="-1">
${drawn.main}
</main>
<footer class="foot">
<div class="foot-inner">
${words.inRussian !== "" && drawn.main.parts.some((part) => part.includes('lang="ru"')) && html`<p class="in-russian">${words.inRussian}</p>\n`}<p>${words.about}</p>
<nav aria-label="${words.foot}">
${way(visit, "/quick-start", words.quickStart)}${way(visit, "/methodology", words.methodology)}${way(visit, "/glossary", words.glossary)}${way(visit, "/plans", words.plans)}<a href="${visit.link("/api/docs")}">${words.interface}</a>
${way(visit, "/list", words.list)}${way(visit, "/adding-data", words.adding)}${way(visit, "/updates.atom", words.feed)}${way(visit, "/contact", words.contact)}</nav>
</div>
</footer>
</body>
</html>\n`;
}

function way(visit: Visit, path: string, name: string): Html | false {
  const isHere = visit.path === path || (path !== "/" && visit.path.startsWith(`${path}/`));
  return (
    visit.site.paths.has(path) &&
    html`<a href="${visit.link(path)}"${isHere && markup(visit.path === path ? ' aria-current="page"' : ' aria-current="true"')}>${name}</a>\n`
  );
}

function searchBox(visit: Visit, label: string, find: string): Html {
  return html`<form class="find" role="search" action="${visit.link("/search")}" data-suggest="${visit.link("/suggest", {lang: visit.language})}">
<input type="search" name="q" aria-label="${label}" placeholder="${label}" autocomplete="off" maxlength="200">
<button type="submit" class="quiet">${find}</button>
</form>\n`;
}

/** A plain link to the same page in the other language. */
function languageSwitch(visit: Visit, label: string): Html[] {
  return LANGUAGES.filter((language) => language !== visit.language).map(
    (language) =>
      html`<a class="language" href="${visit.here({lang: language})}" lang="${language}" hreflang="${language}" rel="alternate" title="${label}: ${LANGUAGE_NAMES[language]}">${LANGUAGE_NAMES[language]}</a>\n`,
  );
}

/** For search engines: the canonical addresses in each language, or noindex. */
function robots(visit: Visit, drawn: Drawn): Html {
  if (drawn.unlisted === true || drawn.status !== 200) return html`<meta name="robots" content="noindex">\n`;
  const kept = Object.fromEntries((drawn.canonical ?? []).map((name) => [name, visit.query.get(name)]));
  const at = (lang: string | null): string => visit.absolute(visit.path, {...kept, lang});
  // an address without a language is the one of all readers, and no duplicate of one with a language
  return html`<link rel="canonical" href="${at(visit.query.has("lang") ? visit.language : null)}">
${LANGUAGES.map(
  (language) => html`<link rel="alternate" hreflang="${language}" href="${at(language)}">\n`,
)}<link rel="alternate" hreflang="x-default" href="${at(null)}">\n`;
}
