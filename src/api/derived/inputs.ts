// The series that values are derived from, each with its whole history as known on the day that is asked for.
//
// A yearly change needs the year before `start`, an index its base, a chain all between: so the bounds of the request cut the result and
// never the inputs.

import {type Catalogue, codeAt, keyAt} from "../../statistics/catalogue/catalogue.ts";
import type {ColumnsMemory} from "../../statistics/derived/columns.ts";
import type {DerivedInput} from "../../statistics/derived/derive.ts";
import {mayBePublished} from "../../statistics/derived/published-form.ts";
import type {Quantity} from "../../statistics/derived/quantity.ts";
import type {DeriveStep} from "../../statistics/derived/step.ts";
import {unscale} from "../../statistics/history/layout.ts";
import {readOrdinals, type WindowColumns, withdrawnIn} from "../../statistics/history/window.ts";
import type {Day} from "../../statistics/time/day.ts";
import type {Frequency} from "../../statistics/time/frequency.ts";
import {readRelatedDatasets} from "../../store/datasets/declarations.ts";
import {readDeclaredQuantities} from "../../store/datasets/declared-quantities.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Script} from "../../store/script.ts";
import {describeDataset} from "../dataset.ts";
import {allDimensions, type FoundByKeys, readNamedSeries, type SeriesByKey} from "../series/named-observations.ts";
import type {RouteContext} from "../server-context.ts";
import {openSelection, readSlicePage} from "../slice/page.ts";
import type {SliceQuery} from "../slice/request.ts";
import {dimensionsOf, type OptionalDimensions} from "../slice/series.ts";
import type {createQuantities} from "./quantities.ts";
import {type DeclaredRelations, noSplices} from "./splices.ts";

/** What is asked for: series by their keys, or a page of a slice; and the steps. */
export interface DerivedRequest {
  readonly query: SliceQuery;
  /** null: a page of a slice. */
  readonly keys: readonly string[] | null;
  readonly steps: readonly DeriveStep[];
  readonly derive: string;
}

export interface FoundInputs extends Pick<FoundByKeys, "datasetJson"> {
  readonly states: readonly string[];
  readonly series: readonly SeriesByKey[];
  /** The second series of steps, by key. */
  readonly others: ReadonlyMap<string, SeriesByKey>;
  /** Series that match, over all pages. */
  readonly total: number;
  /** The dimensions of the datasets: a page behind the last series has them too. */
  readonly dimensions: OptionalDimensions;
  readonly declared: DeclaredQuantities;
  /** By the id of the dataset: a catalogue with all series of the classes of its series, for steps that a publisher may have taken. */
  readonly siblings: ReadonlyMap<number, Catalogue>;
  /** Between datasets of which two series are in one step. */
  readonly relations: DeclaredRelations;
}

/** What packages say of their indicators, by the id of the dataset and the code of the indicator. */
type DeclaredQuantities = ReadonlyMap<number, ReadonlyMap<string, Quantity>>;

/** Throws NOT_FOUND, NothingSelected, and LongSelection if a selection is long and may not rest. */
export function* readInputs(
  q: Queries,
  context: RouteContext,
  request: DerivedRequest,
  mayRest: boolean,
): Script<FoundInputs> {
  const found = yield* readSeries(q, context, request, mayRest);
  const declared = new Map<number, ReadonlyMap<string, Quantity>>();
  const siblings = new Map<number, Catalogue>();
  const relations: DeclaredRelations = new Map();
  for (const {dataset} of [...found.series, ...found.others.values()]) {
    if (declared.has(dataset.id)) continue;
    declared.set(dataset.id, yield* readDeclaredQuantities(q, dataset.id));
    if (found.others.size > 0) relations.set(dataset.id, noSplices(yield* readRelatedDatasets(q, dataset.id)));
    yield;
  }
  if (!mayBePublished(request.steps)) return {...found, declared, siblings, relations};
  for (const [id, group] of Map.groupBy(found.series, ({dataset}) => dataset.id)) {
    const classes = new Set(group.map(({catalogue, position}) => codeAt(catalogue.classification, position)));
    siblings.set(id, yield* context.catalogues.readClasses(q, group[0]!.dataset, classes));
    yield;
  }
  return {...found, declared, siblings, relations};
}

function* readSeries(
  q: Queries,
  context: RouteContext,
  {query, keys, steps}: DerivedRequest,
  mayRest: boolean,
): Script<Omit<FoundInputs, "declared" | "siblings" | "relations">> {
  const whole = {...query, ifNoneMatch: undefined, slice: {...query.slice, from: null, to: null, last: null}};
  const named = [...new Set(steps.flatMap((step) => ("key" in step ? [step.key] : [])))];
  const beside = named.length === 0 ? null : yield* readNamedSeries(q, context, named, whole);
  const others = new Map((beside?.series ?? []).map((one) => [keyAt(one.catalogue, one.position), one]));
  const states = (list: Iterable<SeriesByKey>) =>
    Array.from(list, ({dataset}) => `${dataset.provider}/${dataset.code} ${dataset.changedBy}`);
  if (keys !== null) {
    const {datasetJson, series} = yield* readNamedSeries(q, context, keys, whole);
    return {
      datasetJson,
      series: series!,
      others,
      total: series!.length,
      dimensions: allDimensions(series!),
      states: states([...series!, ...others.values()]),
    };
  }
  const page = yield* readSlicePage(q, yield* openSelection(q, context, whole, mayRest), whole);
  const {dataset, catalogue, total} = page;
  const series = page.series.map((one) => ({...one, catalogue, dataset}));
  const datasetJson = JSON.stringify(describeDataset(dataset, query.today));
  const dimensions = dimensionsOf(catalogue);
  return {datasetJson, series, others, total, dimensions, states: states([...series.slice(0, 1), ...others.values()])};
}

/** The values of a series with their periods as ordinals. @param into its columns are the result: valid until it is read into again @param memory for the results of steps */
export function inputOf(
  {catalogue, dataset, position, window}: SeriesByKey,
  quantityAt: ReturnType<typeof createQuantities>,
  into: WindowColumns,
  memory?: ColumnsMemory,
): DerivedInput {
  readOrdinals(window, into);
  const {count, period, asOf, mantissa, decimals} = into;
  if (decimals > 0) {
    unscale(mantissa, count, decimals);
    into.decimals = -1;
  }
  const frequency = codeAt(catalogue.frequency, position) as Frequency;
  const columns = {frequency, count, period, value: mantissa, asOf, memory};
  return {columns, ...quantityAt(dataset, catalogue, position), weeks: catalogue.weeks};
}

/** The same without the values that the publisher had withdrawn by the day; null: there are none. */
export function inputInForce(
  {window}: SeriesByKey,
  {columns: {frequency, count, period, value, asOf}, ...rest}: DerivedInput,
  day: Day | null,
): DerivedInput | null {
  if (window.withdrawn === 0) return null;
  const all = {from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY, asOf: day};
  const withdrawn = new Set(withdrawnIn(window, all).map((span) => span.period));
  const kept: number[] = [];
  for (let at = 0; at < count; at++) if (!withdrawn.has(period[at]!)) kept.push(at);
  const columns = {
    ...{frequency, count: kept.length},
    period: Int32Array.from(kept, (at) => period[at]!),
    value: Float64Array.from(kept, (at) => value[at]!),
    asOf: Int32Array.from(kept, (at) => asOf[at]!),
  };
  return {columns, ...rest};
}
