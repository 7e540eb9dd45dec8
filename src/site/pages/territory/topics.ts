// The datasets that have a territory, each under the first of its topics; a link leads to the series of the territory in the dataset.
import {readTopics} from "../../../reference/home-lists.ts";
import type {DatasetRecord} from "../../../store/datasets/dataset.ts";
import type {DatasetInOverview} from "../../../store/overview/dataset-overview.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {nameWords} from "../../words/names.ts";
import {nameKnown} from "../../words/own-names.ts";
import {countText} from "../../words/wording.ts";
import type {TerritoryWords} from "./words.ts";

/** Of a topic; the search has the others. */
const DATASETS_SHOWN = 8;

/** @param code as in the address of the page; @param overview the datasets that have the territory, in the order in which they are shown */
export async function drawByTopic(
  visit: Visit,
  code: string,
  overview: readonly DatasetInOverview[],
  words: TerritoryWords,
): Promise<Html> {
  const {language, link} = visit;
  const tops = readTopics().filter(({parent}) => parent === null);
  const byTopic = Map.groupBy(overview, ({topics}) => tops.find(({code}) => topics.includes(code))?.code ?? null);
  const sections = [
    ...tops.map((topic) => ({name: topic.names[language], all: byTopic.get(topic.code) ?? []})),
    {name: words.other, all: byTopic.get(null) ?? []},
  ]
    .filter(({all}) => all.length > 0)
    .map(({name, all}) => ({name, all: all.map(({dataset}) => dataset)}));
  // one statement names the datasets of all sections
  const shown = await nameKnown(
    visit,
    sections.flatMap(({all}) => all.slice(0, DATASETS_SHOWN)),
  );
  const named = new Map(shown.map((one) => [one.id, one]));
  return html`<h2 id="topics">${words.byTopic}</h2>
<div class="topic-cards">
${sections.map(drawSection)}</div>\n`;

  function drawSection({name, all}: {readonly name: string; readonly all: readonly DatasetRecord[]}): Html {
    const own = all.slice(0, DATASETS_SHOWN).map(({id}) => named.get(id)!);
    const left = all.length - own.length;
    return html`<section><h3>${name}</h3>
<ul>
${own.map((one) => html`<li><a href="${link("/search", {geo: code, dataset: `${one.provider}/${one.code}`})}">${nameWords(one.name, language)}</a></li>\n`)}${left > 0 && html`<li><a href="${link("/search", {geo: code})}">${words.more} ${countText(left, "dataset", language)}</a></li>\n`}</ul>
</section>\n`;
  }
}
