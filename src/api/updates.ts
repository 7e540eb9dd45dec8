// GET /api/v1/updates: what was loaded, a row for each day of loading (UTC) and dataset, newest day first.
//
// Withdrawals and drops make a row too, with 0 releases; a release that was loaded and later withdrawn stays in the row of its day, because
// the feed lists actions. A client that follows the feed fetches a dataset again whenever it has a row.
import type {FastifyInstance} from "fastify";
import {Type} from "typebox";
import {ANSWER_LIMITS} from "../access/account.ts";
import {type DayOfUpdates, readUpdates, type UpdateFilters} from "../store/releases/update.ts";
import {splitDatasetCode} from "./dataset.ts";
import {closedObject, count, dayField, monthField, nullable, text, yesNo} from "./http/field-schemas.ts";
import type {Operation} from "./http/operation.ts";
import {
  dayParameter,
  limitParameter,
  offsetParameter,
  type QueryString,
  readDay,
  readRequest,
} from "./http/parameters.ts";
import {addRoute, sendListPage} from "./http/route.ts";
import type {RouteContext} from "./server-context.ts";

const UPDATES_PARAMETERS = Type.Object({
  since: dayParameter("first day of loading, YYYY-MM-DD, included; from the beginning when omitted"),
  provider: Type.Optional(Type.String({description: "provider code; every provider when omitted"})),
  dataset: Type.Optional(
    Type.String({
      description:
        "`provider/dataset`, or the dataset code alone, of any provider; unknown: no rows; every dataset when omitted",
    }),
  ),
  limit: limitParameter(ANSWER_LIMITS.updateRows, "rows on a page"),
  offset: offsetParameter("rows before the page"),
});

const UPDATES_SCHEMA = closedObject({
  items: Type.Array(
    closedObject({
      day: dayField("day of loading, UTC"),
      provider_code: text("provider of the dataset"),
      dataset_code: text("code of the dataset"),
      name: text("name of the dataset, also if it has been dropped"),
      latest_period: nullable(
        monthField("YYYY-MM"),
        "month in which the latest period of the dataset starts, after the day's loads; null if they left no values",
      ),
      latest_published_at: nullable(
        dayField("YYYY-MM-DD"),
        "latest day of publication of the releases loaded on the day; null if there were only withdrawals",
      ),
      releases: count("releases loaded on the day; 0 if there were only withdrawals"),
      new_values: count("periods whose first value these releases added, over all series"),
      revised_values: count("values these releases changed, over all series"),
    }),
    {description: "newest day first, then by provider and dataset"},
  ),
  total: count("rows in all"),
  has_more: yesNo("more rows follow"),
  next_offset: nullable(Type.Integer({minimum: 1}), "offset of the next page; null when none"),
});

const UPDATES_OPERATION: Operation = {
  operationId: "listUpdates",
  tag: "Updates",
  summary: "What was loaded, and when",
  description:
    "One row for each day of loading (UTC) and dataset, newest day first: fetch a dataset again when it has a new row. Withdrawals make a row too. An unknown dataset has no rows. Charges nothing.",
  answers: {200: "The page; empty after the last row."},
  headers: ["Link"],
  answer: "Updates",
  item: "UpdateRow",
  examples: [
    {name: "page", summary: "The first rows about one provider", path: "/api/v1/updates?provider=cbr&limit=1"},
    {name: "noDay", summary: "A `since` that is not a day", status: 422, path: "/api/v1/updates?since=yesterday"},
  ],
};

/** Part of the ETag: raise it when the same rows would be written differently. */
const UPDATES_VERSION = 1;

export function routeUpdates(server: FastifyInstance, {store, settings}: RouteContext): void {
  addRoute(server, {
    url: "/api/v1/updates",
    operation: UPDATES_OPERATION,
    query: UPDATES_PARAMETERS,
    answer: UPDATES_SCHEMA,
    handler: async (request, reply) => {
      const query = request.query as QueryString;

      // what
      const {filters, limit, offset} = readFeedRequest(query);
      request.stages?.end("what");

      // which rows
      const {total, days} = await store.statistics.read((q) => readUpdates(q, filters, offset, limit));
      request.stages?.end("read");

      // write the body
      const page = {items: days.map(describeDay), total, offset};
      const paged = {path: "/api/v1/updates", names: PARAMETER_NAMES, given: query};
      const {publicUrl} = settings;
      return sendListPage(request, reply, ["updates", UPDATES_VERSION], page, {...paged, publicUrl});
    },
  });
}

const PARAMETER_NAMES = Object.keys(UPDATES_PARAMETERS.properties);

/** Throws InvalidParameters with all faults. */
function readFeedRequest(query: QueryString): {filters: UpdateFilters; limit: number; offset: number} {
  return readRequest(UPDATES_PARAMETERS, query, ({since, provider, dataset, limit, offset}, refuse) => {
    readDay("since", since, refuse);
    const filters = {
      since: since ?? null,
      provider: provider ?? null,
      dataset: dataset === undefined ? null : splitDatasetCode(dataset),
    };
    return {filters, limit: limit!, offset: offset!};
  });
}

function describeDay(row: DayOfUpdates): object {
  return {
    day: row.day,
    provider_code: row.provider,
    dataset_code: row.dataset,
    name: row.name,
    latest_period: row.latestPeriod,
    latest_published_at: row.latestPublishedAt,
    releases: row.releases,
    new_values: row.newValues,
    revised_values: row.revisedValues,
  };
}
