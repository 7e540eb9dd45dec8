// /datasets: every dataset by provider, with what it spans and how fresh it is.
import {listDatasets} from "../../store/dataset.ts";
import {byProvider, datasetRows, providerHeading} from "../dataset-rows.ts";
import {html} from "../html.ts";
import {inBoth} from "../language.ts";
import {type Page, page} from "../page.ts";
import {todayOf} from "../today.ts";
import {countText, DATASET_FORMS} from "../wording.ts";

const WORDS = inBoth({
  ru: {
    title: "Наборы данных",
    description: "Все наборы данных по источникам: что охватывают, за какие годы и насколько свежи.",
    lead: "по источникам, с охватом и свежестью на сегодня.",
    none: "Пока ничего не загружено.",
    list: "Тот же список для программ",
  },
  en: {
    title: "Datasets",
    description: "All datasets by provider: what they cover, for which years, and how fresh they are.",
    lead: "by provider, with coverage and freshness as of today.",
    none: "Nothing is loaded yet.",
    list: "The same list for programs",
  },
});

export const datasetsPage: Page = {
  path: "/datasets",
  tries: ["/datasets"],
  async draw(visit) {
    const {language, site} = visit;
    const words = WORDS[language];
    const datasets = await site.store.statistics.readOne((q) => listDatasets(q));
    const today = todayOf(site);
    return page({
      title: words.title,
      description: words.description,
      main: html`<h1>${words.title}</h1>
${
  datasets.length === 0
    ? html`<p class="lead">${words.none} <a href="${visit.link("/adding-data")}">ryad load</a></p>`
    : html`<p class="lead">${countText(datasets.length, DATASET_FORMS[language], language)} ${words.lead}</p>`
}
${[...byProvider(datasets)].map(
  ([provider, own]) => html`<section aria-labelledby="${provider}">
${providerHeading(provider, language)}
${datasetRows(visit, own, today)}</section>
`,
)}
<p class="quiet">${words.list}: <code>GET /api/v1/reference/datasets</code></p>`,
    });
  },
};
