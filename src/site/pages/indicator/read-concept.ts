// Reads the series of a concept in one territory over its datasets, and the figures of those that are shown.
import {partsOfName} from "../../../country/names.ts";
import {
  type Catalogue,
  classNameAt,
  codeAt,
  keyAt,
  type NamedCatalogue,
} from "../../../statistics/catalogue/catalogue.ts";
import type {Note} from "../../../statistics/release/release.ts";
import {LEVELS, type Territory} from "../../../statistics/territory.ts";
import type {Frequency} from "../../../statistics/time/frequency.ts";
import type {DatasetRecord} from "../../../store/datasets/dataset.ts";
import {readNotes} from "../../../store/datasets/declarations.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import type {Script} from "../../../store/script.ts";
import type {DatedConcept} from "../../../store/search/search.ts";
import {type FoundSeries, readFoundSeries} from "../../../store/series/named-series.ts";
import {readFigures} from "../../figures/read-figures.ts";
import type {SeriesFigures} from "../../figures/series-figures.ts";
import type {SiteContext} from "../../visit/context.ts";
import type {Visit} from "../../visit/visit.ts";
import type {Language} from "../../words/language.ts";
import {type InLanguage, nameSeries, nameTerritories, readOwn} from "../../words/own-names.ts";
import {TOTAL_WORDS} from "../dataset/picks.ts";
import {type Choices, type Chosen, type ConceptSeries, chooseSeries} from "./choices.ts";

/** A dataset of the concept and the codes of its indicators there. */
interface ConceptDataset {
  readonly dataset: DatasetRecord;
  readonly indicators: readonly string[];
}

export interface ShownLine {
  readonly series: InLanguage<FoundSeries>;
  readonly figures: SeriesFigures;
  readonly notes: readonly Note[];
}

export interface ConceptView {
  /** Those that the datasets have, by level; at most MOST_TERRITORIES. */
  readonly territories: readonly Territory[];
  /** How many there are. */
  readonly territoryCount: number;
  /** The territory of the series; null: the concept has none. */
  readonly territory: Territory | null;
  readonly choices: Choices;
  readonly lines: readonly ShownLine[];
  /** Whether the concept may have series in the territory that were not looked at. */
  readonly isCut: boolean;
}

const MOST_DATASETS = 12;
/** Series of one dataset that the choices offer. */
const MOST_SERIES = 400;
/** Series of one dataset, of all its indicators, among which those of the concept are looked for. */
const MOST_LOOKED_AT = 4000;
const MOST_TERRITORIES = 300;
const MOST_LINES = 6;
/** All years. */
const YEARS = 1000;

/** @param known datasets by `provider/dataset`; @param geo the code of a territory; null: the country, else the first one */
export function readConcept(
  visit: Visit,
  concept: DatedConcept,
  known: ReadonlyMap<string, DatasetRecord>,
  {geo, chosen}: {readonly geo: string | null; readonly chosen: Chosen},
): Promise<ConceptView> {
  const datasets = concept.datasets.slice(0, MOST_DATASETS).flatMap(({code, indicators}) => {
    const dataset = known.get(code);
    return dataset === undefined ? [] : [{dataset, indicators}];
  });
  const isCut = concept.datasets.length > MOST_DATASETS;
  return visit.site.store.statistics.readWithRests(
    (q) => readView(q, visit, datasets, {geo, chosen, isCut}),
    visit.budget,
  );
}

function* readView(
  q: Queries,
  {site, language}: Visit,
  datasets: readonly ConceptDataset[],
  {geo, chosen, isCut}: {readonly geo: string | null; readonly chosen: Chosen; readonly isCut: boolean},
): Script<ConceptView> {
  const all = yield* readTerritories(q, site, language, datasets);
  const territory = all.find(({code}) => code === geo) ?? all[0] ?? null;
  const candidates: ConceptSeries[] = [];
  let isWhole = !isCut;
  for (const one of territory === null ? [] : datasets) {
    const own = yield* readCandidates(q, site, language, one, territory!.code);
    candidates.push(...own.candidates);
    isWhole &&= own.isWhole;
    yield;
  }
  const choices = chooseSeries(candidates, chosen);
  const lines: ShownLine[] = [];
  for (const {dataset: code, key} of choices.shown.slice(0, MOST_LINES)) {
    const {dataset} = datasets.find((one) => `${one.dataset.provider}/${one.dataset.code}` === code)!;
    const found = yield* readFoundSeries(q, [{datasetId: dataset.id, key}]);
    const [figures] = yield* readFigures(q, site.catalogues, dataset, found, {years: YEARS});
    const [series] = yield* nameSeries<FoundSeries>(q, language, found, () => dataset.id);
    if (series !== undefined && figures) lines.push({series, figures, notes: yield* readNotes(q, dataset.id)});
  }
  const territories = all.slice(0, MOST_TERRITORIES);
  if (territory !== null && !territories.includes(territory)) territories.push(territory);
  return {territories, territoryCount: all.length, territory, choices, lines, isCut: !isWhole};
}

/** Those of all datasets by code, the levels from the country down. */
function* readTerritories(
  q: Queries,
  {catalogues}: SiteContext,
  language: Language,
  datasets: readonly ConceptDataset[],
): Script<Territory[]> {
  const byCode = new Map<string, Territory>();
  for (const {dataset} of datasets) {
    const {catalogue} = yield* catalogues.select(q, dataset, ANY, true);
    const further = catalogue.territories.filter(({code}) => !byCode.has(code));
    for (const one of yield* nameTerritories(q, language, dataset.id, further)) byCode.set(one.code, one);
    yield;
  }
  const all = [...byCode.values()];
  return LEVELS.flatMap((level) => all.filter((one) => one.level === level));
}

const EVERY = {classification: null, measure: null, transformation: null, unit: null, frequency: null};
const ANY = {...EVERY, territory: {kind: "level", level: "country"}} as const;

function* readCandidates(
  q: Queries,
  {catalogues}: SiteContext,
  language: Language,
  {dataset, indicators}: ConceptDataset,
  geo: string,
): Script<{readonly candidates: readonly ConceptSeries[]; readonly isWhole: boolean}> {
  const filters = {...EVERY, territory: {kind: "codes", codes: [geo]}} as const;
  const selected = yield* catalogues.select(q, dataset, filters, true);
  // filters have no indicator, so its series are looked for among those of the others
  const {catalogue, total, positions} = yield* catalogues.readPage(q, dataset, selected, {
    offset: 0,
    limit: MOST_LOOKED_AT,
  });
  yield;
  const found = positions.filter((position) => indicators.includes(codeAt(catalogue.indicator, position)!));
  const own = found.slice(0, MOST_SERIES);
  const isWhole = own.length === found.length && positions.length === total;
  const named = yield* catalogues.nameSome(q, dataset, catalogue, own);
  const wholes = new Set(own.flatMap((position) => (isOfWhole(named, position) ? [classAt(catalogue, position)] : [])));
  // of several that are called "all of …" none is the whole
  const whole = wholes.size === 1 ? [...wholes][0]! : null;
  const candidates = own.map((position) => candidateAt(dataset, named, position, whole));
  const names = candidates.flatMap(({className}) => (className === null ? [] : partsOfName(className)));
  const english = (yield* readOwn(q, language, [{datasetId: dataset.id, names}])).get(dataset.id);
  if (english === undefined) return {candidates, isWhole};
  const nameOf = (name: string | null): string | null => (name === null ? null : english.of(name));
  return {candidates: candidates.map((one) => ({...one, className: nameOf(one.className)})), isWhole};
}

function classAt({classification}: Catalogue, position: number): string {
  return codeAt(classification, position) ?? "";
}

function isOfWhole(catalogue: NamedCatalogue, position: number): boolean {
  const code = classAt(catalogue, position);
  return code === "" || TOTAL_WORDS.isTotal(classNameAt(catalogue, position) ?? code);
}

/** @param whole the code of the class that is the whole; null: none is */
function candidateAt(
  {provider, code}: DatasetRecord,
  catalogue: NamedCatalogue,
  position: number,
  whole: string | null,
): ConceptSeries {
  const own = classAt(catalogue, position);
  return {
    dataset: `${provider}/${code}`,
    provider,
    indicator: codeAt(catalogue.indicator, position)!,
    key: keyAt(catalogue, position),
    class: own === whole ? "" : own,
    className: own === whole ? null : classNameAt(catalogue, position),
    measure: codeAt(catalogue.measure, position),
    transformation: codeAt(catalogue.transformation, position),
    unit: codeAt(catalogue.unit, position),
    frequency: codeAt(catalogue.frequency, position) as Frequency,
    lastPeriod: catalogue.lastPeriod[position]!,
  };
}
