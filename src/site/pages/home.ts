// /: what this is, and the ways in.
import {listDatasets} from "../../store/dataset.ts";
import {byProvider, datasetRows, providerHeading} from "../dataset-rows.ts";
import {html} from "../html.ts";
import {inBoth} from "../language.ts";
import {type Page, page} from "../page.ts";
import {todayOf} from "../today.ts";

const WORDS = inBoth({
  ru: {
    title: "Ряд — экономическая статистика рядами",
    description: "Экономическая статистика временными рядами: каждое значение с днём публикации и исходным файлом.",
    heading: "Экономическая статистика рядами",
    lead: "У каждого значения есть день, когда оно стало известно, и файл, где оно опубликовано. Любую прошлую версию можно увидеть снова.",
  },
  en: {
    title: "Ryad: economic statistics as time series",
    description: "Economic statistics as time series: every value with its day of publication and its source file.",
    heading: "Economic statistics as time series",
    lead: "Every value comes with the day it became known and the file that published it. Any earlier version can be seen again.",
  },
});

export const homePage: Page = {
  path: "/",
  tries: ["/"],
  async draw(visit) {
    const {language, site} = visit;
    const words = WORDS[language];
    const datasets = await site.store.statistics.readOne((q) => listDatasets(q));
    const today = todayOf(site);
    return page({
      title: words.title,
      description: words.description,
      main: html`<h1>${words.heading}</h1>
<p class="lead">${words.lead}</p>
${[...byProvider(datasets)].map(
  ([provider, own]) => html`<section aria-labelledby="${provider}">
${providerHeading(provider, language)}
${datasetRows(visit, own, today)}</section>
`,
)}`,
    });
  },
};
