// GET /api/v1/series/{series_key}/revisions: statistics of the revisions of a series, charged as one value.
//
// The definitions are those of statistics/history/revision-statistics.ts; the description repeats them for readers.

import type {FastifyInstance} from "fastify";
import {Type} from "typebox";
import {decodeInSteps} from "../../statistics/history/decode.ts";
import {describeRevisions, type RevisionStatistics} from "../../statistics/history/revision-statistics.ts";
import {dayText, type PeriodTable} from "../../statistics/time/day.ts";
import type {Queries} from "../../store/engines/differences.ts";
import {readHistory, readPeriods} from "../../store/series/series-of-key.ts";
import {type Steps, withRests} from "../../work/pace.ts";
import {chargeAnswer} from "../auth/charge.ts";
import {closedObject, count, dayField, nullable, SERIES_PATH} from "../http/field-schemas.ts";
import {namesEtag, neededPart, REVALIDATED, weakEtag} from "../http/headers.ts";
import {GROWTH, type Operation} from "../http/operation.ts";
import {addRoute, JSON_TYPE} from "../http/route.ts";
import type {RouteContext} from "../server-context.ts";
import {findSeries} from "./observations.ts";

const number = (description: string) => Type.Number({description});

const AGE_SCHEMA = closedObject({
  nth: Type.Integer({
    minimum: 1,
    description: "which estimate of its period the latest is compared with; 1 is the first",
  }),
  count: count("periods that have this estimate"),
  mean: number("mean of the latest less this estimate"),
  mean_absolute: number("mean of the absolute differences"),
  q05: number("5 % quantile of the differences"),
  q50: number("median of the differences"),
  q95: number("95 % quantile of the differences"),
});

const BAND_SCHEMA = closedObject({
  period: dayField("the latest period"),
  value: number("its latest estimate"),
  low: number("the value and the 5 % quantile of the revisions of its age"),
  high: number("the value and the 95 % quantile"),
  share: number("share of the past revisions between them"),
  based_on: count("number of these revisions"),
});

const REVISIONS_SCHEMA = closedObject({
  count: count("periods with a value"),
  revised_share: number("share of the periods whose value changed after its first publication"),
  mean: number("mean of the latest less the first estimate"),
  mean_absolute: number("mean absolute revision"),
  standard_deviation: nullable(Type.Number(), "standard deviation of the sample; null for one period"),
  minimum: number("smallest revision"),
  maximum: number("largest revision"),
  by_age: Type.Array(AGE_SCHEMA, {description: "the latest estimate against the n-th, up to the twelfth"}),
  band: nullable(
    BAND_SCHEMA,
    "where the latest value may still go; null where fewer than eight periods have a second estimate",
  ),
});

const REVISIONS_OPERATION: Operation = {
  operationId: "getRevisions",
  tag: "Series",
  summary: "Statistics of the revisions of one series",
  description:
    "A revision is the latest estimate of a period less its first, over all periods, those that never changed included. The standard deviation is that of a sample, quantiles interpolate between neighbours (R's type 7). `band` adds to the latest value the quantiles of the revisions that other periods had after as many estimates. Charged as one value.",
  answers: {200: "The statistics.", 404: "`NOT_FOUND`: no series has this key."},
  headers: ["X-Values"],
  answer: "Revisions",
  components: new Map<object, string>([[AGE_SCHEMA, "RevisionsByAge"]]),
  examples: [{name: "revisions", summary: "A series that was revised", path: `${GROWTH}/revisions`}],
};

/** Part of the ETag: raise it when the same state would be written differently. */
const REVISIONS_VERSION = 1;

export function routeRevisions(server: FastifyInstance, context: RouteContext): void {
  const {store, catalogues} = context;
  addRoute(server, {
    url: "/api/v1/series/:series_key/revisions",
    operation: REVISIONS_OPERATION,
    params: SERIES_PATH,
    answer: REVISIONS_SCHEMA,
    handler: async (request, reply) => {
      const {series_key: key} = request.params as {series_key: string};
      const ifNoneMatch = request.headers["if-none-match"];
      const found = await store.statistics.read((q) => readRevised(q, catalogues, key, ifNoneMatch));
      reply.header("etag", found.etag).header("cache-control", REVALIDATED);
      if (found.parts === null) return reply.code(304).send();
      await chargeAnswer(context, request, reply, 1);
      if (neededPart(request) === "unchanged") return reply.code(304).send();
      const statistics = await withRests(statisticsOf(found.parts.history));
      if (statistics === null) throw new Error(`series ${key} has an empty history`);
      return reply.type(JSON_TYPE).send(JSON.stringify(describe(statistics, found.parts.periods)));
    },
  });
}

/** parts: null if the client has this answer. */
function* readRevised(
  q: Queries,
  catalogues: RouteContext["catalogues"],
  key: string,
  ifNoneMatch: string | undefined,
) {
  const series = yield* findSeries(q, key);
  const etag = weakEtag(["revisions", REVISIONS_VERSION, key, series.dataset.changedBy]);
  if (namesEtag(ifNoneMatch, etag)) return {etag, parts: null};
  return {etag, parts: {history: yield* readHistory(q, series), periods: yield* readPeriods(q, catalogues, series)}};
}

function* statisticsOf(packed: Uint8Array): Steps<RevisionStatistics | null> {
  const history = yield* decodeInSteps(packed);
  yield;
  return yield* describeRevisions(history);
}

function describe(found: RevisionStatistics, {base, days}: PeriodTable): object {
  const {band} = found;
  return {
    count: found.count,
    revised_share: found.revisedShare,
    mean: found.mean,
    mean_absolute: found.meanAbsolute,
    standard_deviation: found.standardDeviation,
    minimum: found.minimum,
    maximum: found.maximum,
    by_age: found.byAge.map(({meanAbsolute, ...age}) => ({...age, mean_absolute: meanAbsolute})),
    band:
      band === null
        ? null
        : {
            period: dayText(days[band.period - base]!),
            value: band.value,
            low: band.low,
            high: band.high,
            share: band.share,
            based_on: band.basedOn,
          },
  };
}
