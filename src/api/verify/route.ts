// GET /api/v1/verify: whether a number was published, when, and in which cell. Charged as one value.
//
// The verdict is made in statistics/claim over the series that src/claims reads; this is only its door. A wrong parameter is named, because
// the verdict about another claim would be a wrong number.

import type {FastifyInstance, FastifyRequest} from "fastify";
import type {ClaimContext, JudgedSeries} from "../../claims/judge-series.ts";
import {createBudget} from "../../work/budget.ts";
import {chargeAnswer} from "../auth/charge.ts";
import {clientHasIt, REVALIDATED, weakEtag} from "../http/headers.ts";
import type {QueryString} from "../http/parameters.ts";
import {CLIENT_GONE} from "../http/request-log.ts";
import {addRoute, JSON_TYPE} from "../http/route.ts";
import {describeCell, rereadCells} from "../series/cell-evidence.ts";
import type {RouteContext} from "../server-context.ts";
import {decidingOf, describeVerdict} from "./result.ts";
import {VERIFY_OPERATION, VERIFY_PARAMETERS, VERIFY_SCHEMA} from "./schema.ts";
import {readAnyRequest, verifyGiven} from "./verify-given.ts";

/** Part of the ETag: raise it when the same verdict would be written differently. */
const VERIFY_VERSION = 3;

export function routeVerify(server: FastifyInstance, context: RouteContext): void {
  const {store, catalogues, settings} = context;
  const claimContext: ClaimContext = {statistics: store.statistics, search: store.search, catalogues};
  addRoute(server, {
    url: "/api/v1/verify",
    operation: VERIFY_OPERATION,
    query: VERIFY_PARAMETERS,
    answer: VERIFY_SCHEMA,
    handler: async (request, reply) => {
      const {claim, found, error} = await verifyGiven(
        claimContext,
        readAnyRequest(request.query as QueryString),
        createBudget(),
      );
      if (found === null) throw error;
      request.stages?.end("read");
      if (request.method === "HEAD") {
        await chargeAnswer(context, request, reply, 1);
        return reply.type(JSON_TYPE).send();
      }
      const cell = found.judged === null ? null : await readCell(context, request, found.judged);
      if (cell === CLIENT_GONE) return reply.code(CLIENT_GONE).send();
      const body = JSON.stringify({claim, ...describeVerdict(found, {settings, request}, cell)});
      reply.header("cache-control", REVALIDATED);
      if (clientHasIt(request, reply, weakEtag(["verify", VERIFY_VERSION, body]))) return reply.code(304).send();
      await chargeAnswer(context, request, reply, 1);
      return reply.type(JSON_TYPE).send(body);
    },
  });
}

/** The cell of the estimate that decides; null: no release is known for it. */
async function readCell(
  {evidence}: RouteContext,
  request: FastifyRequest,
  judged: JudgedSeries,
): Promise<object | typeof CLIENT_GONE | null> {
  const estimate = decidingOf(judged);
  if (judged.proof === null || estimate === null) return null;
  const wanted = {proof: judged.proof, estimate: {...estimate, day: estimate.from}};
  const readings = await rereadCells(evidence, request, judged.found.series.key, judged.period!, [wanted]);
  if (readings === null) return CLIENT_GONE;
  request.stages?.end("reread");
  return describeCell(wanted.estimate, readings[0]!);
}
