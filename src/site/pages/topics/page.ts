// /topics: the declared tree of topics, each with the number of its datasets. A dataset may have several topics, so the numbers do not add up.
import {readTopics, type Topic} from "../../../reference/home-lists.ts";
import type {DatasetRecord} from "../../../store/datasets/dataset.ts";
import {type Page, page} from "../../frame/page.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {inPairs} from "../../words/language.ts";
import {nameKnown} from "../../words/own-names.ts";
import {countText, numberText} from "../../words/wording.ts";
import {datasetLink} from "../datasets/rows.ts";

const WORDS = inPairs({
  title: ["Темы", "Topics"],
  lead: [
    "Наборы данных по темам. Один набор может быть в нескольких темах.",
    "Datasets by topic. A dataset may be in several topics.",
  ],
  all: ["Все наборы данных", "All datasets"],
  others: ["и ещё", "and more:"],
  without: ["Без темы", "Without a topic"],
  none: ["Пока ничего не загружено.", "Nothing is loaded yet."],
});

const DATASETS_SHOWN = 5;

export const topicsPage: Page = {
  path: "/topics",
  async draw(visit) {
    const words = WORDS[visit.language];
    const overview = await visit.site.store.overview.read();
    const byTopic = new Map<string | null, DatasetRecord[]>();
    for (const {dataset, topics} of overview) {
      for (const topic of topics.length === 0 ? [null] : topics) {
        const all = byTopic.get(topic);
        if (all === undefined) byTopic.set(topic, [dataset]);
        else all.push(dataset);
      }
    }
    const tops = readTopics().filter(({code, parent}) => parent === null && byTopic.has(code));
    const sections: Html[] = [];
    for (const topic of tops) sections.push(await drawTopic(visit, topic, byTopic));
    const without = byTopic.get(null) ?? [];
    return page({
      title: words.title,
      description: words.lead,
      main: html`<p class="over"><a href="${visit.link("/datasets")}">${words.all}</a></p>
<h1>${words.title}</h1>
<p class="lead">${overview.length === 0 ? words.none : words.lead}</p>
<div class="topic-cards">
${sections}${
  without.length > 0 &&
  html`<section><h2>${words.without} <span class="quiet">${numberText(without.length, visit.language)}</span></h2>
${await drawFirst(visit, without, null)}</section>\n`
}</div>`,
    });
  },
};

async function drawTopic(
  visit: Visit,
  {code, names}: Topic,
  byTopic: ReadonlyMap<string | null, readonly DatasetRecord[]>,
): Promise<Html> {
  const {language, link} = visit;
  const own = byTopic.get(code) ?? [];
  const below = readTopics().filter((one) => one.parent === code && byTopic.has(one.code));
  const counted = (topic: Topic): Html =>
    html`<a href="${link("/datasets", {topic: topic.code})}">${topic.names[language]}</a> <span class="quiet">${numberText(byTopic.get(topic.code)!.length, language)}</span>`;
  return html`<section aria-labelledby="${code}">
<h2 id="${code}"><a href="${link("/datasets", {topic: code})}">${names[language]}</a> <span class="quiet">${numberText(own.length, language)}</span></h2>
${below.length > 0 && html`<p class="topics-below">${below.map((topic, at) => html`${at > 0 && " · "}${counted(topic)}`)}</p>\n`}${await drawFirst(visit, own, code)}</section>\n`;
}

/** The first datasets, and how many there are beside them. @param topic null: they have none */
async function drawFirst(visit: Visit, datasets: readonly DatasetRecord[], topic: string | null): Promise<Html> {
  const {language, link} = visit;
  const shown = await nameKnown(visit, datasets.slice(0, DATASETS_SHOWN));
  const left = datasets.length - shown.length;
  const more = `${WORDS[language].others} ${countText(left, "dataset", language)}`;
  return html`<ul>
${shown.map((dataset) => html`<li>${datasetLink(visit, dataset)}</li>\n`)}${left > 0 && html`<li>${topic === null ? more : html`<a href="${link("/datasets", {topic})}">${more}</a>`}</li>\n`}</ul>\n`;
}
