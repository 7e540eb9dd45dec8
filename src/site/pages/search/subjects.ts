// What the suggestions of a search know: figures of the home page, topics, indicators, territories and datasets, with their names in both languages.
//
// They are collected once for each state of the store (store/search/suggestions.ts), in memory. What leads nowhere is left out: a figure that no
// series has, and a topic without a dataset.
import type {Country} from "../../../country/country.ts";
import {readHomeTiles, readTopics} from "../../../reference/home-lists.ts";
import {sortInSteps} from "../../../statistics/order/sort-in-steps.ts";
import {LEVELS, type Territory} from "../../../statistics/territory.ts";
import {readEnglishLabels} from "../../../store/datasets/english-names.ts";
import type {DatasetInOverview} from "../../../store/overview/dataset-overview.ts";
import type {Search} from "../../../store/search/search.ts";
import type {ServedStore} from "../../../store/served-store.ts";
import {createBudget} from "../../../work/budget.ts";
import {type Steps, withRests} from "../../../work/pace.ts";
import type {SuggestedSubject} from "../../visit/suggested.ts";
import type {Language} from "../../words/language.ts";
import {levelWords, nameText, pageCode, territoryText} from "../../words/names.ts";
import {nameDatasets} from "../../words/own-names.ts";
import {countText, providerName} from "../../words/wording.ts";
import {datasetPath} from "../datasets/rows.ts";
import {silenceSubject} from "./silence-way.ts";

type ConceptItem = Awaited<ReturnType<Search["findConcepts"]>>["items"][number];

/** The lists of suggestions, in their order. */
export const GROUPS = ["concepts", "territories", "datasets"] as const;

/** The indicators with most series are suggested, and the territories of the highest levels; the search finds the others. */
const [MOST_CONCEPTS, MOST_TERRITORIES] = [50_000, 50_000];
/** Labels whose English names are looked up in the packages: those of the indicators with most series. */
const MOST_NAMED = 5000;
/** Labels that one statement looks up. */
const NAMED_AT_ONCE = 200;
/** Subjects that are made between two rests. */
const MADE_AT_ONCE = 500;

/** Weights: a well-known figure before a topic before an indicator; of indicators and datasets those with more series. */
const OF_TILE = 16;
const OF_TOPIC = 12;

export async function collectSubjects(store: ServedStore, country: Country): Promise<readonly SuggestedSubject[]> {
  const budget = createBudget("visitor", Number.POSITIVE_INFINITY);
  const overview = await store.overview.read();
  const {items} = await store.search.findConcepts(null, Number.MAX_SAFE_INTEGER, budget);
  const bySize = await withRests(
    sortInSteps(items, (one, other) => other.seriesCount - one.seriesCount),
    budget,
  );
  const concepts = bySize.slice(0, MOST_CONCEPTS);
  const english = await readEnglish(store, concepts);
  const datasets = await store.statistics.readWithRests(
    (q) =>
      nameDatasets(
        q,
        "en",
        overview.map(({dataset}) => dataset),
      ),
    budget,
  );
  const named = new Map(datasets.map(({id, name}) => [id, name]));
  return [
    ...(await knownFigures(store, country)),
    silenceSubject(),
    ...topicSubjects(overview),
    ...(await withRests(conceptSubjects(concepts, english), budget)),
    ...(await withRests(territorySubjects(store), budget)),
    ...(await withRests(datasetSubjects(overview, named), budget)),
  ];
}

function weightOf(series: number): number {
  return Math.round(Math.min(10, Math.log2(1 + series) / 2));
}

async function readEnglish(store: ServedStore, concepts: readonly ConceptItem[]): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  const labels = [...new Set(concepts.slice(0, MOST_NAMED).map(({label}) => label))];
  for (let at = 0; at < labels.length; at += NAMED_AT_ONCE) {
    const some = labels.slice(at, at + NAMED_AT_ONCE);
    for (const [name, own] of await store.statistics.readWithRests(
      (q) => readEnglishLabels(q, some),
      createBudget("visitor"),
    ))
      names.set(name, own);
  }
  return names;
}

/** The figures of the home page that a search finds. */
async function knownFigures({search}: ServedStore, {code}: Country): Promise<SuggestedSubject[]> {
  const figures: SuggestedSubject[] = [];
  for (const {country, names} of readHomeTiles()) {
    if (country !== code) continue;
    const question = {text: names.ru, filters: {}, limit: 1, wholeOnly: true};
    if ((await search.findSeries(question, false, createBudget("visitor"))).total === 0) continue;
    figures.push({
      ...{names: [names.ru, names.en], group: 0, weight: OF_TILE, texts: names, path: "/search"},
      query: {ru: {q: names.ru}, en: {q: names.en}},
      note: () => "",
    });
  }
  return figures;
}

function topicSubjects(overview: readonly DatasetInOverview[]): SuggestedSubject[] {
  const counts = new Map<string, number>();
  for (const {topics} of overview) for (const topic of topics) counts.set(topic, (counts.get(topic) ?? 0) + 1);
  return readTopics().flatMap(({code, names}) => {
    const count = counts.get(code);
    if (count === undefined) return [];
    return [
      {
        ...{names: [names.ru, names.en], group: 0, weight: OF_TOPIC, texts: names, path: "/datasets"},
        ...sameQuery({topic: code}),
        note: (language: Language) => countText(count, "dataset", language),
      },
    ];
  });
}

function sameQuery(query: Readonly<Record<string, string>>): Pick<SuggestedSubject, "query"> {
  return {query: {ru: query, en: query}};
}

function* conceptSubjects(
  concepts: readonly ConceptItem[],
  english: ReadonlyMap<string, string>,
): Steps<SuggestedSubject[]> {
  const subjects: SuggestedSubject[] = [];
  for (const {id, label, seriesCount} of concepts) {
    const texts = {ru: nameText(label, "ru"), en: english.get(label) ?? nameText(label, "en")};
    subjects.push({
      ...{names: namesOf(texts), group: 0, weight: weightOf(seriesCount), texts},
      ...{path: `/indicators/${encodeURIComponent(id)}`, ...sameQuery({})},
      note: (language) => countText(seriesCount, "series", language),
    });
    if (subjects.length % MADE_AT_ONCE === 0) yield;
  }
  return subjects;
}

function namesOf({ru, en}: SuggestedSubject["texts"]): string[] {
  return ru === en ? [ru] : [ru, en];
}

/** One for each page of a territory, the levels from the country down: packages write some names in several ways. */
function* territorySubjects({search}: ServedStore): Steps<SuggestedSubject[]> {
  const subjects = new Map<string, SuggestedSubject>();
  for (const level of LEVELS)
    for (const [at, territory] of search.territories().entries()) {
      if (at % MADE_AT_ONCE === MADE_AT_ONCE - 1) yield;
      if (territory.level !== level) continue;
      const known = subjects.get(territory.canonical);
      if (known === undefined && subjects.size === MOST_TERRITORIES) continue;
      const subject = territorySubject(territory, known);
      if (subject !== null) subjects.set(territory.canonical, subject);
    }
  return [...subjects.values()];
}

/** @param known the same subject by other names. null: the territory has no page */
function territorySubject(territory: Territory, known: SuggestedSubject | undefined): SuggestedSubject | null {
  const {canonical, level} = territory;
  const code = pageCode(territory);
  if (code === null) return null;
  const texts = {ru: territoryText(territory, "ru"), en: territoryText(territory, "en")};
  if (known !== undefined) return {...known, names: [...new Set([...known.names, ...namesOf(texts)])]};
  return {
    ...{names: namesOf(texts), group: 1, weight: 2 * (LEVELS.length - LEVELS.indexOf(level)), texts},
    ...{path: `/territories/${encodeURIComponent(code)}`, ...sameQuery({})},
    note: (language) => levelWords(canonical, language).one[level],
  };
}

function* datasetSubjects(
  overview: readonly DatasetInOverview[],
  english: ReadonlyMap<number, string>,
): Steps<SuggestedSubject[]> {
  const subjects: SuggestedSubject[] = [];
  for (const {dataset} of overview) {
    const {id, name, code, provider, spans} = dataset;
    const texts = {ru: nameText(name, "ru"), en: nameText(english.get(id) ?? name, "en")};
    const series = spans.reduce((sum, one) => sum + one.series, 0);
    subjects.push({
      ...{names: [...namesOf(texts), code], group: 2, weight: weightOf(series), texts},
      ...{path: datasetPath(dataset), ...sameQuery({})},
      note: (language) => providerName(provider, language),
    });
    if (subjects.length % MADE_AT_ONCE === 0) yield;
  }
  return subjects;
}
