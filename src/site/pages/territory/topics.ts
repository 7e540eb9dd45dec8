// The datasets that have a territory, each under the first of its topics; a link leads to the series of the territory in the dataset.
import {readTopics} from "../../../reference/home-lists.ts";
import {createTopicFinder} from "../../../statistics/topic.ts";
import type {DatasetRecord} from "../../../store/datasets/dataset.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {nameWords} from "../../words/names.ts";
import {nameKnown} from "../../words/own-names.ts";
import {countText} from "../../words/wording.ts";
import type {TerritoryWords} from "./words.ts";

/** Of a topic; the search has the others. */
const DATASETS_SHOWN = 8;

/** @param code as in the address of the page; @param datasets that have the territory, in the order in which they are shown */
export async function drawByTopic(
  visit: Visit,
  code: string,
  datasets: readonly DatasetRecord[],
  words: TerritoryWords,
): Promise<Html> {
  const topicsOf = createTopicFinder(readTopics());
  const tops = readTopics().filter(({parent}) => parent === null);
  const byTopic = Map.groupBy(datasets, (one) => {
    const own = new Set(topicsOf(one));
    return tops.find((topic) => own.has(topic.code))?.code ?? null;
  });
  const sections: Html[] = [];
  for (const {code: topic, names} of tops) {
    const own = byTopic.get(topic);
    if (own !== undefined) sections.push(await drawTopic(visit, code, names[visit.language], own));
  }
  const others = byTopic.get(null);
  if (others !== undefined) sections.push(await drawTopic(visit, code, words.other, others));
  return html`<h2 id="topics">${words.byTopic}</h2>
<div class="topic-cards">
${sections}</div>\n`;

  async function drawTopic(own: Visit, geo: string, name: string, all: readonly DatasetRecord[]): Promise<Html> {
    const {language, link} = own;
    const shown = await nameKnown(own, all.slice(0, DATASETS_SHOWN));
    const left = all.length - shown.length;
    return html`<section><h3>${name}</h3>
<ul>
${shown.map((one) => html`<li><a href="${link("/search", {geo, dataset: `${one.provider}/${one.code}`})}">${nameWords(one.name, language)}</a></li>\n`)}${left > 0 && html`<li><a href="${link("/search", {geo})}">${words.more} ${countText(left, "dataset", language)}</a></li>\n`}</ul>
</section>\n`;
  }
}
