// /indicators/ID: one concept over all datasets that bear it: what it is, where and since when, and its series to begin with.

import {dayText} from "../../statistics/day.ts";
import type {Frequency} from "../../statistics/frequency.ts";
import {LEVELS} from "../../statistics/territory.ts";
import {findDatasets} from "../../store/dataset.ts";
import {searchOf} from "../../store/search-index.ts";
import {datasetPath} from "../dataset-rows.ts";
import {html} from "../html.ts";
import {inBoth} from "../language.ts";
import {type Page, PageFault, page} from "../page.ts";
import {drawFound, readLines} from "../search/results.ts";
import {TERRITORIES_WORDS} from "../territories/words.ts";
import {FREQUENCY_WORDS, monthWords, numberText} from "../wording.ts";

const WORDS = inBoth({
  ru: {
    kind: "Показатель",
    series: "Рядов",
    territories: "Территорий",
    span: "Периоды",
    frequency: "Частота",
    units: "Единицы",
    transformations: "Преобразования",
    measures: "Виды",
    levels: "Уровни",
    datasets: "Наборы данных",
    first: "Ряды, найденные по названию",
    all: "Найти все",
    code: "Код",
  },
  en: {
    kind: "Indicator",
    series: "Series",
    territories: "Territories",
    span: "Periods",
    frequency: "Frequency",
    units: "Units",
    transformations: "Transformations",
    measures: "Measures",
    levels: "Levels",
    datasets: "Datasets",
    first: "Series found by its name",
    all: "Find all",
    code: "Code",
  },
});

const SERIES_SHOWN = 10;

export const indicatorPage: Page = {
  path: "/indicators/:id",
  tries: ["/indicators/fedstat-43062", "/indicators/gdp"],
  async draw(visit) {
    const {language, site, params} = visit;
    const words = WORDS[language];
    const search = searchOf(site.store.statistics);
    const concept = await search.findConcept(params["id"] ?? "");
    if (concept === null) throw new PageFault(404, "there is no such indicator");
    const codes = concept.datasets.map(({code}) => code);
    const filters = {
      provider: null,
      dataset: codes,
      territory: null,
      frequency: null,
      classification: null,
      transformation: null,
    };
    const found = await search.findSeries({text: concept.label, filters, limit: SERIES_SHOWN});
    const lines = await readLines(site, found.series);
    const names = await site.store.statistics.read(function* (q) {
      const list = [];
      for (const full of codes) {
        const [provider = "", dataset = ""] = full.split("/");
        list.push(...(yield* findDatasets(q, {provider, dataset})));
      }
      return list;
    });
    const levels = LEVELS.filter((level) => concept.levels[level] !== undefined);
    const facts: readonly (readonly [string, string])[] = [
      [words.series, numberText(concept.seriesCount, language)],
      [words.territories, numberText(concept.territoryCount, language)],
      [
        words.span,
        `${monthWords(dayText(concept.firstPeriod), language)} – ${monthWords(dayText(concept.lastPeriod), language)}`,
      ],
      [words.frequency, concept.frequencies.map((one) => FREQUENCY_WORDS[language][one as Frequency]).join(", ")],
      [words.units, concept.units.join(", ")],
      [words.measures, concept.measures.join(", ")],
      [words.transformations, concept.transformations.join(", ")],
      [
        words.levels,
        levels.map((level) => `${TERRITORIES_WORDS[language].levels[level]}: ${concept.levels[level]}`).join(", "),
      ],
    ];
    return page({
      title: concept.label,
      description: [concept.label, concept.description].filter((part) => part !== null).join(". "),
      main: html`<p class="over">${words.kind} <code>${concept.id}</code></p>
<h1 lang="ru" class="series-title${concept.label.length > 110 && " long"}">${concept.label}</h1>
${concept.description !== null && html`<p class="lead" lang="ru">${concept.description}</p>`}
<dl class="facts">
${facts.map(
  ([name, value]) =>
    value !== "" &&
    html`<div><dt>${name}</dt><dd>${value}</dd></div>
`,
)}</dl>
<h2>${words.datasets}</h2>
<ul>${names.map(
        (dataset) => html`<li><a href="${visit.link(datasetPath(dataset))}" lang="ru">${dataset.name}</a></li>
`,
      )}</ul>
<h2>${words.first}</h2>
${drawFound(visit, lines)}
<p><a href="${visit.link("/search", {q: concept.label, dataset: codes.join(",")})}">${words.all}</a></p>`,
    });
  },
};
