// The set series as an answer: its plan, and its rows. They charge nothing.
import {conjunctsOf} from "../../../formats/odata/expression.ts";
import type {WorkBudget} from "../../http/work-budget.ts";
import {type FoundDatasets, narrowingOf} from "../dataset-finder.ts";
import {seriesJson} from "../entity-json.ts";
import {changedMeanwhile} from "../observations/observation-page.ts";
import {readOrder} from "../observations/row-order.ts";
import type {RowQuery} from "../options.ts";
import type {ODataParts} from "../parts.ts";
import type {SetPlan, SetWish} from "../set-plan.ts";
import {countSeries, readSeriesPage, type SeriesReading} from "./series-set.ts";

/** @param searched the only keys that $search lets through; null without it */
export function planSeriesSet(
  {catalogues}: ODataParts,
  query: RowQuery,
  _wants: SetWish,
  searched: ReadonlySet<string> | null,
): SetPlan {
  const {datasets, keys} = narrowingOf(query.filter);
  const narrowing = {datasets, keys: both(keys, searched)};
  const order = readOrder(query.order, query.set.keys);
  const conditions = query.filter === null ? [] : conjunctsOf(query.filter);
  const reading = ({groups}: FoundDatasets, budget: WorkBudget): SeriesReading => ({
    catalogues,
    groups,
    conditions,
    keys: narrowing.keys,
    order,
    budget,
  });
  return {
    narrowing,
    isOnePage: false,
    isMovedByLoads: () => order.changes,
    changedMeanwhile,
    count: (q, found, budget) => countSeries(q, reading(found, budget)),
    *page(q, found, cursor, most, budget) {
      const {series, next} = yield* readSeriesPage(q, reading(found, budget), query.skip, cursor, most);
      return {
        rows: series.length,
        values: 0,
        next,
        *write(form, head, tail) {
          const rows: string[] = [];
          for (const one of series) {
            rows.push(seriesJson(form, one));
            yield;
          }
          return Buffer.from(`${head}${rows.join(",")}${tail}`);
        },
      };
    },
  };
}

/** The keys that both let through; null lets all through. */
function both(one: ReadonlySet<string> | null, other: ReadonlySet<string> | null): ReadonlySet<string> | null {
  if (one === null || other === null) return one ?? other;
  return new Set([...one].filter((key) => other.has(key)));
}
