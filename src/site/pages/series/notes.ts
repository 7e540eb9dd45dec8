// What to know about the values: the publisher's notes, and datasets that tell of the same.

import type {Visit} from "../../frame/visit.ts";
import {type Html, html} from "../../widgets/html.ts";
import {drawnName} from "../../words/line-breaks.ts";
import {datasetPath} from "../dataset/rows.ts";
import type {SeriesView} from "./read-series.ts";
import {SERIES_WORDS} from "./words.ts";

export function drawNotes({language}: Visit, {series, notes}: SeriesView): Html | false {
  const words = SERIES_WORDS[language];
  const texts = [
    ...(series.classNote === null ? [] : [series.classNote]),
    ...notes
      .filter(({classification}) => classification !== null && classification === series.classification)
      .map(({text}) => text),
    ...notes.filter(({classification}) => classification === null).map(({text}) => text),
  ];
  return (
    texts.length > 0 &&
    html`<h2 id="notes">${words.notes}</h2>
<ul lang="ru">${texts.map(
      (text) => html`<li>${text}</li>
`,
    )}</ul>
`
  );
}

export function drawRelatedDatasets(visit: Visit, {related}: SeriesView): Html | false {
  const words = SERIES_WORDS[visit.language];
  return (
    related.length > 0 &&
    html`<h2 id="related">${words.related}</h2>
<ul class="rows">${related.map(
      ({provider, dataset, name, relation, splice, note}) => html`<li>
${
  name === null
    ? html`<code class="row-name">${provider}/${dataset}</code>`
    : html`<a class="row-name" href="${visit.link(datasetPath({provider, code: dataset}))}" lang="ru">${drawnName(name)}</a>`
}
<span class="row-facts">${words[relation]}${note !== null && html`<br><span lang="ru">${note}</span>`}</span>
<span class="row-end"><span class="badge${!splice && " bad"}">${splice ? words.splice : words.noSplice}</span></span>
</li>
`,
    )}</ul>
`
  );
}
