// The set series as an answer: its plan, and its rows. They charge nothing.
import {conjunctsOf} from "../../formats/odata/expression.ts";
import {unsupported} from "../../formats/odata/fault.ts";
import {seriesJson} from "./entity-json.ts";
import {changedMeanwhile} from "./observation-page.ts";
import type {RowQuery} from "./options.ts";
import type {ODataParts} from "./parts.ts";
import {readOrder} from "./row-order.ts";
import {countSeries, readSeriesPage, type SeriesReading} from "./series-set.ts";
import type {SetPlan} from "./set-plan.ts";
import {type FoundDatasets, narrowingOf} from "./sources.ts";

export function planSeriesSet({catalogues}: ODataParts, query: RowQuery): SetPlan {
  if (query.search !== null) throw unsupported("$search is not supported yet");
  const narrowing = narrowingOf(query.filter);
  const order = readOrder(query.order, query.set.keys);
  const conditions = query.filter === null ? [] : conjunctsOf(query.filter);
  const reading = ({groups}: FoundDatasets): SeriesReading => ({
    catalogues,
    groups,
    conditions,
    keys: narrowing.keys,
    order,
  });
  return {
    narrowing,
    isMovedByLoads: () => order.changes,
    changedMeanwhile,
    count: (q, found) => countSeries(q, reading(found)),
    *page(q, found, cursor, most) {
      const {series, next} = yield* readSeriesPage(q, reading(found), query.skip, cursor, most);
      return {
        rows: series.length,
        values: 0,
        next,
        write: (form, head, tail) =>
          Buffer.from(`${head}${series.map((one) => seriesJson(form, one)).join(",")}${tail}`),
      };
    },
  };
}
