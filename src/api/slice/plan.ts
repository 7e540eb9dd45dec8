// GET /api/v1/data/plan: the requests that together give a whole selection, each value once, and their price. Free.
//
// The series are read a page at a time, and other requests are answered in between. If a load changes the dataset meanwhile, the plan is
// made again, so that all of its requests have one version.
import type {FastifyInstance, FastifyRequest} from "fastify";
import {Type} from "typebox";
import {ANSWER_LIMITS, valuesLeft} from "../../access/account.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Script} from "../../store/script.ts";
import {createPace} from "../../work/pace.ts";
import {ApiError} from "../errors.ts";
import {closedObject, count, nullable, text, yesNo} from "../http/field-schemas.ts";
import {addressesWith, publicBase} from "../http/links.ts";
import type {Operation} from "../http/operation.ts";
import {isGiven, limitParameter, type QueryString} from "../http/parameters.ts";
import {addRoute, sendJson} from "../http/route.ts";
import type {RouteContext} from "../server-context.ts";
import {explainEmpty} from "./nothing-selected.ts";
import {openSelection, readSelection, readSlicePage, type SlicePage} from "./page.ts";
import {createRequests, type PlannedRequest} from "./plan-requests.ts";
import {readSliceQuery, type SliceQuery} from "./request.ts";
import {FOOD_PRICES, PARAMETER_NAMES, SLICE_PARAMETERS, SLICE_PATH} from "./schema.ts";

const {sliceSeries} = ANSWER_LIMITS;

const PLAN_SCHEMA = closedObject({
  version: text("version of the dataset; it changes with every load"),
  series_total: count("series that match the filters"),
  values: count("values charged by all requests together"),
  pages: count("number of requests"),
  quota: nullable(
    closedObject({
      limit: count("values a month that the plan of the account allows"),
      used: count("values used in this month"),
      remaining: count("values left of this month"),
      fits: yesNo("all requests fit into this month"),
    }),
    "the month of the account; null on plans without a quota",
  ),
  requests: Type.Array(
    closedObject({
      url: text("address of the request"),
      series: count("series of the answer"),
      values: count("values of the answer"),
    }),
    {description: "one after the other they give each selected value exactly once"},
  ),
  has_more: yesNo("the selection has more series after these requests"),
  next_offset: nullable(Type.Integer({minimum: 0}), "`offset` of the next plan; null on the last one"),
});

/** The parameters of the slice, except that a request may have as many series as one answer. */
const PLAN_PARAMETERS = Type.Object({
  ...SLICE_PARAMETERS.properties,
  limit: limitParameter({...sliceSeries, fallback: sliceSeries.maximum}, "most series of one request"),
});

const PLAN_OPERATION: Operation = {
  operationId: "planSlice",
  tag: "Data",
  summary: "The requests for a whole selection, and their price",
  description:
    "Takes the parameters of the slice and charges nothing. The requests of the plan give each value of the selection exactly once, and none of them is `SLICE_TOO_BIG`; the minute and the month may still refuse. A series with more values than one answer may have is split by period. `offset` skips this number of series; `limit` is the maximum of series of one request.",
  answers: {
    200: "The plan.",
    404: "`NOT_FOUND`: there is no such dataset, or none of its series matches. The hint says which filter left nothing, and what there is.",
  },
  headers: [],
  answer: "SlicePlan",
  item: null,
  examples: [
    {name: "plan", summary: "Food prices of all months", status: 200, path: FOOD_PRICES.replace("data?", "data/plan?")},
  ],
};

export function routePlan(server: FastifyInstance, context: RouteContext): void {
  const {store, settings} = context;
  addRoute(server, {
    url: `${SLICE_PATH}/plan`,
    operation: PLAN_OPERATION,
    query: PLAN_PARAMETERS,
    answer: PLAN_SCHEMA,
    handler: async (request, reply) => {
      const query = readSliceQuery(request, context);
      const planned = await planSlice(context, query);
      const {requests, values} = planned;
      const base = publicBase(settings.publicUrl, request);
      const address = addressesWith(SLICE_PATH, withoutDefaults(query.given), PARAMETER_NAMES);
      return sendJson(request, reply, ["plan"], {
        version: planned.version,
        series_total: planned.total,
        values,
        pages: requests.length,
        quota: await describeQuota(store.charges, request, values),
        requests: requests.map(({series, values, ...changes}) => ({
          url: base + address({...changes, limit: series}),
          series,
          values,
        })),
        has_more: planned.nextOffset !== null,
        next_offset: planned.nextOffset,
      });
    },
  });
}

/** Without values that change nothing: requests with the same meaning have the same plan. */
function withoutDefaults({values}: QueryString): QueryString {
  const fallbackOf = (name: string) =>
    (SLICE_PARAMETERS.properties as Record<string, {default?: unknown}>)[name]?.default;
  const given = [...values].filter(([name, texts]) => texts.join() !== String(fallbackOf(name)));
  return {readable: true, values: new Map(given)};
}

interface Planned {
  readonly version: string;
  readonly total: number;
  readonly requests: readonly PlannedRequest[];
  readonly values: number;
  readonly nextOffset: number | null;
}

/** A plan ends after this number of requests; a series that is split may exceed it. */
const MAX_REQUESTS = 100;
/** And after this number of pages: a page costs five milliseconds, and a plan is free. */
const MAX_PLANNED_PAGES = 25;
const MAX_RESTARTS = 3;

/** Throws NOT_FOUND for an unknown dataset, and NothingSelected. */
function* readPlannedPage(q: Queries, context: RouteContext, query: SliceQuery, mayRest: boolean): Script<SlicePage> {
  return yield* readSlicePage(q, yield* openSelection(q, context, query, mayRest), query);
}

/** Throws NOT_FOUND, and INTERNAL if loads arrive faster than the series are read. */
async function planSlice(context: RouteContext, query: SliceQuery): Promise<Planned> {
  const most = isGiven(query.given, "limit") ? query.slice.limit : sliceSeries.maximum;
  const pace = createPace();
  for (let restarts = 0; restarts < MAX_RESTARTS; restarts++) {
    const requests = createRequests(query.slice, most);
    let version: string | null = null;
    for (let [offset, pages] = [query.slice.offset, 1]; ; pages++) {
      const slice = {...query.slice, offset, limit: sliceSeries.maximum};
      const read = readSelection(context.store.statistics, (q, mayRest) =>
        readPlannedPage(q, context, {...query, slice}, mayRest),
      );
      const page = await read.catch((error) => explainEmpty(context, slice.filters, error));
      // A read of the embedded store is over within the tick: without a rest all pages would be.
      if (pace.isOver()) await pace.letOthersIn();
      version ??= page.dataset.changedBy;
      if (page.dataset.changedBy !== version) break;
      offset += requests.add(page, offset);
      if (pace.isOver()) await pace.letOthersIn();
      const isAll = offset >= page.total || page.series.length === 0;
      if (!isAll && requests.count() < MAX_REQUESTS && pages < MAX_PLANNED_PAGES) continue;
      const {total} = page;
      return {version, total, ...requests.finish(), nextOffset: isAll ? null : offset};
    }
  }
  throw new ApiError("INTERNAL", "the dataset changed while it was planned", {retryAfter: 5});
}

async function describeQuota(
  charges: RouteContext["store"]["charges"],
  request: FastifyRequest,
  values: number,
): Promise<object | null> {
  const {plan, accountId, month} = request.reader!;
  const limit = plan.valuesPerMonth;
  if (limit === null) return null;
  const used = await charges.used(accountId, month);
  return {limit, used, remaining: valuesLeft(limit, used), fits: used + values <= limit};
}
