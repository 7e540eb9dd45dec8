// The series of the datasets that share a key prefix, in the order of their keys, each with the predicate that it has to pass.
//
// A filter that names classes looks at their series alone. Of a dataset that does not fit into memory only what a request needs is read: the
// series of the given keys or of the named classes, or the next ones by their keys. A filter that few of those pass looks at all series in the
// end, and the catalogue is read for it and dropped.

import type {Expression} from "../../../formats/odata/expression.ts";
import {impliedTexts} from "../../../formats/odata/implied.ts";
import {type Catalogue, keyAt} from "../../../statistics/catalogue/catalogue.ts";
import type {CatalogueManifest} from "../../../statistics/catalogue/catalogue-code.ts";
import {
  findCode,
  indexBehindKey,
  keyOrder,
  orderKeys,
  positionAmongKeys,
} from "../../../statistics/catalogue/code-order.ts";
import {firstAtLeast} from "../../../statistics/order/binary-search.ts";
import type {DatasetRecord} from "../../../store/datasets/dataset.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import type {Script} from "../../../store/script.ts";
import {readSeriesFrom, readSeriesWithKeys} from "../../../store/series/block-selection.ts";
import {createClassNames} from "../../../store/series/class-names.ts";
import type {Budget} from "../../../work/budget.ts";
import {type DatasetWithCatalogue, type ODataCatalogues, readNamesOf, withNames} from "../row-properties.ts";
import {type FilteredCursor, judgeCodes, openFiltered} from "./judged-ahead.ts";
import type {Condition} from "./series-predicate.ts";
import {openPredicate, type SeriesPredicate} from "./series-predicate.ts";

/** Series of one dataset, or of several with the same key prefix: then each place has its own source. */
export interface SeriesCursor extends FilteredCursor {
  readonly sources?: readonly DatasetWithCatalogue[];
  readonly predicates?: ReadonlyMap<DatasetWithCatalogue, SeriesPredicate>;
}

const CLOSED: SeriesCursor = {source: null, predicate: null, positions: []};

export interface SeriesListContext extends QueryKeys {
  readonly catalogues: ODataCatalogues;
  readonly conditions: readonly Expression[];
  readonly judged: readonly Condition[];
  readonly budget: Budget;
  /** The conditions read names of classes. */
  readonly readsNames: boolean;
}

/** The series that are asked for. */
export interface QueryKeys {
  /** Ascending; null: all. */
  readonly keys: readonly string[] | null;
  readonly behind: {readonly key: string; readonly orEqual: boolean} | null;
}

/** @param wanted series that the caller takes next */
export function* openSeriesCursor(
  q: Queries,
  context: SeriesListContext,
  datasets: readonly DatasetRecord[],
  wanted: number,
): Script<SeriesCursor> {
  if (datasets.length === 1) return yield* openAlone(q, context, datasets[0]!, wanted);
  const cursors: SeriesCursor[] = [];
  for (const dataset of datasets) {
    const cursor = yield* openInMemory(q, context, dataset, wanted);
    if (cursor !== CLOSED) cursors.push(cursor);
  }
  return cursors.length > 1 ? mergeCursors(cursors) : (cursors[0] ?? CLOSED);
}

/** A share of a large dataset; looking its series up one by one takes as long as reading all of its blocks. */
const KEYED_SHARE = 1 / 16;

function* openAlone(
  q: Queries,
  context: SeriesListContext,
  dataset: DatasetRecord,
  wanted: number,
): Script<SeriesCursor> {
  const manifest = yield* context.catalogues.readLargeManifest(q, dataset);
  if (manifest === null) return yield* openInMemory(q, context, dataset, wanted);
  const judged = yield* judgeCodes(q, context, context.judged, dataset, manifest);
  if (judged === null) return CLOSED;
  const own = {...context, judged};
  if (context.keys !== null || judged.length === 0)
    return yield* openKeyed(q, own, {dataset, manifest, readBefore: 0, most: Number.POSITIVE_INFINITY}, wanted);
  const most = manifest.size * KEYED_SHARE;
  if (classesOf(context.conditions) === null && wanted < most)
    return yield* openKeyed(q, own, {dataset, manifest, readBefore: 0, most}, wanted);
  return yield* openInMemory(q, own, dataset, wanted);
}

/** From all series of the dataset, or from all of the classes that the filter names. */
function* openInMemory(
  q: Queries,
  context: SeriesListContext,
  dataset: DatasetRecord,
  wanted: number,
): Script<SeriesCursor> {
  const {catalogues, conditions, judged, readsNames, budget, keys, behind} = context;
  const classes = keys === null ? classesOf(conditions) : null;
  const catalogue = yield* classes === null ? catalogues.read(q, dataset) : catalogues.readClasses(q, dataset, classes);
  const names = yield* catalogues.openNames(q, dataset, catalogue, readsNames ? "all" : "some");
  const source = withNames(catalogues, dataset, catalogue, names, yield* readNamesOf(q, catalogues, dataset));
  const run = classes === null ? null : positionsOfClasses(catalogue, classes);
  if (run === null && keys === null) {
    yield* orderKeys(catalogue);
    const isPacked = catalogue.classification.codes.indexOf !== undefined;
    if (isPacked && judged.some(({hangsOn}) => hangsOn === "classification" || hangsOn === "series")) {
      const positions = orderBehind(catalogue, behind);
      const predicate = yield* openPredicate(q, judged, source, budget, positions);
      const weight = judged.reduce((sum, one) => sum + one.weight, 2);
      return yield* openFiltered(q, {source, predicate, positions, budget, weight, readsNames}, wanted);
    }
  }
  const predicate = yield* openPredicate(q, judged, source, budget, run);
  if (predicate.isClosed) return CLOSED;
  const positions = run === null ? positionsOf(catalogue, context) : sortedBehind(catalogue, run, behind);
  return {source, predicate, positions};
}

/** The only classes with which all conditions can hold, and that of series without one, which `eq null` means; null: any. */
function classesOf(conditions: readonly Expression[]): ReadonlySet<string | null> | null {
  const sets = conditions.map((one) => impliedTexts(one, "classification")).filter((one) => one !== null);
  if (sets.length === 0) return null;
  const [first, ...others] = sets;
  return new Set([null, ...[...first!].filter((code) => others.every((own) => own.has(code)))]);
}

/** More series of the named classes are found by the order of all keys. */
const MOST_SORTED = 20_000;

/** Series are in the order of their classes, so those of a few classes are a few runs; null: they are many. */
function positionsOfClasses(catalogue: Catalogue, classes: Iterable<string | null>): readonly number[] | null {
  const {codes, index} = catalogue.classification;
  const positions: number[] = [];
  for (const code of classes) {
    const at =
      code !== null ? findCode(codes, code) : catalogue.size > 0 && codes.at(index[0]!) === null ? index[0]! : -1;
    if (at === -1) continue;
    const first = firstAtLeast(index, at, 0, catalogue.size);
    const end = firstAtLeast(index, at + 1, first, catalogue.size);
    if (positions.length + end - first > MOST_SORTED) return null;
    for (let position = first; position < end; position++) positions.push(position);
  }
  return positions;
}

/** By their keys. */
function sortedBehind(
  catalogue: Catalogue,
  positions: readonly number[],
  behind: QueryKeys["behind"],
): readonly number[] {
  const keyed = positions.map((position) => ({position, key: keyAt(catalogue, position)}));
  const left = behind === null ? keyed : keyed.filter(({key}) => isBehind(key, behind));
  return left.sort((one, other) => (one.key < other.key ? -1 : 1)).map(({position}) => position);
}

function isBehind(key: string, behind: NonNullable<QueryKeys["behind"]>): boolean {
  return key > behind.key || (behind.orEqual && key === behind.key);
}

function orderBehind(catalogue: Catalogue, behind: QueryKeys["behind"]): Uint32Array {
  return keyOrder(catalogue).subarray(behind === null ? 0 : indexBehindKey(catalogue, behind.key, behind.orEqual));
}

function positionsOf(catalogue: Catalogue, {keys, behind}: QueryKeys): ArrayLike<number> {
  if (keys === null) return orderBehind(catalogue, behind);
  return keysBehind(keys, behind)
    .map((key) => positionAmongKeys(catalogue, key))
    .filter((position) => position !== -1);
}

function keysBehind(keys: readonly string[], behind: QueryKeys["behind"]): readonly string[] {
  return behind === null ? keys : keys.filter((key) => isBehind(key, behind));
}

interface LargeDataset {
  readonly dataset: DatasetRecord;
  readonly manifest: CatalogueManifest;
  /** Series that were read before. */
  readonly readBefore: number;
  /** When more series than this were read, the rest is looked for in the whole catalogue. */
  readonly most: number;
}

/** Series that are read by one query. */
const [LEAST_AT_ONCE, MOST_AT_ONCE] = [32, 1024];

function* openKeyed(q: Queries, context: SeriesListContext, large: LargeDataset, wanted: number): Script<SeriesCursor> {
  const {dataset, manifest, readBefore} = large;
  if (readBefore > large.most) return yield* openInMemory(q, context, dataset, wanted);
  const most = Math.min(Math.max(wanted, LEAST_AT_ONCE, readBefore), MOST_AT_ONCE);
  const keys = context.keys === null ? null : keysBehind(context.keys, context.behind);
  const catalogue =
    keys === null
      ? yield* readSeriesFrom(q, dataset.id, manifest, firstKey(context.behind), most + 1)
      : yield* readSeriesWithKeys(q, dataset.id, manifest, keys.slice(0, most));
  const names = createClassNames(dataset.id, catalogue.classification.codes);
  const source = withNames(
    context.catalogues,
    dataset,
    catalogue,
    names,
    yield* readNamesOf(q, context.catalogues, dataset),
  );
  const positions = keyOrder(catalogue).subarray(0, most);
  const predicate = yield* openPredicate(q, context.judged, source, context.budget, positions);
  const hasMore = keys === null ? catalogue.size > most : keys.length > most;
  if (!hasMore) return {source, predicate, positions};
  const behind = keys === null ? {key: keyAt(catalogue, positions.at(-1)!), orEqual: false} : null;
  const rest = {...context, keys: keys?.slice(most) ?? null, behind};
  const more: SeriesCursor["more"] = (q, count) => openKeyed(q, rest, {...large, readBefore: readBefore + most}, count);
  return {source, predicate, positions, more};
}

/** A key is behind another exactly if it is not before it with a blank: all have the same length, and a blank is before any character of a key. */
function firstKey(behind: QueryKeys["behind"]): string {
  if (behind === null) return "";
  return behind.orEqual ? behind.key : `${behind.key} `;
}

function mergeCursors(cursors: readonly SeriesCursor[]): SeriesCursor {
  const all = cursors.flatMap(({source, positions}) =>
    Array.from(positions, (position) => ({source: source!, position, key: keyAt(source!.catalogue, position)})),
  );
  all.sort((one, other) => (one.key < other.key ? -1 : 1));
  return {
    source: null,
    predicate: null,
    positions: all.map(({position}) => position),
    sources: all.map(({source}) => source),
    predicates: new Map(cursors.map(({source, predicate}) => [source!, predicate!])),
  };
}
