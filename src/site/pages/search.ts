// /search?q=…: series by words, narrowed by provider, dataset and frequency. As one types, client/search.ts asks for the same page again.
import type {Frequency} from "../../statistics/frequency.ts";
import type {Level, Territory} from "../../statistics/territory.ts";
import {type FoundPage, searchOf} from "../../store/search-index.ts";
import {datasetNames} from "../dataset-names.ts";
import {type Html, html} from "../html.ts";
import {inBoth} from "../language.ts";
import {type Page, page} from "../page.ts";
import {drawFound, readLines} from "../search/results.ts";
import {TERRITORIES_WORDS} from "../territories/words.ts";
import {territoryText} from "../territory-words.ts";
import type {Visit} from "../visit.ts";
import {countText, FREQUENCY_WORDS, numberText, providerName, SERIES_FORMS} from "../wording.ts";

const WORDS = inBoth({
  ru: {
    title: "Поиск рядов",
    description: "Поиск рядов по словам, кодам и территориям.",
    label: "Что найти",
    placeholder: "инфляция, ВВП, хлеб Татарстан…",
    find: "Найти",
    hint: "Слова показателя, товара, территории в любом порядке и любой форме; коды тоже.",
    examples: "Например:",
    questions: ["индекс потребительских цен", "валовой внутренний продукт", "ключевая ставка", "население"],
    browse: "Или посмотрите по источникам:",
    datasets: "все наборы данных",
    none: "Ничего не нашлось. Попробуйте меньше слов или снимите условия.",
    nearest: "Рядов, где есть все эти слова, нет. Показаны ближайшие: части слов в них нет.",
    more: "Показать больше",
    narrow: "Сузить",
    drop: "снять",
    compared: "К сравнению выбрано:",
    toCompare: "Открыть сравнение",
    provider: "Источник",
    dataset: "Набор",
    freq: "Частота",
    geo: "Территория",
    level: "По уровням",
    status: "По состоянию",
    active: "обновляются",
    stalled: "не обновляются",
  },
  en: {
    title: "Search series",
    description: "Search series by words, codes and territories.",
    label: "What to find",
    placeholder: "inflation, GDP, bread Tatarstan…",
    find: "Search",
    hint: "Words of the indicator, the product, the territory, in any order and form; codes too.",
    examples: "For example:",
    questions: ["consumer price index", "gross domestic product", "key rate", "population"],
    browse: "Or look by provider:",
    datasets: "all datasets",
    none: "Nothing was found. Try fewer words, or drop a condition.",
    nearest: "No series has all of these words. Shown are the nearest: some of the words are not in them.",
    more: "Show more",
    narrow: "Narrow",
    drop: "drop",
    compared: "In the comparison:",
    toCompare: "Open the comparison",
    provider: "Provider",
    dataset: "Dataset",
    freq: "Frequency",
    geo: "Territory",
    level: "By level",
    status: "By state",
    active: "updated",
    stalled: "not updated",
  },
});

type Words = (typeof WORDS)["ru"];
type Facets = NonNullable<FoundPage["facets"]>;
type Facet = Facets["provider"][number];

const FILTERS = ["provider", "dataset", "freq", "geo"] as const;
const SHOWN = 20;
const MOST = 100;
const DATASETS_LISTED = 12;
const LONGEST = 200;

export const searchPage: Page = {
  path: "/search",
  tries: [
    "/search",
    "/search?q=%D0%B2%D0%B0%D0%BB%D0%BE%D0%B2%D0%BE%D0%B9+%D0%BF%D1%80%D0%BE%D0%B4%D1%83%D0%BA%D1%82&compare=klksjte4fgvtljor",
    "/search?q=%D1%81%D1%8B%D1%80%D1%8B&dataset=rosstat_files/cpi_weekly&freq=W",
    "/search?q=zzzzzz",
  ],
  async draw(visit) {
    const {language, query} = visit;
    const words = WORDS[language];
    const text = (query.get("q") ?? "").slice(0, LONGEST).trim();
    return page({
      title: text === "" ? words.title : `${text} — ${words.title}`,
      description: words.description,
      canonical: ["q"],
      ...(text === "" ? {} : {unlisted: true as const}),
      modules: ["search"],
      main: html`<h1 class="unseen">${words.title}</h1>
<form class="home-search" role="search" id="search" action="${visit.link("/search")}">
<label class="unseen" for="q">${words.label}</label>
<input type="search" id="q" name="q" value="${text}" placeholder="${words.placeholder}" autocomplete="off" maxlength="${LONGEST}">
${[...FILTERS, "compare", "lang"].map((name) => query.get(name) && html`<input type="hidden" name="${name}" value="${query.get(name)}">`)}
<button>${words.find}</button>
</form>
<div id="results">
${await results(visit, text, words)}
</div>`,
    });
  },
};

async function results(visit: Visit, text: string, words: Words): Promise<Html> {
  const {site, language, query} = visit;
  const given = (name: string): readonly string[] | null => (query.get(name) ? query.getAll(name) : null);
  const filters = {
    provider: given("provider"),
    dataset: given("dataset"),
    territory: given("geo"),
    frequency: given("freq"),
  };
  const compared = (query.get("compare") ?? "").split(",").filter((key) => /^[0-9a-z]{16}$/.test(key));
  if (text === "" && Object.values(filters).every((one) => one === null))
    return html`<p>${words.hint}</p>
<p class="home-questions">${words.examples} ${words.questions.map((question, at) => html`${at > 0 && ", "}<a href="${visit.here({q: question})}">${question}</a>`)}</p>
<p class="quiet">${words.browse} <a href="${visit.link("/datasets")}">${words.datasets}</a></p>`;
  const limit = query.get("n") === String(MOST) ? MOST : SHOWN;
  const found = await searchOf(site.store.statistics).findSeries(
    {text: text === "" ? null : text, filters, limit},
    true,
  );
  const lines = await readLines(site, found.series);
  return html`<p class="search-count" role="status">${countText(found.total, SERIES_FORMS[language], language)}</p>
${!found.isWhole && html`<p class="notice">${words.nearest}</p>`}
${compared.length > 0 && html`<p class="notice">${words.compared} ${countText(compared.length, SERIES_FORMS[language], language)}. <a href="${visit.link("/compare", {series: compared.join(",")})}">${words.toCompare}</a></p>`}
${await chosenFilters(visit, found.series[0]?.place ?? null, words)}
<div class="search-columns">
<div>${found.total === 0 ? html`<p class="lead">${words.none}</p>` : drawFound(visit, lines, compared)}
${found.total > lines.length && limit < MOST && html`<p><a href="${visit.here({n: MOST})}">${words.more}</a></p>`}</div>
${found.facets !== null && found.total > 0 && (await facets(visit, found.facets, words))}
</div>
`;
}

/** @param place where the series found are, when a single territory was asked for */
async function chosenFilters(visit: Visit, place: Territory | null, words: Words): Promise<Html | false> {
  const {language, query, site} = visit;
  const chosen = FILTERS.flatMap((name) => {
    const value = query.get(name);
    return value === null || value === "" ? [] : [{name, value}];
  });
  const dataset = query.get("dataset") ?? "";
  const names = await datasetNames(site, /^[^/,]+\/[^/,]+$/.test(dataset) ? [dataset] : []);
  const told = (name: (typeof FILTERS)[number], value: string): Html => {
    const known = {
      provider: providerName(value, language),
      dataset: names.get(value),
      freq: FREQUENCY_WORDS[language][value as Frequency],
      geo:
        /[,]/.test(value) || /^(all|country|district|macroregion|region|city)$/.test(value)
          ? null
          : place && territoryText(place, language),
    }[name];
    return known === undefined || known === null || known === value
      ? html`<code>${value}</code>`
      : html`<strong${(name === "dataset" || known === place?.name) && html` lang="ru"`}>${known}</strong>`;
  };
  return (
    chosen.length > 0 &&
    html`<p class="chosen">${chosen.map(
      ({name, value}) =>
        html`<span>${words[name]}: ${told(name, value)} <a href="${visit.here({[name]: null, n: null})}" aria-label="${words.drop}: ${words[name]} ${value}">${words.drop}</a></span>`,
    )}</p>
`
  );
}

async function facets(visit: Visit, counts: Facets, words: Words): Promise<Html> {
  const {language, site} = visit;
  const largest = [...counts.dataset].sort((one, other) => other.count - one.count).slice(0, DATASETS_LISTED);
  const names = await datasetNames(
    site,
    largest.map(({value}) => value),
  );
  const linked = (
    heading: string,
    name: string,
    list: readonly Facet[],
    told: (value: string) => Html | string,
  ): Html | false =>
    list.length > 1 &&
    html`<h2>${heading}</h2>
<ul>${list.map(
      ({
        value,
        count,
      }) => html`<li><a href="${visit.here({[name]: value, n: null})}">${told(value)}</a>\u00a0<span class="quiet">${numberText(count, language)}</span></li>
`,
    )}</ul>
`;
  // the search has no such filter: a sentence, so that nobody takes it for links
  const told = (heading: string, list: readonly Facet[], name: (value: string) => string): Html | false =>
    list.length > 1 &&
    html`<p class="quiet">${heading}: ${list.map(({value, count}) => `${name(value)} ${numberText(count, language)}`.replaceAll(" ", "\u00a0")).join(", ")}</p>
`;
  return html`<aside class="facets" aria-label="${words.narrow}">
${linked(words.provider, "provider", counts.provider, (value) => providerName(value, language))}
${linked(words.dataset, "dataset", largest, (value) => html`<span lang="ru">${names.get(value) ?? value}</span>`)}
${linked(words.freq, "freq", counts.frequency, (value) => FREQUENCY_WORDS[language][value as Frequency])}
${told(words.level, counts.level, (value) => TERRITORIES_WORDS[language].levels[value as Level])}
${told(words.status, counts.status, (value) => (value === "stalled" ? words.stalled : words.active))}
</aside>
`;
}
