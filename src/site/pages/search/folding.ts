// Surveys and forms in a search: after their first rows, all further hits of such a dataset are one line with their number.
//
// "Растёт ли безработица" matches thousands of answers of one survey, which would fill every page. Nothing is lost: the line opens the same
// search in the dataset alone, which is never folded.
import type {Search} from "../../../store/search/search.ts";
import type {FoundSeries} from "../../../store/series/named-series.ts";
import type {Visit} from "../../visit/visit.ts";
import {type FoundRow, foundRowsOf} from "./variants.ts";

/** The hits of a dataset that have no row of their own. */
export interface FoldedHits {
  /** `provider/dataset` */
  readonly dataset: string;
  /** Its number of matching series that are in no row. */
  readonly series: number;
}

/** A row, or what is folded behind the last row of its dataset. */
export type FoundEntry = FoundRow | FoldedHits;

/** Rows of a dataset that are shown before the others are folded. */
export const ROWS_OF_DATASET = 3;

interface Hits {
  /** In the order of the search. */
  readonly rows: readonly FoundRow[];
  /** The datasets that are surveys or forms, by number. */
  readonly surveysAndForms: ReadonlySet<number>;
  /** The number of matching series of each dataset, as `provider/dataset`. */
  readonly counts: ReadonlyMap<string, number>;
}

export function isRow(entry: FoundEntry): entry is FoundRow {
  return "variants" in entry;
}

export function isFolded(entry: FoundEntry): entry is FoldedHits {
  return !isRow(entry);
}

/** The code of a dataset of a series, as in addresses. */
export function datasetAddress({provider, dataset}: Pick<FoundSeries, "provider" | "dataset">): string {
  return `${provider}/${dataset}`;
}

/**
 * The rows with those of surveys and forms folded, in their order; each fold stands behind the last shown row of its dataset.
 * @param most rows that are shown
 */
export function foldRows({rows, surveysAndForms, counts}: Hits, most: number): FoundEntry[] {
  const ofDataset = Map.groupBy(rows, ({series}) => datasetAddress(series));
  const entries: FoundEntry[] = [];
  const shownOf = new Map<string, {rows: number; series: number}>();
  let shown = 0;
  for (const row of rows) {
    const dataset = datasetAddress(row.series);
    const folds = surveysAndForms.has(row.series.datasetId) && ofDataset.get(dataset)!.length > ROWS_OF_DATASET;
    const own = shownOf.get(dataset) ?? {rows: 0, series: 0};
    const isWithin = row.variants.every((one) => datasetAddress(one) === dataset);
    if (folds && isWithin && own.rows >= ROWS_OF_DATASET) continue;
    if (shown === most) break;
    shown++;
    entries.push(row);
    // variants of a row may be series of other datasets
    for (const one of [row.series, ...row.variants]) {
      const code = datasetAddress(one);
      const known = shownOf.get(code) ?? {rows: 0, series: 0};
      shownOf.set(code, {...known, series: known.series + 1});
    }
    shownOf.set(dataset, {...shownOf.get(dataset)!, rows: own.rows + 1});
    if (folds && own.rows + 1 === ROWS_OF_DATASET) entries.push({dataset, series: counts.get(dataset) ?? 0});
  }
  // a later row may have series of the dataset among its variants
  return entries
    .map((one) => (isFolded(one) ? {...one, series: one.series - (shownOf.get(one.dataset)?.series ?? 0)} : one))
    .filter((one) => !isFolded(one) || one.series > 0);
}

/** The number of series that entries show or tell of. */
export function seriesIn(entries: readonly FoundEntry[]): number {
  return entries.reduce((sum, one) => sum + (isFolded(one) ? one.series : 1 + one.variants.length), 0);
}

type Wanted = Pick<Parameters<Search["findSeries"]>[0], "text" | "filters">;

/** Series read for each row: most indicators have fewer variants. */
const SERIES_OF_ROW = 5;

/** The first entries of a search. Where hits are folded, those of other datasets move up, which a second search reads. */
export async function findEntries({site, budget}: Visit, wanted: Wanted, most: number) {
  const {search} = site.store;
  const limit = most * SERIES_OF_ROW;
  const found = await search.findSeries({...wanted, limit}, true, budget);
  const counts = new Map((found.facets?.dataset ?? []).map(({value, count}) => [value, count]));
  // one dataset alone is what a folded line opens
  const folds = counts.size > 1 && found.total > 0;
  const fold = (series: readonly FoundSeries[], surveysAndForms: ReadonlySet<number>): FoundEntry[] =>
    foldRows(
      {
        rows: foundRowsOf(series, wanted.text ?? "", found.year),
        surveysAndForms: folds ? surveysAndForms : NONE,
        counts,
      },
      most,
    );
  const entries = fold(found.series, found.surveysAndForms);
  const folded = entries.filter(isFolded);
  const others = [...counts.keys()].filter((code) => !folded.some(({dataset}) => dataset === code));
  if (folded.length === 0 || others.length === 0 || entries.length - folded.length === most) return {found, entries};
  const further = await search.findSeries(
    {...wanted, filters: {...wanted.filters, dataset: others}, limit},
    false,
    budget,
  );
  const known = new Set(found.series.map(({key}) => key));
  const all = [...found.series, ...further.series.filter(({key}) => !known.has(key))];
  return {found, entries: fold(all, new Set([...found.surveysAndForms, ...further.surveysAndForms]))};
}

const NONE: ReadonlySet<number> = new Set();
