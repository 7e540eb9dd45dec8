// The words of a search and its filters: chosen ones with links that remove them, and possible ones with counts.
import {LEVELS, type Level, type Territory} from "../../../statistics/territory.ts";
import type {Frequency} from "../../../statistics/time/frequency.ts";
import type {FoundPage} from "../../../store/search/search.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {inPairs} from "../../words/language.ts";
import {isRussian, nameText, nameWords, territoryText} from "../../words/names.ts";
import {FREQUENCY_WORDS, numberText, providerName} from "../../words/wording.ts";
import {datasetNames} from "../datasets/rows.ts";

type Facets = NonNullable<FoundPage["facets"]>;
type Facet = Facets["provider"][number];

/** The parameters that narrow a search. */
export const FILTERS = ["provider", "dataset", "freq", "geo", "status"] as const;
const DATASETS_LISTED = 12;

export function isLevelName(text: string): text is Level {
  return (LEVELS as readonly string[]).includes(text);
}

/** @param territory that of the first series: its name is shown if the search is for one territory */
export async function chosenFilters(
  visit: Visit,
  territory: Territory | null,
  words: SearchWords,
): Promise<Html | false> {
  const {language, query, site} = visit;
  const chosen = FILTERS.flatMap((name) => {
    const value = query.get(name);
    return value === null || value === "" ? [] : [{name, value}];
  });
  const dataset = query.get("dataset") ?? "";
  const names = await datasetNames(visit, /^[^/,]+\/[^/,]+$/.test(dataset) ? [dataset] : []);
  const labelOf = (name: (typeof FILTERS)[number], value: string): Html => {
    const known = {
      provider: providerName(value, language),
      dataset: nameText(names.get(value) ?? value, language),
      freq: FREQUENCY_WORDS[language][value as Frequency],
      geo: isLevelName(value)
        ? site.country.levels[language].many[value]
        : value.includes(",") || value === "all"
          ? null
          : territory && territoryText(territory, language),
      status: value === "stalled" ? words.stalled : words.active,
    }[name];
    return known === undefined || known === null || known === value
      ? html`<code>${value}</code>`
      : html`<strong${language === "en" && isRussian(known) && html` lang="ru"`}>${known}</strong>`;
  };
  return (
    chosen.length > 0 &&
    html`<p class="chosen">${chosen.map(
      ({name, value}) =>
        html`<span>${words[name]}: ${labelOf(name, value)} <a href="${visit.here({[name]: null, n: null})}" aria-label="${words.drop}: ${words[name]} ${value}">${words.drop}</a></span>`,
    )}</p>\n`
  );
}

/** false: all series are of one kind. */
export async function drawFacets(visit: Visit, counts: Facets, words: SearchWords): Promise<Html | false> {
  const {language} = visit;
  const largest = [...counts.dataset].sort((one, other) => other.count - one.count).slice(0, DATASETS_LISTED);
  const names = await datasetNames(visit, new Set(largest.map(({value}) => value)));
  const linked = (
    heading: string,
    name: string,
    list: readonly Facet[],
    labelOf: (value: string) => Html | string,
  ): Html | false =>
    list.length > 1 &&
    html`<h2>${heading}</h2>
<ul>${list.map(
      ({value, count}) =>
        html`<li><a href="${visit.here({[name]: value, n: null})}">${labelOf(value)}</a>\u00a0<span class="quiet">${numberText(count, language)}</span></li>\n`,
    )}</ul>\n`;
  const parts = [
    linked(words.provider, "provider", counts.provider, (value) => providerName(value, language)),
    linked(words.dataset, "dataset", largest, (value) => nameWords(names.get(value) ?? value, language)),
    linked(words.freq, "freq", counts.frequency, (value) => FREQUENCY_WORDS[language][value as Frequency]),
    linked(words.level, "geo", counts.level, (value) => visit.site.country.levels[language].many[value as Level]),
    linked(words.status, "status", counts.status, (value) => (value === "stalled" ? words.stalled : words.active)),
  ];
  return (
    parts.some((part) => part !== false) &&
    html`<aside class="facets" aria-label="${words.narrow}">
${parts}</aside>\n`
  );
}

export const SEARCH_WORDS = inPairs({
  title: ["Поиск рядов", "Search series"],
  description: ["Поиск рядов по словам, кодам и территориям.", "Search series by words, codes and territories."],
  openSearch: ["Поиск рядов экономической статистики", "Search of economic statistics series"],
  label: ["Что найти", "What to find"],
  find: ["Найти", "Search"],
  hint: [
    "Введите показатель, товар, регион — в любом порядке; можно код.",
    "Type an indicator, a product or a region, in any order; codes work too.",
  ],
  examples: ["Например:", "For example:"],
  browse: ["Или посмотрите, что здесь есть:", "Or see what there is:"],
  datasets: ["все наборы данных", "all datasets"],
  none: [
    "Ничего не нашлось. Проверьте написание или попробуйте другие слова.",
    "Nothing was found. Check the spelling or try other words.",
  ],
  noneNarrowed: [
    "Ничего не нашлось. Попробуйте другие слова или снимите условия.",
    "Nothing was found. Try other words, or drop a condition.",
  ],
  behind: [
    "Новая загрузка ещё добавляется в поиск: её рядов здесь может не быть.",
    "A new load is still being added to the search; its series may be missing here.",
  ],
  nearest: [
    "Точных совпадений нет. Показаны похожие: в них есть не все слова запроса.",
    "No exact matches. The nearest results lack some of the words.",
  ],
  ofYear: ["Показаны значения за", "Values shown are of"],
  more: ["Показать больше", "Show more"],
  folded: ["ещё", "and"],
  inDataset: ["в наборе", "more in the dataset"],
  narrow: ["Сузить", "Narrow"],
  drop: ["снять", "drop"],
  compared: ["К сравнению выбрано:", "In the comparison:"],
  toCompare: ["Открыть сравнение", "Open the comparison"],
  provider: ["Источник", "Provider"],
  dataset: ["Набор", "Dataset"],
  freq: ["Частота", "Frequency"],
  geo: ["Территория", "Territory"],
  level: ["Уровень", "Level"],
  status: ["Ряд заканчивается", "Series ends"],
  active: ["вместе со своим набором", "with its dataset"],
  stalled: ["раньше своего набора", "before its dataset"],
});

export type SearchWords = (typeof SEARCH_WORDS)["ru"];
