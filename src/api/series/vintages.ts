// GET /api/v1/series/{series_key}/vintages: the days on which something of a series was published. Charges nothing.
//
// Of two releases of one day only the later leaves estimates, so a day is listed once.

import type {FastifyInstance} from "fastify";
import {Type} from "typebox";
import {decodeInSteps} from "../../statistics/history/decode.ts";
import {countByReleaseInSteps, type EstimateCounts} from "../../statistics/history/release-counts.ts";
import {dayText} from "../../statistics/time/day.ts";
import type {Queries} from "../../store/engines/differences.ts";
import {joinCounts, listReleaseProofs} from "../../store/releases/release-proof.ts";
import {readHistory, readPeriods} from "../../store/series/series-of-key.ts";
import {type Steps, withRests} from "../../work/pace.ts";
import {closedObject, count, dayField, SERIES_PATH} from "../http/field-schemas.ts";
import {clientHasIt, namesEtag, weakEtag} from "../http/headers.ts";
import {GROWTH, type Operation} from "../http/operation.ts";
import {addRoute, JSON_TYPE} from "../http/route.ts";
import type {RouteContext} from "../server-context.ts";
import {findSeries} from "./observations.ts";

const VINTAGES_SCHEMA = closedObject({
  items: Type.Array(
    closedObject({
      published_at: dayField("day of publication"),
      release_id: Type.Integer({
        minimum: 1,
        description: "number of the release in this installation, as in the evidence",
      }),
      new_values: count("periods whose first value it added"),
      revised_values: count("periods whose value it changed"),
      withdrawn_values: count("periods that it covers without a value, though an earlier release gave one"),
      first_period: dayField("first period whose value it added, changed or withdrew"),
      last_period: dayField("last period whose value it added, changed or withdrew"),
    }),
    {description: "vintages of the series, oldest first"},
  ),
});

const VINTAGES_OPERATION: Operation = {
  operationId: "listVintages",
  tag: "Series",
  summary: "The vintages of one series",
  description:
    "The days on which something of the series was published, oldest first, each with its release and the number of values that it added and changed. Any of these days is an `as_of`, and a column of the wide table of estimates. Charges nothing.",
  answers: {200: "The vintages.", 404: "`NOT_FOUND`: no series has this key."},
  answer: "Vintages",
  item: "Vintage",
  examples: [{name: "vintages", summary: "A series that was revised", path: `${GROWTH}/vintages`}],
};

/** parts: null if the client has this answer. */
function* readReleases(
  q: Queries,
  catalogues: RouteContext["catalogues"],
  key: string,
  ifNoneMatch: string | undefined,
) {
  const series = yield* findSeries(q, key);
  const etag = weakEtag(["vintages", VINTAGES_VERSION, key, series.dataset.changedBy]);
  if (namesEtag(ifNoneMatch, etag)) return {etag, parts: null};
  const history = yield* readHistory(q, series);
  const proofs = yield* listReleaseProofs(q, series.dataset.id);
  return {etag, parts: {history, proofs, periods: yield* readPeriods(q, catalogues, series)}};
}

function* countsOf(packed: Uint8Array): Steps<EstimateCounts[]> {
  const history = yield* decodeInSteps(packed);
  yield;
  return yield* countByReleaseInSteps(history);
}

/** Part of the ETag: raise it when the same state would be written differently. */
const VINTAGES_VERSION = 2;

export function routeVintages(server: FastifyInstance, {store, catalogues}: RouteContext): void {
  addRoute(server, {
    url: "/api/v1/series/:series_key/vintages",
    operation: VINTAGES_OPERATION,
    params: SERIES_PATH,
    answer: VINTAGES_SCHEMA,
    handler: async (request, reply) => {
      const {series_key: key} = request.params as {series_key: string};
      const ifNoneMatch = request.headers["if-none-match"];
      const found = await store.statistics.read((q) => readReleases(q, catalogues, key, ifNoneMatch));
      if (clientHasIt(request, reply, found.etag) || found.parts === null) return reply.code(304).send();
      const {history, proofs, periods} = found.parts;
      const textOf = (period: number): string => dayText(periods.days[period - periods.base]!);
      const items = joinCounts(proofs, await withRests(countsOf(history)))
        .map(({proof, counts: one}) => ({
          published_at: dayText(proof.publishedAt),
          release_id: proof.id,
          new_values: one.newValues,
          revised_values: one.revisedValues,
          withdrawn_values: one.withdrawnValues,
          first_period: textOf(one.firstPeriod),
          last_period: textOf(one.lastPeriod),
        }))
        .toSorted((one, other) => (one.published_at < other.published_at ? -1 : 1));
      return reply.type(JSON_TYPE).send(JSON.stringify({items}));
    },
  });
}
