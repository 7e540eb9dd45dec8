// The series that fills a tile: the first listed one whose dataset goes on, else the one with the latest value.
//
// A row of the list without a class means the whole. Where no class is the whole, and there are several, no series is taken: any of them
// would be a guess.
import type {TileSource} from "../../../reference/home-lists.ts";
import {classNameAt, codeAt, keyAt} from "../../../statistics/catalogue/catalogue.ts";
import type {GeoFilter, SeriesFilters} from "../../../statistics/catalogue/selection.ts";
import type {Day} from "../../../statistics/time/day.ts";
import {listConceptIndicators} from "../../../store/datasets/concept-datasets.ts";
import type {DatasetRecord} from "../../../store/datasets/dataset.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import {type DatasetInOverview, silenceOfDataset} from "../../../store/overview/dataset-overview.ts";
import type {Script} from "../../../store/script.ts";
import type {CatalogueCache} from "../../../store/series/catalogue-cache.ts";
import {TOTAL_WORDS} from "../dataset/picks.ts";

/** A dataset that may have the series, and whether more values of it are expected. */
export interface KnownDataset {
  readonly dataset: DatasetRecord;
  readonly goesOn: boolean;
}

/** The place of a series in the store. */
export interface TileSeries {
  readonly dataset: DatasetRecord;
  readonly key: string;
  readonly lastPeriod: Day;
  /** null: the published values are shown. */
  readonly derive: string | null;
}

interface WantedSeries {
  /** The datasets of the store by `provider/dataset`. */
  readonly known: ReadonlyMap<string, KnownDataset>;
  readonly territory: GeoFilter;
}

const MOST_DATASETS = 20;
/** Series of one dataset that are looked at. */
const MOST_SERIES = 200;

/** null: no series of the store is listed. */
export function* findTileSeries(
  q: Queries,
  catalogues: CatalogueCache,
  sources: readonly TileSource[],
  {known, territory}: WantedSeries,
): Script<TileSeries | null> {
  let latest: TileSeries | null = null;
  for (const source of sources) {
    for (const {code, indicator} of yield* datasetsOf(q, source)) {
      const found = known.get(code);
      const series =
        found === undefined
          ? null
          : yield* findInDataset(q, catalogues, {...source, indicator, territory}, found.dataset);
      if (series === null) continue;
      if (found!.goesOn) return series;
      if (latest === null || series.lastPeriod > latest.lastPeriod) latest = series;
    }
  }
  return latest;
}

function* datasetsOf(q: Queries, {dataset, concept, indicator}: TileSource) {
  if (concept === null) return [{code: dataset!, indicator}];
  const found = yield* listConceptIndicators(q, concept, MOST_DATASETS);
  return found.map((one) => ({code: `${one.provider}/${one.dataset}`, indicator: one.indicator as string | null}));
}

function* findInDataset(
  q: Queries,
  catalogues: CatalogueCache,
  source: TileSource & Pick<WantedSeries, "territory">,
  dataset: DatasetRecord,
): Script<TileSeries | null> {
  const only = (code: string | null): readonly string[] | null => (code === null ? null : [code]);
  const filters: SeriesFilters = {
    classification: only(source.classification),
    measure: only(source.measure),
    transformation: only(source.transformation),
    frequency: only(source.frequency),
    unit: null,
    territory: source.territory,
  };
  const selected = yield* catalogues.select(q, dataset, filters, true);
  const {catalogue, positions} = yield* catalogues.readPage(q, dataset, selected, {offset: 0, limit: MOST_SERIES});
  yield;
  const own = positions.filter(
    (position) => source.indicator === null || codeAt(catalogue.indicator, position) === source.indicator,
  );
  const classes = new Set(own.map((position) => catalogue.classification.index[position]));
  let [chosen] = own;
  if (classes.size > 1) {
    const named = yield* catalogues.nameSome(q, dataset, catalogue, own);
    chosen = own.find((position) => {
      const code = codeAt(catalogue.classification, position);
      return code === null || TOTAL_WORDS.isTotal(classNameAt(named, position) ?? code);
    });
  }
  return chosen === undefined
    ? null
    : {dataset, key: keyAt(catalogue, chosen), lastPeriod: catalogue.lastPeriod[chosen]!, derive: source.derive};
}

/** The datasets of a store as tiles look at them. */
export function knownDatasets(overview: readonly DatasetInOverview[], today: Day): ReadonlyMap<string, KnownDataset> {
  return new Map(
    overview.map((one) => {
      const {dataset} = one;
      const goesOn = !dataset.archival && silenceOfDataset(one, today) !== "ended";
      return [`${dataset.provider}/${dataset.code}`, {dataset, goesOn}];
    }),
  );
}
