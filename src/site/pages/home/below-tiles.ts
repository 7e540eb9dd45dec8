// The home page below its tiles: the newest releases, the coming week, topics, and one line of how current the store is.
import {readTopics} from "../../../reference/home-lists.ts";
import type {FreshnessState} from "../../../statistics/silence.ts";
import {dayText} from "../../../statistics/time/day.ts";
import {type DatasetInOverview, stateOfDataset} from "../../../store/overview/dataset-overview.ts";
import {type ExpectedRelease, expectedReleases} from "../../../store/overview/expected-release.ts";
import type {PublishedRelease} from "../../../store/releases/published-release.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {factsText} from "../../widgets/fact-list.ts";
import {nameWords} from "../../words/names.ts";
import type {InLanguage} from "../../words/own-names.ts";
import {PLURAL_STATE_WORDS} from "../../words/state-words.ts";
import {numberText, providerName, shortDayWords} from "../../words/wording.ts";
import {listedDayWords, nameExpected} from "../calendar/page.ts";
import {datasetLink, datasetPath, listRow} from "../datasets/rows.ts";
import type {HomeWords} from "./words.ts";

const WEEK_DAYS = 7;
const COMING_SHOWN = 6;

export function drawReleases(visit: Visit, releases: readonly InLanguage<PublishedRelease>[], words: HomeWords): Html {
  const {language} = visit;
  if (releases.length === 0) return html`<p class="quiet">${words.none}</p>`;
  return html`<ul class="rows">
${releases.map((one) => {
  const {id, provider, dataset, name, publishedAt, newValues, revisedValues} = one;
  const facts = [
    providerName(provider, language),
    newValues > 0 && `${words.newValues}: ${numberText(newValues, language)}`,
    revisedValues > 0 && `${words.revisedValues}: ${numberText(revisedValues, language)}`,
  ].filter((fact) => fact !== false);
  const day = html`<time datetime="${dayText(publishedAt)}">${shortDayWords(publishedAt, language)}</time>`;
  return listRow(
    html`<a class="row-name" href="${releaseAddress(visit, id, {provider, code: dataset})}">${nameWords(name, language)}</a>`,
    factsText(facts),
    day,
  );
})}</ul>
<p><a href="${visit.link("/updates")}">${words.all}</a></p>\n`;
}

/** The page of the release, where the site has one, else that of the dataset. */
function releaseAddress(visit: Visit, id: number, dataset: {readonly provider: string; readonly code: string}): string {
  return visit.link(visit.site.paths.has("/releases/:id") ? `/releases/${id}` : datasetPath(dataset));
}

/** The releases of the week, or the next ones if it has none. false: none is expected. */
export async function drawComing(
  visit: Visit,
  overview: readonly DatasetInOverview[],
  words: HomeWords,
): Promise<Html | false> {
  const today = visit.site.today();
  const all = expectedReleases(overview, today);
  const ofWeek = all.filter(({day}) => day <= today + WEEK_DAYS);
  const shown: readonly ExpectedRelease[] = await nameExpected(
    visit,
    (ofWeek.length > 0 ? ofWeek : all).slice(0, COMING_SHOWN),
  );
  if (shown.length === 0) return false;
  return html`<section aria-labelledby="coming">
<h2 id="coming">${ofWeek.length > 0 ? words.week : words.later}</h2>
<ul class="rows">
${shown.map((one) =>
  listRow(
    datasetLink(visit, one.dataset, "row-name"),
    providerName(one.dataset.provider, visit.language),
    html`<time datetime="${dayText(one.day)}">${listedDayWords(one, today, visit.language)}</time>`,
  ),
)}</ul>
<p><a href="${visit.link("/calendar")}">${words.allComing}</a></p>
</section>\n`;
}

/** The topics at the top with their numbers of datasets; those without datasets are left out. */
export function drawTopics(visit: Visit, overview: readonly DatasetInOverview[], words: HomeWords): Html {
  const {language, link} = visit;
  const counts = new Map<string, number>();
  for (const {topics} of overview) for (const topic of topics) counts.set(topic, (counts.get(topic) ?? 0) + 1);
  const shown = readTopics().filter(({code, parent}) => parent === null && counts.has(code));
  return html`<ul class="topics">
${shown.map(
  ({code, names}) =>
    html`<li><a href="${link("/datasets", {topic: code})}">${names[language]}</a> <span class="quiet">${numberText(counts.get(code)!, language)}</span></li>\n`,
)}<li><a href="${link("/topics")}">${words.allTopics}</a></li>
<li><a href="${link("/datasets")}">${words.allDatasets}</a> <span class="quiet">${numberText(overview.length, language)}</span></li></ul>\n`;
}

/** How many datasets are in which state; the words are those of the datasets' own pages. */
export function drawHealth(visit: Visit, overview: readonly DatasetInOverview[], words: HomeWords): Html {
  const {language, link, site} = visit;
  const counts = new Map<FreshnessState, number>();
  for (const one of overview) {
    const {state} = stateOfDataset(one, site.today());
    counts.set(state, (counts.get(state) ?? 0) + 1);
  }
  const count = (state: FreshnessState): number => counts.get(state) ?? 0;
  const named = (state: FreshnessState): string =>
    `${PLURAL_STATE_WORDS[language][state]}: ${numberText(count(state), language)}`;
  // each link leads to as many datasets as it counts
  const others = (["silent", "overdue", "unknown", "ended", "archival"] as const).filter((state) => count(state) > 0);
  const isLate = (state: FreshnessState): boolean => state === "silent" || state === "overdue";
  return html`<p class="health">${words.upToDate} ${numberText(count("fresh"), language)}${others.map((state) => html`\u00a0· <a${isLate(state) && html` class="warned"`} href="${link("/datasets", {status: state})}">${named(state)}</a>`)}</p>\n`;
}
