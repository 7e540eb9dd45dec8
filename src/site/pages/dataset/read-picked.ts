// Reads the picked series of a dataset: those of one page of the table with their values, the leading one, and the names of units.
import {type ChosenNames, partsOfName} from "../../../country/names.ts";
import {
  type Catalogue,
  DIMENSIONS,
  type Dimension,
  keyAt,
  type Texts,
} from "../../../statistics/catalogue/catalogue.ts";
import type {DatasetRecord} from "../../../store/datasets/dataset.ts";
import {readUnitNames} from "../../../store/datasets/reference-lists.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import type {CatalogueCache} from "../../../store/series/catalogue-cache.ts";
import {type FoundSeries, readFoundSeries} from "../../../store/series/named-series.ts";
import {readFigures} from "../../figures/read-figures.ts";
import type {SeriesFigures} from "../../figures/series-figures.ts";
import type {Visit} from "../../visit/visit.ts";
import type {Language} from "../../words/language.ts";
import {type InLanguage, nameSeries, readOwn} from "../../words/own-names.ts";
import {type FoundLine, readValueLines} from "../search/results.ts";
import {differingDimensions, type Sorting, sortableColumns, sortPositions} from "./order.ts";
import {
  leadingSeries,
  type OfferedCodes,
  offerCodes,
  type PickedSeries,
  type Picks,
  pickSeries,
  TOTAL_WORDS,
} from "./picks.ts";

export interface PickedRow {
  readonly series: InLanguage<FoundSeries>;
  /** null: the series went while the page was read. */
  readonly figures: SeriesFigures | null;
}

export interface PickedPage extends PickedSeries {
  readonly catalogue: Catalogue;
  readonly picks: Picks;
  readonly offered: ReadonlyMap<Dimension, OfferedCodes>;
  /** Names of the offered classes by their places. */
  readonly classNames: Pick<Texts, "at">;
  /** The rows of the page. */
  readonly rows: readonly PickedRow[];
  /** The dimensions in which the picked series differ. */
  readonly differing: ReadonlySet<Dimension>;
  /** null: the order of the slice. */
  readonly sorting: Sorting | null;
  /** The series of the chart; null: nothing is picked. */
  readonly leading: FoundLine | null;
  readonly unitNames: ReadonlyMap<string, string>;
  /** Names that the packages of the dataset give in the language of the visitor; undefined: none. */
  readonly ownNames: ChosenNames | undefined;
}

interface WantedPage {
  readonly offset: number;
  readonly rows: number;
  /** Counts only if the picked series can be sorted by it. */
  readonly sorting?: Sorting | null;
}

/** Years of the lines in the rows. */
const SPARK_YEARS = 5;

export async function readPicked(
  visit: Visit,
  dataset: DatasetRecord,
  picks: Picks,
  {offset, rows, sorting: wanted = null}: WantedPage,
): Promise<PickedPage> {
  const {site, withRests, budget} = visit;
  const {statistics} = site.store;
  const {catalogue, totals} = await statistics.readWithRests((q) => readTotals(q, site.catalogues, dataset), budget);
  const picked = await withRests(pickSeries(catalogue, picks));
  const offered = await withRests(offerCodes(catalogue, picks, picked.counts));
  const leading = await withRests(leadingSeries(catalogue, picked.positions, totals));
  const differing = await withRests(differingDimensions(catalogue, picked.positions, DIMENSIONS));
  const isSorted = wanted !== null && sortableColumns(picked.positions.length, differing).includes(wanted.column);
  const sorting = isSorted ? wanted : null;
  const ordered =
    sorting === null ? picked.positions : await sortPositions(visit, dataset, catalogue, picked.positions, sorting);
  const page = ordered.slice(offset, offset + rows);
  const shown = [...page, ...(leading === null ? [] : [leading])];
  const names = shown.map((position) => ({datasetId: dataset.id, key: keyAt(catalogue, position)}));
  const {found, unitNames, classNames, ownNames} = await statistics.read((q) =>
    readShown(q, site.catalogues, {dataset, catalogue, names, offered, language: visit.language}),
  );
  const byKey = new Map(found.map((series) => [series.key, series]));
  const ofPage = page.flatMap((position) => byKey.get(keyAt(catalogue, position)) ?? []);
  const figures = await statistics.readWithRests(
    (q) => readFigures(q, site.catalogues, dataset, ofPage, {years: SPARK_YEARS}),
    budget,
  );
  const leader = leading === null ? undefined : byKey.get(keyAt(catalogue, leading));
  const [line] = leader === undefined ? [] : await readValueLines(visit, [leader]);
  return {
    ...picked,
    ...{catalogue, picks, offered, classNames, unitNames, ownNames, differing, sorting, leading: line ?? null},
    rows: ofPage.map((series, at) => ({series, figures: figures[at]!})),
  };
}

function* readTotals(q: Queries, catalogues: CatalogueCache, dataset: DatasetRecord) {
  const catalogue = yield* catalogues.read(q, dataset);
  return {catalogue, totals: yield* catalogues.readTotalClasses(q, dataset, catalogue, TOTAL_WORDS)};
}

interface Shown {
  readonly dataset: DatasetRecord;
  readonly catalogue: Catalogue;
  readonly names: Parameters<typeof readFoundSeries>[1];
  readonly offered: PickedPage["offered"];
  readonly language: Language;
}

/** The series that are named, and the names of all units and of the offered classes. */
function* readShown(q: Queries, catalogues: CatalogueCache, {dataset, catalogue, names, ...shown}: Shown) {
  const {offered, language} = shown;
  const indexesOf = (dimension: Dimension): number[] => offered.get(dimension)?.shown.map(({index}) => index) ?? [];
  const units = catalogue.unit.codes.flatMap((code) => code ?? []);
  const classNames = yield* catalogues.openNames(q, dataset, catalogue, "some");
  yield* classNames.keep(q, indexesOf("classification"));
  const unitNames = yield* readUnitNames(q, units);
  const offeredNames = [
    ...indexesOf("classification").flatMap((at) => partsOfName(classNames.at(at) ?? "")),
    ...indexesOf("indicator").map((at) => catalogue.indicatorLabels[at]!),
    ...indexesOf("territory").map((at) => catalogue.territories[at]!.name),
    ...unitNames.values(),
  ];
  const found = yield* readFoundSeries(q, names);
  return {
    found: yield* nameSeries(q, language, found, () => dataset.id),
    ownNames: (yield* readOwn(q, language, [{datasetId: dataset.id, names: offeredNames}])).get(dataset.id),
    ...{unitNames, classNames},
  };
}
