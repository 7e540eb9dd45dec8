// Conditions judged ahead of the series that are taken. On a dataset that does not fit into memory by the codes of its manifest, before any series
// is read; on one with very many classes in chunks: codes and names of neighbouring classes lie together, and the order of keys jumps between
// all of them.
//
// Each code of a dictionary has a series. So a condition on one column that no code fulfils closes the dataset, and one that all of them fulfil
// is fulfilled by every series. Classes are not in the manifest. Chunks grow with what was judged in vain, so a page that is soon full judges little
// ahead.

import {classesOf} from "../../../statistics/catalogue/block-series.ts";
import {type Catalogue, keyAt} from "../../../statistics/catalogue/catalogue.ts";
import {type CatalogueManifest, FEW_CODES} from "../../../statistics/catalogue/catalogue-code.ts";
import type {DatasetRecord} from "../../../store/datasets/dataset.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import type {Script} from "../../../store/script.ts";
import {knownNames} from "../../../store/series/class-names.ts";
import type {Budget} from "../../../work/budget.ts";
import {
  type DatasetWithCatalogue,
  NAMES_PASSED,
  type ODataCatalogues,
  passNames,
  readNamesOf,
  seriesRow,
  withNames,
} from "../row-properties.ts";
import {type Condition, passesDataset, type SeriesPredicate} from "./series-predicate.ts";

interface JudgingContext {
  readonly catalogues: ODataCatalogues;
  readonly budget: Budget;
}

/** The conditions that are left to judge by series; null: no series can pass. @param conditions that hold for the dataset itself */
export function* judgeCodes(
  q: Queries,
  {catalogues, budget}: JudgingContext,
  conditions: readonly Condition[],
  dataset: DatasetRecord,
  manifest: CatalogueManifest,
): Script<readonly Condition[] | null> {
  const words = yield* readNamesOf(q, catalogues, dataset);
  const row = seriesRow(withNames(catalogues, dataset, catalogueOfCodes(manifest), NO_NAMES, words), 0);
  const left: Condition[] = [];
  for (const condition of conditions) {
    const dimension = FEW_CODES.find((name) => name === condition.hangsOn);
    if (dimension === undefined) {
      if (condition.hangsOn !== "dataset") left.push(condition);
      continue;
    }
    const {length} = manifest.codes[dimension];
    let passing = 0;
    for (let index = 0; index < length; index++) {
      budget.spend(condition.weight);
      row.position = index;
      if (condition.read(row) === true) passing++;
    }
    if (passing === 0) return null;
    if (passing < length) left.push(condition);
  }
  return left;
}

/** Below it, series are counted one by one. */
const MANY_SERIES = 50_000;

/** The number of series of a dataset that pass, where its manifest tells it; null: it does not. */
export function* countAhead(
  q: Queries,
  {catalogues, budget}: JudgingContext,
  conditions: readonly Condition[],
  dataset: DatasetRecord,
): Script<number | null> {
  if (dataset.seriesCount < MANY_SERIES) return null;
  if (!passesDataset(conditions, dataset, budget)) return 0;
  const manifest = yield* catalogues.readLargeManifest(q, dataset);
  if (manifest === null) return null;
  const left = yield* judgeCodes(q, {catalogues, budget}, conditions, dataset, manifest);
  return left === null ? 0 : left.length === 0 ? manifest.size : null;
}

const NO_NAMES = knownNames([]);

/** At each position the code of that place, in all columns of few codes alike: a condition on one column reads no other. */
function catalogueOfCodes(manifest: CatalogueManifest): Catalogue {
  const size = Math.max(...FEW_CODES.map((name) => manifest.codes[name].length));
  const index = new Uint32Array(size).map((_, at) => at);
  const columns = FEW_CODES.map((name) => [name, {codes: manifest.codes[name], index}]);
  return {...classesOf(manifest, []), ...(Object.fromEntries(columns) as Pick<Catalogue, (typeof FEW_CODES)[number]>)};
}

interface Judging {
  readonly source: DatasetWithCatalogue;
  readonly predicate: SeriesPredicate;
  /** In the order of keys. */
  readonly positions: Uint32Array;
  readonly budget: Budget;
  /** The most evaluations that one series may need. */
  readonly weight: number;
  readonly readsNames: boolean;
}

/** Series of one dataset. */
export interface FilteredCursor {
  readonly source: DatasetWithCatalogue | null;
  readonly predicate: SeriesPredicate | null;
  readonly positions: ArrayLike<number>;
  /** The positions were judged before, up to the series with this key. */
  readonly judgedTo?: string;
  /** The cursor goes on after these positions. */
  readonly more?: (q: Queries, wanted: number) => Script<FilteredCursor>;
}

const FIRST_CHUNK = 2 * NAMES_PASSED;
const GROWTH = 3;
const ALL_PASS: SeriesPredicate = {isClosed: false, passes: () => true};

/** @param wanted series that the caller takes next @param from index among the positions */
export function* openFiltered(q: Queries, judging: Judging, wanted: number, from = 0): Script<FilteredCursor> {
  const {source, predicate, positions, budget, weight, readsNames} = judging;
  // a page ends where the budget does, and each makes progress
  const most = Math.max(1, Math.floor(budget.left() / weight));
  if (positions.length === 0) return {source: null, predicate: null, positions};
  const chunk = positions.subarray(from, from + Math.min(Math.max(FIRST_CHUNK, GROWTH * Math.max(from, wanted)), most));
  const inOrder = chunk.toSorted();
  const passing = new Set<number>();
  for (let at = 0; at < inOrder.length; at += NAMES_PASSED) {
    const some = inOrder.subarray(at, at + NAMES_PASSED);
    const series = readsNames ? Array.from(some, (position) => ({source, position})) : [];
    if (readsNames) budget.spend(yield* passNames(q, series));
    for (const position of some) {
      budget.spend(1);
      if (predicate.passes(position)) passing.add(position);
      if (budget.isRestDue()) yield* budget.rest();
    }
  }
  const next = from + chunk.length;
  return {
    ...{source, predicate: ALL_PASS, positions: chunk.filter((position) => passing.has(position))},
    judgedTo: keyAt(source.catalogue, chunk.at(-1)!),
    ...(next === positions.length ? {} : {more: (q: Queries, count: number) => openFiltered(q, judging, count, next)}),
  };
}
