// /datasets: the datasets of all providers, of one provider, of one topic, or of one state; those that have ended are folded.
import {readTopics} from "../../../reference/home-lists.ts";
import type {FreshnessState} from "../../../statistics/silence.ts";
import type {DatasetRecord} from "../../../store/datasets/dataset.ts";
import {type DatasetInOverview, datasetsInState} from "../../../store/overview/dataset-overview.ts";
import {type Page, PageFault, page} from "../../frame/page.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {pageWays, readOffset} from "../../widgets/data-table.ts";
import {inPairs} from "../../words/language.ts";
import {nameKnown} from "../../words/own-names.ts";
import {PLURAL_STATE_WORDS} from "../../words/state-words.ts";
import {countText, providerName} from "../../words/wording.ts";
import {type DatasetStates, datasetLists, datasetRows, isStopped, providerSection, statesOf} from "./rows.ts";

/** Of each provider on the page of all providers. */
const SHOWN_TOGETHER = 20;
const PAGE_ROWS = 100;
/** Of the address. */
const STATES: readonly FreshnessState[] = ["fresh", "silent", "overdue", "ended", "archival", "unknown"];

const WORDS = inPairs({
  title: ["Наборы данных", "Datasets"],
  description: [
    "Все наборы данных по источникам: что охватывают, за какие годы и насколько свежи.",
    "All datasets by provider: what they cover, for which years, and how fresh they are.",
  ],
  lead: ["по источникам, с охватом и свежестью на сегодня.", "by provider, with coverage and freshness as of today."],
  byTopic: ["По темам", "By topic"],
  topics: ["Темы", "Topics"],
  none: ["Пока ничего не загружено.", "Nothing is loaded yet."],
  all: ["Все наборы данных", "All datasets"],
  list: ["Все наборы для программ", "All datasets for programs"],
});

export const datasetsPage: Page = {
  path: "/datasets",
  async draw(visit) {
    const {query, site} = visit;
    const [status, topic, provider] = [query.get("status"), query.get("topic"), query.get("provider")];
    if (status !== null) return drawInState(visit, status);
    const overview = await site.store.overview.read();
    const all = overview.map(({dataset}) => dataset);
    const states = statesOf(overview, site.today());
    if (topic !== null) return drawOfTopic(visit, topic, overview, states);
    return provider === null ? drawAll(visit, all, states) : drawOfProvider(visit, provider, all, states);
  },
};

async function drawAll(visit: Visit, all: readonly DatasetRecord[], states: DatasetStates) {
  const {language} = visit;
  const words = WORDS[language];
  const providers = [...Map.groupBy(all, ({provider}) => provider)].map(([provider, own]) => ({
    provider,
    datasets: own.length,
    shown: goingFirst(own, states).slice(0, SHOWN_TOGETHER),
  }));
  const named = await nameKnown(
    visit,
    providers.flatMap(({shown}) => shown),
  );
  const byProvider = Map.groupBy(named, ({provider}) => provider);
  return page({
    title: words.title,
    description: words.description,
    main: html`<h1>${words.title}</h1>
${
  all.length === 0
    ? html`<p class="lead">${words.none} <a href="${visit.link("/adding-data")}">ryad load</a></p>`
    : html`<p class="lead">${countText(all.length, "dataset", language)} ${words.lead} <a href="${visit.link("/topics")}">${words.byTopic}</a></p>`
}
${providers.map(({provider, datasets}) => providerSection(visit, provider, byProvider.get(provider) ?? [], {total: datasets, states}))}
${forPrograms(words)}`,
  });
}

/** In the order of the codes, those that have ended or are archival last. */
function goingFirst(datasets: readonly DatasetRecord[], states: DatasetStates): readonly DatasetRecord[] {
  const rank = (one: DatasetRecord): number => Number(isStopped(one, states));
  return [...datasets].sort((one, other) => rank(one) - rank(other));
}

async function drawOfProvider(visit: Visit, provider: string, all: readonly DatasetRecord[], states: DatasetStates) {
  const own = all.filter((dataset) => dataset.provider === provider);
  if (own.length === 0) throw new PageFault(404, "there is no such provider");
  return drawPart(visit, {name: providerName(provider, visit.language), parameter: "provider"}, own, states);
}

async function drawOfTopic(visit: Visit, code: string, overview: readonly DatasetInOverview[], states: DatasetStates) {
  const topic = readTopics().find((one) => one.code === code);
  if (topic === undefined) throw new PageFault(404, "there is no such topic");
  const own = overview.flatMap(({dataset, topics}) => (topics.includes(code) ? [dataset] : []));
  return drawPart(visit, {name: topic.names[visit.language], parameter: "topic"}, own, states);
}

interface Part {
  readonly name: string;
  /** The one that chose the part. */
  readonly parameter: "provider" | "topic";
}

async function drawPart(visit: Visit, {name, parameter}: Part, own: readonly DatasetRecord[], states: DatasetStates) {
  const {language, link} = visit;
  const words = WORDS[language];
  const offset = readOffset(visit);
  const shown = await nameKnown(visit, goingFirst(own, states).slice(offset, offset + PAGE_ROWS));
  return page({
    title: `${words.title}: ${name}`,
    description: words.description,
    canonical: [parameter, "offset"],
    main: html`<p class="over"><a href="${link("/datasets")}">${words.all}</a>${parameter === "topic" && html` · <a href="${link("/topics")}">${words.topics}</a>`}</p>
<h1>${name}</h1>
<p class="lead">${countText(own.length, "dataset", language)}</p>
${datasetLists(visit, shown, states)}
${pageWays(visit, offset, PAGE_ROWS, own.length)}
${forPrograms(words)}`,
  });
}

async function drawInState(visit: Visit, query: string) {
  const {language, site} = visit;
  const words = WORDS[language];
  const state = STATES.find((one) => one === query);
  if (state === undefined) throw new PageFault(404, "there is no such status");
  const [offset, today] = [readOffset(visit), site.today()];
  const overview = await site.store.overview.read();
  const found = datasetsInState(overview, state, today).map(({dataset}) => dataset);
  const shown = await nameKnown(visit, found.slice(offset, offset + PAGE_ROWS));
  const title = `${words.title}: ${PLURAL_STATE_WORDS[language][state]}`;
  return page({
    title,
    description: words.description,
    canonical: ["status", "offset"],
    main: html`<p class="over"><a href="${visit.link("/datasets")}">${words.all}</a></p>
<h1>${title}</h1>
<p class="lead">${countText(found.length, "dataset", language)}</p>
${found.length > 0 && datasetRows(visit, shown, statesOf(overview, today))}
${pageWays(visit, offset, PAGE_ROWS, found.length)}`,
  });
}

function forPrograms(words: (typeof WORDS)["ru"]): Html {
  return html`<p class="quiet">${words.list}: <code class="whole">GET /api/v1/reference/datasets</code></p>`;
}
