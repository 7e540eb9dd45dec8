// The price indices that the site offers by name for values in real terms: that of the territory itself, then that of its country.
//
// They are listed as a tile is (reference/tile-series.csv, "consumer-prices"), and only those that the rules of steps allow are offered.
import {ownerOf} from "../../../country/countries.ts";
import {readHomeTiles, readTileSources, type TileSource} from "../../../reference/home-lists.ts";
import type {GeoFilter} from "../../../statistics/catalogue/selection.ts";
import {judgeSteps, type StepSubject} from "../../../statistics/derived/step-rules.ts";
import type {Frequency} from "../../../statistics/time/frequency.ts";
import {readDeclaredQuantities} from "../../../store/datasets/declared-quantities.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import type {Script} from "../../../store/script.ts";
import {type FoundSeries, readFoundSeries} from "../../../store/series/named-series.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import type {Language} from "../../words/language.ts";
import {territoryText, territoryWords} from "../../words/names.ts";
import {nameSeries} from "../../words/own-names.ts";
import {findTileSeries, knownDatasets} from "../home/find-tile.ts";
import type {SeriesView} from "../series/read-series.ts";
import {stepSubjectOf} from "./choices.ts";
import type {DerivedView} from "./derived-view.ts";
import {DERIVED_WORDS} from "./words.ts";

const TILE = "consumer-prices";
const COUNTRY_LEVEL: GeoFilter = {kind: "level", level: "country"};

/** An index by which the values of a series can be divided. */
export interface PriceIndex {
  readonly key: string;
  /** "Consumer prices, Moscow", in the language of the visitor. */
  readonly name: string;
  /** It is of the territory of the series, which is no country. */
  readonly isOwn: boolean;
}

/** What is looked at of a series whose values may be divided. */
export interface PricedSeries {
  readonly series: Pick<SeriesView["series"], "key" | "frequency" | "fullTerritory">;
  readonly subject: StepSubject;
}

/** The indices for each series, the nearest first; none for values that have no real terms. In the order of the series. */
export async function findPriceIndices(
  visit: Visit,
  all: readonly PricedSeries[],
): Promise<readonly (readonly PriceIndex[])[]> {
  const {site, budget} = visit;
  if (!all.some(({subject}) => hasRealTerms(subject))) return all.map(() => []);
  const known = knownDatasets(await site.store.overview.read(), site.today());
  return site.store.statistics.readWithRests((q) => findAll(q, visit, all, known), budget);
}

function* findAll(
  q: Queries,
  {site, language}: Visit,
  all: readonly PricedSeries[],
  known: ReturnType<typeof knownDatasets>,
): Script<PriceIndex[][]> {
  const isListed = (one: {readonly country: string; readonly tile: string}): boolean =>
    one.country === site.country.code && one.tile === TILE;
  const tile = readHomeTiles().find(isListed);
  if (tile === undefined) return all.map(() => []);
  const sources = readTileSources().filter(isListed);
  /** By frequency and territory: the series of a comparison mostly share them. */
  const found = new Map<string, FoundIndex | null>();
  const indices: PriceIndex[][] = [];
  for (const {series, subject} of all) {
    const own: PriceIndex[] = [];
    const {level, code, canonical} = series.fullTerritory;
    // prices of another country would be a wrong number
    const isHere = ownerOf(canonical)?.code === site.country.code;
    const territories = level === "country" ? [null] : [code, null];
    for (const nearest of isHere && hasRealTerms(subject) ? territories : []) {
      const isOfEnd = subject.meaning === "stock";
      const id = `${series.frequency} ${isOfEnd} ${nearest}`;
      if (!found.has(id)) {
        const territory: GeoFilter = nearest === null ? COUNTRY_LEVEL : {kind: "codes", codes: [nearest]};
        const fitting = sources.filter((source) => fits(source, series.frequency, isOfEnd));
        const one = yield* findTileSeries(q, site.catalogues, fitting, {known, territory});
        found.set(id, one === null ? null : yield* describe(q, one.dataset, one.key, language));
        yield;
      }
      const index = found.get(id)!;
      // lists may share codes, and a dataset may have several countries
      const isOwn =
        nearest === null ? ownerOf(index?.canonical ?? "")?.code === site.country.code : index?.canonical === canonical;
      if (index !== null && isOwn && isPriceIndex(index, subject))
        own.push({key: index.key, name: `${tile.names[language]}, ${index.territory}`, isOwn: nearest !== null});
    }
    indices.push(own);
  }
  return indices;
}

/**
 * Months are taken together for quarters and years (statistics/derived/two-series.ts). Yearly and quarterly indices are of the end of a period on
 * the end before: right for a stock, wrong for the amount or the mean price of a whole year.
 */
function fits({frequency}: TileSource, wanted: Frequency, isOfEnd: boolean): boolean {
  if (frequency === null || frequency === "M") return frequency === null || ["M", "Q", "A"].includes(wanted);
  return frequency === wanted && isOfEnd;
}

const PRICED: readonly StepSubject["meaning"][] = ["level", "flow", "stock", "price"];

/** Whether the values are amounts of money or prices: a count of people, an index or a rate of growth has no real terms. */
export function hasRealTerms({meaning, isMoney}: Pick<StepSubject, "meaning" | "isMoney">): boolean {
  return PRICED.includes(meaning) && isMoney === true;
}

interface FoundIndex {
  readonly key: string;
  readonly canonical: string;
  readonly territory: string;
  readonly subject: StepSubject;
}

function* describe(q: Queries, dataset: SeriesView["dataset"], key: string, language: Language) {
  const read = yield* readFoundSeries(q, [{datasetId: dataset.id, key}]);
  const [series] = yield* nameSeries<FoundSeries>(q, language, read, () => dataset.id);
  if (series === undefined) return null;
  const subject = stepSubjectOf({dataset, series}, yield* readDeclaredQuantities(q, dataset.id));
  const {fullTerritory: own} = series;
  return {key, subject, canonical: own.canonical, territory: territoryText(own, language)};
}

/** Whether values may be divided by the series. */
export function isPriceIndex({key, subject}: Pick<FoundIndex, "key" | "subject">, priced: StepSubject): boolean {
  return "meaning" in judgeSteps([{name: "real", key}], priced, new Map([[key, subject]]));
}

/** That the prices of a region are those of its country: said once, below the formula. @param inputs the series, then its price index */
export function notOwnPrices({inputs: [own, prices]}: Pick<DerivedView, "inputs">, language: Language): Html | false {
  if (own === undefined || prices === undefined) return false;
  const {fullTerritory: of} = prices.series;
  if (of.canonical === own.series.fullTerritory.canonical) return false;
  const words = DERIVED_WORDS[language];
  return html`<br>${words.otherTerritory} ${territoryWords(of, language)}. ${words.mayDiffer}`;
}
