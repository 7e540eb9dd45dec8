// The selection of a request for observations, made before any read: the conditions on series and on rows, and the order.
import {ANSWER_LIMITS} from "../../../access/account.ts";
import {conjunctsOf, type Expression, propertiesOf} from "../../../formats/odata/expression.ts";
import {unsupported} from "../../../formats/odata/fault.ts";
import {impliedDays, isDayRange} from "../../../formats/odata/implied.ts";
import {ApiError} from "../../errors.ts";
import {type Narrowing, narrowingOf} from "../dataset-finder.ts";
import type {RowQuery} from "../options.ts";
import {partConditions} from "../series/series-predicate.ts";
import type {SetWish} from "../set-reader.ts";
import type {QueryDays} from "./observation-entries.ts";
import {createRowPredicate, type RowPredicate} from "./row-buffer.ts";
import {type RowOrder, readOrder} from "./row-order.ts";

export interface ObservationSelection extends QueryDays {
  readonly narrowing: Narrowing;
  /** Conditions on series. */
  readonly ofSeries: readonly Expression[];
  /** Conditions on rows; null if the range of days expresses all of them. */
  readonly predicate: RowPredicate | null;
  readonly order: RowOrder;
  /**
   * No dataset is named: the first rows of all datasets, by provider and code of the dataset, then by key. Programs show them to a person
   * who chooses a dataset.
   */
  readonly isPreview: boolean;
  /** The reason why the whole selection must be read, for the message; null if it can be read page by page. */
  readonly whole: string | null;
}

/** The most rows of a preview. */
const MAX_PREVIEW_ROWS = ANSWER_LIMITS.odataPreviewRows.maximum;

/** Throws BAD_REQUEST if the request names no dataset and no series, is not a preview, and asks for rows. */
export function selectObservations(query: RowQuery, wants: SetWish): ObservationSelection {
  const found = narrowingOf(query.filter);
  const isNarrowed = found.datasets !== null || found.keys !== null;
  const isPreview = !isNarrowed && wants === "rows" && canBePreview(query);
  if (!isNarrowed && !isPreview && (wants !== "columns" || query.count)) throw notNarrowed();
  // If no rows are wanted, as in a question for the columns alone, no dataset needs to be looked up.
  const narrowing = isNarrowed || isPreview ? found : {datasets: new Set<string>(), keys: null};
  const {ofSeries, ofRows} = partConditions(query.filter === null ? [] : conjunctsOf(query.filter));
  const judged = ofRows.filter((condition) => !isDayRange(condition, "period"));
  const order = readOrder(query.order, query.set.keys);
  if (query.derive !== null && order.keys.length > 0)
    throw unsupported(
      "derived values come in the order of series and periods",
      "leave $orderby out, and sort in the client",
    );
  return {
    narrowing,
    ofSeries,
    predicate: createRowPredicate(judged),
    range: impliedDays(query.filter, "period"),
    asOf: query.asOf,
    derive: query.derive?.steps ?? null,
    isPreview,
    order,
    whole: wholeBecause(query, judged, order),
  };
}

function wholeBecause({skip, order: items}: RowQuery, judged: readonly Expression[], order: RowOrder): string | null {
  if (judged.some(readsValues)) return "conditions on value, as_of and withdrawn_at look at every row";
  if (skip > 0) return "$skip counts rows one by one";
  if (order.keys.length === 0) return null;
  if (items.some(({expression}) => readsValues(expression)))
    return "an order by value, as_of or withdrawn_at compares every row";
  if (order.keys[0]!.isPeriod && judged.length === 0) return null;
  // An order by series, or by series and then the period, is decided when the series are known.
  const [last, ...before] = order.keys.toReversed();
  const ascends = last!.isPeriod && !last!.descending;
  const isOfSeries = !before.some(({isOfRows}) => isOfRows) && (ascends || !last!.isOfRows);
  return isOfSeries ? null : "this order mixes rows of several series";
}

function readsValues(expression: Expression): boolean {
  const names = propertiesOf(expression);
  return names.has("value") || names.has("as_of") || names.has("withdrawn_at");
}

/** Conditions that a preview may have: those that programs add when a person clicks through it. */
const PREVIEW_CONDITIONS: ReadonlySet<string> = new Set(["provider_code", "geo", "freq"]);

function canBePreview({top, skip, skipToken, order, filter}: RowQuery): boolean {
  if (top === null || top < 1 || top > MAX_PREVIEW_ROWS) return false;
  if (skip > 0 || skipToken !== null || order.length > 0) return false;
  return filter === null || [...propertiesOf(filter)].every((name) => PREVIEW_CONDITIONS.has(name));
}

export function notNarrowed(): ApiError {
  return new ApiError("BAD_REQUEST", "a request for observations must name a dataset or series", {
    hint: "for a preview, request $top=1000 or less; for more, add $filter=dataset_code eq '31452' or $filter=series_key eq '…' (with `and` before further conditions); the set series and /api/v1/reference/datasets list them",
  });
}
