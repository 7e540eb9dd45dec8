// /: the search, the newest updates, overdue and expected datasets, and the first datasets of each provider; of an empty server the first steps.

import type {Queries} from "../../../store/engines/differences.ts";
import {type DatasetInOverview, datasetsOfStatus} from "../../../store/overview/dataset-overview.ts";
import {expectedReleases} from "../../../store/overview/expected-release.ts";
import {type DayOfUpdates, readUpdates} from "../../../store/releases/update.ts";
import type {Script} from "../../../store/script.ts";
import {type Page, page} from "../../frame/page.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {factsText} from "../../widgets/fact-list.ts";
import type {Language} from "../../words/language.ts";
import {inPairs} from "../../words/language.ts";
import {nameKnown, nameRows} from "../../words/own-names.ts";
import {countText, numberText, shortDayWords} from "../../words/wording.ts";
import {expectedDayWords} from "../calendar/page.ts";
import {datasetLink, listRow, providerSection, reachedWords, statusBadge, updatedDataset} from "../datasets/rows.ts";
import {drawFirstFigures, drawFirstSteps} from "./first-run.ts";

const WORDS = inPairs({
  title: ["Ряд — временные ряды экономической статистики", "Ryad: economic statistics as time series"],
  description: [
    "Временные ряды экономической статистики: у каждого значения указаны дата публикации и исходный файл.",
    "Economic statistics as time series: every value with its publication date and source file.",
  ],
  heading: ["Временные ряды экономической статистики", "Economic statistics as time series"],
  lead: [
    "У каждого числа указаны дата публикации и исходный файл. Можно открыть любую прежнюю версию.",
    "Every value shows its publication date and source file. You can open any earlier version.",
  ],
  search: ["Что найти?", "What are you looking for?"],
  find: ["Найти", "Search"],
  try: ["Например:", "For example:"],
  fresh: ["Новое", "New"],
  none: ["Пока ничего не загружено.", "Nothing is loaded yet."],
  revised: ["пересмотрено", "revised"],
  added: ["новых значений", "new values"],
  until: ["по", "up to"],
  all: ["Все обновления", "All updates"],
  late: ["Запаздывают", "Overdue"],
  onTime: ["Всё вовремя.", "Everything is on time."],
  allLate: ["Все запаздывающие", "All overdue"],
  coming: ["Ожидаются", "Expected"],
  allComing: ["Все ожидаемые выпуски", "All expected releases"],
  datasets: ["Наборы данных", "Datasets"],
});

type Words = (typeof WORDS)["ru"];

const UPDATES_SHOWN = 5;
const LATE_SHOWN = 4;
const COMING_SHOWN = 3;
/** Of each provider. */
const DATASETS_SHOWN = 8;
const EVERYTHING = {since: null, provider: null, dataset: null};

export const homePage: Page = {
  path: "/",
  async draw(visit) {
    const {language, site} = visit;
    const words = WORDS[language];
    const days = await site.store.statistics.read((q) => readDays(q, language));
    const overview = await nameShown(visit, await site.store.overview.read());
    const series = overview.reduce((sum, {dataset}) => sum + dataset.seriesCount, 0);
    const first =
      overview.length === 0
        ? drawFirstSteps(visit)
        : overview.length === 1 && (await drawFirstFigures(visit, overview[0]!.dataset));
    return page({
      title: words.title,
      description: words.description,
      modules: overview.length === 0 ? ["copy"] : [],
      main: html`<h1>${words.heading}</h1>
<p class="lead">${words.lead}</p>
${searchForm(visit, words)}
${first}<div class="columns">
<section aria-labelledby="new">
<h2 id="new">${words.fresh}</h2>
${whatIsNew(visit, days, overview, words)}</section>
<div>
<section aria-labelledby="late">
<h2 id="late">${words.late}</h2>
${whatIsLate(visit, overview, words)}</section>
${whatIsComing(visit, overview, words)}</div>
</div>
<h2 class="home-datasets">${words.datasets} <span class="quiet">${countText(series, "series", language)}</span></h2>
${[...Map.groupBy(overview, ({dataset}) => dataset.provider)].map(([provider, own]) =>
  providerSection(
    visit,
    provider,
    own.slice(0, DATASETS_SHOWN).map(({dataset}) => dataset),
    own.length,
    "provider",
  ),
)}`,
    });
  },
};

function* readDays(q: Queries, language: Language): Script<readonly DayOfUpdates[]> {
  const {days} = yield* readUpdates(q, EVERYTHING, 0, UPDATES_SHOWN);
  return yield* nameRows(q, language, days);
}

/** The overview, with names in the language of the visitor for the datasets that the page shows. */
async function nameShown(visit: Visit, overview: readonly DatasetInOverview[]): Promise<readonly DatasetInOverview[]> {
  if (visit.language === "ru") return overview;
  const today = visit.site.today();
  const shown = [
    ...datasetsOfStatus(overview, "overdue", today).slice(0, LATE_SHOWN),
    ...expectedReleases(overview, today).slice(0, COMING_SHOWN),
    ...[...Map.groupBy(overview, ({dataset}) => dataset.provider).values()].flatMap((own) =>
      own.slice(0, DATASETS_SHOWN),
    ),
  ].map(({dataset}) => dataset);
  const named = new Map((await nameKnown(visit, shown)).map((dataset) => [dataset.id, dataset]));
  return overview.map((one) => ({...one, dataset: named.get(one.dataset.id) ?? one.dataset}));
}

function searchForm(visit: Visit, words: Words): Html {
  const examples = visit.site.country.searches[visit.language];
  return html`<form class="home-search" role="search" action="${visit.link("/search")}">
<label class="unseen" for="home-q">${words.search}</label>
<input type="search" id="home-q" name="q" placeholder="${examples.placeholder}" autocomplete="off" maxlength="200">
<button type="submit">${words.find}</button>
</form>
<p class="home-questions">${words.try} ${examples.questions.slice(0, 3).map((question, at) => html`${at > 0 && ", "}<a href="${visit.link("/search", {q: question})}">${question}</a>`)}</p>\n`;
}

function whatIsNew(
  visit: Visit,
  days: readonly DayOfUpdates[],
  overview: readonly DatasetInOverview[],
  words: Words,
): Html {
  const {language} = visit;
  if (days.length === 0) return html`<p class="quiet">${words.none}</p>`;
  const known = new Map(overview.map(({dataset}) => [`${dataset.provider}/${dataset.code}`, dataset]));
  const values = (count: number, word: string): string => `${word}: ${numberText(count, language)}`;
  return html`<ul class="rows">
${days.map((one) => {
  const dataset = known.get(`${one.provider}/${one.dataset}`);
  const facts = [
    shortDayWords(one.day, language),
    one.latestPeriod !== null && `${words.until} ${reachedWords(one.latestPeriod, dataset?.spans ?? [], language)}`,
    one.newValues > 0 && values(one.newValues, words.added),
    one.revisedValues > 0 && values(one.revisedValues, words.revised),
  ].filter((fact) => fact !== false);
  return listRow(updatedDataset(visit, one, dataset), factsText(facts));
})}</ul>
<p><a href="${visit.link("/updates")}">${words.all}</a></p>\n`;
}

function whatIsLate(visit: Visit, overview: readonly DatasetInOverview[], words: Words): Html {
  const late = datasetsOfStatus(overview, "overdue", visit.site.today());
  if (late.length === 0) return html`<p class="quiet">${words.onTime}</p>`;
  return html`<ul class="rows">
${late.slice(0, LATE_SHOWN).map(({dataset, status}) => listRow(datasetLink(visit, dataset, "row-name"), statusBadge(status, visit.language)))}</ul>
${late.length > LATE_SHOWN && html`<p><a href="${visit.link("/datasets", {status: "overdue"})}">${words.allLate}: ${numberText(late.length, visit.language)}</a></p>`}\n`;
}

function whatIsComing(visit: Visit, overview: readonly DatasetInOverview[], words: Words): Html | false {
  const coming = expectedReleases(overview, visit.site.today());
  return (
    coming.length > 0 &&
    html`<section aria-labelledby="coming">
<h2 id="coming">${words.coming}</h2>
<ul class="rows">
${coming.slice(0, COMING_SHOWN).map((one) => listRow(datasetLink(visit, one.dataset, "row-name"), expectedDayWords(one, visit.language)))}</ul>
<p><a href="${visit.link("/calendar")}">${words.allComing}</a></p>
</section>\n`
  );
}
